import { sql } from 'drizzle-orm'
import type { CaseStatus } from '#contract/cases/data.ts'
import { stateIn } from '#contract/strikes/workflow.ts'
import { getStrikeLabel, type StrikeRow } from '#server/features/strikes/strikes.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Db } from '#server/platform/db.ts'
import type { Found } from './search.parts.ts'
import { type SearchQuery, textHolds } from './search.query.ts'

const maxEach = 5

type Row = Pick<StrikeRow, 'id' | 'kind' | 'target' | 'number' | 'state' | 'rationale'> & {
  madeBy: StrikeRow['madeBy']
  caseId: string
  sessionId: string
  jurorNumber: string
  caseTitle: string
  caseStatus: CaseStatus
  date: string
}

/**
 * Strikes of my cases by juror, kind and what the judge said; by their rationale, too, for who may read it. Viewers
 * find what was said in court, and no reason.
 */
export async function findStrikes(db: Db, actor: Actor, { terms, juror }: SearchQuery): Promise<Found[]> {
  const isViewer = sql`case_access.role = 'viewer'`
  const words = sql`concat_ws(' ', case strikes.kind when 'cause' then 'challenge for cause strike' else 'peremptory strike' end,
    strikes.made_by, strikes.number, 'juror ' || jurors.juror_number, strikes.judge_words,
    case when not ${isViewer} then strikes.rationale end)`
  const asked = [
    ...(terms.length > 0 ? [textHolds(words, terms)] : []),
    ...(juror === null ? [] : [sql`jurors.number_key = ${juror}`]),
  ]
  if (asked.length === 0) return []
  const { rows } = await db.execute<Row>(sql`
    select strikes.id, strikes.kind, strikes.made_by as "madeBy", strikes.target, strikes.number, strikes.state,
      strikes.case_id as "caseId", strikes.session_id as "sessionId", case when ${isViewer} then '' else strikes.rationale end as rationale,
      jurors.juror_number as "jurorNumber", cases.title as "caseTitle",
      coalesce(cases.status_before_archive, cases.status) as "caseStatus",
      to_char(coalesce(strikes.called_at, strikes.created_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as date
    from strikes
    join jurors on jurors.id = strikes.juror_id
    join sessions on sessions.id = strikes.session_id and sessions.deleted_at is null
    join cases on cases.id = strikes.case_id
    join case_access on case_access.case_id = strikes.case_id and case_access.user_id = ${actor.userId}
    where strikes.firm_id = ${actor.firmId} and (not ${isViewer} or strikes.exercised_at is not null)
      and ${sql.join(asked, sql` and `)}
    order by strikes.id desc limit ${maxEach}`)
  return rows.map((row) => ({
    id: row.id,
    caseId: row.caseId,
    type: 'strike',
    title: `${getStrikeLabel(row)} · Juror ${row.jurorNumber}`,
    subtitle: row.caseTitle,
    description: row.rationale,
    href: `/sessions/${row.sessionId}/strike-log#${row.id}`,
    metadata: { status: stateIn(row.caseStatus, row.state), date: row.date, court: null },
  }))
}
