import { type SQL, sql } from 'drizzle-orm'
import type { Word } from '#contract/videos/transcript.ts'
import { utc } from '#server/features/analysis/reading/library.queries.ts'
import { visibleTo } from '#server/features/videos/videos.access.ts'
import type { Actor } from '#server/platform/actor.ts'
import { speakerName } from '#server/features/analysis/speaker-name.ts'
import type { Db } from '#server/platform/db.ts'
import { locate, clock, type Found, toHref, isJuror, type Seen, sessionOfVideo } from './search.parts.ts'
import { type SearchQuery, toTsQuery } from './search.query.ts'

/**
 * Limits matches for common words because ranking reads every candidate and large installations have hundreds of
 * thousands of them.
 */
const maxCandidates = 100
/** Very common words are searched only in the latest turns, not in the whole index. */
const latest = { videos: 8, turns: 4000 }
const maxPassages = 10

type Row = {
  video_id: string
  index: number
  speaker: string | null
  role: string
  text: string
  words: Word[]
  start_ms: number | null
  page: number | null
  line: number | null
  filename: string
  created_at: string
  case_id: string | null
  case_title: string | null
  session_id: string | null
}

type Place = { video_id: string; index: number; rank: number }

export async function findPassages(db: Db, actor: Actor, seen: Seen, query: SearchQuery): Promise<Found[]> {
  const { terms, juror } = query
  const words = toTsQuery(terms)
  if (seen.videoIds.length === 0 || (!words && juror === null)) return []
  const holds = sql.join(
    [...(words ? [sql`search @@ ${words}`] : []), ...(juror === null ? [] : [isJuror(sql`juror_number`, juror)])],
    sql` and `,
  )
  const rank = words ? sql`ts_rank_cd(search, ${words})` : sql`0::real`
  const inVideos = (ids: string[]) => sql`transcript_turns where video_id = any(${sql.param(ids)}::uuid[])`
  const rankFirst = async (candidates: SQL): Promise<{ best: Place[]; found: number }> => {
    const { rows } = await db.execute<Place & { found: number }>(sql`
      select video_id, index, ${rank} as rank, (count(*) over ())::int as found
      from (${candidates} limit ${maxCandidates}) as candidate
      order by rank desc, video_id desc, index
      limit ${maxPassages}`)
    return { best: rows, found: rows[0]?.found ?? 0 }
  }
  const recent = await rankFirst(sql`select video_id, index, search from (
    select video_id, index, juror_number, search from ${inVideos(seen.videoIds.slice(0, latest.videos))}
    limit ${latest.turns}) as late where ${holds}`)
  const { best } =
    recent.found === maxCandidates
      ? recent
      : await rankFirst(sql`select video_id, index, search from ${inVideos(seen.videoIds)} and ${holds}`)
  return best.length === 0 ? [] : (await readPlaces(db, actor, best)).map((row) => toResult(row, query))
}

async function readPlaces(db: Db, actor: Actor, places: Place[]): Promise<Row[]> {
  const list = places.map((each, at) => sql`(${each.video_id}::uuid, ${each.index}::int, ${at}::int)`)
  const { rows } = await db.execute<Row>(sql`
    select turn.video_id, turn.index, ${speakerName(sql`turn.video_id`, sql`turn.speaker`)} as speaker, turn.role, turn.text, turn.words, turn.start_ms::float8 as start_ms,
      turn.page, turn.line, videos.filename, ${utc(sql`videos.created_at`)} as created_at,
      videos.case_id, cases.title as case_title, ${sessionOfVideo} as session_id
    from (values ${sql.join(list, sql`, `)}) as place (video_id, index, position)
    join transcript_turns as turn on turn.video_id = place.video_id and turn.index = place.index
    join videos on videos.id = place.video_id and ${visibleTo(actor)}
    left join cases on cases.id = videos.case_id
    order by place.position`)
  return rows
}

function toResult(row: Row, { terms }: SearchQuery): Found {
  const { word, snippet } = locate(row.text, terms)
  const startMs = row.words[word]?.startMs ?? row.start_ms
  const seconds = startMs === null ? null : Math.floor(startMs / 1000)
  const places = [
    row.case_title,
    row.filename,
    seconds === null ? null : clock(seconds),
    row.page === null ? null : `page ${row.page}${row.line === null ? '' : `, line ${row.line}`}`,
  ]
  return {
    id: `${row.video_id}:${row.index}`,
    caseId: row.case_id,
    type: 'other',
    title: row.speaker ?? (row.role === 'note' ? 'Transcript note' : 'Unknown speaker'),
    subtitle: places.filter((each) => each !== null).join(' · '),
    description: snippet,
    href: toHref(row.video_id, row.session_id, seconds),
    metadata: { status: null, date: row.created_at, court: null },
  }
}
