import { z } from 'zod'
import './messages.ts'

/** The nouns whose cached reads a command can make stale. */
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
 * Who may call an endpoint at all. Which rows they may see is decided in the query.
 * - `nobody`: strangers too. Every such endpoint stands in the tested list of test/endpoints.test.ts.
 * - `member`: anybody signed in to a firm.
 * - `administrator`: administrators of the firm.
 * - `operator`: who runs the installation (server/features/team/operators.ts).
 */
export type Needs = 'nobody' | 'member' | 'administrator' | 'operator'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** One HTTP call, said once: the server mounts it, the browser calls it, the OpenAPI document describes it. */
export type Endpoint<
  Params extends z.ZodType = z.ZodType,
  Input extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
> = {
  method: Method
  path: `/api/${string}`
  /** One sentence for the OpenAPI document. */
  summary: string
  needs: Needs
  params: Params
  /** Query string of a GET, JSON body of anything else. */
  input: Input
  output: Output
  /** For a read: the nouns it shows. For a command: the nouns it changes. */
  touches: readonly Noun[]
  /** Done by the person alone: an API token is refused. For how somebody signs in, and whom a session belongs to. */
  personally?: true
  /**
   * The field of the input with the person's password, checked before the act, together with `code` if two-factor sign-in is
   * on. For what opens or closes a way in: a screen left open must not be enough.
   */
  provedBy?: 'password' | 'current'
  /** Its queries may run for a minute; those of any other endpoint are given up after a few seconds. */
  takesLong?: true
  /** Answers also while the firm demands two-factor sign-in and this person has yet to set it up. */
  whileHeldBack?: true
}

export function defineEndpoint<P extends z.ZodType, I extends z.ZodType, O extends z.ZodType>(
  endpoint: Endpoint<P, I, O>,
): Endpoint<P, I, O> {
  return endpoint
}

/** No parameters, no body. */
export const nothing = z.strictObject({})

/** The answer of a command that has nothing to tell. */
export const done = z.strictObject({ ok: z.literal(true) })
export const ok = { ok: true } as const

/** Ids are UUIDv7 strings: sortable by time of creation. */
export const Id = z.uuid()

/** ISO-8601 in UTC. */
export const Timestamp = z.iso.datetime()

/** Lists stay bare arrays; the next cursor travels in the header `x-next-cursor`. */
export const page = {
  limit: z.coerce.number().int().min(1).max(500).default(50),
  cursor: z.string().max(200).optional(),
}

/** Media seconds at the API: a number with millisecond precision. */
export const Seconds = z.number().min(0).max(1_000_000)

export const textLimits = { title: 200, short: 500, long: 10_000 } as const
