import { type ReactNode, useState } from 'react'
import { ErrorCard, type Reading, SkeletonGroup } from '#web/ui/kit.ts'
import { ApiError } from './apiError.ts'

type LoadedProps<T> = {
  query: Reading<T>
  skeleton: ReactNode
  children: (data: T) => ReactNode
}

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

/**
 * Keeps `query` loading at first until the others have a response or have failed, so that nothing moves when they
 * arrive. Never hides data that was shown.
 */
export function useWaitFor<T>(query: Reading<T>, ...others: readonly { isLoading: boolean }[]): Reading<T> {
  const [isShown, setShown] = useState(false)
  const isWaiting = !isShown && others.some(({ isLoading }) => isLoading)
  if (!isShown && !isWaiting && query.data !== undefined) setShown(true)
  return isWaiting ? { ...query, data: undefined } : query
}

type Data<R extends readonly Reading[]> = { [K in keyof R]: R[K] extends Reading<infer T> ? T : never }

export function together<const R extends readonly Reading[]>(...reads: R): Reading<Data<R>> {
  const missing = reads.filter(({ data }) => data === undefined)
  const failed = missing.filter(({ error }) => error !== null)
  return {
    data: missing.length === 0 ? (reads.map(({ data }) => data) as Data<R>) : undefined,
    error: failed[0]?.error ?? null,
    // A read that is still pending must not block retrying a failed one.
    isFetching: (failed.length > 0 ? failed : missing).some(({ isFetching }) => isFetching),
    refetch: () => failed.forEach((each) => void each.refetch()),
  }
}
