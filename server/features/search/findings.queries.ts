import { sql } from 'drizzle-orm'
import type { Finding } from '#contract/findings/findings.ts'
import { highlightTitle } from '#contract/highlights/words.ts'
import { utc } from '#server/features/analysis/reading/library.queries.ts'
import { visibleTo } from '#server/features/videos/videos.access.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Db } from '#server/platform/db.ts'
import { clock, type Found, toHref, isJuror, type Seen, sessionOfVideo } from './search.parts.ts'
import { type SearchQuery, toTsQuery } from './search.query.ts'

const maxCandidates = 200
const maxFindings = 6

type Row = {
  id: string
  video_id: string
  case_id: string | null
  session_id: string | null
  body: Finding
  filename: string
  created_at: string
}

export async function findFindings(db: Db, actor: Actor, seen: Seen, query: SearchQuery): Promise<Found[]> {
  const words = toTsQuery(query.terms)
  if (seen.looseIds.length === 0 || (!words && query.finding === null && query.juror === null)) return []
  const filters = [
    sql`video_id = any(${sql.param(seen.looseIds)}::uuid[])`,
    ...(words ? [sql`search @@ ${words}`] : []),
    ...(query.finding === null ? [] : [sql`type = ${query.finding}`]),
    ...(query.juror === null ? [] : [isJuror(sql`juror_number`, query.juror)]),
  ]
  const { rows } = await db.execute<Row>(sql`
    select best.id, best.video_id, best.body, videos.filename, videos.case_id, ${sessionOfVideo} as session_id, ${utc(sql`videos.created_at`)} as created_at
    from (
      select id, video_id, body, ${words ? sql`ts_rank_cd(search, ${words})` : sql`0::real`}
        + array_position(array['low', 'medium', 'high', 'critical'], severity) / 100.0 as rank
      from (
        select id, video_id, body, severity, search from findings where ${sql.join(filters, sql` and `)}
        limit ${maxCandidates}
      ) as candidate
      order by rank desc, id
      limit ${maxFindings}
    ) as best
    join videos on videos.id = best.video_id and ${visibleTo(actor)}
    order by best.rank desc, best.id`)
  return rows.map(toResult)
}

function toResult({
  id,
  video_id: videoId,
  case_id: caseId,
  session_id: sessionId,
  body,
  filename,
  ...row
}: Row): Found {
  const seconds = body.startMs === null ? null : Math.floor(body.startMs / 1000)
  const places = [
    body.jurorNumber ? `Juror ${body.jurorNumber}` : (body.speaker?.replace(/^voice-/, 'Voice ') ?? null),
    filename,
    seconds === null ? null : clock(seconds),
  ]
  return {
    id,
    caseId,
    type: 'highlight',
    title: highlightTitle(body),
    subtitle: places.filter((each) => each !== null).join(' · '),
    description: body.quote || body.why,
    href: toHref(videoId, sessionId, seconds),
    metadata: { status: 'suggested', date: row.created_at, court: null },
  }
}
