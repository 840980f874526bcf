import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { getTotalMs } from '#contract/speakers/spans.ts'
import type { PartialTurn, Span } from '#contract/videos/analysis.ts'
import { type Transcript, type Turn, Word } from '#contract/videos/transcript.ts'
import { removeKept } from '#engine/align/align.ts'
import { placeCueWords } from '#engine/align/cues.ts'
import { findSphinx, type Work } from '#engine/align/sphinx.ts'
import { formatClock } from '#engine/transcript/clock.ts'
import { type Draft, finishTurns } from '#engine/transcript/draft.ts'
import { cutChunks } from './chunks.ts'
import type { Chunk, Transcriber } from './transcriber.ts'

/** The folder of finished chunks. Not `transcript.…`: files of that form are cleared when a stage begins anew. */
const folderName = 'transcript_chunks'
const heartbeatMs = 1000
/** How much of the recording behind a chunk may decide where it ends. */
const unsureMs = 40_000
/** Of the work, about: a recogniser takes a tenth of the recording's length and more, placing its words a thirtieth. */
const hearingShare = 0.8
const Saved = z.object({ words: z.array(Word), dropped: z.int() })
type Saved = z.infer<typeof Saved>

type Recognizing = {
  transcriber: Transcriber
  wav: string
  regions: readonly Span[]
  folder: string
  signal: AbortSignal
  /** Called for every chunk that is done, those of an earlier run too; not in the order of time. */
  tell?: ((turns: readonly PartialTurn[]) => void) | undefined
}

/**
 * Writes down the regions of speech of a recording with one transcriber from beginning to end. Every finished chunk is
 * kept in `folder`, so that a killed run goes on where it was. A stretch in which nothing was recognised becomes a note.
 * The threads are for finding when each word was said, where the transcriber does not tell.
 */
export async function recognizeSpeech(
  work: Recognizing & { threads: number; progress(fraction: number): void },
): Promise<Transcript> {
  const chunks = await listChunks(work)
  const total = getTotalMs(chunks)
  let doneMs = 0
  let placed = 0
  const report = (): void =>
    work.progress(hearingShare * (total === 0 ? 1 : doneMs / total) + (1 - hearingShare) * placed)
  // A chunk may take minutes on a slow service; silence would be taken for a hang.
  const heartbeat = setInterval(report, heartbeatMs)
  try {
    const results = await runChunks(work, chunks, (chunk) => {
      doneMs += chunk.endMs - chunk.startMs
      report()
    })
    const words = await timeWords(
      chunks,
      results.map((result) => result.words),
      { ...work, progress: (fraction) => (placed = fraction) },
    )
    const dropped = results.reduce((sum, result) => sum + result.dropped, 0)
    return assemble(work.transcriber, chunks, words, dropped)
  } finally {
    clearInterval(heartbeat)
  }
}

/**
 * The same for the head of a recording, of which `wav` and `regions` are no more than that, until it is done or `enough`
 * is aborted: its chunks are kept, and `recognizeSpeech` in the same folder begins with them.
 */
export async function recognizeHead(work: Recognizing & { enough: AbortSignal; headMs: number }): Promise<void> {
  const chunks = await listChunks(work)
  // The last chunks may be cut otherwise once it is known what follows.
  const sure = chunks.filter((chunk) => chunk.endMs <= work.headMs - unsureMs)
  await runChunks(work, sure, () => {}, work.enough)
}

const listChunks = async ({ wav, regions }: Recognizing): Promise<Chunk[]> =>
  (await cutChunks(wav, regions)).map((chunk) => ({ ...chunk, wav }))

async function runChunks(
  { transcriber, folder: root, signal, tell }: Recognizing,
  chunks: readonly Chunk[],
  onDone: (chunk: Chunk) => void,
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
      tell?.(toPartial(saved.words))
      onDone(chunk)
    }
  }
  const lanes = Array.from({ length: Math.max(1, transcriber.concurrency) }, () =>
    runLane().catch((error: unknown) => {
      // The first fault ends the others; waiting for them all leaves nothing running behind.
      failed.abort(error)
      throw error
    }),
  )
  const ended = await Promise.allSettled(lanes)
  signal.throwIfAborted()
  if (failed.signal.aborted) throw failed.signal.reason
  if (ended.some((lane) => lane.status === 'rejected'))
    throw new Error('a lane of recognition ended without saying why')
  return results
}

/** What may be read already: the turns that the words of a chunk make, without its holes. */
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

