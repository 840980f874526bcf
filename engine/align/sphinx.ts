import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, delimiter, dirname, join } from 'node:path'
import { runLimited } from '../media/process.ts'
import { sampleRate } from '../voice/wav.ts'

export const framesPerSecond = 100
const samplesPerFrame = sampleRate / framesPerSecond

const modelFolders = ['/usr/share', '/usr/local/share', '/opt/homebrew/share'].map((root) =>
  join(root, 'pocketsphinx/model/en-us'),
)

/** The timeout in seconds per second of audio. Decoding normally takes 0.1 s. */
const limitPerSecond = 10
const leastLimitSeconds = 60

export type Sphinx = { program: string; acoustics: string; dictionary: string; languageModel: string }

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

/** Positions are in frames. `grammar` is in PocketSphinx's FSG format. */
type Stretch = { fromFrame: number; toFrame: number; grammar?: string }

/**
 * Frames are counted from the start of the recording. `score` is the mean acoustic score per frame, and the best score
 * is 0.
 */
export type Heard = { word: string; fromFrame: number; toFrame: number; score: number }

export type Decoding = {
  sphinx: Sphinx
  /** 16 kHz mono 16-bit PCM audio. */
  audio: { path: string; headerBytes: number }
  dictionary: string
  languageModel?: string
  tuning: readonly string[]
}

/** Each line has the format `id S scale T total A acoustic L language (frame score score word)... lastFrame`. */
function parseSegments(line: string, offset: number, unit: number): Heard[] {
  const fields = line.trim().split(/\s+/).slice(9)
  const heard: Heard[] = []
  for (let i = 0; i + 4 < fields.length; i += 4) {
    const from = Number(fields[i])
    const to = Number(fields[i + 4])
    const word = fields[i + 3] ?? ''
    if (word === '(NULL)' || to <= from) continue
    // Without a grammar, PocketSphinx uses score units that are 1,024 times smaller.
    const score = Number(fields[i + 1]) / (to - from) / unit
    heard.push({ word: word.replace(/\(\d+\)$/, ''), fromFrame: offset + from, toFrame: offset + to, score })
  }
  return heard
}

const limits = { memoryMiB: 1024, fileMiB: 1024, silentSeconds: null, stdoutMiB: 1024 }

async function run(program: string, args: string[], totalSeconds: number, signal: AbortSignal, alive: () => void) {
  let report = ''
  const ended = await runLimited({
    command: 'sh',
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
      `PocketSphinx exited with code ${ended.code ?? ended.exitSignal}: ${report.match(/(?:FATAL|ERROR).*/g)?.at(-1) ?? ''}`,
    )
}

/** Returns an empty list for a segment whose grammar didn't match. Caches results in `folder` under `name`. */
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
    // PocketSphinx splits the control file at spaces, so pass the folder here in case its path has spaces.
    const sound = ['-adcin', 'yes', '-adchdr', String(audio.headerBytes), '-cepdir', dirname(audio.path), '-cepext', '']
    // If silences were removed, the time of every later word would shift.
    const args = [...files, ...model, ...sound, '-remove_silence', 'no', ...tuning]
    await run(sphinx.program, args, Math.max(leastLimitSeconds, seconds * limitPerSecond), signal, alive)
    await rename(at('result'), result)
    await rm(scratch, { recursive: true })
  }
  const lines = (await readFile(result, 'utf8')).split('\n')
  return stretches.map(({ fromFrame }, i) => parseSegments(lines[i] ?? '', fromFrame, grammars ? 1 : 1024))
}

export const countFrames = (samples: number): number => Math.floor(samples / samplesPerFrame)

/** Each batch takes 0.2 s to load the models. If decoding is interrupted, at most one batch is lost. */
const batchFrames = 120 * framesPerSecond

export type Work = {
  folder: string
  threads: number
  signal: AbortSignal
  /** This is also called as a heartbeat when the progress hasn't changed. */
  progress: (fraction: number) => void
}

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

const leastStretch = 8 * framesPerSecond
const joinWithin = 3 * framesPerSecond
const rim = 25

export type Speech = { fromFrame: number; toFrame: number }

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
