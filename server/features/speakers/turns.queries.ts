import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Speaker, Span } from '#contract/videos/analysis.ts'
import { formatVoice } from '#contract/videos/transcript.ts'
import { cutOverlaps, joinSpans, getTotalMs } from '#contract/speakers/spans.ts'
import { analyses, transcriptTurns, type TurnRow } from '#server/features/analysis/analysis.table.ts'
import type { Db } from '#server/platform/db.ts'
import { type MovedTurn, speakerAssignments, voiceAnchors, voiceMerges } from './speakers.table.ts'

const joinMs = 500

export async function moveTurns(tx: Db, videoId: string, turns: readonly number[], label: string): Promise<void> {
  await moveTurnsTo(tx, videoId, [[label, turns]])
}

export async function moveTurnsTo(
  tx: Db,
  videoId: string,
  moves: Iterable<readonly [label: string, turns: readonly number[]]>,
): Promise<void> {
  const changed = [...moves].filter(([, turns]) => turns.length > 0)
  for (const [label, turns] of changed) {
    const like = await readSimilar(tx, videoId, label)
    await moveHighlights(tx, videoId, turns, { speaker: label, jurorNumber: like?.jurorNumber ?? null })
    await assignTurns(tx, videoId, turns, label, like)
  }
  if (changed.length > 0) await rebuildSpeakers(tx, videoId)
}

export async function restoreTurns(tx: Db, videoId: string, turns: readonly MovedTurn[]): Promise<void> {
  if (turns.length === 0) return
  const rows = await tx.select().from(transcriptTurns).where(eq(transcriptTurns.videoId, videoId))
  const now = new Map(rows.map((row) => [row.index, row]))
  const moved = turns.filter(({ index, startMs, movedTo }) => {
    const row = now.get(index)
    return row !== undefined && row.startMs === startMs && row.speaker === movedTo
  })
  const toKey = ({ speaker, role, jurorNumber }: MovedTurn) => JSON.stringify([speaker, role, jurorNumber])
  for (const [first, ...others] of Map.groupBy(moved, toKey).values()) {
    if (!first) continue
    const { speaker, role, jurorNumber } = first
    const indexes = [first, ...others].map(({ index }) => index)
    await moveHighlights(tx, videoId, indexes, { speaker, jurorNumber })
    await tx
      .update(transcriptTurns)
      .set({ speaker, role, jurorNumber })
      .where(and(eq(transcriptTurns.videoId, videoId), inArray(transcriptTurns.index, indexes)))
  }
  await rebuildSpeakers(tx, videoId)
}

/** A highlight that spans several turns follows its speaker's longest turn. Call this before the turns move. */
async function moveHighlights(
  tx: Db,
  videoId: string,
  turns: readonly number[],
  { speaker, jurorNumber }: Pick<MovedTurn, 'speaker' | 'jurorNumber'>,
): Promise<void> {
  await tx.execute(sql`update highlights set speaker = ${speaker}, juror_number = ${jurorNumber}
    where video_id = ${videoId} and case when turn = turn_to then turn else (
      select said.index from transcript_turns as said where said.video_id = ${videoId} and said.role <> 'note'
        and said.index between highlights.turn and highlights.turn_to
        and said.speaker is not distinct from highlights.speaker
      order by length(said.text) desc, said.index limit 1) end in ${[...turns]}`)
}

type Like = Pick<typeof transcriptTurns.$inferSelect, 'role' | 'jurorNumber'> | undefined

async function readSimilar(tx: Db, videoId: string, label: string): Promise<Like> {
  const [like] = await tx
    .select({ role: transcriptTurns.role, jurorNumber: transcriptTurns.jurorNumber })
    .from(transcriptTurns)
    .where(and(eq(transcriptTurns.videoId, videoId), eq(transcriptTurns.speaker, label)))
    .orderBy(asc(transcriptTurns.index))
    .limit(1)
  return like
}

