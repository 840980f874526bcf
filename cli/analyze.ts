import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, rename, rm, rmdir, stat, symlink, writeFile } from 'node:fs/promises'
import { basename, join, relative, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import type { Finding } from '#contract/findings/findings.ts'
import { AnalysisDocument, type Artifacts, stageNames, stageTitles } from '#contract/videos/analysis.ts'
import { toVtt } from '#contract/videos/captions.ts'
import { readSeconds } from '#engine/artifacts.ts'
import { analyzeInChild } from '#engine/host/analyze.ts'
import { listCuts, nameVoices, toText } from '#engine/transcript/write.ts'
import { readConfig } from '#server/platform/config.ts'
import { chooseRecognition } from '#worker/recognition.ts'
import { showProgress } from './progress.ts'

const usage = `Usage: venire analyze FILE [--transcript FILE] [--out FOLDER] [--json]

Analyzes a recording without a server: who spoke, when, and what was found. FILE is a video or audio file
(MP4, MOV, WebM, MKV, AVI, WAV, MP3, M4A, FLAC, OGG). It is never changed.
  --transcript FILE   use this transcript instead of recognizing speech: a reporter’s ASCII text, PDF,
                      DOCX, RTF, SRT, VTT, CSV, or DVT
  --out FOLDER        write analysis.json, transcript.vtt, transcript.txt, the images, and a browser-playable
                      copy if FILE needs one to this folder (default ./NAME.analysis)
  --json              print analysis.json to standard output instead of the summary

Speech recognition follows the settings SPEECH_URL, MODELS_DIR,
BUILT_IN_RECOGNITION, and DRAFT_RECOGNITION (docs/operations.md).
Exit code 0: done. 1: the analysis failed, and the reason is printed. 2: invalid arguments. 130: stopped with Ctrl-C.
`
const stoppedByUser = 130

export async function analyze(argv: string[]): Promise<number> {
  const call = await readCall(argv)
  if ('text' in call) {
    ;(call.code === 0 ? process.stdout : process.stderr).write(call.text)
    return call.code
  }
  const controller = new AbortController()
  const stop = () => controller.abort()
  process.once('SIGINT', stop).once('SIGTERM', stop)
  const bar = showProgress(process.stderr)
  const work = await openWork(call.out, call.file)
  try {
    const hash = hashFile(call.file, controller.signal)
    // If hashing fails before `hash` is awaited, this prevents an unhandled rejection.
    hash.catch(() => {})
    const outcome = await analyzeInChild({
      input: work.input,
      folder: work.folder,
      options: {
        transcript: call.transcript === null ? null : { path: call.transcript, name: basename(call.transcript) },
        recognition: await chooseRecognition(readConfig(process.env)),
        threads: 2,
      },
      signal: controller.signal,
      onProgress: (progress) => bar.show(progress),
    })
    bar.end()
    if (!outcome.ok) {
      process.stderr.write(`${stageTitles[outcome.stage]}: ${outcome.reason}\n`)
      if (process.env['VENIRE_DEBUG'] === '1') process.stderr.write(`${outcome.detail}\n`)
      if (outcome.permanent) await removeWork(call.out)
      else process.stderr.write('Finished steps are kept. Run the same command to resume.\n')
      return 1
    }
    const document = await writeResults(call, work.folder, outcome.artifacts, await hash)
    await removeWork(call.out)
    process.stdout.write(call.json ? `${JSON.stringify(document)}\n` : describeAnalysis(document, call.out))
    return 0
  } catch (error) {
    bar.end()
    if (!controller.signal.aborted) throw error
    await removeWork(call.out)
    process.stderr.write('Stopped. Partial results were removed.\n')
    return stoppedByUser
  } finally {
    controller.abort()
    process.off('SIGINT', stop).off('SIGTERM', stop)
  }
}

type Call = { file: string; transcript: string | null; out: string; json: boolean }

async function readCall(argv: string[]): Promise<Call | { code: 0 | 2; text: string }> {
  const fault = (sentence: string) => ({ code: 2 as const, text: `${sentence} Try: venire analyze --help\n` })
  let parsed
  try {
    parsed = parseArgs({
      args: argv,
      allowPositionals: true,
      options: {
        help: { type: 'boolean', short: 'h' },
        transcript: { type: 'string' },
        out: { type: 'string' },
        json: { type: 'boolean' },
      },
    })
  } catch (error) {
    return fault(error instanceof Error ? `${error.message.replace(/\.? To specify.*$/s, '')}.` : String(error))
  }
  const { values, positionals } = parsed
  if (values.help) return { code: 0, text: usage }
  const [given, ...more] = positionals
  if (given === undefined) return fault('Name a recording.')
  if (more.length > 0) return fault(`Only one recording at a time. Remove "${more[0]}".`)
  const file = resolve(given)
  for (const [path, name] of [
    [file, given],
    ...(values.transcript === undefined ? [] : [[resolve(values.transcript), values.transcript] as const]),
  ] as const) {
    const found = await stat(path).catch(() => null)
    if (!found?.isFile()) return fault(`File not found: ${name}.`)
  }
  return {
    file,
    transcript: values.transcript === undefined ? null : resolve(values.transcript),
    out: resolve(values.out ?? `${basename(given)}.analysis`),
    json: values.json === true,
  }
}

const workName = '.work'

/** Links the recording under a fixed name so a user-chosen file name never reaches ffmpeg. */
async function openWork(out: string, file: string): Promise<{ input: string; folder: string }> {
  const inputFolder = join(out, workName, 'input')
  await rm(inputFolder, { recursive: true, force: true })
  await mkdir(inputFolder, { recursive: true })
  const input = join(inputFolder, 'recording')
  await symlink(file, input)
  const folder = join(out, workName, 'stages')
  await mkdir(folder, { recursive: true })
  return { input, folder }
}

async function removeWork(out: string): Promise<void> {
  await rm(join(out, workName), { recursive: true, force: true })
  await rmdir(out).catch(() => {})
}

async function hashFile(path: string, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path, { highWaterMark: 1 << 20 }), hash, { signal })
  return hash.digest('hex')
}