/** One folder for each transcriber; that of another is removed, so that words of two never mix. */
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
      // The end is rounded up: what is shorter than a second is not "from 00:00:00 to 00:00:00".
      const endMs = Math.ceil(chunk.endMs / 1000) * 1000
      warnings.push(`No words were recognised from ${formatClock(chunk.startMs)} to ${formatClock(endMs)}.`)
    }
    turns.push(...formTurns(words, chunk))
  }
  if (dropped > 0)
    warnings.push(
      `${dropped === 1 ? '1 word was left out that stood in silence or was' : `${dropped} words were left out that stood in silence or were`} repeated without end.`,
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
 * A pause after which somebody else may be speaking; after the end of a sentence a shorter one does. Rather too many turns
 * than one with two voices: turns of one voice can be joined later, words of two in one turn read as one person's.
 */
const pauseMs = 600
const sentencePauseMs = 300

/**
 * Turns without speakers from recognised words, cut at pauses so that each is likely one voice. A chunk in which nothing
 * was recognised becomes the note "(Not recognised)": a hole is shown, never filled.
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
    pieces: [{ text: '(Not recognised)', ...chunk }],
  }
  return finishTurns(drafts.length > 0 ? drafts : [hole])
}

/** Words cut at pauses, in their order. */
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

/** A recogniser's clock and the detector's differ by up to this much. */
const toleranceMs = 500
/** Longest run of words that is looked at for repeats, and how often each length may be said in a row. */
const longestRepeat = 8
const allowedRepeats = (words: number): number => (words === 1 ? 5 : words <= 3 ? 3 : 2)

const fold = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}']/gu, '')

/**
 * Leaves out what recognisers invent: words in silence, and phrases said over and over ("thank you thank you thank you
 * thank you"), of which the first stays. What is left is in order of time. Nothing is put in the place of what goes.
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

/** How often the `length` words from `at` on stand there in a row. */
function countRepeats(folded: readonly string[], at: number, length: number): number {
  let times = 1
  for (let next = at + length; next + length <= folded.length; next += length) {
    for (let offset = 0; offset < length; offset++) if (folded[at + offset] !== folded[next + offset]) return times
    times += 1
  }
  return times
}

/** Of what a recogniser heard in a stretch, a forced grammar finds nearly all; of two words by chance, one. */
const heardShare = 0.6

/**
 * Whisper and Moonshine say what was said in a chunk, and not when. Their words are forced on the chunk's sound with
 * PocketSphinx, as those of captions are; a word that is not heard there keeps its estimate between those that are, and
 * where PocketSphinx is missing all do. Words that came with times stay. `words[i]` are those of `chunks[i]`.
 */
async function timeWords(chunks: readonly Chunk[], words: readonly (readonly Word[])[], work: Work): Promise<Word[][]> {
  const sphinx = findSphinx()
  const given = words.map((list) => [...list])
  const untimed = [...chunks.entries()].filter(([at]) => isUntimed(given[at] ?? []))
  const audioPath = chunks[0]?.wav
  if (sphinx === null || audioPath === undefined || untimed.length === 0) return given
  const turns = untimed.map(([at], index) => asTurn(index, given[at] ?? []))
  const regions = untimed.flatMap(([, chunk]) => chunk.regions)
  const placed = await placeCueWords({ sphinx, audioPath, regions, turns, work, share: heardShare })
  await removeKept(work.folder)
  for (const [index, [at]] of untimed.entries())
    given[at] = keepConfidence(placed.turns[index]?.words ?? [], given[at] ?? [])
  return given
}

/** How surely a word was placed says nothing of whether it is the word that was said. */
const keepConfidence = (placed: readonly Word[], heard: readonly Word[]): Word[] =>
  placed.map((word, at) => ({ ...word, confidence: heard[at]?.confidence ?? null }))

const isUntimed = (words: readonly Word[]): boolean => words.length > 0 && words.every((word) => word.estimated)

/** Words of one chunk, or of the segments of it that a service timed, which lie where their estimates begin and end. */
function asTurn(index: number, words: Word[]): Turn {
  const [startMs, endMs] = [words[0]?.startMs ?? 0, words.at(-1)?.endMs ?? 0]
  return {
    index,
    speaker: null,
    role: 'unknown',
    jurorNumber: null,
    text: words.map((word) => word.text).join(' '),
    words,
    startMs,
    endMs,
    page: null,
    line: null,
    cues: [{ word: 0, startMs, endMs }],
  }
}
