/** How much longer do a table and a tagged PDF take than the bare libraries, and is the event loop free meanwhile? Run: npm run bench -- exports [--rows 10000] [--turns 4000] [--rounds 7] */
import { stringify } from 'csv-stringify'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Readable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
// oxlint-disable-next-line import/no-named-as-default -- the types know the default only
import PDFDocument from 'pdfkit'
import type { Doc, SpokenLine } from '#server/features/exports/content/doc.ts'
import { findFonts } from '#server/features/exports/pdf/fonts.ts'
import { linesPerPage } from '#server/features/exports/pdf/spoken.ts'
import { inThread } from '#server/features/exports/thread.ts'
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
/** A person's request that waits longer than this notices. */
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
  ...{ title: 'Transcript', subtitle: 'Voir dire day 1', facts: [], notices: [], asOf: '2026-01-01T00:00:00.000Z' },
  ...{ fingerprint: 'x', paper: 'letter', watermark: '', blocks: [{ kind: 'spoken', title: 'day-1.mp4', lines }] },
}

/** The library with the same table: no check for formulas, no thread. */
async function bareCsv(out: string): Promise<void> {
  const text = stringify({ bom: true, record_delimiter: '\r\n' })
  await pipeline(Readable.from([columns, ...rows]), text, createWriteStream(out))
}

/** The library with the same words, tags, links, numbers and faces; its own breaking of lines. */
async function barePdf(out: string): Promise<void> {
  const { path } = findFonts()
  const pdf = new PDFDocument({
    ...{ size: 'LETTER', margin: 64, pdfVersion: '1.7', tagged: true, lang: 'en-US', bufferPages: true },
    font: path.mono,
  })
  const file = createWriteStream(out)
  pdf.pipe(file)
  const root = pdf.struct('Document')
  pdf.addStructure(root)
  const [left, top, width] = [90, 64, 396]
  const step = (pdf.page.height - 2 * top) / linesPerPage
  let at = 0
  for (const { speaker, text, cite } of lines) {
    const said = `    ${speaker}:  ${text}`
    pdf.font(path.mono).fontSize(10)
    const count = Math.ceil(pdf.heightOfString(said, { width, lineGap: step - 11.7 }) / step)
    if (at + count > linesPerPage) {
      pdf.continueOnNewPage()
      at = 0
    }
    const y = top + at * step
    root.add(
      pdf.struct('Link', {}, [
        () => pdf.fontSize(7.5).fillColor('#1d4ed8').text(cite.label, 500, y, { lineBreak: false, link: cite.url! }),
      ]),
    )
    root.add(
      pdf.struct('P', {}, [
        () =>
          pdf
            .fontSize(10)
            .fillColor('#111827')
            .text(said, left, y, { width, lineGap: step - 11.7 }),
      ]),
    )
    at += count
  }
  root.end()
  const pages = pdf.bufferedPageRange().count
  for (let page = 0; page < pages; page++) {
    pdf.switchToPage(page)
    pdf.page.margins.bottom = 0
    pdf.markContent('Artifact')
    pdf.fontSize(7.5)
    for (let number = 1; number <= linesPerPage; number++)
      pdf.text(String(number), 64, top + (number - 1) * step, { lineBreak: false })
    pdf.text(`${page + 1} of ${pages}`, 500, pdf.page.height - 38, { lineBreak: false })
    pdf.endMarkedContent()
  }
  pdf.end()
  await finished(file)
}

const table = { name: 'Highlights', columns: columns.map((title) => ({ title, widthChars: 10 })), rows }
const kinds = [
  {
    name: `CSV of ${rows.length} rows`,
    bare: bareCsv,
    ours: (out: string) =>
      inThread(
        new URL('tables/table.thread.ts', features),
        { table, type: 'csv', password: null, out, plain: `${out}.plain` },
        () => {},
        quiet,
      ),
  },
  {
    name: `tagged PDF of ${lines.length} turns`,
    bare: barePdf,
    ours: (out: string) => inThread(new URL('pdf/pdf.thread.ts', features), { doc, out }, () => {}, quiet),
  },
]
try {
  let isMet = true
  for (const { name, bare, ours } of kinds) {
    const ratios: number[] = []
    let worstDelayMs = 0
    // The first round warms what is compiled once.
    for (let round = -1; round < rounds; round++) {
      const bareMs = await time(() => bare(join(folder, `bare-${round}`)))
      const delay = monitorEventLoopDelay({ resolution: 5 })
      delay.enable()
      const oursMs = await time(() => ours(join(folder, `ours-${round}`)))
      delay.disable()
      if (round < 0) continue
      worstDelayMs = Math.max(worstDelayMs, delay.max / 1e6)
      ratios.push(oursMs / bareMs)
      console.log(
        `${name}: bare ${bareMs.toFixed(0)} ms, ours ${oursMs.toFixed(0)} ms, ${(oursMs / bareMs).toFixed(2)}x`,
      )
    }
    const ratio = median(ratios)
    isMet &&= ratio <= mostRatio && worstDelayMs <= mostDelayMs
    console.log(
      `${name}: ${ratio.toFixed(2)}x the bare library (at most ${mostRatio}x); the event loop waited at most ${worstDelayMs.toFixed(0)} ms`,
    )
  }
  process.exitCode = isMet ? 0 : 1
} finally {
  await rm(folder, { recursive: true, force: true })
}

async function time(work: () => Promise<void>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}
