import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { toApiError, unreachable, unreadable } from './apiError.ts'
import { newId } from './newId.ts'
import { isUnattended } from './network/attendance.ts'

export type Args<P extends z.ZodType, I extends z.ZodType> = { params: z.input<P>; input: z.input<I> }

export function buildUrl(
  endpoint: Pick<Endpoint, 'method' | 'path'>,
  args: { params: unknown; input: unknown },
): string {
  const params = args.params as Record<string, unknown>
  const path = endpoint.path.replace(/:(\w+)/g, (_match, name: string) => encodeURIComponent(String(params[name])))
  if (endpoint.method !== 'GET') return path
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(
    args.input as Record<string, string | number | boolean | null | undefined>,
  )) {
    if (value !== undefined && value !== null && value !== '') query.set(name, String(value))
  }
  return query.size > 0 ? `${path}?${query.toString()}` : path
}

/** JSON turns NaN into null, which could silently clear a setting. */
const asTyped = (_name: string, value: unknown): unknown =>
  typeof value === 'number' && !Number.isFinite(value) ? String(value) : value

const hasTime = (input: unknown): boolean => typeof input === 'object' && input !== null && 'at' in input

/** Tells the live stream which tab made a change. */
export const tabId = newId()

/**
 * Requests with the same key run only once. A POST request without a key gets a new one. With `isShown`, the live
 * stream doesn't tell this tab about the change, so the caller must update the cache.
 */
type CallOptions = { signal?: AbortSignal | undefined; idempotencyKey?: string; isShown?: true }

export async function callWithHeaders<P extends z.ZodType, I extends z.ZodType, O extends z.ZodType>(
  endpoint: Endpoint<P, I, O>,
  args: Args<P, I>,
  { signal, idempotencyKey, isShown }: CallOptions = {},
): Promise<{ data: z.output<O>; headers: Headers }> {
  const isRead = endpoint.method === 'GET'
  const key = idempotencyKey ?? (endpoint.method === 'POST' ? newId() : undefined)
  const response = await fetch(buildUrl(endpoint, args), {
    method: endpoint.method,
    credentials: 'same-origin',
    ...(signal && { signal }),
    ...(isRead && isUnattended() && { headers: { 'x-unattended': '1' } }),
    ...(!isRead && {
      headers: {
        'content-type': 'application/json',
        ...(key !== undefined && { 'idempotency-key': key }),
        ...(isShown && { 'x-tab': tabId }),
        // Lets the server correct times from a device whose clock is wrong.
        ...(hasTime(args.input) && { 'x-sent-at': new Date().toISOString() }),
      },
      body: JSON.stringify(args.input, asTyped),
    }),
  }).catch((error: unknown) => {
    throw signal?.aborted ? error : unreachable()
  })
  if (!response.ok) throw await toApiError(response)
  const answer = endpoint.output.safeParse(await response.json().catch(() => undefined))
  if (!answer.success) throw unreadable(response)
  return { data: answer.data, headers: response.headers }
}

export async function call<P extends z.ZodType, I extends z.ZodType, O extends z.ZodType>(
  endpoint: Endpoint<P, I, O>,
  args: Args<P, I>,
  options?: CallOptions,
): Promise<z.output<O>> {
  return (await callWithHeaders(endpoint, args, options)).data
}

/** Synchronous GET that returns null on failure. Use only in `beforeprint`, whose handler can't wait. */
export function readSync<P extends z.ZodType, I extends z.ZodType, O extends z.ZodType>(
  endpoint: Endpoint<P, I, O>,
  args: Args<P, I>,
): z.output<O> | null {
  const request = new XMLHttpRequest()
  request.open('GET', buildUrl(endpoint, args), false)
  try {
    request.send()
    return request.status === 200 ? (endpoint.output.safeParse(JSON.parse(request.responseText)).data ?? null) : null
  } catch {
    return null
  }
}
