import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { basename, extname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { placeWords } from '#engine/align/align.ts'
import { type Alignment, describeGaps, listAlignment } from '#engine/align/result.ts'
import { findSphinx } from '#engine/align/sphinx.ts'
import { runFfmpeg } from '#engine/media/ffmpeg.ts'
import { Unprocessable } from '#engine/stage.ts'
import { importFile } from '#engine/transcript/import.ts'
import { listCuts } from '#engine/transcript/write.ts'
import { detectSpeech, regionSettings } from '#engine/voice/activity.ts'
import { type Enrollment, fillMs, groupVoices, type VoiceTurn, writeRttm } from '#engine/voice/group.ts'
import { listenToVoices } from '#engine/voice/listen.ts'
import { hearsOverlaps } from '#engine/voice/prints.ts'
import { readConfig } from '#server/platform/config.ts'

const alignUsage = `Usage: venire align AUDIO TRANSCRIPT [--json] [--threads N] [--work DIR]

Finds the time of every word of a transcript in a recording (English, with PocketSphinx).
AUDIO is an audio or video file. TRANSCRIPT is SRT, WebVTT, reporter’s ASCII, CSV, or labeled
text. Times in the transcript are ignored.

  --json        Prints {words, notInAudio, notInTranscript}, in seconds.
  --threads N   Number of parallel processes (default: all processors).
  --work DIR    Keeps working files here, so that an interrupted run can resume.

Exit code 0: aligned. 1: failed.
`

const detectingShare = 0.03

export async function align(argv: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: argv,
    options: {
      help: { type: 'boolean', short: 'h' },
      json: { type: 'boolean' },
      threads: { type: 'string' },
      work: { type: 'string' },
    },
    allowPositionals: true,
  })
  const [audio, script] = positionals
  if (values.help || audio === undefined || script === undefined || positionals.length > 2) {
    process.stdout.write(alignUsage)
    return values.help ? 0 : 2
  }
  const threads = readCount('threads', values.threads, availableParallelism())
  const sphinx = findSphinx()
  if (sphinx === null)
    throw new Unprocessable('PocketSphinx is not installed. On Debian: apt-get install pocketsphinx pocketsphinx-en-us')
  const bytes = await readFile(script).catch(() => {
    throw new Unprocessable(`File not found: "${script}".`)
  })
  const transcript = await importFile(bytes, basename(script))
  const { turns } = transcript
  const alignment = await withRecording(
    audio,
    values.work,
    'Aligning',
    async ({ audioPath, folder, signal, progress }) => {
      const { regions } = await detectSpeech(audioPath, regionSettings, {
        signal,
        progress: (fraction) => progress(fraction * detectingShare),
      })
      const work = {
        folder,
        threads,
        signal,
        progress: (fraction: number) => progress(detectingShare + fraction * (1 - detectingShare)),
      }
      const { script: read, placement } = await placeWords({ sphinx, audioPath, regions, turns, work })
      return listAlignment(turns, read.tokens, placement)
    },
  )
  process.stdout.write(
    values.json ? `${JSON.stringify(alignment)}\n` : describeAlignment(alignment, listCuts(transcript)),
  )
  return 0
}

function describeAlignment(alignment: Alignment, cuts: readonly string[]): string {
  const estimated = alignment.words.filter((word) => word.estimated).length
  const lines = alignment.words.map(
    ({ start, end, text, confidence, estimated: isGuess }) =>
      `${start.toFixed(2).padStart(9)} ${end.toFixed(2).padStart(9)}  ${isGuess ? ' est' : confidence.toFixed(2)}  ${text}`,
  )
  const summary = `${alignment.words.length} words have times, ${estimated} of them estimated.`
  const omitted = cuts.length > 0 ? ['', ...cuts] : []
  return [...lines, '', summary, ...describeGaps(alignment), ...listDiffering(alignment), ...omitted, ''].join('\n')
}

function listDiffering({ words }: Alignment): string[] {
  const differing = words.filter(({ differs }) => differs)
  if (differing.length === 0) return []
  return [
    '',
    'Words that may differ from the recording:',
    ...differing.map(({ start, text }) => `${start.toFixed(2).padStart(9)}  ${text}`),
  ]
}

