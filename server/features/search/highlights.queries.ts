import { type SQL, sql } from 'drizzle-orm'
import type { HighlightStatus, HighlightType } from '#contract/highlights.ts'
import { visibleTo } from '#server/features/videos/videos.access.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Db } from '#server/platform/db.ts'
import { snippetOf } from './passage.ts'
import { clock, type Found, hrefOf, isJuror, type Seen } from './search.parts.ts'
import { type SearchQuery, toTsQuery } from './search.query.ts'

/** Ranking reads every candidate; of a common word any of so many will do. */
const maxCandidates = 200
const maxHighlights = 8

const titles: Record<HighlightType, string> = {
  hardship: 'Hardship',
  bias_indicator: 'Bias indicator',
  long_pause: 'Long pause',
  key_statement: 'Key statement',
  objection: 'Objection',
  ruling: 'Ruling',
  manual: 'Marked by hand',
}

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

/** Highlights of sessions by their words, question, name, reason, tags and comments; by type and juror alone, too. */
export async function findHighlights(db: Db, actor: Actor, seen: Seen, query: SearchQuery): Promise<Found[]> {
  const words = toTsQuery(query.terms)
  if (seen.reviewedIds.length === 0 || (!words && query.finding === null && query.juror === null)) return []
  const inVideos = sql`highlights.video_id = any(${sql.param(seen.reviewedIds)}::uuid[])`
  const filters = [
    inVideos,
    ...(query.finding === null ? [] : [sql`highlights.type = ${query.finding}`]),
    ...(query.juror === null ? [] : [ofJuror(query.juror)]),
  ]
  const all = (more: SQL[]) => sql.join([...filters, ...more], sql` and `)
  const own = sql`select id, ${words ? sql`ts_rank_cd(search, ${words})` : sql`0::real`} as rank
    from (select id, search from highlights where ${all(words ? [sql`search @@ ${words}`] : [])} limit ${maxCandidates})
      as candidate`
  const discussed =
    words &&
    sql` union all (select highlights.id, ts_rank_cd(said.search, ${words}) as rank from highlight_comments as said
      join highlights on highlights.id = said.highlight_id
      where said.search @@ ${words} and ${all([])} limit ${maxCandidates})`
  const { rows } = await db.execute<Row>(sql`
    select highlights.id, sessions.case_id, highlights.session_id, sessions.name as session_name, highlights.video_id,
      videos.filename, highlights.type, highlights.sub, highlights.start_ms::float8 as start_ms, highlights.quote,
      highlights.question, highlights.facts ->> 'why' as why, highlights.speaker, highlights.status,
      case when assignment.video_id is null then highlights.juror_number else assigned.juror_number end as juror,
      ${
        words
          ? sql`(select said.text from highlight_comments as said
          where said.highlight_id = highlights.id and said.search @@ ${words} order by said.id desc limit 1)`
          : sql`null`
      } as comment,
      to_char(highlights.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at
    from (select id, max(rank) as rank from (${own}${discussed ?? sql``}) as each group by id) as best
    join highlights on highlights.id = best.id
    join session_videos on session_videos.session_id = highlights.session_id
      and session_videos.video_id = highlights.video_id
    join sessions on sessions.id = highlights.session_id and sessions.deleted_at is null
    join videos on videos.id = highlights.video_id and ${visibleTo(actor)}
    left join speaker_assignments as assignment
      on assignment.video_id = highlights.video_id and assignment.label = highlights.speaker
    left join jurors as assigned on assigned.id = assignment.juror_id and assigned.deleted_at is null
    -- What the team dismissed comes last, the gravest before what is as good a match.
    order by highlights.status = 'dismissed', best.rank
      + array_position(array['low', 'medium', 'high', 'critical'], highlights.severity) / 100.0 desc, best.id
    limit ${maxHighlights}`)
  return rows.map((row) => toResult(row, query))
}

/** A person's word on who a voice is stands above the label in the transcript. */
const ofJuror = (juror: string): SQL => sql`case when exists (
    select from speaker_assignments as given where given.video_id = highlights.video_id and given.label = highlights.speaker)
  then exists (
    select from speaker_assignments as given join jurors on jurors.id = given.juror_id and jurors.deleted_at is null
    where given.video_id = highlights.video_id and given.label = highlights.speaker and jurors.number_key = ${juror})
  else ${isJuror(sql`highlights.juror_number`, juror)} end`

function toResult(row: Row, { terms }: SearchQuery): Found {
  const seconds = row.start_ms === null ? null : Math.floor(row.start_ms / 1000)
  const kind = titles[row.type]
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
    title: row.type === 'long_pause' || row.sub === '' ? kind : `${kind}: ${row.sub.replaceAll('_', ' ')}`,
    subtitle: places.filter((each) => each !== null).join(' · '),
    description: snippetOf(
      texts.filter((each) => each !== ''),
      terms,
    ),
    href: hrefOf(row.video_id, row.session_id, seconds),
    metadata: { status: row.status, date: row.created_at, court: null },
  }
}
