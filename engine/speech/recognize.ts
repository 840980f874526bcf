import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { getTotalMs } from '#contract/speakers/spans.ts'
import type { PartialTurn, Span } from '#contract/videos/analysis.ts'
import { type Transcript, type Turn, Word } from '#contract/videos/transcript.ts'
import { formatClock } from '#engine/transcript/clock.ts'
import { type Draft, finishTurns } from '#engine/transcript/draft.ts'
import { cutChunks } from './chunks.ts'
import { startTiming } from './timing.ts'
import type { Chunk, Transcriber } from './transcriber.ts'
import { availableParallelism } from 'node:os'
import type { Recognition } from '#engine/stage.ts'
import { findBuiltIn } from './builtin.ts'
import { pocketsphinxTranscriber } from './pocketsphinx.ts'
import { findModel } from './sherpa.model.ts'
import { sherpaTranscriber } from './sherpa.ts'

/** Files that start with `transcript.` are deleted when the stage restarts, so this name is different. */
const folderName = 'transcript_chunks'
const heartbeatMs = 1000
const unsureMs = 40_000
/** Recognition takes at least a tenth of the recording's length. Word timing takes a thirtieth. */
const hearingShare = 0.8
const Saved = z.object({ words: z.array(Word), dropped: z.int() })
type Saved = z.infer<typeof Saved>

type Recognizing = {
  transcriber: Transcriber
  wav: string
  regions: readonly Span[]
  folder: string
  signal: AbortSignal
  /** Called in any order for every finished chunk, including cached ones. */
  onText?: ((turns: readonly PartialTurn[]) => void) | undefined
}

/** Saves finished chunks in `folder` so a run can resume. Chunks without words become notes. */
export async function recognizeSpeech(
  work: Recognizing & { threads: number; progress(fraction: number): void },
): Promise<Transcript> {
  const chunks = await listChunks(work)
  const total = getTotalMs(chunks)
  let doneMs = 0
  let placed = 0
  const report = (): void =>
    work.progress(hearingShare * (total === 0 ? 1 : doneMs / total) + (1 - hearingShare) * placed)
  const heartbeat = setInterval(report, heartbeatMs)
  const timing = startTiming(chunks, { ...work, progress: (fraction) => (placed = fraction) })
  try {
    const results = await runChunks(work, chunks, (chunk, at, { words }) => {
      doneMs += chunk.endMs - chunk.startMs
      timing.add(at, words)
      report()
    })
    const words = await timing.finish()
    const dropped = results.reduce((sum, result) => sum + result.dropped, 0)
    return assemble(work.transcriber, chunks, words, dropped)
  } catch (error) {
    await timing.stop()
    throw error
  } finally {
    clearInterval(heartbeat)
  }
}

/**
 * Recognizes the start of the recording. Stops when it's done or `enough` is aborted. `recognizeSpeech` uses the
 * resulting chunks.
 */
export async function recognizeHead(work: Recognizing & { enough: AbortSignal; headMs: number }): Promise<void> {
  const chunks = await listChunks(work)
  const sure = chunks.filter((chunk) => chunk.endMs <= work.headMs - unsureMs)
  await runChunks(work, sure, () => {}, work.enough)
}

const listChunks = async ({ wav, regions, transcriber }: Recognizing): Promise<Chunk[]> =>
  (await cutChunks(wav, regions, transcriber.limits)).map((chunk) => ({ ...chunk, wav }))

async function runChunks(
  { transcriber, folder: root, signal, onText }: Recognizing,
  chunks: readonly Chunk[],
  onDone: (chunk: Chunk, at: number, saved: Saved) => void,
  enough?: AbortSignal,
): Promise<Saved[]> {
  const folder = await openFolder(join(root, folderName), transcriber)
  const results: Saved[] = []
  const failed = new AbortController()
  const work = { folder, signal: AbortSignal.any([signal, failed.signal]) }
  const next = chunks.entries()
  const runLane = async (): Promise<void> => {
    for (const [at, chunk] of next) {
      work.signal.throwIfAborted()
      if (enough?.aborted === true) return
      const saved = await recognizeChunk(transcriber, chunk, work)
      results[at] = saved
      onText?.(toPartial(saved.words))
      onDone(chunk, at, saved)
    }
  }
  const lanes = Array.from({ length: Math.max(1, transcriber.concurrency) }, () =>
    runLane().catch((error: unknown) => {
      failed.abort(error)
      throw error
    }),
  )
  const ended = await Promise.allSettled(lanes)
  signal.throwIfAborted()
  if (failed.signal.aborted) throw failed.signal.reason
  if (ended.some((lane) => lane.status === 'rejected'))
    throw new Error('a recognition lane exited early and reported no error')
  return results
}

const toPartial = (words: readonly Word[]): PartialTurn[] =>
  groupWords(words).map((group) => ({
    startMs: group[0]?.startMs ?? 0,
    endMs: group.at(-1)?.endMs ?? 0,
    text: group.map((word) => word.text).join(' '),
  }))

async function recognizeChunk(
  transcriber: Transcriber,
  chunk: Chunk,
  work: { folder: string; signal: AbortSignal },
): Promise<Saved> {
  const path = join(work.folder, `${chunk.startMs}-${chunk.endMs}-${hash(chunk.regions)}.json`)
  const saved = await readSaved(path)
  if (saved) return saved
  const heard = await transcriber.transcribe(chunk, work)
  const guarded = guardWords(heard.words, chunk.regions)
  await writeFile(`${path}.tmp`, JSON.stringify(guarded), { flush: true })
  await rename(`${path}.tmp`, path)
  return guarded
}

