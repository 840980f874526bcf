import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { Corrected, CorrectionInput } from '#contract/videos/corrections.ts'
import type { Turn } from '#contract/videos/transcript.ts'
import { transcriptTurns, type TurnRow } from '#server/features/analysis/analysis.table.ts'
import { recordAct, type Who } from '#server/features/audit/audit.service.ts'
import { requireMay, requireVideo, type SeenVideo } from '#server/features/videos/videos.access.ts'
import type { Db } from '#server/platform/db.ts'
import { absent, Refusal } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import type { Context } from '#server/platform/http/route.ts'
import { toOriginal, readCorrections, listRecords, showCorrected } from './corrections.queries.ts'
import { type CorrectionRow, corrections } from './corrections.table.ts'
import { keepLive } from './history.ts'
import { countWords, applyPatches, joinText } from './overlay.ts'

type Input = z.output<typeof CorrectionInput>

/** Throws `conflict` with both versions if someone corrected these words in the meantime. */
export function createCorrection(
  listeners: CorrectionListeners,
  { db, actor, ip }: Context,
  videoId: string,
  input: Input,
): Promise<Corrected> {
  return db.transaction(async (tx) => {
    const video = await requireCorrectable(tx, actor, videoId)
    const row = await lockTurn(tx, videoId, input.turn)
    const records = await listRecords(tx, videoId, input.turn)
    const original = toOriginal(row)
    const originalText = joinText(original.text, input)
    if (originalText === null) {
      const count = countWords(original.text)
      const message = `This turn has ${count} words, numbered 0 to ${count - 1}.`
      throw new Refusal('invalid', message, { fields: { to: message } })
    }
    const live = keepLive(records, original.text)
    const touched = live.filter(({ from, to }) => from <= input.to && to >= input.from)
    if (!isSame(touched, input.replaces)) {
      const ids = new Set(touched.map(({ id }) => id))
      const theirs = (await readCorrections(tx, videoId, input.turn)).filter(({ id }) => ids.has(id))
      throw new Refusal('conflict', 'Someone else corrected these words. Compare both versions, then save again.', {
        current: { theirs, yours: input },
      })
    }
    const cut = touched.find(({ from, to }) => from < input.from || to > input.to)
    if (cut) {
      const message = `Words ${cut.from} to ${cut.to} were corrected together. Correct all of them, or undo that correction first.`
      throw new Refusal('invalid', message, { fields: { from: message } })
    }
    refuseUnchanged(input, originalText, touched)
    const others = live.filter((each) => !touched.includes(each))
    if (applyPatches(original, [...others, input]).text.trim() === '') {
      const message = 'A turn must keep at least one word.'
      throw new Refusal('invalid', message, { fields: { newText: message } })
    }
    const { turn, from, to, newText, replaces } = input
    return record(listeners, tx, { actor, ip }, video, row, records, {
      turn,
      from,
      to,
      originalText,
      newText,
      replaces,
      undoes: null,
    })
  })
}

export function undoCorrection(
  listeners: CorrectionListeners,
  { db, actor, ip }: Context,
  { videoId, id }: { videoId: string; id: string },
): Promise<Corrected> {
  return db.transaction(async (tx) => {
    const video = await requireCorrectable(tx, actor, videoId)
    const [undone] = await tx
      .select()
      .from(corrections)
      .where(and(eq(corrections.id, id), eq(corrections.videoId, videoId)))
    if (!undone) throw absent('correction')
    const row = await lockTurn(tx, videoId, undone.turn)
    // Read after locking because someone may have undone a correction in the meantime.
    const records = await listRecords(tx, videoId, undone.turn)
    const original = toOriginal(row)
    if (!keepLive(records, original.text).some((each) => each.id === id)) {
      const current = await readCorrections(tx, videoId, undone.turn)
      throw new Refusal('conflict', 'This correction is no longer in effect, so there is nothing to undo.', {
        current,
      })
    }
    const { turn, from, to, originalText, replaces } = undone
    const restored = records
      .filter((each) => replaces.includes(each.id))
      .map((each) => ({ from: each.from - from, to: each.to - from, newText: each.newText }))
    return record(listeners, tx, { actor, ip }, video, row, records, {
      turn,
      from,
      to,
      originalText,
      newText: applyPatches({ text: originalText, words: [], lines: null }, restored).text,
      replaces: [],
      undoes: id,
    })
  })
}

async function requireCorrectable(tx: Db, actor: Context['actor'], videoId: string): Promise<SeenVideo> {
  const video = await requireVideo(tx, actor, videoId)
  requireMay(actor, video, 'correct')
  return video
}

async function lockTurn(tx: Db, videoId: string, index: number): Promise<TurnRow> {
  const [row] = await tx
    .select()
    .from(transcriptTurns)
    .where(and(eq(transcriptTurns.videoId, videoId), eq(transcriptTurns.index, index)))
    .for('update')
  if (!row) throw absent('part of the transcript')
  return row
}

const isSame = (touched: readonly CorrectionRow[], ids: readonly string[]): boolean =>
  touched.length === new Set(ids).size && touched.every(({ id }) => ids.includes(id))

function refuseUnchanged({ from, to, newText }: Input, originalText: string, touched: readonly CorrectionRow[]): void {
  const [only] = touched
  const shown = touched.length === 0 ? originalText : only?.from === from && only.to === to ? only.newText : null
  if (shown !== newText) return
  const message = 'This is already the current text.'
  throw new Refusal('invalid', message, { fields: { newText: message } })
}

type Entry = Pick<CorrectionRow, 'turn' | 'from' | 'to' | 'originalText' | 'newText' | 'replaces' | 'undoes'>

async function record(
  listeners: CorrectionListeners,
  tx: Db,
  { actor, ip }: Who,
  video: SeenVideo,
  row: TurnRow,
  records: readonly CorrectionRow[],
  entry: Entry,
): Promise<Corrected> {
  const id = newId()
  const [made] = await tx
    .insert(corrections)
    .values({ id, videoId: video.id, ...entry, createdBy: actor.userId })
    .returning()
  const turn: Turn = await showCorrected(tx, row, [...records, made!])
  await listeners.corrected(tx, { videoId: video.id, turn: entry.turn, before: row.text, by: actor.userId })
  await recordAct(tx, {
    actor,
    ip,
    action: entry.undoes === null ? 'transcript.corrected' : 'transcript.correction_undone',
    entity: 'correction',
    entityId: id,
    caseId: video.caseId,
    // Transcript text must not be in the audit record. The correction itself contains both texts.
    details: { videoId: video.id, turn: entry.turn, from: entry.from, to: entry.to, undoes: entry.undoes },
  })
  const correction = (await readCorrections(tx, video.id, entry.turn)).find((each) => each.id === id)
  return { correction: correction!, turn }
}

export type CorrectionListeners = {
  corrected(tx: Db, change: { videoId: string; turn: number; before: string; by: string }): Promise<void>
}
