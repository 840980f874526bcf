import { type SQL, sql } from 'drizzle-orm'
import type { NotificationCategory, NotificationType } from '#contract/operations/notifications.ts'
import type { CaseRole } from '#contract/account/permissions.ts'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { notifications } from './notifications.table.ts'

/** If an event repeats for the same record within this time, the existing notification is refreshed. */
const repeatMinutes = 5
const longest = { title: 200, message: 1000 }

export type News = {
  firmId: string
  /** The actor isn't notified. Null if the system did it. */
  actorId: string | null
  /** Only current members of this case are notified and can see it. Omit if the person left the case. */
  caseId?: string | null
  topic: string
  entityId: string | null
  type: NotificationType
  category: NotificationCategory
  /** A fixed phrase without names, because it is also sent by email. */
  title: string
  /** Must not contain a juror's name (use "Juror 12") or words from a transcript. */
  message: string
  action?: { url: `/${string}`; label?: string }
  /** If true, a repeat becomes unread even if its text is the same. */
  alwaysNotify?: boolean
  to: {
    userIds?: readonly (string | null)[]
    caseRoles?: readonly CaseRole[]
    administrators?: boolean
  }
}

/**
 * Returns the number of notified people, including those whose notification was refreshed. Call this in the transaction
 * of the change, and publish the noun `notifications` after the commit.
 */
export async function notify(tx: Db, news: News): Promise<number> {
  const userIds = await listRecipients(tx, news)
  if (userIds.length === 0) return 0
  const title = news.title.slice(0, longest.title)
  const message = news.message.slice(0, longest.message)
  // A repeat with the same text stays read. If the text has changed, it becomes unread.
  const isSame = news.alwaysNotify ? sql`false` : sql`title = ${title} and message = ${message}`
  const renewed = await tx.execute<{ user_id: string }>(sql`
    update notifications set
      read_at = case when ${isSame} then read_at end,
      created_at = case when ${isSame} then created_at else now() end,
      type = ${news.type}, title = ${title}, message = ${message},
      action_url = ${news.action?.url ?? null}, action_label = ${news.action?.label ?? null}
    where firm_id = ${news.firmId} and topic = ${news.topic} and entity_id = ${news.entityId}
      and user_id in ${userIds} and created_at > now() - make_interval(mins => ${repeatMinutes})
    returning user_id`)
  const notified = new Set(renewed.rows.map((row) => row.user_id))
  const rows = userIds
    .filter((userId) => !notified.has(userId))
    .map((userId) => ({
      id: newId(),
      userId,
      firmId: news.firmId,
      caseId: news.caseId ?? null,
      topic: news.topic,
      entityId: news.entityId,
      type: news.type,
      category: news.category,
      title,
      message,
      actionUrl: news.action?.url ?? null,
      actionLabel: news.action?.label ?? null,
    }))
  if (rows.length > 0) await tx.insert(notifications).values(rows)
  return userIds.length
}

async function listRecipients(tx: Db, { firmId, actorId, caseId = null, category, to }: News): Promise<string[]> {
  const meant: SQL[] = []
  const named = (to.userIds ?? []).filter((userId) => userId !== null)
  if (named.length > 0) meant.push(sql`members.user_id in ${named}`)
  if (to.administrators) meant.push(sql`members.role = 'administrator'`)
  if (to.caseRoles && to.caseRoles.length > 0) meant.push(sql`case_access.role in ${[...to.caseRoles]}`)
  if (meant.length === 0) return []
  const { rows } = await tx.execute<{ user_id: string }>(sql`
    select members.user_id from members
    left join case_access on case_access.user_id = members.user_id and case_access.case_id = ${caseId}::uuid
    where members.firm_id = ${firmId} and members.status = 'active'
      and members.user_id is distinct from ${actorId}::uuid
      and (${caseId}::uuid is null or case_access.user_id is not null)
      and (${sql.join(meant, sql` or `)})
      and not exists (select from notification_mutes
        where notification_mutes.user_id = members.user_id and notification_mutes.category = ${category})`)
  return rows.map((row) => row.user_id)
}

export async function moveNotifications(tx: Db, entityId: string, caseId: string | null): Promise<void> {
  await tx.execute(sql`update notifications set case_id = ${caseId}::uuid where entity_id = ${entityId}`)
}
