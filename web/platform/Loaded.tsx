import type { ReactNode } from 'react'
import { ErrorCard, type Reading, SkeletonGroup } from '#web/ui/kit.ts'
import { ApiError } from './apiError.ts'

type LoadedProps<T> = {
  query: Reading<T>
  /** Skeletons in the layout of what will stand there. */
  skeleton: ReactNode
  children: (data: T) => ReactNode
}

/** What was read, or the skeleton of its layout, or why it failed. Data once read stays while a later poll fails. */
export function Loaded<T>({ query, skeleton, children }: LoadedProps<T>) {
  if (query.data !== undefined) return <>{children(query.data)}</>
  if (!query.error) return <SkeletonGroup>{skeleton}</SkeletonGroup>
  const requestId = query.error instanceof ApiError ? query.error.requestId : null
  return (
    <ErrorCard
      message={query.error.message}
      detail={requestId && `Request ${requestId}`}
      busy={query.isFetching}
      onRetry={() => void query.refetch()}
    />
  )
}

type Data<R extends readonly Reading[]> = { [K in keyof R]: R[K] extends Reading<infer T> ? T : never }

/** Several reads as one: there when all are, failed when one has; a retry asks only for what failed. */
export function together<const R extends readonly Reading[]>(...reads: R): Reading<Data<R>> {
  const missing = reads.filter(({ data }) => data === undefined)
  const failed = missing.filter(({ error }) => error !== null)
  return {
    data: missing.length === 0 ? (reads.map(({ data }) => data) as Data<R>) : undefined,
    error: failed[0]?.error ?? null,
    // One that is still on its way must not hold up the retry of another.
    isFetching: (failed.length > 0 ? failed : missing).some(({ isFetching }) => isFetching),
    refetch: () => failed.forEach((each) => void each.refetch()),
  }
}
