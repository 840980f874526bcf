/** Reads and commands of the application: what is cached, and what a command makes stale. */
import {
  infiniteQueryOptions,
  type Query,
  type QueryClient,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { z } from 'zod'
import type { Endpoint, Noun } from '#contract/endpoint.ts'
import { type Args, call, callWithHeaders } from './call.ts'

/** Arguments of an endpoint that takes none. */
export const nothingElse = { params: {}, input: {} } as const

/** Milliseconds between polls; none without. */
type ReadOptions = { pollMs?: number; enabled?: boolean }

/** Options of a read for `useQuery` and `ensureQueryData`. Key: the nouns shown, then the path, then the arguments. */
export function read<P extends z.ZodType, I extends z.ZodType, O extends z.ZodType>(
  endpoint: Endpoint<P, I, O>,
  args: Args<P, I>,
  { pollMs, enabled }: ReadOptions = {},
) {
  return queryOptions({
    queryKey: [endpoint.touches, endpoint.path, args] as const,
    queryFn: ({ signal }) => call(endpoint, args, signal),
    ...(pollMs !== undefined && { refetchInterval: pollMs }),
    ...(enabled !== undefined && { enabled }),
  })
}

export function useRead<P extends z.ZodType, I extends z.ZodType, O extends z.ZodType>(
  endpoint: Endpoint<P, I, O>,
  args: Args<P, I>,
  options: ReadOptions = {},
) {
  return useQuery(read(endpoint, args, options))
}

export type Page<Items, Totals> = { items: Items; nextCursor: string | null; totals: Totals | null }

function toPage<Items, T extends z.ZodType>(items: Items, headers: Headers, totals: T): Page<Items, z.output<T>> {
  const header = headers.get('x-totals')
  return {
    items,
    nextCursor: headers.get('x-next-cursor'),
    totals: header ? totals.parse(JSON.parse(header)) : null,
  }
}

/** One page of a list with its totals per status; `totals` is the schema of the header `x-totals`. */
export function usePage<P extends z.ZodType, I extends z.ZodType, O extends z.ZodType, T extends z.ZodType>(
  endpoint: Endpoint<P, I, O>,
  args: Args<P, I>,
  totals: T,
  { pollMs }: ReadOptions = {},
) {
  return useQuery({
    queryKey: [endpoint.touches, endpoint.path, args, 'page'] as const,
    queryFn: async ({ signal }) => {
      const { data, headers } = await callWithHeaders(endpoint, args, signal)
      return toPage(data, headers, totals)
    },
    ...(pollMs !== undefined && { refetchInterval: pollMs }),
  })
}

/** A list that grows by `fetchNextPage`; `data.pages` holds the pages so far. The cursor is the input's `cursor`. */
export function usePages<P extends z.ZodType, I extends z.ZodType, O extends z.ZodType, T extends z.ZodType>(
  endpoint: Endpoint<P, I, O>,
  args: Args<P, I>,
  totals: T,
  { pollMs }: ReadOptions = {},
) {
  return useInfiniteQuery(
    infiniteQueryOptions({
      queryKey: [endpoint.touches, endpoint.path, args, 'pages'] as const,
      initialPageParam: null as string | null,
      queryFn: async ({ signal, pageParam }) => {
        const input = { ...(args.input as object), ...(pageParam !== null && { cursor: pageParam }) } as z.input<I>
        const { data, headers } = await callWithHeaders(endpoint, { params: args.params, input }, signal)
        return toPage(data, headers, totals)
      },
      getNextPageParam: (last) => last.nextCursor,
      ...(pollMs !== undefined && { refetchInterval: pollMs }),
    }),
  )
}

const shows = (nouns: readonly Noun[]) => (query: Query) => {
  const shown = query.queryKey[0]
  return Array.isArray(shown) && shown.some((noun) => (nouns as readonly unknown[]).includes(noun))
}

/** Refetches every read that shows one of the nouns. */
export function invalidateNouns(cache: QueryClient, nouns: readonly Noun[]): Promise<void> {
  return cache.invalidateQueries({ predicate: shows(nouns) })
}

/** Runs a command, then refetches every read that shows a noun the command changes. */
export function useCommand<P extends z.ZodType, I extends z.ZodType, O extends z.ZodType>(endpoint: Endpoint<P, I, O>) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (args: Args<P, I>) => call(endpoint, args),
    onSuccess: () => invalidateNouns(cache, endpoint.touches),
  })
}
