import { asc, eq, sql } from 'drizzle-orm'
import { transcriptTurns } from '#server/features/analysis/analysis.table.ts'
import { speakerAssignments } from '#server/features/speakers/speakers.table.ts'
import { jurors } from '#server/features/jurors/jurors.table.ts'
import { videos } from '#server/features/videos/videos.table.ts'
import type { Span } from '#contract/videos/analysis.ts'
import type { SpeakerRole } from '#contract/videos/transcript.ts'
import type { Gathered } from './gather.ts'

export type Spoken = {
  videoId: string
  sessionId: string | null
  index: number
  speaker: string
  role: SpeakerRole
  text: string
  startMs: number | null
  endMs: number | null
  page: number | null
  line: number | null
  isCorrected: boolean
  /** Where several voices speak at once in it; empty also where that is known of the whole turn only. */
  overlaps: readonly Span[]
  isShared: boolean
}
export type SpokenVideo = {
  videoId: string
  sessionId: string | null
  filename: string
  sha256: string | null
  durationMs: number | null
  offsetMs: number
  /** When its words or speakers last changed; null without a transcript. */
  changedAt: string | null
  spoken: Spoken[]
}

/** The videos of the scope with every turn as it reads now, corrected, with the speakers whom people named. */
export async function transcriptOf(gathered: Gathered): Promise<SpokenVideo[]> {
  const { order, sittings } = gathered
  if (order.scope.kind === 'video') return [await ofVideo(gathered, order.scope.id, null, 0)]
  const all: SpokenVideo[] = []
  for (const { seen, videos: list } of sittings)
    for (const { videoId, offset } of list) all.push(await ofVideo(gathered, videoId, seen.session.id, offset * 1000))
  return all
}

async function ofVideo(
  { db, redact }: Gathered,
  videoId: string,
  sessionId: string | null,
  offsetMs: number,
): Promise<SpokenVideo> {
  const [video] = await db
    .select({ filename: videos.filename, sha256: videos.sha256, durationMs: videos.durationMs })
    .from(videos)
    .where(eq(videos.id, videoId))
  const assigned = await db
    .select({ label: speakerAssignments.label, role: speakerAssignments.role, number: jurors.jurorNumber })
    .from(speakerAssignments)
    .leftJoin(jurors, eq(jurors.id, speakerAssignments.jurorId))
    .where(eq(speakerAssignments.videoId, videoId))
  const [changed] = (
    await db.execute<{ at: string | null }>(sql`select greatest(
      (select max(created_at) from corrections where video_id = ${videoId}),
      (select completed_at from analyses where video_id = ${videoId}),
      (select max(assigned_at) from speaker_assignments where video_id = ${videoId})) as at`)
  ).rows
  const named = new Map(assigned.map((each) => [each.label, each]))
  const { speaker, role, text, index, startMs, endMs, page, line, original, overlaps, isOverlapped } = transcriptTurns
  const rows = await db
    .select({ speaker, role, text, index, startMs, endMs, page, line, original, overlaps, isOverlapped })
    .from(transcriptTurns)
    .where(eq(transcriptTurns.videoId, videoId))
    .orderBy(asc(index))
  const spoken = rows.map(({ original: before, isOverlapped: isWhole, ...turn }): Spoken => {
    const person = named.get(turn.speaker ?? '')
    const label = person?.number ? `JUROR ${person.number}` : (turn.speaker ?? 'UNKNOWN')
    return {
      ...turn,
      videoId,
      sessionId,
      role: person?.role ?? turn.role,
      speaker: redact.text(label),
      text: redact.text(turn.text),
      isCorrected: before !== null,
      isShared: isWhole || turn.overlaps.length > 0,
    }
  })
  return {
    videoId,
    sessionId,
    filename: redact.text(video?.filename ?? ''),
    sha256: video?.sha256 ?? null,
    durationMs: video?.durationMs ?? null,
    offsetMs,
    changedAt: changed?.at ?? null,
    spoken,
  }
}
