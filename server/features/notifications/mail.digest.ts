import { sql } from 'drizzle-orm'
import type { MailFrequency } from '#contract/operations/notifications.ts'
import { publicUrl } from '#server/platform/config.ts'
import type { Db } from '#server/platform/db.ts'
import type { Letter } from '#server/platform/mail.ts'
import type { Parts } from '#server/platform/parts.ts'

const hourOfDay = 7
/** Maximum age of notifications. Without it, the first digest would include every unread one. */
const maxAgeDays = 7
/**
 * Excludes the newest notifications. Their timestamp is the start of their transaction, which may commit after the
 * digest is sent.
 */
const settleSeconds = 10
const batch = 200

type Recipient = { user_id: string; firm_id: string; email: string; firm: string; wish: MailFrequency; since: string }
type Line = { title: string; times: number }

/**
 * Emails digests of unread notifications, daily or at the next upkeep. Digests contain only titles and counts, never
 * messages, cases, or jurors.
 */
export async function sendDigests(
  { database, mailer, config }: Pick<Parts, 'database' | 'mailer' | 'config'>,
  now = new Date(),
) {
  if (!mailer.isConfigured) return
  const until = new Date(now.getTime() - settleSeconds * 1000)
  for (const each of await listDueRecipients(database.db, until)) {
    await database.db.transaction(async (tx) => {
      const lines = await listUnread(tx, each, until)
      const { rowCount } = await tx.execute(sql`insert into digests (user_id, firm_id, sent_at)
        values (${each.user_id}, ${each.firm_id}, ${until.toISOString()}::timestamptz)
        on conflict (user_id, firm_id) do update set sent_at = excluded.sent_at
        where digests.sent_at <= ${each.since}::timestamptz`)
      if (rowCount !== 1 || lines.length === 0) return
      await mailer.send(tx, buildDigest(each, lines, publicUrl(config)), each.firm_id)
    })
  }
}

async function listDueRecipients(db: Db, until: Date): Promise<Recipient[]> {
  const at = sql`${until.toISOString()}::timestamptz`
  const { rows } = await db.execute<Recipient>(sql`
    select * from (
      select members.user_id, members.firm_id, users.email, firms.name as firm,
        coalesce(mail_preferences.wish, 'daily') as wish, firms.time_zone,
        greatest(coalesce(digests.sent_at, members.created_at), ${at} - make_interval(days => ${maxAgeDays})) as since
      from members
      join users on users.id = members.user_id
      join firms on firms.id = members.firm_id
      left join mail_preferences on mail_preferences.user_id = members.user_id
      left join digests on digests.user_id = members.user_id and digests.firm_id = members.firm_id
      where members.status = 'active' and not firms.is_demo) as person
    where wish <> 'never'
      and (wish = 'at_once' or since < (date_trunc('day', (${at} at time zone time_zone) - make_interval(hours => ${hourOfDay}))
        + make_interval(hours => ${hourOfDay})) at time zone time_zone)
      and exists (select from notifications where ${unread(sql`person.user_id`, sql`person.firm_id`)}
        and notifications.created_at > person.since and notifications.created_at <= ${at})
    order by user_id, firm_id limit ${batch}`)
  return rows
}

const unread = (userId: unknown, firmId: unknown) => sql`notifications.user_id = ${userId}
  and notifications.firm_id = ${firmId} and notifications.read_at is null
  and (notifications.case_id is null or exists (select from case_access
    where case_access.case_id = notifications.case_id and case_access.user_id = notifications.user_id))`

async function listUnread(db: Db, { user_id, firm_id, since }: Recipient, until: Date): Promise<Line[]> {
  const { rows } = await db.execute<Line>(sql`
    select title, count(*)::int as times from notifications
    where ${unread(user_id, firm_id)} and created_at > ${since}::timestamptz
      and created_at <= ${until.toISOString()}::timestamptz
    group by title order by times desc, title`)
  return rows
}

function buildDigest({ email, firm, wish }: Recipient, lines: readonly Line[], site: string): Letter {
  const total = lines.reduce((sum, { times }) => sum + times, 0)
  const count = total === 1 ? '1 unread notification' : `${total} unread notifications`
  return {
    to: email,
    subject: `${count} on Venire`,
    text: [
      `You have ${count} in ${firm}:`,
      lines.map(({ title, times }) => `- ${title}${times > 1 ? ` (${times})` : ''}`).join('\n'),
      `Sign in to read more: ${site}/dashboard`,
      `You get this email ${wish === 'daily' ? 'once a day' : 'as things happen'}, only when something is unread. ` +
        `To change or stop it, open notification settings: ${site}/profile#notifications`,
    ].join('\n\n'),
  }
}
