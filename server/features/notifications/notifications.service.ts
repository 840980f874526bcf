import type { NotificationType } from '#contract/operations/notifications.ts'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { type Audience, listRecipients } from './notifications.queries.ts'
import { notifications } from './notifications.table.ts'

/** If an event repeats for the same record within this time, the existing notification is refreshed. */
const repeatMinutes = 5
const longest = { title: 200, message: 1000 }

export type News = Audience & {
  topic: string
  entityId: string | null
  type: NotificationType
  /** A fixed phrase without names, because it is also sent by email. */
  title: string
  /** Must not contain a juror's name (use "Juror 12") or words from a transcript. */
  message: string
  action?: { url: `/${string}`; label?: string }
  /** If true, a repeat becomes unread even if its text is the same. */
  alwaysNotify?: boolean
}

/**
 * Returns the number of notified people, including those whose notification was refreshed. Call this in the transaction
 * of the change, and publish the noun `notifications` after the commit.
 */
export async function notify(tx: Db, news: News): Promise<number> {
  const userIds = await listRecipients(tx, news)
  if (userIds.length === 0) return 0
  const { firmId, caseId, topic, entityId, type, category } = news
  const action = { actionUrl: news.action?.url ?? null, actionLabel: news.action?.label ?? null }
  const title = news.title.slice(0, longest.title)
  const message = news.message.slice(0, longest.message)
  // A repeat with the same text stays read. If the text has changed, it becomes unread.
  const isSame = news.alwaysNotify ? sql`false` : sql`title = ${title} and message = ${message}`
  const renewed = await tx
    .update(notifications)
    .set({
      readAt: sql`case when ${isSame} then read_at end`,
      createdAt: sql`case when ${isSame} then created_at else now() end`,
      ...{ type, title, message, ...action },
    })
    .where(
      and(
        eq(notifications.firmId, firmId),
        eq(notifications.topic, topic),
        // A notice without a record is never a repeat.
        sql`entity_id = ${entityId}`,
        inArray(notifications.userId, userIds),
        sql`created_at > now() - make_interval(mins => ${repeatMinutes})`,
      ),
    )
    .returning({ userId: notifications.userId })
  const notified = new Set(renewed.map(({ userId }) => userId))
  const rows = userIds
    .filter((userId) => !notified.has(userId))
    .map((userId) => ({
      id: newId(),
      ...{ userId, firmId, caseId, topic, entityId, type, category, title, message, ...action },
    }))
  if (rows.length > 0) await tx.insert(notifications).values(rows)
  return userIds.length
}

type Moved = { id: string; firmId: string; uploadedBy: string | null }

/** Without a case, only administrators and the uploader can see the video, so the others' notifications are deleted. */
export async function moveNotifications(tx: Db, video: Moved, caseId: string | null): Promise<void> {
  const isAbout = eq(notifications.entityId, video.id)
  if (caseId === null)
    await tx.delete(notifications).where(
      and(
        isAbout,
        sql`${notifications.userId} is distinct from ${video.uploadedBy}::uuid`,
        sql`not exists (select from members where members.user_id = ${notifications.userId}
          and members.firm_id = ${video.firmId} and members.role = 'administrator')`,
      ),
    )
  await tx.update(notifications).set({ caseId }).where(isAbout)
}
