import { sql } from 'drizzle-orm'
import type { WorkOverview } from '#contract/cases/overview.ts'
import type { Actor } from '#server/platform/actor.ts'
import { publicUrl } from '#server/platform/config.ts'
import type { Db } from '#server/platform/db.ts'
import type { Letter } from '#server/platform/mail.ts'
import type { Parts } from '#server/platform/parts.ts'
import { countToReview, readWork, type ToReview } from './overview.queries.ts'

const hours = { first: 7, last: 10 }
const daysAhead = 14
const batch = 200

type Recipient = Pick<Actor, 'userId' | 'firmId' | 'role' | 'profession'> & {
  email: string
  firm: string
  today: string
}

/**
 * Sends subscribers an email each morning with findings left to review, upcoming dates, and strikes left. Sends nothing
 * if there is no work. Contains only counts, dates, and links, never names.
 */
export async function sendMorningSummaries(
  { database, mailer, config }: Pick<Parts, 'database' | 'mailer' | 'config'>,
  now = new Date(),
): Promise<void> {
  if (!mailer.isConfigured) return
  const failures: unknown[] = []
  for (const each of await listDueRecipients(database.db, now))
    await database.db
      .transaction(async (tx) => {
        const { rowCount } = await tx.execute(sql`
          insert into morning_summaries (user_id, firm_id, sent_on) values (${each.userId}, ${each.firmId}, ${each.today})
          on conflict (user_id, firm_id) do update set sent_on = excluded.sent_on
          where morning_summaries.sent_on < excluded.sent_on`)
        if (rowCount !== 1) return
        const actor: Actor = { ...each, isOperator: false, signInId: '' }
        const letter = buildSummary(
          each,
          await countToReview(tx, actor),
          await readWork(tx, actor, now),
          publicUrl(config),
        )
        if (letter) await mailer.send(tx, letter, each.firmId)
      })
      .catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw new AggregateError(failures, 'Some morning summaries failed.')
}

async function listDueRecipients(db: Db, now: Date): Promise<Recipient[]> {
  const { rows } = await db.execute<Recipient>(sql`
    select * from (
      select members.user_id as "userId", members.firm_id as "firmId", members.role, members.profession, users.email,
        firms.name as firm, (local.at::date)::text as today
      from members
      join users on users.id = members.user_id
      join firms on firms.id = members.firm_id
      join mail_preferences on mail_preferences.user_id = members.user_id and mail_preferences.morning
      left join profiles on profiles.user_id = members.user_id
      cross join lateral (select ${now.toISOString()}::timestamptz
        at time zone coalesce(profiles.time_zone, firms.time_zone) as at) as local
      where members.status = 'active' and not firms.is_demo and extract(hour from local.at) between ${hours.first} and ${hours.last}
    ) as person
    where not exists (select from morning_summaries as sent
      where sent.user_id = person."userId" and sent.firm_id = person."firmId" and sent.sent_on >= person.today::date)
    order by "userId", "firmId" limit ${batch}`)
  return rows
}

const dateLabels = { trial: 'trial', voir_dire: 'voir dire', session: 'session' } as const
const dayFormat = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
})
const plural = (count: number, one: string) => `${count} ${count === 1 ? one : `${one}s`}`

function buildSummary(
  { email, firm, today }: Recipient,
  toReview: ToReview,
  { approvals, dates, peremptories }: WorkOverview,
  site: string,
): Letter | null {
  const last = new Date(Date.parse(today) + daysAhead * 86_400_000).toISOString().slice(0, 10)
  const review = [
    toReview.findings > 0 &&
      `${plural(toReview.findings, 'finding')} to review in ${plural(toReview.sessions, 'session')}` +
        (toReview.critical > 0 ? `, ${toReview.critical} critical` : ''),
    approvals.waiting > 0 &&
      `${plural(approvals.waiting, 'strike')} to approve${approvals.overdue > 0 ? `, ${approvals.overdue} overdue` : ''}`,
  ].filter((line) => line !== false)
  const ahead = dates
    .filter(({ date }) => date <= last)
    .map(({ what, date, caseId, sessionId }) => {
      const path = sessionId ? `sessions/${sessionId}/progress` : `cases/${caseId}`
      return `${dayFormat.format(new Date(date))}: ${dateLabels[what]}, ${site}/${path}`
    })
  if (review.length === 0 && ahead.length === 0) return null
  const left = peremptories.flatMap(({ caseId, budgets }) => {
    if (!budgets) return []
    const { regular, alternates } = budgets.us
    const spare = budgets.separate && alternates.total > 0 ? `, ${alternates.remaining} for alternates` : ''
    return `${regular.remaining} of ${regular.total}${spare}, ${site}/cases/${caseId}`
  })
  const part = (title: string, lines: readonly string[]) =>
    lines.length > 0 ? [[title, ...lines.map((line) => `- ${line}`)].join('\n')] : []
  return {
    to: email,
    subject: 'Your Venire morning summary',
    text: [
      `Good morning. In ${firm}:`,
      ...part('Waiting for you', review),
      ...part('Upcoming dates', ahead),
      ...part('Our peremptory strikes left', left),
      `Open your dashboard: ${site}/dashboard`,
      `You get this email on mornings with work to review or upcoming dates. To stop it, open notification settings: ${site}/profile#notifications`,
    ].join('\n\n'),
  }
}
