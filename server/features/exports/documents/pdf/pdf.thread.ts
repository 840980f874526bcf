import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import type { Doc } from '../content/doc.ts'
import type { MakerProgress } from '../../core/maker.ts'
import { type Chapters, drawBlock, drawCaption, drawCentered, drawLines, drawLineNumbers, drawTable } from './blocks.ts'
import { ink, openPen, type Pen } from './pen.ts'
import { serveThread } from '../../core/thread.ts'

const reportEvery = 50

/** Writes a tagged PDF 1.7 and returns the page count. The same document produces the same bytes. */
export async function renderPdf(doc: Doc, out: string, progress: (now: MakerProgress) => void): Promise<number> {
  const pen = openPen(doc)
  const file = createWriteStream(out, { flags: 'wx', mode: 0o600 })
  pen.pdf.pipe(file)
  drawOpening(pen, doc)
  const chapters: Chapters = { last: null }
  for (const [at, block] of doc.blocks.entries()) {
    drawBlock(pen, block, chapters)
    if (at % reportEvery === 0) progress({ fraction: (at / doc.blocks.length) * 0.85, step: 'Laying out pages' })
  }
  drawClosing(pen, doc, chapters)
  pen.root.end()
  const { count } = pen.pdf.bufferedPageRange()
  for (let page = 0; page < count; page++) drawMargins(pen, doc, page, count)
  pen.pdf.end()
  await finished(file)
  return count
}

const titleStyle = { face: 'serifBold', size: 14 } as const

function drawOpening(pen: Pen, { title, subtitle, caption, facts }: Doc): void {
  pen.pdf.outline.addItem('Caption')
  pen.y += 12
  if (caption) drawCaption(pen, caption)
  for (const line of pen.wrap(title, pen.width, titleStyle)) drawCentered(pen, 'H1', line, titleStyle)
  const under = { face: 'serif', size: 10.5, color: ink.soft } as const
  for (const line of pen.wrap(subtitle, pen.width, under)) drawCentered(pen, 'P', line, under)
  pen.y += 14
  if (facts.length > 0) drawTable(pen, { label: 'About this document', head: null, widths: [2, 5], rows: facts })
}

function drawClosing(pen: Pen, { notices, fingerprint, audit, asOfWords }: Doc, chapters: Chapters): void {
  drawBlock(pen, { kind: 'heading', level: 2, text: 'Scope and redactions' }, chapters)
  for (const notice of notices) {
    drawLines(pen, 'P', `•  ${notice}`, { face: 'sans', size: 8.5 })
    pen.y += 2
  }
  pen.y += 6
  const small = { face: 'mono', size: 7, color: ink.soft } as const
  drawLines(pen, 'P', `Content as of ${asOfWords}`, small)
  drawLines(pen, 'P', `SHA-256 of the content ${fingerprint}`, small)
  if (audit !== null) drawLines(pen, 'P', `Audit record: ${audit}`, small)
}

const referenceDigits = 6

function drawMargins(pen: Pen, { title, caption, reference, mark, watermark }: Doc, page: number, count: number): void {
  const { pdf } = pen
  pdf.switchToPage(page)
  // A footer below the bottom margin would start a new page.
  pdf.page.margins.bottom = 0
  pen.artifact(() => {
    const style = { face: 'sans', size: 7.5, color: ink.soft } as const
    const bold = { face: 'bold', size: 8 } as const
    const foot = pdf.page.height - 38
    const center = (words: string, y: number, face: typeof style | typeof bold) =>
      pen.write(words, pen.left + (pen.width - pen.measure(words, face)) / 2, y, face)
    if (pen.numbered.has(page)) drawLineNumbers(pen)
    const head = [title, caption?.caseNumber && `Case No. ${caption.caseNumber}`].filter(Boolean).join(' · ')
    if (page > 0) pen.write(pen.wrap(head, pen.width, style)[0] ?? '', pen.left, 38, style)
    if (mark !== '') center(mark.toUpperCase(), 24, bold)
    center(`Page ${page + 1} of ${count}`, foot, style)
    const number = `${reference}-${String(page + 1).padStart(referenceDigits, '0')}`
    pen.write(number, pen.left + pen.width - pen.measure(number, style), foot, style)
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
