import { type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { caseStatuses } from '#contract/cases/data.ts'
import type { CaseTotals, ListedCase, listCases as endpoint } from '#contract/cases/cases.ts'
import { type Actor, isAdministrator } from '#server/platform/actor.ts'
import type { Db } from '#server/platform/db.ts'
import { Refusal } from '#server/platform/errors.ts'
import { buildCursor, parseCursor } from '#server/platform/http/cursor.ts'
import { summaryColumns, toSummary } from './cases.queries.ts'
import { caseAccess, cases } from './cases.table.ts'

type Query = z.output<typeof endpoint.input>

const statusRank = sql`array_position(array[${sql.join(
  caseStatuses.map((each) => sql`${each}`),
  sql`, `,
)}]::text[], cases.status)`

const orders: Record<Query['sort'], { by: SQL; type: SQL; descending: boolean }> = {
  newest: { by: sql`cases.id`, type: sql`uuid`, descending: true },
  updated: { by: sql`cases.updated_at`, type: sql`timestamptz`, descending: true },
  title: { by: sql`lower(cases.title)`, type: sql`text`, descending: false },
  // The order and the cursor must not reveal dates behind the ethical wall.
  trial_date: {
    by: sql`coalesce(case when case_access.role is not null then cases.trial_date end, date '9999-12-31')`,
    type: sql`date`,
    descending: false,
  },
  status: { by: statusRank, type: sql`integer`, descending: false },
}

const access = sql`left join ${caseAccess} on ${caseAccess.caseId} = cases.id and ${caseAccess.userId} = `

function inScope(actor: Actor, scope: Query['scope']): SQL {
  const firm = sql`cases.firm_id = ${actor.firmId} and cases.deleted_at is ${scope === 'deleted' ? sql`not null` : sql`null`}`
  if (scope === 'mine') return sql`${firm} and case_access.role is not null`
  if (scope === 'led') return sql`${firm} and case_access.role = 'lead'`
  if (!isAdministrator(actor)) {
    throw new Refusal('not_allowed', 'Only a firm administrator can list all cases.')
  }
  return firm
}

/** Searches content only in cases the actor can access so that a match reveals nothing behind the ethical wall. */
function matches(words: string): SQL {
  const like = `%${words.replaceAll(/[\\%_]/g, '\\$&')}%`
  return sql`(cases.title ilike ${like} or case_access.role is not null and (cases.case_number ilike ${like}
    or cases.number_key = lower(regexp_replace(${words}, '\\s', '', 'g')) or cases.court ilike ${like}
    or cases.judge ilike ${like}))`
}

const sessionsOfCase = sql`sessions where sessions.case_id = cases.id and sessions.deleted_at is null`
const openStrikesOfCase = sql`strikes join sessions on sessions.id = strikes.session_id and sessions.deleted_at is null
  where strikes.case_id = cases.id
    and (strikes.state in ('draft', 'submitted', 'changes_requested', 'approved')
      or strikes.state = 'exercised' and strikes.kind = 'cause')
    and (case_access.role <> 'viewer' or strikes.exercised_at is not null)`

const countWhere = (rows: SQL): SQL<number> =>
  sql<number>`(case when case_access.role is null then 0 else (select count(*)::int from ${rows}) end)`

export async function listCases(
  db: Db,
  actor: Actor,
  query: Query,
): Promise<{ cases: ListedCase[]; nextCursor: string | null }> {
  const { by, type, descending } = orders[query.sort]
  const direction = descending ? sql`desc` : sql`asc`
  const filters = [inScope(actor, query.scope)]
  if (query.q) filters.push(matches(query.q))
  if (query.status) filters.push(sql`cases.status = ${query.status}`)
  if (query.caseType) filters.push(sql`case_access.role is not null and cases.case_type = ${query.caseType}`)
  if (query.cursor) {
    const { key, id } = parseCursor(query.cursor)
    filters.push(sql`(${by}, cases.id) ${descending ? sql`<` : sql`>`} (${key}::${type}, ${id}::uuid)`)
  }
  const rows = await db
    .select({
      ...summaryColumns,
      myRole: caseAccess.role,
      sortKey: sql<string>`(${by})::text`,
      sessions: countWhere(sessionsOfCase),
      openStrikes: countWhere(openStrikesOfCase),
    })
    .from(cases)
    .leftJoin(caseAccess, sql`case_access.case_id = cases.id and case_access.user_id = ${actor.userId}`)
    .where(sql.join(filters, sql` and `))
    .orderBy(sql`${by} ${direction}, cases.id ${direction}`)
    .limit(query.limit + 1)
  const shown = rows.slice(0, query.limit)
  const last = shown.at(-1)
  return {
    cases: shown.map((row) => ({ ...toSummary(row), sessions: row.sessions, openStrikes: row.openStrikes })),
    nextCursor: last && rows.length > query.limit ? buildCursor(last.sortKey, last.id) : null,
  }
}

export async function countCases(db: Db, actor: Actor, scope: Query['scope']): Promise<CaseTotals> {
  const { rows } = await db.execute<{ status: string; count: number }>(sql`
    select cases.status, count(*)::int as count from cases ${access} ${actor.userId}
    where ${inScope(actor, scope)} group by cases.status`)
  return {
    total: rows.reduce((sum, each) => sum + each.count, 0),
    byStatus: Object.fromEntries(rows.map((each) => [each.status, each.count])),
  }
}