async function assignTurns(
  tx: Db,
  videoId: string,
  turns: readonly number[],
  label: string,
  like: Like,
): Promise<void> {
  const [person] = await tx
    .select({ role: speakerAssignments.role })
    .from(speakerAssignments)
    .where(and(eq(speakerAssignments.videoId, videoId), eq(speakerAssignments.label, label)))
  const role = like?.role ?? person?.role
  await tx
    .update(transcriptTurns)
    .set({ speaker: label, jurorNumber: like?.jurorNumber ?? null, ...(role ? { role } : {}) })
    .where(and(eq(transcriptTurns.videoId, videoId), inArray(transcriptTurns.index, [...turns])))
}

/**
 * Reapplies voice assignments to new results. Call this before syncing highlights, which still refer to the old turns.
 */
export async function reapplyVoices(tx: Db, videoId: string): Promise<void> {
  const merges = await tx.select().from(voiceMerges).where(eq(voiceMerges.videoId, videoId)).orderBy(voiceMerges.saidAt)
  const anchors = await tx.select().from(voiceAnchors).where(eq(voiceAnchors.videoId, videoId))
  if (merges.length === 0 && anchors.length === 0) return
  const rows = await tx.select().from(transcriptTurns).where(eq(transcriptTurns.videoId, videoId))
  const now = new Map(rows.map(({ index, speaker }) => [index, speaker]))
  for (const { fromLabel, intoLabel } of merges)
    for (const [turn, speaker] of now) if (speaker === fromLabel) now.set(turn, intoLabel)
  for (const { index, role, startMs, endMs } of rows) {
    if (role === 'note' || startMs === null || endMs === null) continue
    const sharedMs = (span: Span) => Math.min(span.endMs, endMs) - Math.max(span.startMs, startMs)
    const match = anchors.find((anchor) => sharedMs(anchor) > (endMs - startMs) / 2)
    if (match) now.set(index, match.label)
  }
  const moved = rows.filter(({ index, speaker }) => now.get(index) !== speaker).map(({ index }) => index)
  for (const [label, turns] of Map.groupBy(moved, (index) => now.get(index) ?? ''))
    await assignTurns(tx, videoId, turns, label, await readSimilar(tx, videoId, label))
  if (moved.length > 0) await rebuildSpeakers(tx, videoId)
}

async function rebuildSpeakers(tx: Db, videoId: string): Promise<void> {
  const [stored] = await tx
    .select({ speakers: analyses.speakers })
    .from(analyses)
    .where(eq(analyses.videoId, videoId))
    .for('update')
  if (!stored) return
  const rows = await tx
    .select()
    .from(transcriptTurns)
    .where(eq(transcriptTurns.videoId, videoId))
    .orderBy(asc(transcriptTurns.index))
  const before = new Map(stored.speakers.map((each) => [each.label, each]))
  const spoken = Map.groupBy(
    rows.filter(({ role, speaker }) => role !== 'note' && speaker !== null),
    ({ speaker }) => speaker ?? '',
  )
  const speakers = [...spoken].map(([label, own]) => describe(label, own, before.get(label)))
  await tx.update(analyses).set({ speakers }).where(eq(analyses.videoId, videoId))
}

function describe(label: string, turns: readonly TurnRow[], before: Speaker | undefined): Speaker {
  const timed = turns.flatMap(({ startMs, endMs }) => (startMs === null || endMs === null ? [] : [{ startMs, endMs }]))
  const overlaps = turns.flatMap((turn) => turn.overlaps)
  return {
    label,
    displayName: before?.displayName ?? formatVoice(label),
    role: before?.role ?? turns[0]?.role ?? 'unknown',
    jurorNumber: before?.jurorNumber ?? null,
    turns: turns.length,
    words: turns.reduce((sum, { text }) => sum + text.split(/\s+/).filter((word) => /\w/.test(word)).length, 0),
    talkMs: timed.length === 0 ? null : getTotalMs(cutOverlaps(timed, overlaps)),
    spans: cutOverlaps(joinSpans(timed, joinMs), overlaps),
  }
}
