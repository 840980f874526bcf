import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { workerData } from 'node:worker_threads'
import type { SpokenLine } from '#server/features/exports/documents/content/doc.ts'
import { findFonts } from '#server/features/exports/documents/pdf/pen.ts'

const linesPerPage = 25

async function bareCsv(columns: string[], rows: unknown[][], out: string): Promise<void> {
  const { stringify } = await import('csv-stringify')
  const text = stringify({ bom: true, record_delimiter: '\r\n' })
  await pipeline(Readable.from([columns, ...rows]), text, createWriteStream(out))
}

async function barePdf(lines: readonly SpokenLine[], out: string): Promise<void> {
  const { default: PDFDocument } = await import('pdfkit')
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

const { out, columns, rows, lines } = workerData as {
  out: string
  columns?: string[]
  rows?: unknown[][]
  lines?: SpokenLine[]
}
if (columns && rows) await bareCsv(columns, rows, out)
if (lines) await barePdf(lines, out)
