import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { hitLimit, type TranscriptHit, type TranscriptOutline, turnsPerWindow } from '#contract/videos/player.ts'
import type { Db } from '#server/platform/db.ts'
import { transcriptTurns } from '../analysis.table.ts'
import type { Turn } from '#contract/videos/transcript.ts'

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

type Place = Omit<TranscriptHit, 'seconds'>

export function findInTurns(turns: readonly Pick<Turn, 'index' | 'text'>[], text: string): Place[] {
  const words = text.trim().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const pattern = new RegExp(
    words.map((word) => word.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)).join(String.raw`\s+`),
    'giu',
  )
  return turns.flatMap((turn) =>
    [...turn.text.matchAll(pattern)].map((match) => ({
      turn: turn.index,
      from: match.index,
      to: match.index + match[0].length,
    })),
  )
}

export function secondsAt(turn: Pick<Turn, 'text' | 'words' | 'startMs'>, from: number): number | null {
  const before = turn.text.slice(0, from).match(/\S+/g)?.length ?? 0
  // If the offset is inside a word, the count includes that word.
  const isInside = from > 0 && /\S/.test(turn.text[from - 1] ?? '')
  const ms = turn.words[isInside ? before - 1 : before]?.startMs ?? turn.startMs
  return ms === null ? null : ms / 1000
}
