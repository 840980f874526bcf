/** Reads and commands of the application: what is cached, and what a command makes stale. */
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

/** Milliseconds between polls, and until an answer is asked for again; neither without. `retries` after a failure: none. */
export type ReadOptions = { pollMs?: number; enabled?: boolean; staleMs?: number; retries?: number }

/** Options of a read for `useQuery` and `ensureQueryData`. Key: the nouns shown, then the path, then the arguments. */
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

export function invalidateNouns(cache: QueryClient, nouns: readonly Noun[]): Promise<void> {
  return cache.invalidateQueries({ predicate: shows(nouns) })
}

/**
 * Sends a command with a key that stays the same while the same input is sent again after an answer got lost, so that
 * a second try can't do it twice.
 */
function useAct<P extends z.ZodType, I extends z.ZodType, O extends z.ZodType>(endpoint: Endpoint<P, I, O>) {
  const [keep] = useState(keepKeys)
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
 * Runs a command, then refetches every read that shows a noun the command changes. What is handed to `mutate` is called
 * after that, also where what asked has gone with it: a deleted row still says so and leads away, a toast's Undo tells
 * how it went.
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

/**
 * Keeps the `Idempotency-Key` of each act: the same for the same act until it is done, so that a second try after a lost
 * line or a failure of the server can't do it twice. Call `forget` once it is done.
 */
function keepKeys(): (act: string) => { key: string; forget: () => void } {
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

/** For acts that outlive the screen they were begun on. */
export const keepKey = keepKeys()
