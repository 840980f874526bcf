import { z } from 'zod'
import './messages.ts'

/** Nouns whose cached reads a command can make stale. */
export const nouns = [
  'account',
  'team',
  'cases',
  'sessions',
  'jurors',
  'videos',
  'annotations',
  'highlights',
  'strikes',
  'findings',
  'transcripts',
  'exports',
  'reels',
  'notifications',
  'operations',
] as const
export type Noun = (typeof nouns)[number]

/**
 * Who may call an endpoint; row access is decided in the query. `nobody`: no sign-in, listed in
 * test/endpoints.test.ts. `member`: anyone signed in to a firm. `administrator`: of the firm. `operator`: of the
 * installation.
 */
export type Needs = 'nobody' | 'member' | 'administrator' | 'operator'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Declares one HTTP call for the server, the browser, and the OpenAPI document. */
export type Endpoint<
  Params extends z.ZodType = z.ZodType,
  Input extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
> = {
  method: Method
  path: `/api/${string}`
  summary: string
  needs: Needs
  params: Params
  /** Query string for a GET, JSON body otherwise. */
  input: Input
  output: Output
  /** Nouns a read shows or a command changes. */
  touches: readonly Noun[]
  /** API tokens are refused. */
  personally?: true
  /**
   * Input field with the user's password, checked before the call along with `code` if two-factor sign-in is on.
   * Protects changes to sign-in from an unattended screen.
   */
  provedBy?: 'password' | 'current'
  /** Allows queries to run for a minute instead of a few seconds. */
  takesLong?: true
  /** Allowed before the user has set up the two-factor sign-in that the firm requires. */
  whileHeldBack?: true
}

export function defineEndpoint<P extends z.ZodType, I extends z.ZodType, O extends z.ZodType>(
  endpoint: Endpoint<P, I, O>,
): Endpoint<P, I, O> {
  return endpoint
}

export const nothing = z.strictObject({})

export const done = z.strictObject({ ok: z.literal(true) })
export const ok = { ok: true } as const

/** UUIDv7, sortable by creation time. */
export const Id = z.uuid()

export const Timestamp = z.iso.datetime()

/** Lists are bare arrays. The next cursor is in the `x-next-cursor` header. */
export const page = {
  limit: z.coerce.number().int().min(1).max(500).default(50),
  cursor: z.string().max(200).optional(),
}

/** Media time in seconds, with millisecond precision. */
export const Seconds = z.number().min(0).max(1_000_000)

export const textLimits = { title: 200, short: 500, long: 10_000 } as const
