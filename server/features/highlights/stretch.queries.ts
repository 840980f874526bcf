import { and, asc, eq, gt, isNull, lt } from 'drizzle-orm'
import type { HighlightType } from '#contract/highlights/highlights.ts'
import { highlightSpecs } from '#contract/highlights/words.ts'
import type { Turn } from '#contract/videos/transcript.ts'
import { transcriptTurns } from '#server/features/analysis/analysis.table.ts'
import { speakerAssignments } from '#server/features/speakers/speakers.table.ts'
import { sessionVideos } from '#server/features/videos/placing/session-videos.table.ts'
import { videos } from '#server/features/videos/videos.table.ts'
import type { Db } from '#server/platform/db.ts'
import { absent, Refusal } from '#server/platform/errors.ts'
import type { HighlightRow } from './highlights.table.ts'
import { toQuote, type Quoted } from './quote.ts'

type Stretch = { sessionId: string; videoId: string; startMs: number; endMs: number; type: HighlightType }

/** The columns of a highlight that follow from its stretch: the words as the transcript reads now, and whose they are. */
export async function quoteStretch(tx: Db, { sessionId, videoId, startMs, endMs, type }: Stretch) {
  const [video] = await tx
    .select({ durationMs: videos.durationMs })
    .from(sessionVideos)
    .innerJoin(videos, eq(videos.id, sessionVideos.videoId))
    .where(and(eq(sessionVideos.videoId, videoId), eq(sessionVideos.sessionId, sessionId), isNull(videos.deletedAt)))
  if (!video) throw absent('video')
  if (video.durationMs !== null && endMs > video.durationMs) {
    const message = `The video ends after ${video.durationMs / 1000} seconds.`
    throw new Refusal('invalid', message, { fields: { end: message } })
  }
  const { isJuror, ...quoted } = await quoteFrom(tx, videoId, startMs, endMs)
  if (highlightSpecs[type].isJurors && !isJuror) {
    const message = 'No juror speaks in this stretch. Assign the voice to a juror first, or mark it as a note.'
    throw new Refusal('invalid', message, { fields: { type: message } })
  }
  return { startMs, endMs, ...quoted }
}

async function quoteFrom(tx: Db, videoId: string, startMs: number, endMs: number): Promise<Quoted> {
  const turns = await turnsWithin(tx, videoId, startMs, endMs)
  const assigned = await tx
    .select({ label: speakerAssignments.label, role: speakerAssignments.role })
    .from(speakerAssignments)
    .where(eq(speakerAssignments.videoId, videoId))
  const roles = new Map(assigned.map(({ label, role }) => [label, role]))
  return toQuote(
    turns,
    startMs,
    endMs,
    ({ speaker, role }) => ((speaker !== null && roles.get(speaker)) || role) === 'juror',
  )
}

async function turnsWithin(tx: Db, videoId: string, startMs: number, endMs: number): Promise<Turn[]> {
  const rows = await tx
    .select()
    .from(transcriptTurns)
    .where(
      and(eq(transcriptTurns.videoId, videoId), lt(transcriptTurns.startMs, endMs), gt(transcriptTurns.endMs, startMs)),
    )
    .orderBy(asc(transcriptTurns.index))
  return rows.map(({ videoId: _videoId, original: _original, lines: _lines, ...turn }) => turn)
}

/** Where a highlight's seconds are in the transcript as it is now, and whose they are; null where nothing is said there. */
export async function findPlace(
  tx: Db,
  { videoId, startMs, endMs, turn, turnTo, quote }: HighlightRow,
): Promise<Pick<HighlightRow, 'turn' | 'turnTo' | 'speaker' | 'jurorNumber'> | null> {
  if (startMs === null || endMs === null) return null
  if (quote !== '' && turn === turnTo) {
    // Others may speak at once: the words of one turn are that turn's as long as it says them.
    const same = (await turnsWithin(tx, videoId, startMs, endMs)).find(({ text }) => text.includes(quote))
    if (same) return { turn: same.index, turnTo: same.index, speaker: same.speaker, jurorNumber: same.jurorNumber }
  }
  const { turn: first, turnTo: last, speaker, jurorNumber } = await quoteFrom(tx, videoId, startMs, endMs)
  return first === null ? null : { turn: first, turnTo: last, speaker, jurorNumber }
}
