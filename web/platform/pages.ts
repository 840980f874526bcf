/** This file is separate from `api.ts` so that it stays out of the shell bundle. */
import { infiniteQueryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import type { ReadOptions } from './api.ts'
import { type Args, callWithHeaders } from './call.ts'

export type Page<Items, Totals> = { items: Items; nextCursor: string | null; totals: Totals | null }

function toPage<Items, T extends z.ZodType>(items: Items, headers: Headers, totals: T): Page<Items, z.output<T>> {
  return { items, nextCursor: headers.get('x-next-cursor'), totals: readTotals(headers.get('x-totals'), totals) }
}

/** Returns null for malformed totals so that the list still loads. */
function readTotals<T extends z.ZodType>(header: string | null, totals: T): z.output<T> | null {
  if (!header) return null
  try {
    return totals.parse(JSON.parse(header))
  } catch {
    return null
  }
}

export function usePage<P extends z.ZodType, I extends z.ZodType, O extends z.ZodType, T extends z.ZodType>(
  endpoint: Endpoint<P, I, O>,
  args: Args<P, I>,
  totals: T,
  { pollMs }: ReadOptions = {},
) {
  return useQuery({
    queryKey: [endpoint.touches, endpoint.path, args, 'page'] as const,
    queryFn: async ({ signal }) => {
      const { data, headers } = await callWithHeaders(endpoint, args, { signal })
      return toPage(data, headers, totals)
    },
    ...(pollMs !== undefined && { refetchInterval: pollMs }),
  })
}

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
        const { data, headers } = await callWithHeaders(endpoint, { params: args.params, input }, { signal })
        return toPage(data, headers, totals)
      },
      getNextPageParam: (last) => last.nextCursor,
      ...(pollMs !== undefined && { refetchInterval: pollMs }),
    }),
  )
}