async function writeResults(
  { file, out }: { file: string; out: string },
  folder: string,
  artifacts: Artifacts,
  sha256: string,
): Promise<AnalysisDocument> {
  const {
    probe,
    waveform,
    thumbnails,
    speech,
    align: transcript,
    speakers,
    exchanges,
    findings,
    summary,
    proxy,
  } = artifacts
  const stages = await Promise.all(
    stageNames.map(async (name) => ({ name, seconds: (await readSeconds(folder, name)) ?? 0 })),
  )
  const document = AnalysisDocument.parse({
    schema: 'venire.analysis/1',
    engineVersion: findings.engineVersion,
    file: { name: basename(file), sizeBytes: (await stat(file)).size, sha256 },
    probe,
    waveform,
    thumbnails,
    speech,
    transcript,
    speakers,
    exchanges,
    findings,
    summary,
    proxy,
    stages,
  } satisfies AnalysisDocument)
  for (const made of [waveform.file, thumbnails.poster, thumbnails.sprite?.file, proxy.file])
    if (made) await rename(join(folder, made), join(out, made))
  const turns = nameVoices(transcript.turns, speakers)
  await writeFile(join(out, 'transcript.vtt'), toVtt(turns))
  await writeFile(join(out, 'transcript.txt'), toText({ ...transcript, turns }))
  await writeFile(join(out, 'analysis.json'), `${JSON.stringify(document)}\n`)
  return document
}

/** Strips control characters so text from a recording can't manipulate the terminal. */
function describeAnalysis(document: AnalysisDocument, out: string): string {
  const { file, transcript, summary, speakers, findings, proxy } = document
  const lines = [
    `${file.name}: ${describeMedia(document)}`,
    '',
    `Transcript: ${transcript.reason}`,
    `  ${count(transcript.turns.length, 'turn')}, ${count(summary.wordCount, 'word')}`,
    ...transcript.warnings.map((warning) => `  ${warning}`),
    ...listCuts(transcript).map((line) => `  ${line}`),
    '',
    speakers.speakers.length === 0 ? 'Speakers: unknown.' : 'Speakers:',
    ...speakers.speakers.map(
      (speaker) =>
        `  ${speaker.displayName.padEnd(28)} ${count(speaker.turns, 'turn').padEnd(10)} ${speaker.talkMs === null ? '' : formatClock(speaker.talkMs)}`,
    ),
    '',
    findings.findings.length === 0
      ? `Findings: ${findings.skipped ?? 'none.'}`
      : `Findings: ${findings.findings.length}`,
    ...findings.findings.flatMap(describeFinding),
    '',
    ...(proxy.file === null ? [] : [`Web version: ${proxy.file}. ${proxy.reason}`]),
    `Written to ${relative(process.cwd(), out) || '.'}: analysis.json, transcript.vtt, transcript.txt`,
  ]
  return `${lines.map((line) => line.replaceAll(/\p{Cc}/gu, ' ').trimEnd()).join('\n')}\n`
}

function describeMedia({ probe }: AnalysisDocument): string {
  const { video, audio } = probe
  const rate = video && (video.frameRate[0] / video.frameRate[1]).toFixed(2).replace(/\.?0+$/, '')
  return [
    formatClock(probe.durationMs),
    video ? `${video.width} x ${video.height}, ${rate} fps, ${video.codec}` : 'no video',
    audio ? `audio ${audio.codec}` : 'no audio',
  ].join(', ')
}

function describeFinding(finding: Finding): string[] {
  const { type, sub, severity, stance, startMs, latencyMs } = finding
  const kind = `${type}/${sub}`.replaceAll('_', ' ')
  const pause = type === 'long_pause' && latencyMs !== null ? `, ${(latencyMs / 1000).toFixed(1)} s` : ''
  return [
    '',
    `  ${startMs === null ? 'no time' : formatClock(startMs)}  ${kind}, ${severity}${stance ? `, ${stance}` : ''}${pause}  ${finding.speaker ?? ''}`,
    `    "${finding.quote.replaceAll(/\s+/g, ' ')}"`,
    `    ${finding.why}`,
  ]
}

const count = (number: number, noun: string): string =>
  `${number.toLocaleString('en-US')} ${noun}${number === 1 ? '' : 's'}`

function formatClock(ms: number): string {
  const seconds = Math.floor(ms / 1000)
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return parts.map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, '0'))).join(':')
}
