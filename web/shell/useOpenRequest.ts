import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'

/**
 * Opens what the address asks for, once: the named search values leave the address and its history entry at the same
 * time, so that neither a reload nor the back button opens it again.
 */
export function useOpenRequest<T>(names: readonly string[], asked: T | undefined, open: (asked: T) => void): void {
  const navigate = useNavigate()
  const take = useEffectEvent((request: T) => {
    open(request)
    void navigate({
      to: '.',
      search: (before: Record<string, unknown>) =>
        Object.fromEntries(Object.entries(before).filter(([name]) => !names.includes(name))),
      hash: true,
      replace: true,
      resetScroll: false,
    })
  })
  useEffect(() => {
    if (asked !== undefined) take(asked)
  }, [asked])
}
