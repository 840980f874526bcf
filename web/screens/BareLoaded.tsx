import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { Loaded } from '#web/platform/Loaded.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import { Loading } from '#web/ui/Loading.tsx'

type BareLoadedProps<T> = {
  /** Its heading until it is there. */
  title: string
  sessionId: string
  query: ComponentProps<typeof Loaded<T>>['query']
  children: (data: T) => ReactNode
}

/** A screen without the shell: where it waits or fails there is no menu to leave it by. */
export function BareLoaded<T>({ title, sessionId, query, children }: BareLoadedProps<T>) {
  if (query.data !== undefined) return <>{children(query.data)}</>
  return (
    <div className="mx-auto grid w-full max-w-5xl gap-4 p-4">
      <div>
        <Link to="/sessions/$sessionId/strike-log" params={{ sessionId }} className={buttonClass()}>
          <ArrowLeft className="size-4" aria-hidden="true" /> Strike log
        </Link>
      </div>
      <h1 className="text-xl font-bold">{title}</h1>
      <Loaded query={query} skeleton={<Loading />}>
        {() => null}
      </Loaded>
    </div>
  )
}