async function readSaved(path: string): Promise<Saved | null> {
  try {
    return Saved.parse(JSON.parse(await readFile(path, 'utf8')))
  } catch {
    return null
  }
}

async function openFolder(root: string, { id }: Transcriber): Promise<string> {
  const key = hash(id)
  await mkdir(join(root, key), { recursive: true })
  for (const other of await readdir(root)) if (other !== key) await rm(join(root, other), { recursive: true })
  return join(root, key)
}

const hash = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16)

function assemble(
  transcriber: Transcriber,
  chunks: readonly Chunk[],
  heard: readonly (readonly Word[])[],
  dropped: number,
): Transcript {
  const turns: Turn[] = []
  const warnings: string[] = []
  for (const [at, chunk] of chunks.entries()) {
    const words = heard[at] ?? []
    if (words.length === 0) {
      // Round up, because a short gap would show as "from 00:00:00 to 00:00:00".
      const endMs = Math.ceil(chunk.endMs / 1000) * 1000
      warnings.push(`No words were recognized from ${formatClock(chunk.startMs)} to ${formatClock(endMs)}.`)
    }
    turns.push(...formTurns(words, chunk))
  }
  if (dropped > 0)
    warnings.push(
      `${dropped === 1 ? '1 word was dropped because it' : `${dropped} words were dropped because they`} fell during silence or kept repeating.`,
    )
  return {
    source: transcriber.source,
    format: 'recognized',
    reason: transcriber.reason,
    language: null,
    turns: turns.map((turn, index) => ({ ...turn, index })),
    warnings,
  }
}

/**
 * It's better to have too many turns than too few. They're easy to join later, but a turn with two voices looks like
 * one person.
 */
const pauseMs = 600
const sentencePauseMs = 300

/**
 * Cuts at pauses so each turn is likely to be a single voice. A chunk without words becomes a "(Not recognized)" note.
 */
function formTurns(words: readonly Word[], chunk: Span): Turn[] {
  const drafts = groupWords(words).map((group): Draft => {
    const text = group.map((word) => word.text).join(' ')
    const [startMs, endMs] = [group[0]?.startMs ?? 0, group.at(-1)?.endMs ?? 0]
    return { speaker: null, role: 'unknown', jurorNumber: null, pieces: [{ text, startMs, endMs, words: group }] }
  })
  const hole: Draft = {
    speaker: null,
    role: 'note',
    jurorNumber: null,
    pieces: [{ text: '(Not recognized)', ...chunk }],
  }
  return finishTurns(drafts.length > 0 ? drafts : [hole])
}

function groupWords(words: readonly Word[]): Word[][] {
  const groups: Word[][] = []
  for (const word of words) {
    const group = groups.at(-1)
    const last = group?.at(-1)
    const pause = last ? word.startMs - last.endMs : Infinity
    const isCut = pause >= pauseMs || (pause >= sentencePauseMs && /[.?!]["”)]?$/.test(last?.text ?? ''))
    if (!group || isCut) groups.push([word])
    else group.push(word)
  }
  return groups
}

const toleranceMs = 500
/** The longest repeated phrase to check for, in words. Also the number of repetitions allowed for each length. */
const longestRepeat = 8
const allowedRepeats = (words: number): number => (words === 1 ? 5 : words <= 3 ? 3 : 2)

const fold = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}']/gu, '')

/**
 * Drops words that recognizers invent: words during silence, and endless repetitions of a phrase (but not its first
 * use).
 */
export function guardWords(words: readonly Word[], regions: readonly Span[]): { words: Word[]; dropped: number } {
  const spoken = words
    .filter((word) => {
      const middle = (word.startMs + word.endMs) / 2
      return regions.some((region) => middle >= region.startMs - toleranceMs && middle <= region.endMs + toleranceMs)
    })
    .sort((a, b) => a.startMs - b.startMs)
  const kept = dropRepeats(spoken)
  return { words: kept, dropped: words.length - kept.length }
}

function dropRepeats(words: readonly Word[]): Word[] {
  let kept = [...words]
  for (let length = 1; length <= longestRepeat; length++) {
    const folded = kept.map((word) => fold(word.text))
    const result: Word[] = []
    for (let at = 0; at < kept.length;) {
      const times = countRepeats(folded, at, length)
      if (times > allowedRepeats(length)) {
        result.push(...kept.slice(at, at + length))
        at += times * length
      } else {
        const word = kept[at]
        if (word) result.push(word)
        at += 1
      }
    }
    kept = result
  }
  return kept
}

function countRepeats(folded: readonly string[], at: number, length: number): number {
  let times = 1
  for (let next = at + length; next + length <= folded.length; next += length) {
    for (let offset = 0; offset < length; offset++) if (folded[at + offset] !== folded[next + offset]) return times
    times += 1
  }
  return times
}

/**
 * Uses the first source that's available: the service, the model folder, the built-in model, or the draft. If the
 * service fails, nothing else is used.
 */
export async function chooseTranscriber(recognition: Recognition, threads: number): Promise<Transcriber | null> {
  if (recognition.endpoint) {
    const { openaiTranscriber } = await import('./openai.ts')
    return openaiTranscriber(recognition.endpoint)
  }
  // Leave one core free for playback, except with the built-in model, which is light enough to use all cores.
  const lanes = Math.max(1, Math.min(threads, availableParallelism() - 1))
  const model = recognition.modelFolder === null ? null : await findModel(recognition.modelFolder)
  if (model) return sherpaTranscriber(model, lanes)
  const builtIn = recognition.allowBuiltIn === true ? findBuiltIn() : null
  if (builtIn) return sherpaTranscriber(builtIn, Math.min(threads, availableParallelism()))
  return recognition.allowDraft ? pocketsphinxTranscriber(lanes) : null
}
