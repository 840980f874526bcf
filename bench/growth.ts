/**
 * Measures how analysis time and memory grow with video length. Run: npm run bench -- growth [--minutes 10,60,360]
 * [--pictures docs/pictures] [--rows FILE]
 */
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Artifacts, type StageName, stageNames } from '#contract/videos/analysis.ts'
import { readArtifact, readSeconds } from '#engine/artifacts.ts'
import { analyzeInChild } from '#engine/host/analyze.ts'
import { stages } from '#engine/pipeline.ts'
import { runPipeline } from '#engine/run.ts'
import type { EngineOptions } from '#engine/stage.ts'
import { drawChart } from './growth.chart.ts'
import { makeLong, makeLoop, runTool } from './growth.material.ts'
import { type Usage, watchProcesses } from './growth.watch.ts'
import { compare, median, ratio } from './rounds.compare.ts'

process.env['NODE_COMPILE_CACHE'] ??= resolve('node_modules/.cache/compiled')

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10,60,360' },
    pictures: { type: 'string', default: 'docs/pictures' },
    rounds: { type: 'string', default: '3' },
    rows: { type: 'string' },
  },
})
const sizes = values.minutes
  .split(',')
  .map(Number)
  .toSorted((a, b) => a - b)
if (sizes.length < 1 || sizes.some((each) => !(each >= 1)))
  throw new Error(`--minutes needs lengths such as 10,60,360; it was "${values.minutes}".`)
const [shortest, longest] = [sizes[0]!, sizes.at(-1)!]
const folder = await mkdtemp(join(tmpdir(), 'venire-growth-'))
const signal = new AbortController().signal
/** The first two chunks are short. The other four have the normal length. */
const wantedChunks = 6
const noRecognizer = { endpoint: null, modelFolder: null, allowDraft: false, findingsOnDraft: false }
const withTranscript = (srt: string): EngineOptions => ({
  transcript: { path: srt, name: 'transcript.srt' },
  recognition: noRecognizer,
  threads: 2,
})
type Row = Usage & {
  minutes: number
  wall: number
  overhead: number
  speech: number
  work: string
  video: string
  srt: string
  probe: Artifacts['probe']
}

async function analyze(minutes: number, video: string, srt: string): Promise<Row> {
  const work = join(folder, `work-${minutes}`)
  const watch = watchProcesses()
  const started = performance.now()
  const outcome = await analyzeInChild({ input: video, folder: work, options: withTranscript(srt), signal })
  const wall = (performance.now() - started) / 1000
  const usage = watch.stop()
  if (!outcome.ok) throw new Error(`${outcome.stage}: ${outcome.reason} ${outcome.detail}`)
  const seconds = new Map<StageName, number>()
  for (const name of stageNames) seconds.set(name, (await readSeconds(work, name)) ?? 0)
  const probe = await readArtifact(work, 'probe')
  const listed = [...seconds].map(([name, took]) => `${name} ${took.toFixed(1)}`).join(', ')
  console.log(
    `${minutes} min: ${wall.toFixed(1)} s; ${usage.cpuSeconds.toFixed(1)} s of processor time, ${usage.ownSeconds.toFixed(1)} s of it the engine's own; ${listed}`,
  )
  return {
    ...usage,
    minutes,
    wall,
    overhead: 1 - usage.helpedShare,
    speech: seconds.get('speech') ?? 0,
    work,
    video,
    srt,
    probe,
  }
}

/** Returns the growth exponent minus 1. A result of 0 means a constant cost per minute. */
function fitSlope(rows: readonly { x: number; y: number }[]): number {
  const logs = rows.map(({ x, y }) => ({ x: Math.log(x), y: Math.log(y) }))
  const mean = (pick: (each: { x: number; y: number }) => number) =>
    logs.reduce((sum, each) => sum + pick(each), 0) / logs.length
  const [meanX, meanY] = [mean(({ x }) => x), mean(({ y }) => y)]
  const above = logs.reduce((sum, { x, y }) => sum + (x - meanX) * (y - meanY), 0)
  return above / logs.reduce((sum, { x }) => sum + (x - meanX) ** 2, 0) - 1
}

