import { z } from 'zod'
import './messages.ts'

/** Resource names that commands use to invalidate cached reads. */
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
 * Who may call an endpoint. `nobody`: no sign-in required. `member`: anyone signed in to a firm. `administrator`: an
 * administrator of the firm. `operator`: the installation's operator.
 */
export type Needs = 'nobody' | 'member' | 'administrator' | 'operator'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

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
  input: Input
  output: Output
  /** Resources that a read returns or a command changes. */
  touches: readonly Noun[]
  /** Rejects API tokens. */
  personally?: true
  /**
   * Input field with the user's password. The server verifies it, and `code` if two-factor sign-in is on, before the
   * call.
   */
  provedBy?: 'password' | 'current'
  /** Allows queries to run for up to a minute. */
  takesLong?: true
  /** Allowed even if the user hasn't set up the two-factor sign-in the firm requires. */
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

/** Pagination input. Responses are bare arrays with the next cursor in the `x-next-cursor` header. */
export const page = {
  limit: z.coerce.number().int().min(1).max(500).default(50),
  cursor: z.string().max(200).optional(),
}

export const Seconds = z.number().min(0).max(1_000_000)

export const textLimits = { title: 200, short: 500, long: 10_000 } as const
