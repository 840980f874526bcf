import { sql } from 'drizzle-orm'
import { listSignIns } from '#server/features/auth/auth.queries.ts'
import { listPasskeys } from '#server/features/auth/two-factor/passkeys.service.ts'
import { listTokens } from '#server/features/auth/tokens.service.ts'
import { readTwoFactor } from '#server/features/auth/two-factor/two-factor.queries.ts'
import { ownNotifications } from '#server/features/notifications/notifications.queries.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Db } from '#server/platform/db.ts'
import { readProfile } from './profile.service.ts'

const maxActs = 100_000

export async function readOwnData(db: Db, actor: Actor): Promise<Record<string, unknown>> {
  const rows = async (query: ReturnType<typeof sql>) => (await db.execute(query)).rows
  const me = sql`${actor.userId}::uuid`
  return {
    madeAt: new Date().toISOString(),
    profile: await readProfile(db, actor.userId),
    firms: await rows(sql`select firms.name, role, profession, members.status, members.created_at as "since"
      from members join firms on firms.id = members.firm_id where members.user_id = ${me} order by members.created_at`),
    sessions: await listSignIns(db, actor),
    twoFactor: await readTwoFactor(db, actor),
    passkeys: await listPasskeys(db, actor),
    apiTokens: await listTokens(db, actor),
    mutedNotifications: await rows(
      sql`select category from notification_mutes where user_id = ${me} order by category`,
    ),
    notifications: await rows(sql`select title, message, category, created_at as "at", read_at as "readAt"
      from notifications where ${ownNotifications(actor)} order by created_at desc`),
    // Omits details, which may name other people.
    acts: await rows(sql`select at, ip, action, entity, entity_id as "entityId" from audit_events
      where actor_id = ${me} order by at desc limit ${maxActs}`),
  }
}
