import { and, desc, eq, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { MailFrequency, Notification, NotificationSettings } from '#contract/operations/notifications.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Db } from '#server/platform/db.ts'
import { mailPreferences, notificationMutes, notifications, signInPlaces } from './notifications.table.ts'

const keepDays = 90
const listed = 200

export const ownNotifications = (actor: Actor): SQL => sql`(
  notifications.user_id = ${actor.userId} and notifications.firm_id = ${actor.firmId}
  and (notifications.case_id is null or exists (select from case_access
    where case_access.case_id = notifications.case_id and case_access.user_id = ${actor.userId})))`

export async function listNotifications(db: Db, actor: Actor): Promise<Notification[]> {
  const rows = await db
    .select()
    .from(notifications)
    .where(ownNotifications(actor))
    .orderBy(desc(notifications.createdAt), desc(notifications.id))
    .limit(listed)
  return rows.map(({ id, type, category, title, message, actionUrl, actionLabel, createdAt, readAt }) => ({
    id,
    type,
    category,
    title,
    message,
    read: readAt !== null,
    timestamp: createdAt.toISOString(),
    actionUrl,
    actionLabel,
  }))
}

export async function markRead(db: Db, actor: Actor, id: string): Promise<boolean> {
  const found = await db
    .update(notifications)
    .set({ readAt: sql`coalesce(read_at, now())` })
    .where(and(eq(notifications.id, id), ownNotifications(actor)))
    .returning({ id: notifications.id })
  return found.length > 0
}

export async function markAllRead(db: Db, actor: Actor): Promise<void> {
  await db
    .update(notifications)
    .set({ readAt: new Date() })
    .where(and(ownNotifications(actor), isNull(notifications.readAt)))
}

export async function removeNotification(db: Db, actor: Actor, id: string): Promise<boolean> {
  const gone = await db
    .delete(notifications)
    .where(and(eq(notifications.id, id), ownNotifications(actor)))
    .returning({ id: notifications.id })
  return gone.length > 0
}

export async function readSettings(db: Db, actor: Actor): Promise<Omit<NotificationSettings, 'canMail'>> {
  const rows = await db
    .select({ category: notificationMutes.category })
    .from(notificationMutes)
    .where(eq(notificationMutes.userId, actor.userId))
    .orderBy(notificationMutes.category)
  const [preference] = await db
    .select({ wish: mailPreferences.wish, morning: mailPreferences.morning })
    .from(mailPreferences)
    .where(eq(mailPreferences.userId, actor.userId))
  return {
    muted: rows.map((row) => row.category),
    mail: preference?.wish ?? 'daily',
    morning: preference?.morning ?? false,
  }
}

type Wishes = Pick<NotificationSettings, 'muted'> & {
  mail?: MailFrequency | undefined
  morning?: boolean | undefined
}

export async function saveSettings(db: Db, actor: Actor, { muted, mail, morning }: Wishes): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.delete(notificationMutes).where(eq(notificationMutes.userId, actor.userId))
    const rows = [...new Set(muted)].map((category) => ({ userId: actor.userId, category }))
    if (rows.length > 0) await tx.insert(notificationMutes).values(rows).onConflictDoNothing()
    if (mail === undefined && morning === undefined) return
    await tx
      .insert(mailPreferences)
      .values({ userId: actor.userId, wish: mail ?? 'daily', morning: morning ?? false })
      .onConflictDoUpdate({ target: mailPreferences.userId, set: { wish: mail, morning } })
  })
}

export async function purgeNotifications(db: Db): Promise<void> {
  const before = new Date(Date.now() - keepDays * 86_400_000)
  await db.delete(notifications).where(lt(notifications.createdAt, before))
  await db.delete(signInPlaces).where(lt(signInPlaces.seenAt, before))
}
