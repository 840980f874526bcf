import { sql } from 'drizzle-orm'
import type { CaseStatus } from '#contract/cases/data.ts'
import { stateIn } from '#contract/strikes/moves.ts'
import { getStrikeLabel, type StrikeRow } from '#server/features/strikes/strikes.ts'
import { type Actor, isAdministrator } from '#server/platform/actor.ts'
import type { Db } from '#server/platform/db.ts'
import type { Found } from './search.parts.ts'
import { type SearchQuery, textHolds } from './search.query.ts'
import type { Export } from '#contract/exports/exports.ts'
import { casePermissions, type CaseRole } from '#contract/account/permissions.ts'
import { utc } from '#server/features/analysis/reading/library.queries.ts'
import { listTopics, selectCaseRole, visibleTo } from '#server/features/videos/videos.access.ts'

const maxEach = 5

/** Administrators outside a case can find the case by title but see only its status. */
export async function findCases(db: Db, actor: Actor, { terms }: SearchQuery): Promise<Found[]> {
  const { rows } = await db.execute<{
    id: string
    title: string
    case_number: string | null
    court: string | null
    judge: string | null
    status: string
    date: string | null
  }>(sql`
    select id, title, status, date, case when open then case_number end as case_number,
      case when open then nullif(court, '') end as court, case when open then nullif(judge, '') end as judge
    from (
      select cases.id, title, cases.status, case_number, court, judge, case_access.user_id is not null as open,
        ${utc(sql`cases.created_at`)} as date,
        case when case_access.user_id is null then title else concat_ws(' ', title, case_number, court, judge, courtroom,
          county, state, tags::text, jsonb_path_query_array(parties, '$[*].name')::text) end as words
      from cases
      left join case_access on case_access.case_id = cases.id and case_access.user_id = ${actor.userId}
      where cases.firm_id = ${actor.firmId} and cases.deleted_at is null
        and (case_access.user_id is not null or ${isAdministrator(actor)})
    ) as seen
    where ${textHolds(sql`words`, terms)}
    order by id desc limit ${maxEach}`)
  return rows.map((row) => ({
    id: row.id,
    caseId: row.id,
    type: 'case',
    title: row.title,
    subtitle: row.case_number ?? 'Not a member of this case',
    description: [row.court, row.judge].filter((each) => each !== null).join(' · '),
    href: `/cases/${row.id}`,
    metadata: { status: row.status, date: row.date, court: row.court },
  }))
}

export async function findVideos(db: Db, actor: Actor, { terms }: SearchQuery): Promise<Found[]> {
  const { rows } = await db.execute<{
    id: string
    filename: string
    status: string
    date: string
    case_id: string | null
    case_title: string | null
    case_role: CaseRole | null
    topics: string[] | null
    themes: { name: string }[] | null
  }>(sql`
    select found.id, found.filename, found.date, found.case_id, found.case_role, video_states.status, cases.title as case_title,
      analyses.summary -> 'topics' as topics, analyses.summary -> 'themes' as themes
    from (
      select videos.id, videos.filename, videos.case_id, ${utc(sql`videos.created_at`)} as date,
        ${selectCaseRole(actor)} as case_role from videos
      where ${visibleTo(actor)} and ${textHolds(sql`videos.filename`, terms)}
      order by videos.id desc limit ${maxEach}
    ) as found
    join video_states on video_states.video_id = found.id
    left join cases on cases.id = found.case_id
    left join analyses on analyses.video_id = found.id
    order by found.id desc`)
  return rows.map((row) => ({
    id: row.id,
    caseId: row.case_id,
    type: 'other',
    title: row.filename,
    subtitle: row.case_title === null ? 'Video' : `Video · ${row.case_title}`,
    description: listTopics(
      { caseId: row.case_id, caseRole: row.case_role },
      { topics: row.topics ?? [], themes: row.themes },
    ).join(', '),
    href: `/videos/${row.id}`,
    metadata: { status: row.status, date: row.date, court: null },
  }))
}

export async function findMembers(db: Db, actor: Actor, { terms }: SearchQuery): Promise<Found[]> {
  const { rows } = await db.execute<{
    id: string
    name: string
    email: string
    profession: string
    status: string
  }>(sql`
    select users.id, users.name, users.email, members.profession, members.status
    from members join users on users.id = members.user_id
    where members.firm_id = ${actor.firmId} and ${textHolds(sql`users.name || ' ' || users.email`, terms)}
    order by users.name, users.id limit ${maxEach}`)
  return rows.map((row) => ({
    id: row.id,
    caseId: null,
    type: 'team_member',
    title: row.name,
    subtitle: row.profession.charAt(0).toUpperCase() + row.profession.slice(1),
    description: row.email,
    href: '/team',
    metadata: { status: row.status, date: null, court: null },
  }))
}

type ExportFound = Pick<Export, 'id' | 'caseId' | 'sessionId' | 'videoId' | 'title' | 'filename' | 'status'> & {
  inCaseId: string | null
  date: string
  place: string | null
}

export async function findExports(db: Db, actor: Actor, { terms }: SearchQuery): Promise<Found[]> {
  // The video of an export without a case may have joined one since.
  const ofCase = sql`coalesce(exports.case_id, videos.case_id)`
  const words = sql`concat_ws(' ', exports.title, replace(exports.template, '_', ' '), exports.type, exports.filename)`
  const { rows } = await db.execute<ExportFound>(sql`
    select exports.id, exports.case_id as "caseId", ${ofCase} as "inCaseId", exports.session_id as "sessionId", exports.video_id as "videoId",
      exports.title, exports.filename, exports.status, ${utc(sql`exports.created_at`)} as date,
      coalesce(cases.title, videos.filename) as place
    from exports
    left join videos on videos.id = exports.video_id
    left join cases on cases.id = ${ofCase}
    left join case_access on case_access.case_id = ${ofCase} and case_access.user_id = ${actor.userId}
    where exports.firm_id = ${actor.firmId} and ${textHolds(words, terms)}
      and (exports.case_id is not null or ${visibleTo(actor)})
      and (${ofCase} is null or case_access.role = any(${sql.param([...casePermissions.export.roles])}::text[]))
    order by exports.id desc limit ${maxEach}`)
  return rows.map((row) => ({
    id: row.id,
    caseId: row.inCaseId,
    type: 'export',
    title: row.title,
    subtitle: row.place ?? '',
    description: row.filename,
    href: describePage(row),
    metadata: { status: row.status, date: row.date, court: null },
  }))
}

function describePage({ caseId, sessionId, videoId }: ExportFound): string {
  if (sessionId !== null) return `/sessions/${sessionId}/exports`
  return caseId === null ? `/videos/${videoId}` : `/cases/${caseId}/exports`
}

type StrikeFound = Pick<StrikeRow, 'id' | 'kind' | 'target' | 'number' | 'state' | 'rationale'> & {
  madeBy: StrikeRow['madeBy']
  caseId: string
  sessionId: string
  jurorNumber: string
  caseTitle: string
  caseStatus: CaseStatus
  date: string
}

/** Searches rationales only for people who may read them. Viewers find only exercised strikes. */
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
  const { rows } = await db.execute<StrikeFound>(sql`
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
