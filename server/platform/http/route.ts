import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { core, type z } from 'zod'
import type { Endpoint, Needs, Noun } from '#contract/endpoint.ts'
import type { Actor } from '../actor.ts'
import type { Db } from '../db.ts'
import { type FieldErrors, Refusal } from '../errors.ts'
import type { Parts } from '../parts.ts'
import { longRequestPatience, withPatience } from '../database/patience.ts'
import { getAddressKey } from './address.ts'
import { answerUnchanged } from './etag.ts'
import { replayOrRun } from './idempotency.ts'
import { requireSpace } from '../storage/space.ts'

export type Context = {
  db: Db
  actor: Actor
  parts: Parts
  ip: string
  setHeader: (name: string, value: string) => void
  /** Call this if the response depends on data without change numbers. */
  markUncounted: () => void
}

export type OpenContext = Omit<Context, 'actor'> & { request: FastifyRequest; reply: FastifyReply }

type Request<P extends z.ZodType, I extends z.ZodType> = { params: z.output<P>; input: z.output<I> }
type Handler<C, P extends z.ZodType, I extends z.ZodType, O extends z.ZodType> = (
  context: C,
  request: Request<P, I>,
) => Promise<z.input<O>>

/** `reads` lists everything a response depends on, so that an unchanged response needs no query. */
type Reading = { reads?: readonly Noun[] }

/** `first` checks access before the body is read, for endpoints whose body may be large. */
type Guard<P extends z.ZodType> = {
  first?: (context: Pick<Context, 'db' | 'actor'>, params: z.output<P>) => Promise<unknown>
}

export function mount<P extends z.ZodType, I extends z.ZodType, O extends z.ZodType>(
  app: FastifyInstance,
  endpoint: Endpoint<P, I, O>,
  handler: Handler<Context, P, I, O>,
  { reads, first }: Reading & Guard<P> = {},
): void {
  const { needs } = endpoint
  if (reads) app.counted.push({ endpoint, reads })
  if (needs === 'nobody') throw new Error(`${endpoint.path}: mount public endpoints with mountOpen`)
  const admit = async (request: FastifyRequest) => {
    const actor = requireActor(request, needs, endpoint)
    if (first) await first({ db: app.parts.database.db, actor }, parseParams(endpoint, request))
  }
  const respond: Respond = async (request, reply) => {
    const actor = request.actor!
    const parsed = correctClock(parse(endpoint, request), request.headers['x-sent-at'])
    if (reads && answerUnchanged(request, reply, actor, reads)) return reply
    const result = await answer(app, endpoint, request, reply, async (db) => {
      // Don't check earlier, because a replayed request contains a code that has already been used.
      const { provedBy } = endpoint
      if (provedBy && (endpoint.provedIf?.(parsed.input) ?? true))
        await requireProof(app, { actor, ip: request.ip }, provedBy, parsed.input)
      return handler({ ...shared(app, request, reply), db, actor }, parsed)
    })
    if (endpoint.method !== 'GET' && endpoint.touches.length > 0) {
      const from = request.headers['x-tab']
      app.parts.live.publish({
        firmId: actor.firmId,
        nouns: endpoint.touches,
        ...(typeof from === 'string' && { from: from.slice(0, longestTabId) }),
      })
    }
    return result
  }
  register(app, endpoint, respond, admit)
}

/** Keeps notifications under PostgreSQL's limit of 8,000 bytes. */
const longestTabId = 64

async function requireProof(app: FastifyInstance, who: Pick<Context, 'actor' | 'ip'>, field: string, input: unknown) {
  if (who.actor.scopes) throw tokenRefusal()
  const { [field]: password, code } = input as Record<string, unknown>
  if (typeof password !== 'string') throw invalid([{ path: [field], message: 'Enter your password.' }])
  const proof = { field, password, code: typeof code === 'string' ? code : undefined }
  await app.requireProof({ db: app.parts.database.db, parts: app.parts, ...who }, proof)
}

