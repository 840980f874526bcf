import type { ReactNode } from 'react'
import { ErrorCard } from '#web/ui/ErrorCard.tsx'
import { SkeletonGroup } from '#web/ui/Skeleton.tsx'
import { ApiError } from './apiError.ts'

type LoadedProps<T> = {
  query: { data: T | undefined; error: Error | null; isFetching: boolean; refetch: () => unknown }
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
