import { and, asc, desc, eq, inArray, ne, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { unidentified } from '#contract/videos/transcript.ts'
import type * as contract from '#contract/speakers/voices.ts'
import { analysisRuns, transcriptTurns } from '#server/features/analysis/analysis.table.ts'
import { isRegrouping, restartGrouping } from '#server/features/analysis/runs/runs.service.ts'
import { recordAct } from '#server/features/audit/audit.service.ts'
import { requireMay, requireVideo, type SeenVideo } from '#server/features/videos/videos.access.ts'
import type { Db } from '#server/platform/db.ts'
import { absent, Refusal } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/http/route.ts'
import { speakerAssignments, voiceAnchors, voiceMerges, type VoiceSnapshot, voiceWishes } from './speakers.table.ts'
import { moveTurns } from './turns.queries.ts'
import { keepUndo, readUndo, snapshotVoices } from './undo.queries.ts'
import { readVoices } from './voices.queries.ts'
import { readSpeakerMethod } from './voices.queries.ts'

/** When voices are merged, each of them is identified by this many of its longest turns. */
const turnsPerHalf = 3

type Turn = typeof transcriptTurns.$inferSelect
export type Change = {
  tx: Db
  video: SeenVideo
  version: number
  undo: VoiceSnapshot | null
}

export function nameTurns(
  context: Context,
  videoId: string,
  { version, grouping, turns, label }: z.output<typeof contract.nameTurns.input>,
): Promise<contract.Voices> {
  return change(context, videoId, { version, grouping }, async ({ tx }) => {
    const rows = await tx
      .select()
      .from(transcriptTurns)
      .where(and(eq(transcriptTurns.videoId, videoId), inArray(transcriptTurns.index, turns)))
    if (rows.length !== new Set(turns).size) throw absent('part of the transcript')
    const known = await listLabels(tx, videoId)
    if (label !== null) requireIdentified({ label })
    if (label !== null && !known.includes(label)) {
      const message = 'Choose a voice in this video.'
      throw new Refusal('invalid', message, { fields: { label: message } })
    }
    const timed = rows.filter((row) => row.role !== 'note').map((row) => ({ row, span: toSpan(row) }))
    if (timed.length < rows.length || timed.some(({ span }) => span === null)) {
      const message = 'Choose spoken turns that have timecodes.'
      throw new Refusal('invalid', message, { fields: { turns: message } })
    }
    const into = label ?? (await makeLabel(tx, videoId))
    const by = context.actor.userId
    const marks = timed.flatMap(({ span }) => (span ? [{ ...span, label: into }] : []))
    await anchorSpans(tx, videoId, by, marks)
    await moveTurns(tx, videoId, turns, into)
    if (label === null) {
      // Mark the remaining turns as a different person. Otherwise, regrouping could merge them into the new voice.
      const sources = new Set(rows.flatMap(({ speaker }) => speaker ?? []))
      for (const from of sources) {
        const [longest] = from === unidentified ? [] : await findLongest(tx, videoId, from)
        if (longest) await anchorSpans(tx, videoId, by, [{ ...longest, label: from }])
      }
    }
    return { action: label === null ? 'voice.split' : 'voice.named', details: { label: into, turns: turns.length } }
  })
}

export function mergeVoices(
  context: Context,
  videoId: string,
  { version, grouping, from, into }: z.output<typeof contract.mergeVoices.input>,
): Promise<contract.Voices> {
  return change(context, videoId, { version, grouping }, async ({ tx }) => {
    const known = await listLabels(tx, videoId)
    requireIdentified({ from, into })
    for (const [field, label] of Object.entries({ from, into })) {
      if (known.includes(label)) continue
      const message = 'Choose a voice in this video.'
      throw new Refusal('invalid', message, { fields: { [field]: message } })
    }
    const by = context.actor.userId
    if ((await readSpeakerMethod(tx, videoId)) === 'voices') {
      for (const label of [from, into]) {
        const longest = await findLongest(tx, videoId, label)
        await anchorSpans(
          tx,
          videoId,
          by,
          longest.map((span) => ({ ...span, label: into })),
        )
      }
    } else {
      await tx.update(voiceMerges).set({ intoLabel: into }).where(mergedInto(videoId, from))
      await tx.delete(voiceMerges).where(and(eq(voiceMerges.videoId, videoId), eq(voiceMerges.fromLabel, into)))
      await tx
        .insert(voiceMerges)
        .values({ videoId, fromLabel: from, intoLabel: into, saidBy: by })
        .onConflictDoUpdate({
          target: [voiceMerges.videoId, voiceMerges.fromLabel],
          set: { intoLabel: into, saidBy: by, saidAt: new Date() },
        })
    }
    await tx
      .update(voiceAnchors)
      .set({ label: into })
      .where(and(eq(voiceAnchors.videoId, videoId), eq(voiceAnchors.label, from)))
    const rows = await tx
      .select({ index: transcriptTurns.index })
      .from(transcriptTurns)
      .where(and(eq(transcriptTurns.videoId, videoId), eq(transcriptTurns.speaker, from)))
    const turns = rows.map(({ index }) => index)
    await moveTurns(tx, videoId, turns, into)
    await joinAssignments(tx, videoId, from, into)
    return { action: 'voice.merged', details: { from, into, turns: turns.length } }
  })
}

export function regroupVoices(
  context: Context,
  videoId: string,
  { version, count, isClosed }: z.output<typeof contract.regroupVoices.input>,
): Promise<contract.Voices> {
  return change(context, videoId, { version }, async ({ tx, video }) => {
    const method = await readSpeakerMethod(tx, videoId)
    if (method === 'transcript') {
      throw new Refusal('conflict', 'This video’s transcript names its speakers, so there are no voices to regroup.')
    }
    if (!video.receivedAt || !method) throw new Refusal('conflict', 'This video hasn’t been processed yet.')
    const [last] = await tx
      .select({ state: analysisRuns.state, redoFrom: analysisRuns.redoFrom })
      .from(analysisRuns)
      .where(eq(analysisRuns.videoId, videoId))
      .orderBy(desc(analysisRuns.number))
      .limit(1)
    if ((last?.state === 'queued' || last?.state === 'running') && !isRegrouping(last)) {
      throw new Refusal('conflict', 'This video is already being processed. Wait until it finishes.')
    }
    if (isClosed && !(await isAnyNamed(tx, videoId))) {
      const message = 'Assign at least one turn or identify one of the voices first.'
      throw new Refusal('invalid', message, { fields: { isClosed: message } })
    }
    await tx.update(voiceWishes).set({ voiceCount: count, isClosed }).where(eq(voiceWishes.videoId, videoId))
    return { action: 'voice.regrouped', details: { count, isClosed } }
  })
}

const change = (
  context: Context,
  videoId: string,
  shown: Shown,
  work: (change: Change) => Promise<Done>,
): Promise<contract.Voices> => changeVoices(context, videoId, shown, { read: readVoices, work })

export type Done = {
  action: `voice.${'named' | 'split' | 'merged' | 'regrouped' | 'undone'}` | 'speaker.assigned' | 'speaker.unassigned'
  details: object
}
/** The state the user saw. `grouping` is omitted if the command doesn't depend on labels. */
export type Shown = { version: number; grouping?: string | undefined }
type Current = { version: number; grouping: string | null }

export function requireCurrent(current: Current, { version, grouping }: Shown): void {
  if (current.version === version && (grouping === undefined || current.grouping === grouping)) return
  throw new Refusal('conflict', 'Someone else changed the voices. Review their changes, then try again.', { current })
}

type Work<R> = {
  read: (db: Db, actor: Context['actor'], video: SeenVideo) => Promise<R>
  work: (change: Change) => Promise<Done>
  /** Prevents a second undo from acting as a redo. */
  isUndo?: boolean
}

/**
 * Serializes voice changes and regroups voices after each one. Throws `conflict` with the result of `read` if the user
 * saw an older state.
 */
export function changeVoices<R extends Current>(
  { db, actor, ip, parts }: Context,
  videoId: string,
  shown: Shown,
  { read, work, isUndo = false }: Work<R>,
): Promise<R> {
  return db.transaction(async (tx) => {
    const video = await requireVideo(tx, actor, videoId, 'edit')
    requireMay(actor, video, 'correct')
    requireCurrent(await read(tx, actor, video), shown)
    const before = isUndo ? null : await snapshotVoices(tx, videoId)
    const undo = isUndo ? await readUndo(tx, videoId, 'lock') : null
    const version = await raiseVersion(tx, videoId, actor.userId)
    const { action, details } = await work({ tx, video, version, undo })
    if (before) await keepUndo(tx, videoId, before)
    await restartGrouping(tx, parts, videoId, actor.userId)
    await recordAct(tx, {
      actor,
      ip,
      action,
      entity: 'video',
      entityId: videoId,
      caseId: video.caseId,
      details: { ...details },
    })
    return read(tx, actor, video)
  })
}

/** After this, the previous change can't be undone. */
export async function raiseVersion(tx: Db, videoId: string, by: string): Promise<number> {
  const values = { changedBy: by, changedAt: new Date(), undo: null }
  const [wish] = await tx
    .insert(voiceWishes)
    .values({ videoId, ...values })
    .onConflictDoUpdate({ target: voiceWishes.videoId, set: { ...values, version: sql`${voiceWishes.version} + 1` } })
    .returning({ version: voiceWishes.version })
  return wish!.version
}

/** The unidentified group contains many people, so it can't be assigned or merged. */
export function requireIdentified(fields: Record<string, string>): void {
  for (const [field, label] of Object.entries(fields)) {
    if (label !== unidentified) continue
    const message = 'These turns are unidentified. Choose a voice, or assign the turns one by one.'
    throw new Refusal('invalid', message, { fields: { [field]: message } })
  }
}

const mergedInto = (videoId: string, label: string) =>
  and(eq(voiceMerges.videoId, videoId), eq(voiceMerges.intoLabel, label))

async function listLabels(tx: Db, videoId: string): Promise<string[]> {
  const rows = await tx
    .selectDistinct({ label: transcriptTurns.speaker })
    .from(transcriptTurns)
    .where(and(eq(transcriptTurns.videoId, videoId), ne(transcriptTurns.role, 'note')))
  return rows.flatMap(({ label }) => (label === null ? [] : [label]))
}

/** Includes labels that have assignments but no turns so that a new voice doesn't inherit those assignments. */
async function listUsedLabels(tx: Db, videoId: string): Promise<string[]> {
  const assigned = await tx
    .select({ label: speakerAssignments.label })
    .from(speakerAssignments)
    .where(eq(speakerAssignments.videoId, videoId))
  const merged = await tx
    .select({ label: voiceMerges.fromLabel })
    .from(voiceMerges)
    .where(eq(voiceMerges.videoId, videoId))
  return [...assigned, ...merged].map(({ label }) => label)
}

export async function makeLabel(tx: Db, videoId: string): Promise<string> {
  const known = new Set([...(await listLabels(tx, videoId)), ...(await listUsedLabels(tx, videoId))])
  let number = 1
  while (known.has(`voice-${number}`)) number += 1
  return `voice-${number}`
}

export const toSpan = ({ startMs, endMs }: Pick<Turn, 'startMs' | 'endMs'>) =>
  startMs === null || endMs === null || endMs <= startMs ? null : { startMs, endMs }

async function findLongest(tx: Db, videoId: string, label: string) {
  const rows = await tx
    .select({ startMs: transcriptTurns.startMs, endMs: transcriptTurns.endMs })
    .from(transcriptTurns)
    .where(and(eq(transcriptTurns.videoId, videoId), eq(transcriptTurns.speaker, label)))
    .orderBy(sql`${transcriptTurns.endMs} - ${transcriptTurns.startMs} desc nulls last`, asc(transcriptTurns.index))
    .limit(turnsPerHalf)
  return rows.flatMap((row) => toSpan(row) ?? [])
}

const anchorsPerStatement = 1000

/** Regrouping keeps these spans with their labels. If two start at the same time, the later one wins. */
export async function anchorSpans(
  tx: Db,
  videoId: string,
  saidBy: string,
  marks: Iterable<{ startMs: number; endMs: number; label: string }>,
): Promise<void> {
  const saidAt = new Date()
  const byStart = new Map([...marks].map((mark) => [mark.startMs, { videoId, ...mark, saidBy, saidAt }]))
  const values = [...byStart.values()]
  for (let at = 0; at < values.length; at += anchorsPerStatement)
    await tx
      .insert(voiceAnchors)
      .values(values.slice(at, at + anchorsPerStatement))
      .onConflictDoUpdate({
        target: [voiceAnchors.videoId, voiceAnchors.startMs],
        set: {
          endMs: sql`excluded.end_ms`,
          label: sql`excluded.label`,
          saidBy: sql`excluded.said_by`,
          saidAt: sql`excluded.said_at`,
        },
      })
}

async function joinAssignments(tx: Db, videoId: string, from: string, into: string): Promise<void> {
  const of = (label: string) => and(eq(speakerAssignments.videoId, videoId), eq(speakerAssignments.label, label))
  const [other] = await tx.select({ label: speakerAssignments.label }).from(speakerAssignments).where(of(into))
  if (other) await tx.delete(speakerAssignments).where(of(from))
  else await tx.update(speakerAssignments).set({ label: into }).where(of(from))
}

async function isAnyNamed(tx: Db, videoId: string): Promise<boolean> {
  const [anchored] = await tx
    .select({ label: voiceAnchors.label })
    .from(voiceAnchors)
    .where(eq(voiceAnchors.videoId, videoId))
    .limit(1)
  const [assigned] = await tx
    .select({ label: speakerAssignments.label })
    .from(speakerAssignments)
    .where(eq(speakerAssignments.videoId, videoId))
    .limit(1)
  return anchored !== undefined || assigned !== undefined
}
