import { sql } from 'drizzle-orm'
import { utc } from '#server/features/analysis/reading/library.queries.ts'
import { visibleTo } from '#server/features/videos/videos.access.ts'
import { type Actor, isAdministrator } from '#server/platform/actor.ts'
import type { Db } from '#server/platform/db.ts'
import type { Found } from './search.parts.ts'
import { type SearchQuery, textHolds } from './search.query.ts'

const maxEach = 5

/** Cases by their data. Behind the wall an administrator finds a case by its title, and learns its status. */
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

/** Videos by the name of their file. */
export async function findVideos(db: Db, actor: Actor, { terms }: SearchQuery): Promise<Found[]> {
  const { rows } = await db.execute<{
    id: string
    filename: string
    status: string
    date: string
    case_id: string | null
    case_title: string | null
    topics: string[] | null
  }>(sql`
    select found.id, found.filename, found.date, found.case_id, video_states.status, cases.title as case_title,
      (select analyses.summary -> 'topics' from analyses where analyses.video_id = found.id) as topics
    from (
      select videos.id, videos.filename, videos.case_id, ${utc(sql`videos.created_at`)} as date from videos
      where ${visibleTo(actor)} and ${textHolds(sql`videos.filename`, terms)}
      order by videos.id desc limit ${maxEach}
    ) as found
    join video_states on video_states.video_id = found.id
    left join cases on cases.id = found.case_id
    order by found.id desc`)
  return rows.map((row) => ({
    id: row.id,
    caseId: row.case_id,
    type: 'other',
    title: row.filename,
    subtitle: row.case_title === null ? 'Video' : `Video · ${row.case_title}`,
    description: (row.topics ?? []).join(', '),
    href: `/videos/${row.id}`,
    metadata: { status: row.status, date: row.date, court: null },
  }))
}

/** People of the firm by name and address. */
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
