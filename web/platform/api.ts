/** Reads and commands of the application: what is cached, and what a command makes stale. */
import {
  type Query,
  type QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { z } from 'zod'
import type { Endpoint, Noun } from '#contract/endpoint.ts'
import { type Args, call } from './call.ts'

/** Arguments of an endpoint that takes none. */
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
    queryFn: ({ signal }) => call(endpoint, args, signal),
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

/** Refetches every read that shows one of the nouns. */
export function invalidateNouns(cache: QueryClient, nouns: readonly Noun[]): Promise<void> {
  return cache.invalidateQueries({ predicate: shows(nouns) })
}

/**
 * Runs a command, then refetches every read that shows a noun the command changes, then calls `onDone`: also where the
 * row that asked for it has gone with that, unlike what is handed to `mutate`.
 */
export function useCommand<P extends z.ZodType, I extends z.ZodType, O extends z.ZodType>(
  endpoint: Endpoint<P, I, O>,
  onDone?: (answer: z.output<O>, args: Args<P, I>) => void,
) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (args: Args<P, I>) => call(endpoint, args),
    onSuccess: async (answer, args) => {
      await invalidateNouns(cache, endpoint.touches)
      onDone?.(answer, args)
    },
  })
}
