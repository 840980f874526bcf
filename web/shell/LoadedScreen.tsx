import type { ComponentProps, ReactNode } from 'react'
import { isNotFound } from '#web/platform/apiError.ts'
import { Loaded } from '#web/platform/Loaded.tsx'
import { Screen } from './Screen.tsx'

type LoadedScreenProps<T> = {
  /** Of the screen until its subject, which has a title of its own, was read. */
  title: string
  back?: ReactNode
  query: ComponentProps<typeof Loaded<T>>['query']
  skeleton: ReactNode
  /** Shown once the subject isn't there, even if it was read before. */
  absent?: ReactNode
  /** The screen itself. */
  children: (data: T) => ReactNode
}

/** A screen about one thing. Waiting and failing have the frame, the heading and the way back of every other screen. */
export function LoadedScreen<T>({ title, back, query, skeleton, absent, children }: LoadedScreenProps<T>) {
  if (absent && isNotFound(query.error)) return absent
  if (query.data !== undefined) return <>{children(query.data)}</>
  return (
    <Screen title={title} back={back}>
      <Loaded query={query} skeleton={skeleton}>
        {() => null}
      </Loaded>
    </Screen>
  )
}