async function readRows(): Promise<Row[]> {
  const text = values.rows ? await readFile(values.rows, 'utf8').catch(() => '[]') : '[]'
  return JSON.parse(text) as Row[]
}

const print = (name: string, figure: string, bar: string) =>
  console.log(`  ${name.padEnd(46)} ${figure.padStart(10)}   (${bar})`)

async function measureAudio({ video, minutes, probe: { audio, durationMs } }: Row): Promise<void> {
  let round = 0
  const timed = async (act: () => Promise<void> | void) => {
    const started = performance.now()
    await act()
    return (performance.now() - started) / 1000
  }
  const figures = await compare(Number(values.rounds), {
    product: async () => {
      const work = join(folder, `audio-${(round += 1)}`)
      const options = { transcript: null, recognition: noRecognizer, threads: 2 }
      const seconds = await timed(() =>
        runPipeline({ stages, input: video, folder: work, options, signal, only: ['audio'] }),
      )
      await rm(work, { recursive: true })
      return seconds
    },
    ffmpeg: async () => {
      const seconds = await timed(() =>
        runTool('ffmpeg', [
          ...['-nostdin', '-v', 'error', '-y', '-vn', '-sn', '-dn', '-threads', '1', '-i', video],
          ...['-map', `0:${audio?.streamIndex}`, '-ac', '1', '-ar', '16000', '-af'],
          ...['aresample=16000:async=1:first_pts=0', '-c:a', 'pcm_s16le', '-bitexact', '-map_metadata', '-1'],
          ...['-t', String(durationMs / 1000 + 1), '-f', 'wav', join(folder, 'bare.wav')],
        ]),
      )
      await rm(join(folder, 'bare.wav'))
      return seconds
    },
  })
  console.log(
    `  audio of ${minutes} min: product ${median(figures.product).toFixed(2)} s, ffmpeg alone ${median(figures.ffmpeg).toFixed(2)} s`,
  )
  print(
    `audio ready against ffmpeg alone, ${minutes} min`,
    `${ratio(figures.product, figures.ffmpeg).toFixed(2)}x`,
    '≤ 1.15x',
  )
}

async function rerun(work: string, video: string, options: EngineOptions): Promise<string> {
  const times = async () =>
    Promise.all(stageNames.map(async (name) => (await stat(join(work, `${name}.json`))).mtimeMs))
  const before = await times()
  const outcome = await analyzeInChild({ input: video, folder: work, options, signal })
  if (!outcome.ok) throw new Error(outcome.reason)
  const after = await times()
  return stageNames.filter((_, at) => after[at] !== before[at]).join(', ') || 'nothing'
}

async function measureFirstText(minutes: number, video: string): Promise<void> {
  const work = join(folder, `text-${minutes}`)
  const stop = new AbortController()
  const options = { transcript: null, recognition: { ...noRecognizer, allowDraft: true }, threads: 2 }
  const told: { at: number; startMs: number }[] = []
  const started = performance.now()
  const enough = Promise.withResolvers<void>()
  const ended = analyzeInChild({
    input: video,
    folder: work,
    options,
    signal: stop.signal,
    onText(turns) {
      told.push({ at: (performance.now() - started) / 1000, startMs: turns[0]?.startMs ?? 0 })
      if (told.length === wantedChunks) enough.resolve()
    },
  }).catch(() => null)
  await Promise.race([enough.promise, ended])
  stop.abort()
  await ended
  await rm(work, { recursive: true, force: true })
  const [first, last] = [told[0], told.at(-1)]
  const usual = told.slice(2)
  if (!first || !last || usual.length < 2) {
    console.log(`  first text, ${minutes} min: no recognizer is available here, so this was not measured`)
    return
  }
  const chunkSeconds = (last.at - usual[0]!.at) / (usual.length - 1)
  print(`first text, ${minutes} min`, `${(first.at / chunkSeconds).toFixed(1)} chunks`, '≤ 3 chunks')
  console.log(`  of ${chunkSeconds.toFixed(1)} s each; ${first.at.toFixed(1)} s from the start of the analysis`)
}

