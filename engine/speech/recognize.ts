import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Span } from '#contract/analysis.ts'
import { type Transcript, type Turn, Word } from '#contract/transcript.ts'
import { formatClock } from '#engine/transcript/clock.ts'
import { cutChunks } from './chunks.ts'
import { guardWords } from './guards.ts'
import type { Chunk, Transcriber } from './transcriber.ts'
import { formTurns } from './turns.ts'

/** The folder of finished chunks. Not `transcript.…`: files of that form are cleared when a stage begins anew. */
const folderName = 'transcript_chunks'
const heartbeatMs = 1000
const Saved = z.object({ words: z.array(Word), dropped: z.int() })
type Saved = z.infer<typeof Saved>

/**
 * Writes down the regions of speech of a recording with one transcriber from beginning to end. Every finished chunk is
 * kept in `folder`, so that a killed run goes on where it was. A stretch in which nothing was recognised becomes a note.
 */
export async function recognizeSpeech(options: {
  transcriber: Transcriber
  wav: string
  regions: readonly Span[]
  folder: string
  signal: AbortSignal
  progress(fraction: number): void
}): Promise<Transcript> {
  const { transcriber, wav, regions, signal } = options
  const chunks = (await cutChunks(wav, regions)).map((chunk): Chunk => ({ ...chunk, wav }))
  const key = createHash('sha256')
    .update(JSON.stringify([transcriber.id, chunks.map(({ startMs, endMs }) => [startMs, endMs])]))
    .digest('hex')
    .slice(0, 16)
  const folder = await openFolder(join(options.folder, folderName), key)
  const total = chunks.reduce((sum, chunk) => sum + chunk.endMs - chunk.startMs, 0)
  let doneMs = 0
  const results: Saved[] = []
  const report = (): void => options.progress(total === 0 ? 1 : doneMs / total)
  const failed = new AbortController()
  const work = { folder, signal: AbortSignal.any([signal, failed.signal]) }
  const next = chunks.entries()
  const runLane = async (): Promise<void> => {
    for (const [at, chunk] of next) {
      work.signal.throwIfAborted()
      results[at] = await recognizeChunk(transcriber, chunk, work)
      doneMs += chunk.endMs - chunk.startMs
      report()
    }
  }
  const lanes = Array.from({ length: Math.max(1, transcriber.concurrency) }, () =>
    runLane().catch((error: unknown) => {
      // The first fault ends the others; waiting for them all leaves nothing running behind.
      failed.abort(error)
      throw error
    }),
  )
  // A chunk may take minutes on a slow service; silence would be taken for a hang.
  const heartbeat = setInterval(report, heartbeatMs)
  const ended = await Promise.allSettled(lanes)
  clearInterval(heartbeat)
  signal.throwIfAborted()
  if (failed.signal.aborted) throw failed.signal.reason
  if (ended.some((lane) => lane.status === 'rejected'))
    throw new Error('a lane of recognition ended without saying why')
  return assemble(transcriber, chunks, results)
}

async function recognizeChunk(
  transcriber: Transcriber,
  chunk: Chunk,
  work: { folder: string; signal: AbortSignal },
): Promise<Saved> {
  const path = join(work.folder, `${chunk.startMs}-${chunk.endMs}.json`)
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

/** One folder for each transcriber and cut; those of other settings are removed, so that words of two never mix. */
async function openFolder(root: string, key: string): Promise<string> {
  await mkdir(join(root, key), { recursive: true })
  for (const other of await readdir(root)) if (other !== key) await rm(join(root, other), { recursive: true })
  return join(root, key)
}

function assemble(transcriber: Transcriber, chunks: readonly Chunk[], results: readonly Saved[]): Transcript {
  const turns: Turn[] = []
  const warnings: string[] = []
  const dropped = results.reduce((sum, result) => sum + result.dropped, 0)
  for (const [at, chunk] of chunks.entries()) {
    const words = results[at]?.words ?? []
    if (words.length === 0)
      warnings.push(`No words were recognised from ${formatClock(chunk.startMs)} to ${formatClock(chunk.endMs)}.`)
    turns.push(...formTurns(words, chunk))
  }
  if (dropped > 0)
    warnings.push(
      `${dropped} ${dropped === 1 ? 'word was' : 'words were'} left out that stood in silence or were repeated without end.`,
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