export function mountOpen<P extends z.ZodType, I extends z.ZodType, O extends z.ZodType>(
  app: FastifyInstance,
  endpoint: Endpoint<P, I, O>,
  handler: Handler<OpenContext, P, I, O>,
): void {
  if (endpoint.needs !== 'nobody') throw new Error(`${endpoint.path} needs ${endpoint.needs}: use mount`)
  register(app, endpoint, (request, reply) => {
    const parsed = parse(endpoint, request)
    return answer(app, endpoint, request, reply, (db) =>
      handler({ ...shared(app, request, reply), db, request, reply }, parsed),
    )
  })
}

/** Doesn't replay sign-ins, because their response is a cookie. */
async function answer(
  app: FastifyInstance,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  handle: (db: Db) => Promise<unknown>,
): Promise<unknown> {
  const { method, path, needs, output } = endpoint
  const work = async (db: Db) => output.parse(await handle(db))
  if (method !== 'POST' || (needs === 'nobody' && path.startsWith('/api/auth/'))) return work(app.parts.database.db)
  const given = { endpoint: `${method} ${path}`, content: request.body }
  return (await replayOrRun(app.parts, request, reply, given, work)).answer
}

export function requireActor(
  request: FastifyRequest,
  needs: Exclude<Needs, 'nobody'> = 'member',
  { personally, whileHeldBack, whileUnproven }: Pick<Endpoint, 'personally' | 'whileHeldBack' | 'whileUnproven'> = {},
): Actor {
  const { actor } = request
  if (!actor) throw new Refusal('unauthenticated', 'Sign in first.')
  if (actor.isUnproven && !whileUnproven)
    throw new Refusal('not_allowed', 'Confirm your email address first. Open the link we sent you.')
  if (actor.isHeldBack && !whileHeldBack) {
    throw new Refusal('not_allowed', 'Set up two-factor sign-in first.')
  }
  if (actor.scopes) {
    if (personally) throw tokenRefusal()
    const scope = needs !== 'member' ? 'administer' : reading.has(request.method) ? 'read' : 'write'
    if (!actor.scopes.includes(scope)) {
      throw new Refusal('not_allowed', `This API token can’t do this: it lacks the scope "${scope}".`)
    }
  }
  if (needs === 'administrator' && actor.role !== 'administrator') {
    throw new Refusal('not_allowed', 'Only a firm administrator can do this.')
  }
  if (needs === 'operator' && !actor.isOperator) {
    throw new Refusal('not_allowed', 'Only the operator of this installation can do this.')
  }
  return actor
}

const tokenRefusal = () => new Refusal('not_allowed', 'API tokens can’t do this. Sign in with a browser.')

const reading = new Set(['GET', 'HEAD', 'OPTIONS'])

/** This limit is high because a whole firm may share one IP address. */
const strangersPerMinute = 120

type Respond = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

function register(
  app: FastifyInstance,
  endpoint: Endpoint,
  respond: Respond,
  admit?: (request: FastifyRequest) => Promise<void>,
): void {
  app.mounted.push(endpoint)
  const { config } = app.parts
  // When disk space is low, still allow deletes, which free space, and the sign-in they require.
  const needsSpace =
    endpoint.method !== 'GET' && endpoint.method !== 'DELETE' && !endpoint.path.startsWith('/api/auth/')
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    ...(endpoint.needs === 'nobody' && app.parts.config.RATE_LIMIT > 0
      ? {
          config: {
            rateLimit: {
              max: strangersPerMinute,
              timeWindow: '1 minute',
              keyGenerator: ({ ip }: FastifyRequest) => getAddressKey(ip),
            },
          },
        }
      : {}),
    // Unlike a route's `onRequest`, this runs after the rate limit.
    ...(admit && { preParsing: admit }),
    handler: async (request, reply) => {
      if (needsSpace) await requireSpace(config.DATA_DIR, config, 0)
      const work = () => respond(request, reply)
      return endpoint.takesLong ? withPatience(longRequestPatience, work) : work()
    },
  })
}