const diarizeUsage = `Usage: venire diarize AUDIO [--speakers N] [--enroll FILE] [--rttm OUT] [--json]

Finds who speaks when by voice alone. AUDIO is an audio or video file. Uses the voice models in
MODELS_DIR if there are any (venire models list). They also detect overlapping speech, which is
not assigned to a voice.

  --speakers N   The number of speakers, if known.
  --enroll FILE  Known speakers for some turns, one {"speaker", "start", "end"} per line, in
                 seconds. Other turns get the nearest of these voices or "Unidentified".
                 With a higher --speakers, additional voices are also found.
  --rttm OUT     Writes the turns as RTTM to a file. "-" prints them.
  --json         Prints turns and overlaps, in seconds. Without voice models, overlaps is null.

Exit code 0: done. 1: failed.
`

const EnrollmentLine = z.object({ speaker: z.string().trim().min(1), start: z.number().min(0), end: z.number() })

async function readEnrollments(path: string): Promise<Enrollment[]> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new Unprocessable(`File not found: "${path}".`)
  })
  const enrollments: Enrollment[] = []
  for (const [i, line] of text
    .replace(/^\uFEFF/, '')
    .split('\n')
    .entries()) {
    if (line.trim() === '') continue
    const shape = '{"speaker": name, "start": seconds, "end": seconds}'
    const wanted = `Line ${i + 1} of "${path}" must be ${shape}, with the end after the start.`
    let value: unknown
    try {
      value = JSON.parse(line)
    } catch {
      throw new Unprocessable(wanted)
    }
    const parsed = EnrollmentLine.safeParse(value)
    if (!parsed.success || parsed.data.end <= parsed.data.start) throw new Unprocessable(wanted)
    const { speaker, start, end } = parsed.data
    enrollments.push({ speaker, startMs: Math.round(start * 1000), endMs: Math.round(end * 1000) })
  }
  if (enrollments.length === 0) throw new Unprocessable(`"${path}" has no speakers.`)
  return enrollments
}

export async function diarize(argv: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: argv,
    options: {
      help: { type: 'boolean', short: 'h' },
      json: { type: 'boolean' },
      speakers: { type: 'string' },
      enroll: { type: 'string' },
      rttm: { type: 'string' },
    },
    allowPositionals: true,
  })
  const [audio] = positionals
  if (values.help || audio === undefined || positionals.length > 1) {
    process.stdout.write(diarizeUsage)
    return values.help ? 0 : 2
  }
  const speakers = values.speakers === undefined ? null : readCount('speakers', values.speakers, 1)
  const enrollments = values.enroll === undefined ? [] : await readEnrollments(values.enroll)
  const listening = { modelFolder: readConfig(process.env).MODELS_DIR ?? null, threads: availableParallelism() }
  const prints = await withRecording(audio, undefined, 'Listening', ({ audioPath, signal, progress }) =>
    listenToVoices(audioPath, listening, { signal, progress }),
  )
  const turns = groupVoices(prints, {
    speakers,
    enrollments,
    // Without `--speakers`, assume that only the enrolled voices speak.
    isClosed: enrollments.length > 0 && speakers === null,
    fillMs,
  })
  if (turns.length === 0) console.error('No speech was found.')
  const rttm = writeRttm(basename(audio, extname(audio)), turns)
  if (values.rttm !== undefined && values.rttm !== '-') await writeFile(values.rttm, rttm)
  if (values.rttm === '-') process.stdout.write(rttm)
  else if (values.json)
    console.log(
      JSON.stringify({
        model: prints.model,
        turns: turns.map(inSeconds),
        overlaps: hearsOverlaps(prints)
          ? prints.overlaps.map(({ startMs, endMs }) => ({ start: startMs / 1000, end: endMs / 1000 }))
          : null,
      }),
    )
  else process.stdout.write(describeVoices(turns))
  return 0
}

const inSeconds = ({ startMs, endMs, voice, margin }: VoiceTurn) => ({
  speaker: voice,
  start: startMs / 1000,
  end: endMs / 1000,
  margin: margin === null ? null : Math.round(margin * 1000) / 1000,
})

