import { type SQL, sql } from 'drizzle-orm'
import { overviewLimits, type WorkOverview } from '#contract/cases/overview.ts'
import { requireCase } from '#server/features/cases/cases.access.ts'
import { isToReview } from '#server/features/sessions/sessions.queries.ts'
import { listApprovals, readBudgets } from '#server/features/strikes/strikes.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Db } from '#server/platform/db.ts'

export async function readWork(db: Db, actor: Actor, now = new Date()): Promise<WorkOverview> {
  const approvals = await listApprovals(db, actor)
  const today = await readToday(db, actor, now)
  return {
    dates: await nextDates(db, actor, today),
    sessions: await openSessions(db, actor, today),
    processing: await processing(db, actor),
    approvals: { waiting: approvals.length, overdue: approvals.filter(({ overdue }) => overdue).length },
    peremptories: await peremptories(db, actor),
    critical: await critical(db, actor),
  }
}

const mine = (actor: Actor): SQL => sql`
  join case_access on case_access.case_id = cases.id and case_access.user_id = ${actor.userId}
    and case_access.firm_id = ${actor.firmId} and case_access.status not in ('closed', 'archived')`

type DateRow = {
  what: 'trial' | 'voir_dire' | 'session'
  date: string
  case_id: string
  title: string
  session_id: string | null
  name: string | null
}

/** The westernmost US court zone. With it, the date never changes while a court is in session. */
const unknownZone = 'Pacific/Honolulu'

async function readToday(db: Db, actor: Actor, now: Date): Promise<string> {
  // UTC means that the firm hasn't chosen a time zone.
  const { rows } = await db.execute<{ zone: string | null }>(sql`
    select coalesce((select time_zone from profiles where user_id = ${actor.userId}), nullif(time_zone, 'UTC')) as zone
    from firms where id = ${actor.firmId}`)
  const parts = { year: 'numeric', month: '2-digit', day: '2-digit' } as const
  return new Intl.DateTimeFormat('en-CA', { ...parts, timeZone: rows[0]?.zone ?? unknownZone }).format(now)
}

async function nextDates(db: Db, actor: Actor, today: string): Promise<WorkOverview['dates']> {
  const { rows } = await db.execute<DateRow>(sql`
    select * from (
      select 'trial' as what, cases.trial_date::text as date, cases.id as case_id, cases.title,
        null::uuid as session_id, null as name from cases ${mine(actor)}
      union all
      select 'voir_dire', cases.voir_dire_date::text, cases.id, cases.title, null, null from cases ${mine(actor)}
      union all
      select 'session', sessions.date::text, cases.id, cases.title, sessions.id, sessions.name
      from sessions join cases on cases.id = sessions.case_id ${mine(actor)} where sessions.deleted_at is null
    ) as days
    where date >= ${today} order by date, what limit ${overviewLimits.dates}`)
  return rows.map(({ what, date, case_id, title, session_id, name }) => ({
    what,
    date: date.slice(0, 10),
    caseId: case_id,
    caseTitle: title,
    sessionId: session_id,
    sessionName: name,
  }))
}

export type ToReview = { findings: number; critical: number; sessions: number }

export async function countToReview(db: Db, actor: Actor): Promise<ToReview> {
  const { rows } = await db.execute<ToReview>(sql`
    select count(*)::int as findings, count(distinct highlights.session_id)::int as sessions,
      (count(*) filter (where highlights.severity = 'critical'))::int as critical
    from highlights join sessions on sessions.id = highlights.session_id and sessions.deleted_at is null
    join cases on cases.id = sessions.case_id ${mine(actor)}
    where ${isToReview}`)
  return rows[0]!
}

type SessionRow = {
  id: string
  name: string
  case_id: string
  title: string
  date: string | null
  is_today: boolean
  to_review: string
}

