import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { FirmRole, Profession } from '#contract/account/permissions.ts'
import type { TokenScope } from '#contract/account/tokens.ts'
import { runsInstallation } from '#server/features/team/operators.ts'
import type { Actor } from '#server/platform/actor.ts'
import { batchReads } from '#server/platform/batch.ts'
import { getAddressKey } from '#server/platform/http/address.ts'
import { readBearer } from '#server/platform/http/bearer.ts'
import type { Changes } from '#server/platform/http/etag.ts'
import { type Config, publicUrl } from '#server/platform/config.ts'
import { hashToken } from '#server/platform/ids.ts'
import { requireProof } from './passwords/passwords.service.ts'
import { tokenPrefix } from './tokens.service.ts'

const touchEveryMs = 60_000

type Row = {
  way_in_id: string
  last_seen_at: Date | null
  user_id: string
  firm_id: string
  role: FirmRole
  profession: Profession
  is_operator: boolean
  email: string
  email_proven_at: Date | null
  is_held_back: boolean
  is_unproven: boolean
  scopes: TokenScope[] | null
  numbers: Changes['numbers'] | null
  next_expiry: string | null
}

const person = `m.user_id, m.firm_id, m.role, m.profession, u.is_operator, u.email, u.email_proven_at,
  u.unproven_since is not null and u.email_proven_at is null as is_unproven`
const withoutSecondStep = `not exists
  (select from two_factors t where t.user_id = m.user_id and t.confirmed_at is not null)`
/** Exempts sessions that started with two factors, even if a migration has since removed the second one. */
const lostSecondStep = `s.method not in ('two_factor', 'recovery_code')
  and exists (select from two_factor_losses l where l.user_id = m.user_id)`

const changes = `(select jsonb_object_agg(noun, total) from (
    select noun, sum(number)::text as total from changes where firm_id = m.firm_id group by noun) as counted) as numbers,
  (select min(expires_at)::text from case_members where user_id = m.user_id and expires_at > now()) as next_expiry`

/** Runs on every request so that a sign-out, suspension, or removal takes effect immediately. */
const sessionQuery = {
  name: 'resolve-actor',
  text: `select s.token_hash, s.id as way_in_id, s.last_seen_at, ${person}, null as scopes, ${changes},
      (f.require_two_factor or ${lostSecondStep}) and ${withoutSecondStep} and s.method <> 'passkey' as is_held_back
    from sign_ins s
    join members m on m.firm_id = s.firm_id and m.user_id = s.user_id and m.status = 'active'
    join users u on u.id = s.user_id
    join firms f on f.id = s.firm_id
    where s.token_hash = any($1) and s.expires_at > now()
      and s.last_seen_at > now() - make_interval(secs => least($2, f.idle_hours * 3600))`,
}
const tokenQuery = {
  name: 'resolve-actor-of-token',
  text: `select k.id as way_in_id, k.last_used_at as last_seen_at, ${person}, k.scopes, ${changes},
      f.require_two_factor and ${withoutSecondStep} as is_held_back
    from api_tokens k
    join members m on m.firm_id = k.firm_id and m.user_id = k.user_id and m.status = 'active'
    join users u on u.id = k.user_id
    join firms f on f.id = k.firm_id
    where k.token_hash = $1 and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())`,
}

/** With the __Host- prefix, browsers reject the cookie from any other host or path. */
export const cookieName = (config: Config): string =>
  publicUrl(config).startsWith('https:') ? '__Host-venire_session' : 'venire_session'

type Find = (tokenHash: string) => Promise<Row | undefined>

export function installActor(app: FastifyInstance): void {
  const { config, database } = app.parts
  app.decorate(
    'findSession',
    batchReads(async (hashes: string[]) => {
      const { rows } = await database.pool.query<Row & { token_hash: string }>({
        ...sessionQuery,
        values: [hashes, config.IDLE_HOURS * 3600],
      })
      return new Map(rows.map((row) => [row.token_hash, row]))
    }),
  )
  app.decorateRequest('actor', null)
  app.decorate('requireProof', requireProof)
  app.addHook('onRequest', async (request) => {
    // Pages and their files must load even during a database outage.
    if (request.routeOptions.url?.startsWith('/api/')) request.actor = await resolveActor(app, request)
  })
}

const readToken = ({ cookies, headers, server }: FastifyRequest): string | null =>
  cookies[cookieName(server.parts.config)] ?? readBearer(headers.authorization)

/** Limits each person separately from others at the same IP address. Rate limits run after the actor is known. */
export const getRateKey = ({ actor, ip }: FastifyRequest): string => actor?.userId ?? getAddressKey(ip)

/** Without this, an open tab would keep its session from reaching the idle limit. */
const isAttended = ({ routeOptions, headers }: FastifyRequest): boolean =>
  routeOptions.url !== '/api/live' && headers['x-unattended'] === undefined

export async function resolveActor(app: FastifyInstance, request: FastifyRequest): Promise<Actor | null> {
  const { config, database } = app.parts
  const token = readToken(request)
  if (!token) return null
  const isApiToken = token.startsWith(tokenPrefix)
  const tokenHash = hashToken(token)
  const row = isApiToken
    ? (await database.pool.query<Row>({ ...tokenQuery, values: [tokenHash] })).rows[0]
    : await app.findSession(tokenHash)
  if (!row) return null
  request.changes = { numbers: row.numbers ?? {}, nextExpiry: row.next_expiry }
  const isStale = row.last_seen_at === null || Date.now() - row.last_seen_at.getTime() > touchEveryMs
  if (isStale && (isApiToken || isAttended(request))) {
    const touch = isApiToken
      ? `update api_tokens set last_used_at = now(), last_used_ip = $3 where id = $1`
      : `update sign_ins set last_seen_at = now(), ip = $3 where id = $1`
    await database.pool.query(`with seen as (${touch}) update users set last_seen_at = now() where id = $2`, [
      row.way_in_id,
      row.user_id,
      request.ip,
    ])
  }
  return {
    userId: row.user_id,
    firmId: row.firm_id,
    // Some calls that any member can make do more for administrators, such as deleting a case.
    role: row.scopes && !row.scopes.includes('administer') ? 'member' : row.role,
    profession: row.profession,
    isOperator: runsInstallation(config, {
      isOperator: row.is_operator,
      email: row.email,
      emailProvenAt: row.email_proven_at,
    }),
    signInId: row.way_in_id,
    isHeldBack: row.is_held_back,
    isUnproven: row.is_unproven,
    ...(row.scopes && { scopes: row.scopes }),
  }
}

declare module 'fastify' {
  interface FastifyInstance {
    findSession: Find
  }
}