function describeVoices(turns: readonly VoiceTurn[]): string {
  const voices = [...Map.groupBy(turns, ({ voice }) => voice)].map(([voice, own]) => ({
    voice,
    turns: own.length,
    seconds: own.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0) / 1000,
  }))
  const lines = voices
    .sort((a, b) => b.seconds - a.seconds)
    .map(
      ({ voice, turns: count, seconds }) => `${voice.padEnd(20)} ${seconds.toFixed(1).padStart(8)} s in ${count} turns`,
    )
  return [...lines, ''].join('\n')
}

/** These demuxers cover the container formats accepted for upload and common audio formats. */
const formats = 'mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,avi,wav,w64,flac,mp3,ogg,aac,aiff,caf,asf'
const sampleRate = 16_000
// Without `async`, ffmpeg drops gaps in the audio, which shifts all later times.
const filter = `aresample=${sampleRate}:async=1:first_pts=0`
const soundOptions = `-map 0:a:0 -ac 1 -ar ${sampleRate} -af ${filter} -c:a pcm_s16le -bitexact -f wav`.split(' ')

type Recording = { audioPath: string; folder: string; signal: AbortSignal; progress: (fraction: number) => void }

/**
 * Converts the audio of `file` to a 16 kHz mono WAV and passes it to `use`. Keeps files in `workFolder` so an
 * interrupted run can resume. If `workFolder` is omitted, uses a temporary folder.
 */
async function withRecording<T>(
  file: string,
  workFolder: string | undefined,
  title: string,
  use: (recording: Recording) => Promise<T>,
): Promise<T> {
  const input = resolve(file)
  const found = await stat(input).catch(() => null)
  if (!found?.isFile()) throw new Unprocessable(`File not found: "${file}".`)
  const folder = workFolder === undefined ? await mkdtemp(join(tmpdir(), 'venire-')) : resolve(workFolder)
  const stop = new AbortController()
  const interrupt = () => stop.abort(new Unprocessable('Stopped.'))
  process.once('SIGINT', interrupt)
  process.once('SIGTERM', interrupt)
  const bar = showProgress(title)
  try {
    await mkdir(folder, { recursive: true })
    // The name identifies the source file so several recordings can share a work folder.
    const audioPath = join(folder, `sound-${found.size}-${Math.round(found.mtimeMs)}.wav`)
    if (!existsSync(audioPath)) {
      const made = `${audioPath}.part`
      await runFfmpeg({
        inputs: [{ path: input, options: ['-format_whitelist', formats, '-vn', '-sn', '-dn'] }],
        output: {
          path: made,
          options: soundOptions,
        },
        doing: 'The recording could not be read',
        signal: stop.signal,
      })
      await rename(made, audioPath)
    }
    return await use({ audioPath, folder, signal: stop.signal, progress: bar.show })
  } finally {
    bar.end()
    process.removeListener('SIGINT', interrupt)
    process.removeListener('SIGTERM', interrupt)
    if (workFolder === undefined) await rm(folder, { recursive: true, force: true })
  }
}

const barWidth = 30
const redrawMs = 200

function showProgress(title: string): { show: (fraction: number) => void; end: () => void } {
  const { isTTY } = process.stderr
  let drawnAt = -Infinity
  let highest = 0
  return {
    show(fraction) {
      highest = Math.max(highest, fraction)
      if (!isTTY || performance.now() - drawnAt < redrawMs) return
      drawnAt = performance.now()
      const full = Math.round(highest * barWidth)
      const bar = '█'.repeat(full) + '░'.repeat(barWidth - full)
      process.stderr.write(`\r${title} ${bar} ${Math.floor(highest * 100)}%`)
    },
    end() {
      if (isTTY && drawnAt > 0) process.stderr.write('\r\u001B[K')
    },
  }
}

function readCount(name: string, text: string | undefined, fallback: number): number {
  if (text === undefined) return fallback
  if (!/^[1-9]\d{0,3}$/.test(text))
    throw new Unprocessable(`--${name} must be a whole number, 1 or more. It was "${text}".`)
  return Number(text)
}