async function openSessions(db: Db, actor: Actor, today: string): Promise<WorkOverview['sessions']> {
  const { rows } = await db.execute<SessionRow>(sql`
    select sessions.id, sessions.name, cases.id as case_id, cases.title, sessions.date::text,
      sessions.date is not distinct from ${today}::date as is_today, open.count as to_review
    from sessions join cases on cases.id = sessions.case_id ${mine(actor)}
    cross join lateral (select count(*) from highlights
      where highlights.session_id = sessions.id and ${isToReview}) as open
    where sessions.deleted_at is null and (sessions.date = ${today}::date or open.count > 0)
    order by is_today desc, sessions.date desc nulls last, sessions.name, sessions.id limit ${overviewLimits.sessions}`)
  return rows.map(({ id, name, case_id, title, date, is_today, to_review }) => ({
    sessionId: id,
    name,
    caseId: case_id,
    caseTitle: title,
    date,
    isToday: is_today,
    toReview: Number(to_review),
  }))
}

async function processing(db: Db, actor: Actor): Promise<WorkOverview['processing']> {
  const { rows } = await db.execute<{ id: string; name: string; title: string; videos: string }>(sql`
    select sessions.id, sessions.name, cases.title, states.uploading + states.processing as videos
    from sessions join cases on cases.id = sessions.case_id ${mine(actor)}
    join session_states as states on states.session_id = sessions.id
    where sessions.deleted_at is null and states.uploading + states.processing > 0
    order by sessions.updated_at desc limit ${overviewLimits.sessions}`)
  return rows.map(({ id, name, title, videos }) => ({ sessionId: id, name, caseTitle: title, videos: Number(videos) }))
}

async function peremptories(db: Db, actor: Actor): Promise<WorkOverview['peremptories']> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select cases.id from cases ${mine(actor)}
    where cases.status = 'in_selection' or cases.strike_budget is not null
    order by cases.status = 'in_selection' desc, cases.updated_at desc limit ${overviewLimits.cases}`)
  const found: WorkOverview['peremptories'] = []
  for (const { id } of rows) {
    const inCase = await requireCase(db, actor, id)
    found.push({ caseId: id, caseTitle: inCase.title, budgets: await readBudgets(db, inCase) })
  }
  return found
}

async function critical(db: Db, actor: Actor): Promise<WorkOverview['critical']> {
  const { rows } = await db.execute<{ id: string; name: string; title: string; count: string }>(sql`
    select sessions.id, sessions.name, cases.title, count(*) as count
    from highlights join sessions on sessions.id = highlights.session_id and sessions.deleted_at is null
    join cases on cases.id = sessions.case_id ${mine(actor)}
    where ${isToReview} and highlights.severity = 'critical'
    group by sessions.id, sessions.name, cases.title
    order by count(*) desc, sessions.name limit ${overviewLimits.sessions}`)
  return rows.map(({ id, name, title, count }) => ({ sessionId: id, name, caseTitle: title, count: Number(count) }))
}

const morningHours = { first: 7, last: 10 }
const summariesAtOnce = 200

export type MorningRecipient = Pick<Actor, 'userId' | 'firmId' | 'role' | 'profession'> & {
  email: string
  firm: string
  today: string
}

export async function listMorningRecipients(db: Db, now: Date): Promise<MorningRecipient[]> {
  const { rows } = await db.execute<MorningRecipient>(sql`
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
      where members.status = 'active' and not firms.is_demo and extract(hour from local.at) between ${morningHours.first} and ${morningHours.last}
    ) as person
    where not exists (select from morning_summaries as sent
      where sent.user_id = person."userId" and sent.firm_id = person."firmId" and sent.sent_on >= person.today::date)
    order by "userId", "firmId" limit ${summariesAtOnce}`)
  return rows
}

/** Returns false if another process has sent this summary. */
export async function claimMorningSummary(tx: Db, { userId, firmId, today }: MorningRecipient): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    insert into morning_summaries (user_id, firm_id, sent_on) values (${userId}, ${firmId}, ${today})
    on conflict (user_id, firm_id) do update set sent_on = excluded.sent_on
    where morning_summaries.sent_on < excluded.sent_on`)
  return rowCount === 1
}