try {
  const loop = await makeLoop(folder)
  const rows: Row[] = []
  const kept = await readRows()
  for (const minutes of sizes) {
    const { video, srt } = await makeLong(loop, minutes, folder)
    const row = kept.find((each) => each.minutes === minutes) ?? (await analyze(minutes, video, srt))
    rows.push({ ...row, video, srt })
    if (values.rows)
      await writeFile(values.rows, JSON.stringify([...kept.filter((each) => each.minutes !== minutes), ...rows]))
    if (minutes > shortest) await rm(join(folder, `work-${minutes}`), { recursive: true, force: true })
  }
  if (!rows.some(({ work }) => existsSync(work))) await analyze(shortest, rows[0]!.video, rows[0]!.srt)
  const [first, last] = [rows[0]!, rows.at(-1)!]
  console.log(`with an imported transcript, ${sizes.join(', ')} min of 320 x 180`)
  for (const row of rows) await measureAudio(row)
  const share = (row: Row) => `${(row.overhead * 100).toFixed(1)} %`
  print(`overhead outside models and ffmpeg, ${longest} min`, share(last), '≤ 4 %')
  print(`the same, ${shortest} min`, share(first), 'reported')
  // Use CPU time because other processes affect wall time on a busy machine.
  for (const row of rows)
    print(
      `processor time of the engine's own process, ${row.minutes} min`,
      row.ownSeconds === undefined ? '–' : `${((row.ownSeconds / row.cpuSeconds) * 100).toFixed(1)} %`,
      'reported',
    )
  print('peak memory with all tools, longest to shortest', `${(last.allMiB / first.allMiB).toFixed(2)}x`, '≤ 1.2x')
  print('the same of the engine alone', `${(last.engineMiB / first.engineMiB).toFixed(2)}x`, 'reported')
  console.log(
    rows
      .map(
        (row) => `  ${row.minutes} min: engine ${row.engineMiB.toFixed(0)} MB, with tools ${row.allMiB.toFixed(0)} MB`,
      )
      .join('\n'),
  )
  const slope = (pick: (row: Row) => number) =>
    fitSlope(rows.map((row) => ({ x: row.minutes, y: pick(row) }))).toFixed(3)
  print(
    'growth of wall time per minute of video',
    slope(({ wall }) => wall),
    '≤ 0.05',
  )
  print(
    'the same of processor time',
    slope(({ cpuSeconds }) => cpuSeconds),
    'reported',
  )

  const { video, srt } = first
  const work = join(folder, `work-${shortest}`)
  const options = withTranscript(srt)
  console.log(`  nothing changed, so these ran anew: ${await rerun(work, video, options)}`)
  const findingsOnDraft = { ...options, recognition: { ...noRecognizer, findingsOnDraft: true } }
  console.log(`  findings on drafts switched on: ${await rerun(work, video, findingsOnDraft)}`)
  await writeFile(srt, '1\n00:00:01,000 --> 00:00:03,000\nTHE COURT: Good morning.\n')
  console.log(`  another transcript: ${await rerun(work, video, findingsOnDraft)}`)
  for (const row of rows) await measureFirstText(row.minutes, row.video)

  const pictures = resolve(values.pictures)
  await mkdir(pictures, { recursive: true })
  const curve = (name: string, pick: (row: Row) => number) => ({
    name,
    points: rows.map((row) => ({ x: row.minutes, y: pick(row) })),
  })
  const perMinute = drawChart('Time per minute of video', 'minutes of video', 'seconds', [
    curve('wall', ({ wall, minutes }) => wall / minutes),
    curve('processor', ({ cpuSeconds, minutes }) => cpuSeconds / minutes),
    curve('of it speech', ({ speech, minutes }) => speech / minutes),
  ])
  await writeFile(join(pictures, 'growth-time.svg'), perMinute)
  const memory = drawChart('Peak memory', 'minutes of video', 'MB', [
    curve('engine', ({ engineMiB }) => engineMiB),
    curve('with tools', ({ allMiB }) => allMiB),
  ])
  await writeFile(join(pictures, 'growth-memory.svg'), memory)
  console.log(`  curves: ${join(values.pictures, 'growth-time.svg')}, ${join(values.pictures, 'growth-memory.svg')}`)
} finally {
  await rm(folder, { recursive: true, force: true })
}
