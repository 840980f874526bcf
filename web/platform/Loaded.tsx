import { createContext, type ReactNode, use, useCallback, useId, useLayoutEffect, useState } from 'react'
import { ErrorCard, type Reading, SkeletonGroup } from '#web/ui/kit.ts'
import { ApiError } from './apiError.ts'

type LoadedProps<T> = {
  query: Reading<T>
  skeleton: ReactNode
  children: (data: T) => ReactNode
}

export function Loaded<T>({ query, skeleton, children }: LoadedProps<T>) {
  const read = useFailTogether(query)
  if (read.data !== undefined) return <>{children(read.data)}</>
  if (!read.error) return <SkeletonGroup>{skeleton}</SkeletonGroup>
  return <ReadFailure of={read} />
}

function ReadFailure({ of: { error, isFetching, refetch } }: { of: Reading }) {
  const [retried, setRetried] = useState<Error | null>(null)
  const requestId = error instanceof ApiError ? error.requestId : null
  return (
    <ErrorCard
      message={error?.message}
      detail={requestId && `Request ${requestId}`}
      busy={isFetching && retried === error}
      onRetry={() => {
        setRetried(error)
        void refetch()
      }}
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
  return isWaiting ? { ...query, data: undefined, ...(query.data !== undefined && { errorUpdateCount: 0 }) } : query
}

type Note = (id: string, read: Reading | null) => void

const FailureScope = createContext<Note | null>(null)

/** Shows a single failure if every read inside fails. */
export function FailTogether({ children }: { children: ReactNode }) {
  const [reads, setReads] = useState<ReadonlyMap<string, Reading>>(new Map())
  const note = useCallback<Note>((id, read) => {
    setReads((before) => {
      const next = new Map(before)
      if (read) next.set(id, read)
      else next.delete(id)
      return next
    })
  }, [])
  const all = [...reads.values()]
  const haveFailed = all.length > 1 && all.every(({ data, error }) => data === undefined && error !== null)
  return (
    <FailureScope value={note}>
      {haveFailed && <ReadFailure of={together(...all)} />}
      <div className={haveFailed ? 'hidden' : 'contents'}>{children}</div>
    </FailureScope>
  )
}

/** Counts a read in `FailTogether`. `Loaded` does so itself. */
export function useFailTogether<T>(query: Reading<T>): Reading<T> {
  const read = useLastError(query)
  const { data, isFetching, refetch } = read
  // A read that is repeated by itself counts as failed from its first failure on.
  const error = read.error ?? query.failureReason ?? null
  const note = use(FailureScope)
  const id = useId()
  const hasData = data !== undefined
  useLayoutEffect(() => {
    note?.(id, { data: hasData || undefined, error, isFetching, refetch })
  }, [note, id, hasData, error, isFetching, refetch])
  useLayoutEffect(() => () => note?.(id, null), [note, id])
  return read
}

/** Keeps the error while the read is repeated. Otherwise, polling would hide the failure every few seconds. */
function useLastError<T>({ data, error, errorUpdateCount = 0, isFetching, refetch }: Reading<T>): Reading<T> {
  const [last, setLast] = useState(error)
  if (error !== null && error !== last) setLast(error)
  const isRepeated = data === undefined && isFetching && errorUpdateCount > 0
  return { data, error: error ?? (isRepeated ? last : null), isFetching, refetch }
}

type Data<R extends readonly Reading[]> = { [K in keyof R]: R[K] extends Reading<infer T> ? T : never }

export function together<const R extends readonly Reading[]>(...reads: R): Reading<Data<R>> {
  const missing = reads.filter(({ data }) => data === undefined)
  const failed = missing.filter(({ error }) => error !== null)
  return {
    data: missing.length === 0 ? (reads.map(({ data }) => data) as Data<R>) : undefined,
    error: failed[0]?.error ?? null,
    errorUpdateCount: Math.max(0, ...missing.map(({ errorUpdateCount = 0 }) => errorUpdateCount)),
    // A read that is still pending must not block retrying a failed one.
    isFetching: (failed.length > 0 ? failed : missing).some(({ isFetching }) => isFetching),
    refetch: () => failed.forEach((each) => void each.refetch()),
  }
}
