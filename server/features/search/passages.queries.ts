import { sql } from 'drizzle-orm'
import type { SearchResult } from '#contract/search.ts'
import type { Word } from '#contract/transcript.ts'
import { utc } from '#server/features/analysis/library.queries.ts'
import { visibleTo } from '#server/features/videos/videos.access.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Db } from '#server/platform/db.ts'
import { locate } from './passage.ts'
import { clock, isJuror, type Seen } from './search.parts.ts'
import { type SearchQuery, toTsQuery } from './search.query.ts'

/** Ranking reads every candidate: a common word in many cases has hundreds of thousands, and any of them will do. */
const maxCandidates = 200
const maxPassages = 10

type Row = {
  video_id: string
  index: number
  speaker: string | null
  text: string
  words: Word[]
  start_ms: number | null
  page: number | null
  line: number | null
  filename: string
  created_at: string
  case_title: string | null
}

/** Turns of transcripts, the best of the first found. */
export async function findPassages(db: Db, actor: Actor, seen: Seen, query: SearchQuery): Promise<SearchResult[]> {
  const { terms, juror } = query
  const words = toTsQuery(terms)
  if (seen.videoIds.length === 0 || (!words && juror === null)) return []
  const filters = [
    sql`video_id = any(${sql.param(seen.videoIds)}::uuid[])`,
    ...(words ? [sql`search @@ ${words}`] : []),
    ...(juror === null ? [] : [isJuror(sql`juror_number`, juror)]),
  ]
  const { rows } = await db.execute<Row>(sql`
    select turn.video_id, turn.index, turn.speaker, turn.text, turn.words, turn.start_ms::float8 as start_ms,
      turn.page, turn.line, videos.filename, ${utc(sql`videos.created_at`)} as created_at,
      cases.title as case_title
    from (
      select video_id, index, ${words ? sql`ts_rank_cd(search, ${words})` : sql`0::real`} as rank
      from (
        select video_id, index, search from transcript_turns where ${sql.join(filters, sql` and `)}
        limit ${maxCandidates}
      ) as candidate
      order by rank desc, video_id desc, index
      limit ${maxPassages}
    ) as best
    join transcript_turns as turn on turn.video_id = best.video_id and turn.index = best.index
    join videos on videos.id = best.video_id and ${visibleTo(actor)}
    left join cases on cases.id = videos.case_id
    order by best.rank desc, best.video_id desc, best.index`)
  return rows.map((row) => toResult(row, query))
}

function toResult(row: Row, { terms }: SearchQuery): SearchResult {
  const { word, snippet } = locate(row.text, terms)
  const startMs = row.words[word]?.startMs ?? row.start_ms
  // Down to the whole second: the word itself must not be cut off.
  const seconds = startMs === null ? null : Math.floor(startMs / 1000)
  const places = [
    row.case_title,
    row.filename,
    seconds === null ? null : clock(seconds),
    row.page === null ? null : `page ${row.page}${row.line === null ? '' : `, line ${row.line}`}`,
  ]
  return {
    id: `${row.video_id}:${row.index}`,
    type: 'other',
    title: row.speaker ?? 'Unknown speaker',
    subtitle: places.filter((each) => each !== null).join(' · '),
    description: snippet,
    href: `/videos/${row.video_id}${seconds === null ? '' : `?t=${seconds}`}`,
    metadata: { status: null, date: row.created_at, court: null },
  }
}
