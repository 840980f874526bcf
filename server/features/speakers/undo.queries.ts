import { eq } from 'drizzle-orm'
import type { Db } from '#server/platform/db.ts'
import { speakerAssignments, voiceAnchors, voiceMerges, type VoiceSnapshot, voiceWishes } from './speakers.table.ts'

export async function snapshotVoices(tx: Db, videoId: string): Promise<VoiceSnapshot> {
  const [wish] = await tx.select().from(voiceWishes).where(eq(voiceWishes.videoId, videoId))
  return {
    wish: { voiceCount: wish?.voiceCount ?? null, isClosed: wish?.isClosed ?? false },
    assignments: await tx.select().from(speakerAssignments).where(eq(speakerAssignments.videoId, videoId)),
    anchors: await tx.select().from(voiceAnchors).where(eq(voiceAnchors.videoId, videoId)),
    merges: await tx.select().from(voiceMerges).where(eq(voiceMerges.videoId, videoId)),
  }
}

/** Turns keep their current voice until the next grouping. */
export async function restoreVoices(tx: Db, videoId: string, { wish, ...rows }: VoiceSnapshot): Promise<void> {
  await tx.update(voiceWishes).set(wish).where(eq(voiceWishes.videoId, videoId))
  const tables = [
    { table: speakerAssignments, kept: rows.assignments, time: 'assignedAt' },
    { table: voiceAnchors, kept: rows.anchors, time: 'saidAt' },
    { table: voiceMerges, kept: rows.merges, time: 'saidAt' },
  ] as const
  for (const { table, kept, time } of tables) {
    await tx.delete(table).where(eq(table.videoId, videoId))
    if (kept.length === 0) continue
    const values = kept.map((row) => ({ ...row, [time]: new Date(String(Reflect.get(row, time))) }))
    await tx.insert(table).values(values as never)
  }
}
