import { and, desc, eq, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { type CaseAction, type CaseRole, caseRule } from '#contract/account/permissions.ts'
import type {
  MailFrequency,
  Notification,
  NotificationCategory,
  NotificationSettings,
} from '#contract/operations/notifications.ts'
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

export type Audience = {
  firmId: string
  /** The actor isn't notified. Null if the system did it. */
  actorId: string | null
  /** Only current members of this case are notified and can see it. Omit if the person left the case. */
  caseId?: string | null
  category: NotificationCategory
  /** In a case, `userIds` are notified only if they may still do this. */
  needs?: CaseAction
  to: {
    userIds?: readonly (string | null)[]
    caseRoles?: readonly CaseRole[]
    administrators?: boolean
  }
}

/** Returns active members, except those who muted the category or, if there is a case, can't see it. */
export async function listRecipients(
  tx: Db,
  { firmId, actorId, caseId = null, category, needs = 'see', to }: Audience,
): Promise<string[]> {
  const meant: SQL[] = []
  const named = (to.userIds ?? []).filter((userId) => userId !== null)
  const mayAct = sql`(${caseId}::uuid is null or case_access.role in ${[...caseRule(needs).roles]})`
  if (named.length > 0) meant.push(sql`(members.user_id in ${named} and ${mayAct})`)
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

const digestHour = 7
/** Maximum age of notifications. Without it, the first digest would include every unread one. */
const maxAgeDays = 7
const digestsAtOnce = 200

export type DigestRecipient = Record<'userId' | 'firmId' | 'email' | 'firm' | 'since', string> & { wish: MailFrequency }
export type DigestLine = { title: string; times: number }

export async function listDigestRecipients(db: Db, until: Date): Promise<DigestRecipient[]> {
  const at = sql`${until.toISOString()}::timestamptz`
  const { rows } = await db.execute<DigestRecipient>(sql`
    select * from (
      select members.user_id as "userId", members.firm_id as "firmId", users.email, firms.name as firm,
        coalesce(mail_preferences.wish, 'daily') as wish, firms.time_zone,
        greatest(coalesce(digests.sent_at, members.created_at), ${at} - make_interval(days => ${maxAgeDays})) as since
      from members
      join users on users.id = members.user_id
      join firms on firms.id = members.firm_id
      left join mail_preferences on mail_preferences.user_id = members.user_id
      left join digests on digests.user_id = members.user_id and digests.firm_id = members.firm_id
      where members.status = 'active' and not firms.is_demo) as person
    where wish <> 'never'
      and (wish = 'at_once' or since < (date_trunc('day', (${at} at time zone time_zone) - make_interval(hours => ${digestHour}))
        + make_interval(hours => ${digestHour})) at time zone time_zone)
      and exists (select from notifications where ${isUnread(sql`person."userId"`, sql`person."firmId"`)}
        and notifications.created_at > person.since and notifications.created_at <= ${at})
    order by "userId", "firmId" limit ${digestsAtOnce}`)
  return rows
}

const isUnread = (userId: unknown, firmId: unknown) => sql`notifications.user_id = ${userId}
  and notifications.firm_id = ${firmId} and notifications.read_at is null
  and (notifications.case_id is null or exists (select from case_access
    where case_access.case_id = notifications.case_id and case_access.user_id = notifications.user_id))`

export async function countUnread(
  db: Db,
  { userId, firmId, since }: DigestRecipient,
  until: Date,
): Promise<DigestLine[]> {
  const { rows } = await db.execute<DigestLine>(sql`
    select title, count(*)::int as times from notifications
    where ${isUnread(userId, firmId)} and created_at > ${since}::timestamptz
      and created_at <= ${until.toISOString()}::timestamptz
    group by title order by times desc, title`)
  return rows
}

/** Returns false if another process has sent this digest. */
export async function claimDigest(tx: Db, { userId, firmId, since }: DigestRecipient, until: Date): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`insert into digests (user_id, firm_id, sent_at)
    values (${userId}, ${firmId}, ${until.toISOString()}::timestamptz)
    on conflict (user_id, firm_id) do update set sent_at = excluded.sent_at
    where digests.sent_at <= ${since}::timestamptz`)
  return rowCount === 1
}
