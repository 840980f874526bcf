import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { hitLimit, type TranscriptHit, type TranscriptOutline, turnsPerWindow } from '#contract/videos/player.ts'
import type { Db } from '#server/platform/db.ts'
import { transcriptTurns } from '../analysis.table.ts'
import { findInTurns, secondsAt } from './find.ts'

/** The caller must check access to the video. */
export async function readOutline(db: Db, videoId: string): Promise<TranscriptOutline> {
  const { rows } = await db.execute<{ window: number; turns: number; startMs: number | null }>(sql`
    select index / ${turnsPerWindow}::int as window, (max(index) + 1)::int as turns, min(start_ms)::float8 as "startMs"
    from transcript_turns where video_id = ${videoId} group by 1 order by 1`)
  return { turns: rows.at(-1)?.turns ?? 0, starts: rows.map(({ startMs }) => startMs) }
}

export async function findInTranscript(
  db: Db,
  videoId: string,
  text: string,
): Promise<{ count: number; hits: TranscriptHit[] }> {
  const turns = await db
    .select({ index: transcriptTurns.index, text: transcriptTurns.text })
    .from(transcriptTurns)
    .where(eq(transcriptTurns.videoId, videoId))
    .orderBy(asc(transcriptTurns.index))
  const places = findInTurns(turns, text)
  const shown = places.slice(0, hitLimit)
  if (shown.length === 0) return { count: 0, hits: [] }
  const timed = await db
    .select({
      index: transcriptTurns.index,
      text: transcriptTurns.text,
      words: transcriptTurns.words,
      startMs: transcriptTurns.startMs,
    })
    .from(transcriptTurns)
    .where(
      and(
        eq(transcriptTurns.videoId, videoId),
        inArray(transcriptTurns.index, [...new Set(shown.map((each) => each.turn))]),
      ),
    )
  const byIndex = new Map(timed.map((turn) => [turn.index, turn]))
  const hits = shown.map((place) => {
    const turn = byIndex.get(place.turn)
    return { ...place, seconds: turn ? secondsAt(turn, place.from) : null }
  })
  return { count: places.length, hits }
}
