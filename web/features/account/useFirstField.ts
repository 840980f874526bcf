import { type RefObject, useEffect, useRef } from 'react'

/** For the form of a next step: the field of the step before is gone, and the keyboard with it. */
export function useFirstField(): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector('input')?.focus(), [])
  return form
}
