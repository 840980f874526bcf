/**
 * Compares analyzing the sample with running the same ffmpeg commands directly. Run: npm run bench -- analysis
 * [--rounds 3] [--file samples/voir-dire.mp4]
 *
 * With --profile, prints the time of a longer analysis by stage and process: [--input
 * captions|plain|untimed|recognized|all] [--minutes 10] [--keep FOLDER]
 */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { setPriority, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { stageNames } from '#contract/videos/analysis.ts'
import { readSeconds } from '#engine/artifacts.ts'
import { analyzeInChild } from '#engine/host/analyze.ts'
import { profile } from './analysis.profile.ts'
import { median, ratio } from './rounds.compare.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    file: { type: 'string', default: 'samples/voir-dire.mp4' },
    profile: { type: 'boolean', default: false },
    input: { type: 'string', default: 'all' },
    minutes: { type: 'string', default: '10' },
    // Keep the results in this folder so runs can be compared.
    keep: { type: 'string' },
  },
})
const target = 0.15
const separator = '\u001F'
const recordEnd = `\u001E${separator}`

// The analysis also runs at this priority.
if (!values.profile) setPriority(10)
process.env.NODE_COMPILE_CACHE ??= resolve('node_modules/.cache/compiled')

const folder = await mkdtemp(join(tmpdir(), 'venire-bench-'))
const log = join(folder, 'commands')
const [realPath, tools] = [process.env.PATH ?? '', join(folder, 'bin')]

async function noteCommands(): Promise<void> {
  await mkdir(tools)
  for (const tool of ['ffmpeg', 'ffprobe']) {
    const real = spawnSync('which', [tool], { encoding: 'utf8' }).stdout.trim()
    const script = `#!/bin/sh\nprintf '%s\\037' '${real}' "$@" '\u001E' >> '${log}'\nexec '${real}' "$@"\n`
    await writeFile(join(tools, tool), script)
    await chmod(join(tools, tool), 0o755)
  }
}

type Taken = { seconds: number; cpuSeconds: number }

async function take(work: () => unknown): Promise<Taken> {
  const [started, before] = [performance.now(), endedCpuSeconds()]
  await work()
  return { seconds: (performance.now() - started) / 1000, cpuSeconds: endedCpuSeconds() - before }
}

function endedCpuSeconds(): number {
  // Fields 16 and 17 (see proc(5)) are in 10 ms ticks. It's safe to split at spaces because the process name has none.
  const fields = readFileSync('/proc/self/stat', 'utf8').split(' ')
  return (Number(fields[15]) + Number(fields[16])) / 100
}

async function runAnalysis(work: string, pipeline?: URL): Promise<void> {
  process.env.PATH = `${tools}:${realPath}`
  const outcome = await analyzeInChild({
    input: resolve(values.file),
    folder: work,
    options: {
      transcript: null,
      recognition: { endpoint: null, modelFolder: null, allowDraft: true, findingsOnDraft: false },
      threads: 2,
    },
    signal: new AbortController().signal,
    ...(pipeline ? { pipeline } : {}),
  })
  process.env.PATH = realPath
  if (!outcome.ok) throw new Error(`${outcome.stage}: ${outcome.reason} ${outcome.detail}`)
}

async function replay(): Promise<void> {
  for (const command of (await readFile(log, 'utf8')).split(recordEnd).filter(Boolean)) {
    const [tool, ...args] = command.split(separator).slice(0, -1)
    const { status, stderr } = spawnSync(tool!, args, { stdio: ['ignore', 'ignore', 'pipe'], encoding: 'utf8' })
    if (status !== 0) throw new Error(`${command.replaceAll(separator, ' ')}: ${stderr}`)
  }
}

async function compareWithTools(): Promise<void> {
  await noteCommands()
  const rounds: { media: Taken; bare: Taken; whole: Taken }[] = []
  const rows = Number(values.rounds)
  for (let round = 0; round <= rows; round += 1) {
    await writeFile(log, '')
    const media = await take(() =>
      runAnalysis(join(folder, `media-${round}`), new URL('media.pipeline.ts', import.meta.url)),
    )
    const bare = await take(replay)
    const whole = await take(() => runAnalysis(join(folder, `whole-${round}`)))
    if (round > 0) rounds.push({ media, bare, whole })
  }
  console.log(`${values.file}: seconds of each stage in the last round`)
  for (const stage of stageNames) {
    const seconds = await readSeconds(join(folder, `whole-${rows}`), stage)
    console.log(`  ${stage.padEnd(12)} ${(seconds ?? 0).toFixed(2)}`)
  }
  const row = (name: string, of: (round: (typeof rounds)[number]) => Taken) => {
    const [seconds, cpu] = [rounds.map((each) => of(each).seconds), rounds.map((each) => of(each).cpuSeconds)]
    console.log(`${name.padEnd(52)} ${median(seconds).toFixed(2)} s, processor ${median(cpu).toFixed(2)} s`)
    return { seconds, cpu }
  }
  console.log(`${rows} rounds in turn: median`)
  const bare = row('the bare media commands, one after the other', (each) => each.bare)
  const media = row('media stages in their process, results durable', (each) => each.media)
  const whole = row('whole analysis, with the transcript engine', (each) => each.whole)
  const percent = (share: number) => `${(share * 100).toFixed(0)} %`
  console.log(
    `Overhead beyond the transcript engine (speech, transcript, align, speakers, exchanges, findings, summary): ` +
      `${percent(ratio(media.seconds, bare.seconds) - 1)} of the time (target ≤ ${percent(target)}), ` +
      `${percent(ratio(media.cpu, bare.cpu) - 1)} of the processor time`,
  )
  console.log(`Whole analysis to the bare media commands: ${ratio(whole.seconds, bare.seconds).toFixed(2)}x`)
}

try {
  if (values.profile) await profile(folder, { input: values.input, minutes: Number(values.minutes), keep: values.keep })
  else await compareWithTools()
} finally {
  await rm(folder, { recursive: true, force: true })
}
