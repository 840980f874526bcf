import {
  type Query,
  type QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import type { Endpoint, Noun } from '#contract/endpoint.ts'
import { type Args, call } from './call.ts'
import { newId } from './newId.ts'

export const nothingElse = { params: {}, input: {} } as const

export type ReadOptions = { pollMs?: number; enabled?: boolean; staleMs?: number; retries?: number }

export function read<P extends z.ZodType, I extends z.ZodType, O extends z.ZodType>(
  endpoint: Endpoint<P, I, O>,
  args: Args<P, I>,
  { pollMs, enabled, staleMs, retries }: ReadOptions = {},
) {
  return queryOptions({
    queryKey: [endpoint.touches, endpoint.path, args] as const,
    queryFn: ({ signal }) => call(endpoint, args, { signal }),
    ...(pollMs !== undefined && { refetchInterval: pollMs }),
    ...(enabled !== undefined && { enabled }),
    ...(staleMs !== undefined && { staleTime: staleMs }),
    ...(retries !== undefined && { retry: retries }),
  })
}

export function useRead<P extends z.ZodType, I extends z.ZodType, O extends z.ZodType>(
  endpoint: Endpoint<P, I, O>,
  args: Args<P, I>,
  options: ReadOptions = {},
) {
  return useQuery(read(endpoint, args, options))
}

const shows = (nouns: readonly Noun[]) => (query: Query) => {
  const shown = query.queryKey[0]
  return Array.isArray(shown) && shown.some((noun) => (nouns as readonly unknown[]).includes(noun))
}

/** Skips queries for which `isCurrent` returns true because they already show the change. */
export function invalidateNouns(
  cache: QueryClient,
  nouns: readonly Noun[],
  isCurrent: (query: Query) => boolean = () => false,
): Promise<void> {
  return cache.invalidateQueries({ predicate: (query) => shows(nouns)(query) && !isCurrent(query) })
}

/** Reuses one idempotency key per input until the command succeeds, so a retry can't run it twice. */
function useAct<P extends z.ZodType, I extends z.ZodType, O extends z.ZodType>(endpoint: Endpoint<P, I, O>) {
  const [keep] = useState(createKeyCache)
  return async (args: Args<P, I>): Promise<z.output<O>> => {
    if (endpoint.method !== 'POST') return call(endpoint, args)
    const { key, forget } = keep(JSON.stringify(args))
    const answer = await call(endpoint, args, { idempotencyKey: key })
    forget()
    return answer
  }
}

type Then<O> = { onSuccess?: (answer: O) => unknown; onError?: (error: Error) => unknown; onSettled?: () => unknown }

/**
 * Runs a command, then refetches every query on the nouns it touches. Unlike in React Query, `mutate` callbacks run even
 * after the caller unmounts.
 */
export function useCommand<P extends z.ZodType, I extends z.ZodType, O extends z.ZodType>(endpoint: Endpoint<P, I, O>) {
  const cache = useQueryClient()
  const act = useAct(endpoint)
  const command = useMutation({
    mutationFn: (args: Args<P, I>) => act(args),
    onSuccess: () => invalidateNouns(cache, endpoint.touches),
  })
  const mutate = (args: Args<P, I>, { onSuccess, onError, onSettled }: Then<z.output<O>> = {}): void => {
    command
      .mutateAsync(args)
      .then(onSuccess, onError ?? (() => {}))
      .finally(onSettled)
      .catch(reportError)
  }
  return { ...command, mutate }
}

function createKeyCache(): (act: string) => { key: string; forget: () => void } {
  const pending = new Map<string, string>()
  return (act) => {
    const key = pending.get(act) ?? newId()
    pending.set(act, key)
    return {
      key,
      forget: () => {
        if (pending.get(act) === key) pending.delete(act)
      },
    }
  }
}

/** Use for commands that outlive the screen they started on. */
export const getIdempotencyKey = createKeyCache()
