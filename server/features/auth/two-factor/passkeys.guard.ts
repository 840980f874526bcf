import { isIP } from 'node:net'
import { and, eq, sql } from 'drizzle-orm'
import { type Config, publicUrl } from '#server/platform/config.ts'
import { Refusal } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/http/route.ts'
import { passkeys } from '../auth.table.ts'

/**
 * Derived from PUBLIC_URL, or localhost. Null if passkeys can't work: they require a host name and, except on
 * localhost, HTTPS.
 */
export function getRelyingParty(config: Config): { id: string; origin: string } | null {
  const url = new URL(publicUrl(config))
  const isOwnMachine = /^(127\.|localhost$|\[::1\]$)/.test(url.hostname)
  if (isOwnMachine && !config.PUBLIC_URL) url.hostname = 'localhost'
  const { hostname, protocol, origin } = url
  if (isIP(hostname.replace(/^\[|\]$/g, '')) > 0) return null
  return protocol === 'https:' || hostname === 'localhost' ? { id: hostname, origin } : null
}

/**
 * Without this, a stolen password would be enough to register another second step. The session may be in a firm that
 * doesn't require one.
 */
export async function requirePasskeySignIn({ db, actor, parts }: Pick<Context, 'db' | 'actor' | 'parts'>) {
  if (!getRelyingParty(parts.config)) return
  const isByPasswordAlone = sql`exists (select from sign_ins where sign_ins.id = ${actor.signInId}
      and sign_ins.method <> 'passkey')
    and not exists (select from two_factors where two_factors.user_id = ${actor.userId} and confirmed_at is not null)
    and exists (select from members join firms on firms.id = members.firm_id
      where members.user_id = ${actor.userId} and members.status = 'active' and firms.require_two_factor)`
  const isStopped = actor.isHeldBack ? undefined : isByPasswordAlone
  if ((await db.$count(passkeys, and(eq(passkeys.userId, actor.userId), isStopped))) === 0) return
  throw new Refusal(
    'not_allowed',
    'Sign in with your passkey. If you no longer have it, ask a firm administrator to turn off your two-factor sign-in.',
  )
}
