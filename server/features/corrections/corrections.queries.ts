import { and, asc, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { Correction } from '#contract/videos/corrections.ts'
import type { Turn } from '#contract/videos/transcript.ts'
import { selectShownName } from '#server/features/audit/shown-name.ts'
import { transcriptTurns, type TurnRow } from '#server/features/analysis/analysis.table.ts'
import { toTurn } from '#server/features/analysis/runs/results.queries.ts'
import { users } from '#server/features/team/team.table.ts'
import type { Db } from '#server/platform/db.ts'
import { type CorrectionRow, corrections } from './corrections.table.ts'
import { keepLive, foldStates } from './history.ts'
import { applyPatches, type Spoken } from './overlay.ts'

export const toOriginal = ({ text, words, lines, original }: TurnRow): Spoken => original ?? { text, words, lines }

export async function readCorrections(db: Db, videoId: string, turn?: number): Promise<Correction[]> {
  const rows = await db
    .select({
      record: corrections,
      by: selectShownName('users', sql`(select firm_id from videos where id = ${videoId})`),
    })
    .from(corrections)
    .innerJoin(users, eq(users.id, corrections.createdBy))
    .where(and(eq(corrections.videoId, videoId), turn === undefined ? undefined : eq(corrections.turn, turn)))
    .orderBy(asc(corrections.seq))
  const byTurn = Map.groupBy(rows, ({ record }) => record.turn)
  const turns = await db
    .select()
    .from(transcriptTurns)
    .where(and(eq(transcriptTurns.videoId, videoId), inArray(transcriptTurns.index, [...byTurn.keys()])))
  const originals = new Map(turns.map((each) => [each.index, toOriginal(each).text]))
  const states = new Map(
    [...byTurn].flatMap(([index, own]) => [
      ...foldStates(
        own.map(({ record }) => record),
        originals.get(index) ?? null,
      ),
    ]),
  )
  return rows.map(({ record, by }) => ({
    id: record.id,
    turn: record.turn,
    from: record.from,
    to: record.to,
    originalText: record.originalText,
    newText: record.newText,
    replaces: record.replaces,
    undoes: record.undoes,
    state: states.get(record.id) ?? 'detached',
    by,
    at: record.createdAt.toISOString(),
  }))
}

export const listRecords = (db: Db, videoId: string, turn: number): Promise<CorrectionRow[]> =>
  db
    .select()
    .from(corrections)
    .where(and(eq(corrections.videoId, videoId), eq(corrections.turn, turn)))
    .orderBy(asc(corrections.seq))

export async function readOriginalTurns(db: Db, videoId: string): Promise<Turn[]> {
  const rows = await db
    .select()
    .from(transcriptTurns)
    .where(and(eq(transcriptTurns.videoId, videoId), isNotNull(transcriptTurns.original)))
    .orderBy(asc(transcriptTurns.index))
  return rows.map((row) => toTurn({ ...row, ...toOriginal(row) }))
}

export async function showCorrected(tx: Db, row: TurnRow, records: readonly CorrectionRow[]): Promise<Turn> {
  const original = toOriginal(row)
  const live = keepLive(records, original.text)
  const shown = applyPatches(original, live)
  const columns = { ...shown, original: live.length === 0 ? null : original }
  await tx
    .update(transcriptTurns)
    .set(columns)
    .where(and(eq(transcriptTurns.videoId, row.videoId), eq(transcriptTurns.index, row.index)))
  return toTurn({ ...row, ...columns })
}

/**
 * Reapplies corrections to reanalyzed turns that still contain the corrected words. Call this in the transaction that
 * stores the new turns.
 */
export async function reapplyCorrections(tx: Db, videoId: string): Promise<void> {
  const records = await tx
    .select()
    .from(corrections)
    .where(eq(corrections.videoId, videoId))
    .orderBy(asc(corrections.seq))
  const byTurn = Map.groupBy(records, ({ turn }) => turn)
  const rows = await tx
    .select()
    .from(transcriptTurns)
    .where(and(eq(transcriptTurns.videoId, videoId), inArray(transcriptTurns.index, [...byTurn.keys()])))
  for (const row of rows) await showCorrected(tx, row, byTurn.get(row.index) ?? [])
}
