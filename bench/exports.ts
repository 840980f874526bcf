/**
 * Compares CSV and tagged PDF exports with direct use of the underlying libraries. Run: npm run bench -- exports
 * [--rows 10000] [--turns 4000] [--rounds 7]
 */
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import type { Doc, SpokenLine } from '#server/features/exports/documents/content/doc.ts'
import { runInThread } from '#server/features/exports/core/thread.ts'
import { median } from './rounds.compare.ts'

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '10000' },
    turns: { type: 'string', default: '4000' },
    rounds: { type: 'string', default: '7' },
  },
})
const rounds = Number(values.rounds)
const mostRatio = 1.3
const mostDelayMs = 100

const folder = await mkdtemp(join(tmpdir(), 'venire-bench-'))
const features = new URL('../server/features/exports/', import.meta.url)
const quiet = new AbortController().signal

const words =
  'I know the officer and I could not be fair to him because he lives next to my sister in Quill Harbour'.split(' ')
const sentence = (at: number, length: number): string =>
  Array.from({ length }, (_, word) => words[(at * 7 + word * 3) % words.length]).join(' ')

const columns = [
  'Session',
  'Video',
  'Type',
  'Category',
  'Severity',
  'Juror',
  'Question',
  'Quote',
  'Start',
  'Page',
  'Line',
]
const rows = Array.from({ length: Number(values.rows) }, (_, at) => [
  ...['Voir dire day 1', 'day-1.mp4', 'Hardship', 'Loss of income', 'high', String(at % 60)],
  ...[sentence(at, 18), `${at % 40 === 0 ? '=' : ''}${sentence(at + 1, 25)}`, at / 3, 1 + (at % 400), 1 + (at % 25)],
])
const lines: SpokenLine[] = Array.from({ length: Number(values.turns) }, (_, at) => ({
  speaker: at % 2 === 0 ? 'THE COURT' : `JUROR ${at % 60}`,
  text: sentence(at, 12 + (at % 30)),
  cite: {
    label: `0:${String(at % 60).padStart(2, '0')}:07`,
    url: `https://venire.example/sessions/x/review?t=${at}`,
    pageLine: null,
  },
}))
const doc: Doc = {
  ...{
    caption: null,
    refusal: null,
    mark: '',
    reference: 'BENCH',
    title: 'Transcript',
    subtitle: 'Voir dire day 1',
    facts: [],
    notices: [],
    asOfWords: '2026-01-01 00:00 UTC',
    asOf: '2026-01-01T00:00:00.000Z',
  },
  ...{
    fingerprint: 'x',
    audit: null,
    paper: 'letter',
    watermark: '',
    blocks: [{ kind: 'spoken', title: 'day-1.mp4', lines }],
  },
}

/** Runs in a thread like the product, so the difference is only the product's overhead. */
async function bare(kind: 'csv' | 'pdf', out: string): Promise<void> {
  const workerData = { out, ...(kind === 'csv' ? { columns, rows } : { lines }) }
  const thread = new Worker(new URL('exports.bare.ts', import.meta.url), { workerData, env: {} })
  const [code] = (await once(thread, 'exit')) as [number]
  if (code !== 0) throw new Error(`The bare thread exited with code ${code}.`)
}

const table = { name: 'Highlights', columns: columns.map((title) => ({ title, widthChars: 10 })), rows }
const kinds = [
  {
    name: `CSV of ${rows.length} rows`,
    bare: (out: string) => bare('csv', out),
    ours: (out: string) =>
      runInThread(
        new URL('documents/tables/table.thread.ts', features),
        { table, type: 'csv', password: null, out, plain: `${out}.plain` },
        () => {},
        quiet,
      ),
  },
  {
    name: `tagged PDF of ${lines.length} turns`,
    bare: (out: string) => bare('pdf', out),
    ours: (out: string) => runInThread(new URL('documents/pdf/pdf.thread.ts', features), { doc, out }, () => {}, quiet),
  },
]
try {
  let isMet = true
  for (const [kind, { name, bare: plainly, ours }] of kinds.entries()) {
    const ratios: number[] = []
    const cpuRatios: number[] = []
    let worstDelayMs = 0
    for (let round = -1; round < rounds; round++) {
      const plain = await time(() => plainly(join(folder, `${kind}-bare-${round}`)))
      const delay = monitorEventLoopDelay({ resolution: 5 })
      delay.enable()
      const made = await time(() => ours(join(folder, `${kind}-ours-${round}`)))
      delay.disable()
      if (round < 0) continue
      worstDelayMs = Math.max(worstDelayMs, delay.max / 1e6)
      ratios.push(made.ms / plain.ms)
      cpuRatios.push(made.cpuMs / plain.cpuMs)
      console.log(
        `${name}: bare ${plain.ms.toFixed(0)} ms, ours ${made.ms.toFixed(0)} ms, ${(made.ms / plain.ms).toFixed(2)}x; processor ${plain.cpuMs.toFixed(0)} and ${made.cpuMs.toFixed(0)} ms`,
      )
    }
    const ratio = median(ratios)
    isMet &&= ratio <= mostRatio && worstDelayMs <= mostDelayMs
    console.log(
      `${name}: ${ratio.toFixed(2)}x the bare library (at most ${mostRatio}x), ${median(cpuRatios).toFixed(2)}x of the processor; the event loop waited at most ${worstDelayMs.toFixed(0)} ms`,
    )
  }
  process.exitCode = isMet ? 0 : 1
} finally {
  await rm(folder, { recursive: true, force: true })
}

async function time(work: () => Promise<void>): Promise<{ ms: number; cpuMs: number }> {
  const begun = performance.now()
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return { ms: performance.now() - begun, cpuMs: (user + system) / 1000 }
}
