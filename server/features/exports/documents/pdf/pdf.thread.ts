import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import type { Doc } from '../content/doc.ts'
import type { MakerProgress } from '../../core/maker.ts'
import { type Chapters, drawBlock, drawLines, drawLineNumbers, drawTable } from './blocks.ts'
import { ink, openPen, type Pen } from './pen.ts'
import { serveThread } from '../../core/thread.ts'

const reportEvery = 50

/** Writes a tagged PDF 1.7 and returns the page count. The same document produces the same bytes. */
export async function renderPdf(doc: Doc, out: string, progress: (now: MakerProgress) => void): Promise<number> {
  const pen = openPen(doc)
  const file = createWriteStream(out, { flags: 'wx', mode: 0o600 })
  pen.pdf.pipe(file)
  drawCover(pen, doc)
  const chapters: Chapters = { last: null }
  for (const [at, block] of doc.blocks.entries()) {
    if (at === 0 && block.kind !== 'spoken') pen.newPage()
    drawBlock(pen, block, chapters)
    if (at % reportEvery === 0) progress({ fraction: (at / doc.blocks.length) * 0.85, step: 'Laying out pages' })
  }
  pen.root.end()
  const { count } = pen.pdf.bufferedPageRange()
  for (let page = 0; page < count; page++) drawMargins(pen, doc, page, count)
  pen.pdf.end()
  await finished(file)
  return count
}

function drawCover(pen: Pen, { title, subtitle, facts, notices, fingerprint, audit, asOfWords }: Doc): void {
  pen.y = pen.top + 60
  pen.pdf.outline.addItem('Cover')
  drawLines(pen, 'H1', title, { face: 'bold', size: 20 })
  drawLines(pen, 'P', subtitle, { face: 'sans', size: 11, color: ink.soft })
  pen.y += 18
  drawTable(pen, { label: 'About this document', head: null, widths: [2, 5], rows: facts })
  drawLines(pen, 'H2', 'Scope and redactions', { face: 'bold', size: 11 })
  pen.y += 3
  for (const notice of notices) {
    drawLines(pen, 'P', `•  ${notice}`, { face: 'sans', size: 9 })
    pen.y += 3
  }
  pen.y += 8
  const small = { face: 'mono', size: 7, color: ink.soft } as const
  drawLines(pen, 'P', `Content as of ${asOfWords}`, small)
  drawLines(pen, 'P', `SHA-256 of the content ${fingerprint}`, small)
  if (audit !== null) drawLines(pen, 'P', `Audit record: ${audit}`, small)
}

function drawMargins(pen: Pen, { title, watermark }: Doc, page: number, count: number): void {
  const { pdf } = pen
  pdf.switchToPage(page)
  // A footer below the bottom margin would start a new page.
  pdf.page.margins.bottom = 0
  pen.artifact(() => {
    const style = { face: 'sans', size: 7.5, color: ink.soft } as const
    const foot = pdf.page.height - 38
    if (pen.numbered.has(page)) drawLineNumbers(pen)
    if (page > 0) pen.write(pen.wrap(title, pen.width, style)[0] ?? '', pen.left, 34, style)
    pen.write(`${page + 1} of ${count}`, pen.left + pen.width - 50, foot, style)
    if (watermark === '') return
    pdf.save()
    pdf.rotate(-45, { origin: [pdf.page.width / 2, pdf.page.height / 2] }).opacity(0.14)
    const large = { face: 'bold', size: Math.min(64, 760 / watermark.length), color: '#000000' } as const
    const width = watermark.length * large.size * 0.62
    pen.write(watermark, (pdf.page.width - width) / 2, pdf.page.height / 2 - large.size / 2, large)
    pdf.restore()
  })
}

export type PdfWork = { doc: Doc; out: string }

serveThread(async (data, progress) => {
  const { doc, out } = data as PdfWork
  await renderPdf(doc, out, progress)
})