function shared(app: FastifyInstance, request: FastifyRequest, reply: FastifyReply): Omit<Context, 'actor' | 'db'> {
  return {
    parts: app.parts,
    ip: request.ip,
    setHeader: (name, value) => void reply.header(name, value),
    markUncounted: () => void (request.version = null),
  }
}

function parseParams<P extends z.ZodType>(
  { params }: Pick<Endpoint<P>, 'params'>,
  request: FastifyRequest,
): z.output<P> {
  const parsed = params.safeParse(request.params)
  // A malformed ID gets the same response as an unknown one.
  if (!parsed.success) throw new Refusal('not_found', 'This page doesn’t exist or you don’t have access to it.')
  return parsed.data
}

function parse<P extends z.ZodType, I extends z.ZodType>(
  endpoint: Endpoint<P, I>,
  request: FastifyRequest,
): Request<P, I> {
  const params = parseParams(endpoint, request)
  const raw = endpoint.method === 'GET' ? request.query : (request.body ?? {})
  let input = parseInput(endpoint.input, raw)
  // Validate the raw input first, so a field that forbids control characters still rejects them.
  if (!isStorable(raw)) input = parseInput(endpoint.input, storable(raw))
  return { params, input }
}

/** Wording an issue takes far longer than finding it. */
const mostIssues = 100

/** Unlike `safeParse`, words only the first issues. */
function parseInput<I extends z.ZodType>(schema: I, raw: unknown): z.output<I> {
  const context = { async: false }
  // oxlint-disable-next-line no-underscore-dangle -- the documented way to run a schema without wording its issues
  const result = schema._zod.run({ value: raw, issues: [] }, context)
  if (result instanceof Promise) throw new Error('Input schemas must be synchronous')
  if (result.issues.length === 0) return result.value as z.output<I>
  const first = result.issues.slice(0, mostIssues)
  throw invalid(first.map((issue) => core.util.finalizeIssue(issue, context, core.config())))
}

/** Slower requests are rare, and most devices are closer to the right time than this. */
const clockToleranceMs = 30_000
const furthestMs = Date.UTC(2100)

/** Shifts `at`, a time from the device, by how far its clock was off when it sent the request. */
function correctClock<T extends { input: unknown }>(parsed: T, sentAt: string | string[] | undefined): T {
  const { input } = parsed
  const at = typeof input === 'object' && input !== null && 'at' in input ? input.at : undefined
  const offMs = Date.parse(String(sentAt)) - Date.now()
  if (typeof at !== 'string' || !(Math.abs(offMs) > clockToleranceMs)) return parsed
  const ms = Date.parse(at) - offMs
  if (ms < 0 || ms > furthestMs) return parsed
  return { ...parsed, input: { ...(input as object), at: new Date(ms).toISOString() } }
}

/** PostgreSQL can't store NULs or lone surrogates. */
export function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return !value.includes('\0') && value.isWellFormed()
  return value === null || typeof value !== 'object' || Object.entries(value).every((each) => each.every(isStorable))
}

function storable(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('\0', '').toWellFormed()
  if (Array.isArray(value)) return value.map(storable)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([field, each]) => [field, storable(each)]))
}

export function invalid(issues: readonly { path: PropertyKey[]; message: string }[]): Refusal {
  const fields: FieldErrors = {}
  for (const issue of issues) fields[issue.path.map(String).join('.') || 'body'] ??= issue.message
  return new Refusal('invalid', [...new Set(Object.values(fields))].join(' '), { fields })
}

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | null
  }
  interface FastifyInstance {
    parts: Parts
    requireProof: (
      who: Pick<Context, 'db' | 'actor' | 'ip' | 'parts'>,
      proof: { field: string; password: string; code: string | undefined },
    ) => Promise<void>
    mounted: Endpoint[]
    counted: { endpoint: Endpoint; reads: readonly Noun[] }[]
    waysIn: string[]
  }
}
