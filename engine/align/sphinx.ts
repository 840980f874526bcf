/** The only place that starts PocketSphinx: many stretches of one recording, decoded in one process. */
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, delimiter, dirname, join } from 'node:path'
import { runLimited } from '../media/process.ts'
import { sampleRate } from '../voice/wav.ts'

/** PocketSphinx counts time in frames of a hundredth of a second. */
export const framesPerSecond = 100
const samplesPerFrame = sampleRate / framesPerSecond

/** Where Debian, a local build and Homebrew put the models. */
const modelFolders = ['/usr/share', '/usr/local/share', '/opt/homebrew/share'].map((root) =>
  join(root, 'pocketsphinx/model/en-us'),
)

/** Decoding runs at about a tenth of real time; at ten times real time something hangs. */
const limitPerSecond = 10
const leastLimitSeconds = 60

export type Sphinx = { program: string; acoustics: string; dictionary: string; languageModel: string }

/** The program and its English models, or null where they are not installed. */
export function findSphinx(): Sphinx | null {
  const folder = modelFolders.find((candidate) => existsSync(join(candidate, 'en-us/mdef')))
  const program = (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((path) => join(path, 'pocketsphinx_batch'))
    .find((path) => existsSync(path))
  if (folder === undefined || program === undefined) return null
  return {
    program,
    acoustics: join(folder, 'en-us'),
    dictionary: join(folder, 'cmudict-en-us.dict'),
    languageModel: join(folder, 'en-us.lm.bin'),
  }
}

/** A stretch of the recording, in frames from its beginning. `grammar` is the text of an FSG for this stretch alone. */
type Stretch = { fromFrame: number; toFrame: number; grammar?: string }

/** A word as decoded, in frames from the beginning of the recording. `score` is the mean acoustic score a frame: 0 is best. */
export type Heard = { word: string; fromFrame: number; toFrame: number; score: number }

export type Decoding = {
  sphinx: Sphinx
  /** 16 kHz mono 16-bit PCM in a WAV file, and where its samples begin. */
  audio: { path: string; headerBytes: number }
  dictionary: string
  /** Absent where every stretch has its own grammar. */
  languageModel?: string
  /** Further arguments, such as beams. */
  tuning: readonly string[]
}

/** One line of the segmentation file: `id S scale T total A acoustic L language (frame score score word)... lastFrame`. */
function parseSegments(line: string, offset: number, unit: number): Heard[] {
  const fields = line.trim().split(/\s+/).slice(9)
  const heard: Heard[] = []
  for (let i = 0; i + 4 < fields.length; i += 4) {
    const from = Number(fields[i])
    // The next segment's first frame is this one's end; after the last stands the frame count.
    const to = Number(fields[i + 4])
    const word = fields[i + 3] ?? ''
    if (word === '(NULL)' || to <= from) continue
    // The word recogniser writes scores in units 1024 times finer than the grammar does.
    const score = Number(fields[i + 1]) / (to - from) / unit
    heard.push({ word: word.replace(/\(\d+\)$/, ''), fromFrame: offset + from, toFrame: offset + to, score })
  }
  return heard
}

const limits = { memoryMiB: 1024, fileMiB: 1024, silentSeconds: null, stdoutMiB: 1024 }

/** Runs the program; `alive` is called whenever it reports work. */
async function run(program: string, args: string[], totalSeconds: number, signal: AbortSignal, alive: () => void) {
  let report = ''
  const ended = await runLimited({
    command: 'sh',
    // It reports on stderr; its stdout is empty.
    args: ['-c', 'exec "$@" 2>&1', 'sh', program, ...args],
    limits: { ...limits, totalSeconds },
    signal,
    onStdout(text) {
      report = (report + text).slice(-4000)
      alive()
    },
  })
  if (ended.killedFor !== null)
    throw new Error(`PocketSphinx gave no result within ${Math.round(totalSeconds)} seconds.`)
  if (ended.code !== 0)
    throw new Error(
      `PocketSphinx ended with code ${ended.code ?? ended.exitSignal}: ${report.match(/(?:FATAL|ERROR).*/g)?.at(-1) ?? ''}`,
    )
}

/**
 * The words of each stretch, in the order of the stretches; an empty list where the grammar did not fit the audio.
 * Writes its files under `name` in `folder` and keeps the result there: a second call with the same name reads it back.
 */
export async function decode(
  decoding: Decoding,
  stretches: readonly Stretch[],
  { folder, name, signal, alive }: { folder: string; name: string; signal: AbortSignal; alive: () => void },
): Promise<Heard[][]> {
  const result = join(folder, `${name}.seg`)
  const grammars = stretches.every(({ grammar }) => grammar !== undefined)
  if (!existsSync(result)) {
    const scratch = join(folder, `${name}.tmp`)
    await rm(scratch, { recursive: true, force: true })
    await mkdir(scratch, { recursive: true })
    const at = (file: string) => join(scratch, file)
    const control = stretches.map(
      ({ fromFrame, toFrame }, i) => `${basename(decoding.audio.path)} ${fromFrame} ${toFrame} ${i}\n`,
    )
    await writeFile(at('control'), control.join(''))
    if (grammars) {
      await writeFile(at('grammars'), stretches.map((_, i) => `${i}.fsg\n`).join(''))
      for (const [i, { grammar }] of stretches.entries()) await writeFile(at(`${i}.fsg`), grammar ?? '')
    }
    const model = grammars
      ? ['-fsgctl', at('grammars'), '-fsgdir', scratch]
      : ['-lm', decoding.languageModel ?? decoding.sphinx.languageModel]
    const seconds = stretches.reduce((sum, { fromFrame, toFrame }) => sum + toFrame - fromFrame, 0) / framesPerSecond
    const { sphinx, audio, dictionary, tuning } = decoding
    const files = ['-ctl', at('control'), '-hypseg', at('result'), '-hmm', sphinx.acoustics, '-dict', dictionary]
    // The list of stretches is split at spaces: only this argument may hold a folder with one in its name.
    const sound = ['-adcin', 'yes', '-adchdr', String(audio.headerBytes), '-cepdir', dirname(audio.path), '-cepext', '']
    // Dropped silences would shift the time of every later word.
    const args = [...files, ...model, ...sound, '-remove_silence', 'no', ...tuning]
    await run(sphinx.program, args, Math.max(leastLimitSeconds, seconds * limitPerSecond), signal, alive)
    await rename(at('result'), result)
    await rm(scratch, { recursive: true })
  }
  const lines = (await readFile(result, 'utf8')).split('\n')
  return stretches.map(({ fromFrame }, i) => parseSegments(lines[i] ?? '', fromFrame, grammars ? 1 : 1024))
}

/** How many samples a frame spans; the last, shorter frame of a recording is not decoded. */
export const countFrames = (samples: number): number => Math.floor(samples / samplesPerFrame)

/** One batch: long enough that loading the models (0.2 s) costs nothing, short enough that little is lost when killed. */
const batchFrames = 120 * framesPerSecond

export type Work = {
  folder: string
  threads: number
  signal: AbortSignal
  /** Fraction done of what is being listened to, 0 to 1; also called without change while the decoder lives. */
  progress: (fraction: number) => void
}

/** Decodes all stretches; `describe` makes the files a batch needs just before it runs, so that few lie on the disk. */
export async function listen(
  stretches: readonly Stretch[],
  name: string,
  describe: (batch: readonly Stretch[], name: string) => Promise<Decoding>,
  work: Work,
): Promise<Heard[][]> {
  const batches: Stretch[][] = []
  let frames = Infinity
  for (const stretch of stretches) {
    if (frames > batchFrames) {
      batches.push([])
      frames = 0
    }
    batches.at(-1)?.push(stretch)
    frames += stretch.toFrame - stretch.fromFrame
  }
  const results: Heard[][][] = []
  let next = 0
  let done = 0
  // One failing worker stops the others: their results would be thrown away.
  const stop = new AbortController()
  const signal = AbortSignal.any([work.signal, stop.signal])
  const alive = () => work.progress(done / Math.max(1, batches.length))
  const worker = async () => {
    for (let at = next++; at < batches.length; at = next++) {
      const batch = batches[at] ?? []
      const batchName = `${name}-${at}`
      try {
        results[at] = await decode(await describe(batch, batchName), batch, {
          folder: work.folder,
          name: batchName,
          signal,
          alive,
        })
      } catch (error) {
        stop.abort(error)
        throw error
      }
      done += 1
      alive()
    }
  }
  await Promise.all(Array.from({ length: Math.max(1, work.threads) }, worker))
  return results.flat()
}

/** Stretches shorter than this have too little sound for the decoder to know the voice; neighbours are joined. */
const leastStretch = 8 * framesPerSecond
const joinWithin = 3 * framesPerSecond
/** Silence that goes along on either side: the detector cuts soft beginnings off. */
const rim = 25

/** A range of frames in which somebody speaks. */
export type Speech = { fromFrame: number; toFrame: number }

/** Speech regions as stretches to listen to, with a rim, short neighbours joined. */
export function planStretches(speech: readonly Speech[], fromFrame: number, toFrame: number): Stretch[] {
  const stretches: Stretch[] = []
  for (const region of speech) {
    const from = Math.max(fromFrame, region.fromFrame - rim)
    const to = Math.min(toFrame, region.toFrame + rim)
    if (to - from < 5) continue
    const last = stretches.at(-1)
    const isShort = last && last.toFrame - last.fromFrame < leastStretch && from - last.toFrame < joinWithin
    if (last && (isShort || from <= last.toFrame)) last.toFrame = to
    else stretches.push({ fromFrame: from, toFrame: to })
  }
  return stretches
}
