import { z } from 'zod'
import './messages.ts'

/** Commands use these resource names to invalidate cached reads. */
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
 * Who can call an endpoint. `nobody` means no sign-in is required. `member` means anyone signed in to a firm.
 * `administrator` means an administrator of that firm. `operator` means the installation's operator.
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
  touches: readonly Noun[]
  personally?: true
  /**
   * The input field that contains the user's password. Before the call, the server verifies the password, and also
   * `code` if two-factor sign-in is on.
   */
  provedBy?: 'password' | 'current'
  /** If set, the password is required, and API tokens are rejected, only for inputs for which this returns true. */
  provedIf?(input: z.output<Input>): boolean
  /** If true, queries can run for up to a minute. */
  takesLong?: true
  whileHeldBack?: true
  whileUnproven?: true
}

export function defineEndpoint<P extends z.ZodType, I extends z.ZodType, O extends z.ZodType>(
  endpoint: Endpoint<P, I, O>,
): Endpoint<P, I, O> {
  return endpoint
}

export const nothing = z.strictObject({})

export const done = z.strictObject({ ok: z.literal(true) })
export const ok = { ok: true } as const

/** A UUIDv7, which sorts by creation time. */
export const Id = z.uuid()

export const Timestamp = z.iso.datetime()

/** Input for pagination. Responses are bare arrays, and the `x-next-cursor` header has the next cursor. */
export const page = {
  limit: z.coerce.number().int().min(1).max(500).default(50),
  cursor: z.string().max(200).optional(),
}

export const Seconds = z.number().min(0).max(1_000_000)

export const textLimits = { title: 200, short: 500, long: 10_000 } as const
