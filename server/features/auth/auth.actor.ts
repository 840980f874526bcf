import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { FirmRole, Profession } from '#contract/permissions.ts'
import type { Actor } from '#server/platform/actor.ts'
import { bearerOf } from '#server/platform/bearer.ts'
import { type Config, publicUrl } from '#server/platform/config.ts'
import { hashToken } from '#server/platform/ids.ts'

/** Last-seen is written at most this often, so that reading a list costs no write. */
const touchEveryMs = 60_000

type Row = {
  sign_in_id: string
  last_seen_at: Date
  user_id: string
  firm_id: string
  role: FirmRole
  profession: Profession
  is_operator: boolean
  email: string
}

/**
 * One prepared statement resolves a request to its actor: every request asks the database, so that a sign-out,
 * a suspension or a removal counts at once.
 */
const statement = {
  name: 'resolve-actor',
  text: `select s.id as sign_in_id, s.last_seen_at, s.user_id, s.firm_id, m.role, m.profession, u.is_operator, u.email
    from sign_ins s
    join members m on m.firm_id = s.firm_id and m.user_id = s.user_id and m.status = 'active'
    join users u on u.id = s.user_id
    where s.token_hash = $1 and s.expires_at > now() and s.last_seen_at > now() - make_interval(secs => $2)`,
}

/** Over https the name carries the __Host- prefix: the browser then refuses the cookie from any other host or path. */
export const cookieName = (config: Config): string =>
  publicUrl(config).startsWith('https:') ? '__Host-venire_session' : 'venire_session'

/** Puts `request.actor` on every request under /api and wherever else a cookie is sent. */
export function installActor(app: FastifyInstance): void {
  app.decorateRequest('actor', null)
  app.addHook('onRequest', async (request) => {
    request.actor = await resolveActor(app, request)
  })
}

export async function resolveActor(app: FastifyInstance, request: FastifyRequest): Promise<Actor | null> {
  const { config, database } = app.parts
  const token = request.cookies[cookieName(config)] ?? bearer(request)
  if (!token) return null
  const { rows } = await database.pool.query<Row>({
    ...statement,
    values: [hashToken(token), config.IDLE_HOURS * 3600],
  })
  const [row] = rows
  if (!row) return null
  if (Date.now() - row.last_seen_at.getTime() > touchEveryMs) {
    await database.pool.query(
      `with seen as (update sign_ins set last_seen_at = now() where id = $1) update users set last_seen_at = now() where id = $2`,
      [row.sign_in_id, row.user_id],
    )
  }
  return {
    userId: row.user_id,
    firmId: row.firm_id,
    role: row.role,
    profession: row.profession,
    isOperator: row.is_operator || config.OPERATOR_EMAILS.includes(row.email),
    signInId: row.sign_in_id,
  }
}

/** Scripts send the session token as a bearer token instead of a cookie. */
const bearer = (request: FastifyRequest): string | undefined => bearerOf(request.headers.authorization) ?? undefined
