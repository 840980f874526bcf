import { asc, eq, sql } from 'drizzle-orm'
import type { SpeakerRole } from '#contract/videos/transcript.ts'
import type { Db } from '#server/platform/db.ts'
import { voiceAnchors, voiceWishes } from './speakers.table.ts'

const turnsPerVoice = 3

export type VoiceAssignments = {
  count: number | null
  named: { startMs: number; endMs: number; speaker: string }[]
  isClosed: boolean
  people: Record<string, { role: SpeakerRole; jurorNumber: string | null }>
}

/** Returns null if there are no assignments, which keeps earlier results valid. */
export async function readVoiceAssignments(db: Db, videoId: string): Promise<VoiceAssignments | null> {
  const [wish] = await db.select().from(voiceWishes).where(eq(voiceWishes.videoId, videoId))
  const anchors = await db
    .select()
    .from(voiceAnchors)
    .where(eq(voiceAnchors.videoId, videoId))
    .orderBy(asc(voiceAnchors.startMs))
  const { rows: assigned } = await db.execute<{ label: string; role: SpeakerRole; jurorNumber: string | null }>(sql`
    select assignment.label, assignment.role, jurors.juror_number as "jurorNumber"
    from speaker_assignments as assignment
    left join jurors on jurors.id = assignment.juror_id and jurors.deleted_at is null
    where assignment.video_id = ${videoId} order by assignment.label`)
  if (!wish && anchors.length === 0 && assigned.length === 0) return null
  const { rows: longest } = await db.execute<{ startMs: number; endMs: number; speaker: string }>(sql`
    select ranked.start_ms::float8 as "startMs", ranked.end_ms::float8 as "endMs", ranked.speaker from (
      select turns.*, row_number() over (partition by turns.speaker
        order by turns.end_ms - turns.start_ms desc, turns.index) as place
      from transcript_turns as turns
      join speaker_assignments as assignment
        on assignment.video_id = turns.video_id and assignment.label = turns.speaker
      where turns.video_id = ${videoId} and turns.role <> 'note' and not turns.is_overlapped
        and turns.end_ms > turns.start_ms) as ranked
    where ranked.place <= ${turnsPerVoice} order by ranked.start_ms`)
  const isSaid = ({ startMs, endMs }: { startMs: number; endMs: number }) =>
    anchors.some((anchor) => anchor.startMs < endMs && anchor.endMs > startMs)
  return {
    count: wish?.voiceCount ?? null,
    isClosed: wish?.isClosed ?? false,
    named: [
      ...anchors.map(({ startMs, endMs, label }) => ({ startMs, endMs, speaker: label })),
      ...longest.filter((turn) => !isSaid(turn)),
    ],
    people: Object.fromEntries(assigned.map(({ label, role, jurorNumber }) => [label, { role, jurorNumber }])),
  }
}
