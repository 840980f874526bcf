import { type SQL, sql } from 'drizzle-orm'
import type { HighlightStatus, HighlightType } from '#contract/highlights/highlights.ts'
import { highlightTitle } from '#contract/highlights/words.ts'
import { utc } from '#server/features/analysis/reading/library.queries.ts'
import { visibleTo } from '#server/features/videos/videos.access.ts'
import type { Actor } from '#server/platform/actor.ts'
import { speakerName } from '#server/features/analysis/speaker-name.ts'
import type { Db } from '#server/platform/db.ts'
import { cutSnippet, clock, type Found, toHref, isJuror, type Seen } from './search.parts.ts'
import { type SearchQuery, toTsQuery } from './search.query.ts'

/** Limits matches for common words because ranking reads every candidate. */
const maxCandidates = 200
const maxHighlights = 8

type Row = {
  id: string
  case_id: string
  session_id: string
  session_name: string
  video_id: string
  filename: string
  type: HighlightType
  sub: string
  start_ms: number | null
  quote: string
  question: string
  why: string | null
  comment: string | null
  juror: string | null
  speaker: string | null
  status: HighlightStatus
  created_at: string
}

export async function findHighlights(db: Db, actor: Actor, seen: Seen, query: SearchQuery): Promise<Found[]> {
  const words = toTsQuery(query.terms)
  if (seen.reviewedIds.length === 0 || (!words && query.finding === null && query.juror === null)) return []
  const filters = [
    sql`highlights.video_id = any(${sql.param(seen.reviewedIds)}::uuid[])`,
    ...(query.finding === null ? [] : [sql`highlights.type = ${query.finding}`]),
    ...(query.juror === null ? [] : [ofJuror(query.juror)]),
  ]
  const score = (search: SQL) => sql`highlights.id, highlights.status = 'dismissed' as dismissed,
    ${words ? sql`ts_rank_cd(${search}, ${words})` : sql`0::real`}
    + array_position(array['low', 'medium', 'high', 'critical'], highlights.severity) / 100.0 as rank`
  const holding = sql.join([...filters, ...(words ? [sql`search @@ ${words}`] : [])], sql` and `)
  const discussed =
    words &&
    sql` union all (select ${score(sql`said.search`)} from highlight_comments as said
      join highlights on highlights.id = said.highlight_id
      where said.search @@ ${words} and ${sql.join(filters, sql` and `)} limit ${maxCandidates})`
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from (
      select ${score(sql`highlights.search`)} from
        (select id, status, severity, search from highlights where ${holding} limit ${maxCandidates}) as highlights
      ${discussed ?? sql``}
    ) as scored
    group by id order by bool_and(dismissed), max(rank) desc, id limit ${maxHighlights}`)
  if (rows.length === 0) return []
  const read = await readHighlights(
    db,
    actor,
    rows.map(({ id }) => id),
    words,
  )
  return read.map((row) => toResult(row, query))
}

async function readHighlights(db: Db, actor: Actor, ids: readonly string[], words: SQL | null): Promise<Row[]> {
  const places = ids.map((id, at) => sql`(${id}::uuid, ${at}::int)`)
  const comment = words
    ? sql`(select said.text from highlight_comments as said
        where said.highlight_id = highlights.id and said.search @@ ${words} order by said.id desc limit 1)`
    : sql`null`
  const { rows } = await db.execute<Row>(sql`
    select highlights.id, sessions.case_id, highlights.session_id, sessions.name as session_name, highlights.video_id,
      videos.filename, highlights.type, highlights.sub, highlights.start_ms::float8 as start_ms, highlights.quote,
      highlights.question, highlights.facts ->> 'why' as why, ${comment} as comment,
      ${speakerName(sql`highlights.video_id`, sql`highlights.speaker`)} as speaker,
      case when assignment.video_id is null then highlights.juror_number else assigned.juror_number end as juror,
      highlights.status, ${utc(sql`highlights.created_at`)} as created_at
    from (values ${sql.join(places, sql`, `)}) as place (id, position)
    join highlights on highlights.id = place.id
    join session_videos on session_videos.session_id = highlights.session_id
      and session_videos.video_id = highlights.video_id
    join sessions on sessions.id = highlights.session_id and sessions.deleted_at is null
    join videos on videos.id = highlights.video_id and ${visibleTo(actor)}
    left join speaker_assignments as assignment
      on assignment.video_id = highlights.video_id and assignment.label = highlights.speaker
    left join jurors as assigned on assigned.id = assignment.juror_id and assigned.deleted_at is null
    order by place.position`)
  return rows
}

const ofJuror = (juror: string): SQL => sql`case when exists (
    select from speaker_assignments as given where given.video_id = highlights.video_id and given.label = highlights.speaker)
  then exists (
    select from speaker_assignments as given join jurors on jurors.id = given.juror_id and jurors.deleted_at is null
    where given.video_id = highlights.video_id and given.label = highlights.speaker and jurors.number_key = ${juror})
  else ${isJuror(sql`highlights.juror_number`, juror)} end`

function toResult(row: Row, { terms }: SearchQuery): Found {
  const seconds = row.start_ms === null ? null : Math.floor(row.start_ms / 1000)
  const places = [
    row.juror === null ? row.speaker : `Juror ${row.juror}`,
    row.session_name,
    row.filename,
    seconds === null ? null : clock(seconds),
  ]
  const texts = [row.quote, row.question, row.comment ?? '', row.why ?? '']
  return {
    id: row.id,
    caseId: row.case_id,
    type: 'highlight',
    // The label "Note" alone wouldn't identify the result as a highlight.
    title: row.type === 'manual' ? 'Marked by hand' : highlightTitle(row),
    subtitle: places.filter((each) => each !== null).join(' · '),
    description: cutSnippet(
      texts.filter((each) => each !== ''),
      terms,
    ),
    href: toHref(row.video_id, row.session_id, seconds),
    metadata: { status: row.status, date: row.created_at, court: null },
  }
}
