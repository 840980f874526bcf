/** What does the analysis of the sample cost beyond its bare ffmpeg commands and the transcript? Run: npm run bench -- analysis [--rounds 3] [--file samples/voir-dire.mp4] */
import { spawnSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type StageName, stageNames } from '#contract/analysis.ts'
import { readSeconds } from '#engine/artifacts.ts'
import { analyzeInChild } from '#engine/host/analyze.ts'
import { median } from './rounds.compare.ts'

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '3' }, file: { type: 'string', default: 'samples/voir-dire.mp4' } },
})
/** What the product itself works out, in no ffmpeg command: where there is speech, what was said, by whom, and what it means. */
const ownStages: readonly StageName[] = [
  'speech',
  'transcript',
  'align',
  'speakers',
  'exchanges',
  'findings',
  'summary',
]
const transcriptStages: readonly StageName[] = ['transcript', 'align']
const [recordEnd, fieldEnd] = ['\u001E', '\u001F']

const folder = await mkdtemp(join(tmpdir(), 'venire-bench-'))
const log = join(folder, 'commands')
const [realPath, tools] = [process.env.PATH ?? '', join(folder, 'bin')]

/** Puts a script before each tool that notes the command and becomes the tool. */
async function noteCommands(): Promise<void> {
  await mkdir(tools)
  for (const tool of ['ffmpeg', 'ffprobe']) {
    const real = spawnSync('which', [tool], { encoding: 'utf8' }).stdout.trim()
    const script = `#!/bin/sh\nprintf '%s\\037' '${real}' "$@" >> '${log}'\nprintf '\\036' >> '${log}'\nexec '${real}' "$@"\n`
    await writeFile(join(tools, tool), script)
    await chmod(join(tools, tool), 0o755)
  }
}

type Round = { total: number; transcript: number; own: number; bare: number }

async function run(round: number): Promise<Round> {
  const work = join(folder, `work-${round}`)
  await writeFile(log, '')
  process.env.PATH = `${tools}:${realPath}`
  const started = performance.now()
  const outcome = await analyzeInChild({
    input: resolve(values.file),
    folder: work,
    options: {
      transcript: null,
      recognition: { endpoint: null, modelFolder: null, allowDraft: true, findingsOnDraft: false },
      threads: 2,
    },
    signal: new AbortController().signal,
  })
  const total = (performance.now() - started) / 1000
  process.env.PATH = realPath
  if (!outcome.ok) throw new Error(`${outcome.stage}: ${outcome.reason} ${outcome.detail}`)
  const seconds = new Map<StageName, number>()
  for (const stage of stageNames) seconds.set(stage, (await readSeconds(work, stage)) ?? 0)
  const sum = (stages: readonly StageName[]) => stages.reduce((total, stage) => total + seconds.get(stage)!, 0)
  if (round === 0) {
    console.log(`${values.file}, transcript: ${outcome.artifacts.align.reason}`)
    for (const [stage, took] of seconds) console.log(`  ${stage.padEnd(12)} ${took.toFixed(2)} s`)
  }
  return { total, transcript: sum(transcriptStages), own: sum(ownStages), bare: await replay() }
}

/** The same commands, one after the other, with nothing around them; seconds. */
async function replay(): Promise<number> {
  const commands = (await readFile(log, 'utf8')).split(recordEnd).filter(Boolean)
  const started = performance.now()
  for (const command of commands) {
    const [tool, ...args] = command.split(fieldEnd).slice(0, -1)
    const { status, stderr } = spawnSync(tool!, args, { stdio: ['ignore', 'ignore', 'pipe'], encoding: 'utf8' })
    if (status !== 0) throw new Error(`${command.replaceAll(fieldEnd, ' ')}: ${stderr}`)
  }
  return (performance.now() - started) / 1000
}

try {
  await noteCommands()
  const rounds: Round[] = []
  // The first round warms the page cache and is left out.
  for (let round = 0; round <= Number(values.rounds); round += 1) rounds.push(await run(round))
  const counted = rounds.slice(1)
  const of = (pick: (round: Round) => number) => median(counted.map(pick))
  console.log(`${values.rounds} rounds: median`)
  console.log(`  whole analysis            ${of(({ total }) => total).toFixed(2)} s`)
  console.log(`  of it the transcript      ${of(({ transcript }) => transcript).toFixed(2)} s`)
  console.log(`  its bare media commands   ${of(({ bare }) => bare).toFixed(2)} s`)
  console.log(`  all its own work          ${of(({ own }) => own).toFixed(2)} s (speech, transcript … summary)`)
  const share = (pick: (round: Round) => number) =>
    `${(of(({ total, bare, ...rest }) => (total - pick({ total, bare, ...rest })) / bare - 1) * 100).toFixed(0)} %`
  console.log(`  overhead beyond the transcript      ${share(({ transcript }) => transcript)} (target ≤ 15 %)`)
  console.log(`  overhead beyond all its own work    ${share(({ own }) => own)}`)
  console.log(
    `  fixed: ${of(({ total, own, bare }) => total - own - bare).toFixed(2)} s to start the process, load the code and make results durable`,
  )
} finally {
  await rm(folder, { recursive: true, force: true })
}
