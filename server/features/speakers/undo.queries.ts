import { and, asc, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { transcriptTurns } from '#server/features/analysis/analysis.table.ts'
import { jurors } from '#server/features/jurors/jurors.table.ts'
import type { Db } from '#server/platform/db.ts'
import {
  type MovedTurn,
  speakerAssignments,
  voiceAnchors,
  voiceMerges,
  type VoiceSnapshot,
  voiceWishes,
} from './speakers.table.ts'
import { restoreTurns } from './turns.queries.ts'

type Before = { snapshot: VoiceSnapshot; turns: Omit<MovedTurn, 'movedTo'>[] }

export async function snapshotVoices(tx: Db, videoId: string): Promise<Before> {
  const [wish] = await tx.select().from(voiceWishes).where(eq(voiceWishes.videoId, videoId))
  const snapshot = {
    wish: { voiceCount: wish?.voiceCount ?? null, isClosed: wish?.isClosed ?? false },
    assignments: await tx.select().from(speakerAssignments).where(eq(speakerAssignments.videoId, videoId)),
    anchors: await tx.select().from(voiceAnchors).where(eq(voiceAnchors.videoId, videoId)),
    merges: await tx.select().from(voiceMerges).where(eq(voiceMerges.videoId, videoId)),
  }
  return { snapshot, turns: await listVoiced(tx, videoId) }
}

/** Call this after the change, with the snapshot taken before it. */
export async function keepUndo(tx: Db, videoId: string, { snapshot, turns }: Before): Promise<void> {
  const now = new Map((await listVoiced(tx, videoId)).map(({ index, speaker }) => [index, speaker]))
  const moved = turns
    .map((turn) => ({ ...turn, movedTo: now.get(turn.index) ?? null }))
    .filter(({ speaker, movedTo }) => speaker !== movedTo)
  await tx
    .update(voiceWishes)
    .set({ undo: { ...snapshot, turns: moved } })
    .where(eq(voiceWishes.videoId, videoId))
}

/** Returns null if a juror whose name the undo would restore was permanently deleted. */
export async function readUndo(tx: Db, videoId: string, lock?: 'lock'): Promise<VoiceSnapshot | null> {
  const [wish] = await tx.select({ undo: voiceWishes.undo }).from(voiceWishes).where(eq(voiceWishes.videoId, videoId))
  const undo = wish?.undo ?? null
  const named = new Set(undo?.assignments.flatMap(({ jurorId }) => jurorId ?? []))
  if (named.size === 0) return undo
  const query = tx
    .select({ id: jurors.id })
    .from(jurors)
    .where(inArray(jurors.id, [...named]))
  const kept = await (lock ? query.for('key share') : query)
  return kept.length === named.size ? undo : null
}

/** Jurors belong to the case that the video left. Their names must not cross its wall, even by undo. */
export async function forgetJurors(tx: Db, videoId: string): Promise<boolean> {
  await tx.update(voiceWishes).set({ undo: null }).where(eq(voiceWishes.videoId, videoId))
  const lost = await tx
    .delete(speakerAssignments)
    .where(and(eq(speakerAssignments.videoId, videoId), isNotNull(speakerAssignments.jurorId)))
    .returning({ label: speakerAssignments.label })
  return lost.length > 0
}

export type Restored = { label: string; role: string | null; jurorId: string | null }

/** Returns the current assignment of each label that the undo changed. */
export async function restoreVoices(
  tx: Db,
  videoId: string,
  { wish, turns = [], ...rows }: VoiceSnapshot,
  version: number,
): Promise<Restored[]> {
  const before = await listAssigned(tx, videoId)
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
  const after = await listAssigned(tx, videoId)
  // Increase versions so that clients' old copies don't look current again.
  await tx
    .update(speakerAssignments)
    .set({ version: sql`greatest(${speakerAssignments.version} + 1, ${version})` })
    .where(eq(speakerAssignments.videoId, videoId))
  await restoreTurns(tx, videoId, turns)
  const labels = new Set([...before.keys(), ...after.keys(), ...turns.flatMap(listLabels)])
  return [...labels]
    .filter(
      (label) => turns.some((turn) => listLabels(turn).includes(label)) || !isSame(before.get(label), after.get(label)),
    )
    .map((label) => ({ label, role: after.get(label)?.role ?? null, jurorId: after.get(label)?.jurorId ?? null }))
}

const listLabels = ({ speaker, movedTo }: MovedTurn): string[] => [speaker, movedTo].filter((each) => each !== null)

type Assigned = Pick<typeof speakerAssignments.$inferSelect, 'role' | 'jurorId'>

const isSame = (one: Assigned | undefined, other: Assigned | undefined): boolean =>
  one?.role === other?.role && one?.jurorId === other?.jurorId

async function listAssigned(tx: Db, videoId: string): Promise<Map<string, Assigned>> {
  const rows = await tx.select().from(speakerAssignments).where(eq(speakerAssignments.videoId, videoId))
  return new Map(rows.map(({ label, role, jurorId }) => [label, { role, jurorId }]))
}

function listVoiced(tx: Db, videoId: string): Promise<Before['turns']> {
  const { index, startMs, speaker, role, jurorNumber } = transcriptTurns
  return tx
    .select({ index, startMs, speaker, role, jurorNumber })
    .from(transcriptTurns)
    .where(eq(transcriptTurns.videoId, videoId))
    .orderBy(asc(index))
}
