// oxlint-disable-next-line import/no-named-as-default -- the types know the default only
import PDFDocument from 'pdfkit'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Doc } from '../content/doc.ts'

type Pdf = PDFKit.PDFDocument
type Struct = PDFKit.PDFStructureElement

export const ink = { text: '#111827', soft: '#4b5563', link: '#1d4ed8', rule: '#9ca3af' } as const
/** Points: 1/72 inch. */
const margin = { side: 64, top: 62, bottom: 62 } as const

export type Style = { face: Face; size: number; color?: string }

/** Where the next line goes, and how tall one of a style is. Everything is drawn by lines that were broken before. */
export type Pen = {
  pdf: Pdf
  root: Struct
  left: number
  width: number
  top: number
  bottom: number
  y: number
  /** Pages whose lines are numbered in the margin. */
  numbered: Set<number>
  pageIndex(): number
  /** Begins a page, within whatever is being marked. */
  newPage(): void
  /** Begins a page unless so many points are free. */
  need(heightPt: number): void
  wrap(text: string, widthPt: number, style: Style): string[]
  lineHeight(style: Style): number
  /** One line, which must fit. */
  write(line: string, xPt: number, yPt: number, style: Style, link?: string | null): void
  /** What no reader aloud should say: rules, page numbers, watermarks. */
  artifact(draw: () => void): void
  /** An element with marked content under a parent. */
  tag(parent: Struct, type: string, draw: () => void, options?: { alt?: string; scope?: string }): void
}

export function openPen(doc: Pick<Doc, 'title' | 'paper' | 'asOf'>): Pen {
  const fonts = findFonts()
  const pdf = new PDFDocument({
    size: doc.paper === 'a4' ? 'A4' : 'LETTER',
    margins: { left: margin.side, right: margin.side, top: margin.top, bottom: margin.bottom },
    pdfVersion: '1.7',
    tagged: true,
    lang: 'en-US',
    displayTitle: true,
    bufferPages: true,
    font: fonts.path.sans,
    // The date of the content and not of the clock: the file's id is made from it, too.
    info: { Title: doc.title, Producer: 'Venire', Creator: 'Venire', CreationDate: new Date(doc.asOf) },
  })
  const root = pdf.struct('Document')
  pdf.addStructure(root)
  const widths = new Map<string, number>()

  const getWidth = (text: string, { face, size }: Style): number => {
    const key = `${face}${size}|${text}`
    const known = widths.get(key)
    if (known !== undefined) return known
    pdf.font(fonts.path[face]).fontSize(size)
    const width = pdf.widthOfString(text)
    // Words repeat; whole lines do not, and would fill the memory.
    if (text.length <= 24) widths.set(key, width)
    return width
  }

  const pen: Pen = {
    pdf,
    root,
    left: margin.side,
    width: pdf.page.width - 2 * margin.side,
    top: margin.top,
    bottom: pdf.page.height - margin.bottom,
    y: margin.top,
    numbered: new Set(),
    pageIndex: () => pdf.bufferedPageRange().count - 1,
    newPage() {
      pdf.continueOnNewPage()
      pen.y = pen.top
    },
    need(heightPt) {
      if (pen.y + heightPt > pen.bottom) pen.newPage()
    },
    wrap(text, widthPt, style) {
      const lines: string[] = []
      const space = getWidth(' ', style)
      for (const paragraph of text.replaceAll('\t', '  ').split('\n')) {
        let line = ''
        let used = 0
        for (const whole of paragraph.split(/ +/)) {
          for (const word of pieces(whole, widthPt, (piece) => getWidth(piece, style))) {
            const width = getWidth(word, style)
            if (line !== '' && used + space + width > widthPt) {
              lines.push(line)
              line = word
              used = width
            } else {
              used += (line === '' ? 0 : space) + width
              line = line === '' ? word : `${line} ${word}`
            }
          }
        }
        lines.push(line)
      }
      return lines
    },
    lineHeight: ({ size }) => Math.round(size * 1.38 * 10) / 10,
    write(line, xPt, yPt, { face, size, color = ink.text }, link) {
      if (line === '') return
      const shown = fonts.isEmbedded ? line : line.replaceAll(/[^\x20-\x7E\xA0-\xFF–—‘’“”•…]/g, '?')
      pdf
        .font(fonts.path[face])
        .fontSize(size)
        .fillColor(link ? ink.link : color)
      pdf.text(shown, xPt, yPt, { lineBreak: false, ...(link ? { link } : {}) })
    },
    artifact(draw) {
      pdf.markContent('Artifact')
      draw()
      pdf.endMarkedContent()
    },
    tag(parent, type, draw, options = {}) {
      parent.add(pdf.struct(type, options, [draw]))
    },
  }
  return pen
}

/** A word longer than a line (an address, a hash) is cut. */
function* pieces(word: string, widthPt: number, getWidth: (text: string) => number): Generator<string> {
  if (getWidth(word) <= widthPt) return yield word
  let piece = ''
  for (const letter of word) {
    if (piece !== '' && getWidth(piece + letter) > widthPt) {
      yield piece
      piece = ''
    }
    piece += letter
  }
  yield piece
}

export type Face = 'sans' | 'bold' | 'serif' | 'mono'
const files: Record<Face, string> = {
  sans: 'DejaVuSans.ttf',
  bold: 'DejaVuSans-Bold.ttf',
  serif: 'DejaVuSerif.ttf',
  mono: 'DejaVuSansMono.ttf',
}
/** Debian and Ubuntu, Fedora, Arch, Homebrew's casks. */
const folders = [
  '/usr/share/fonts/truetype/dejavu',
  '/usr/share/fonts/dejavu-sans-fonts',
  '/usr/share/fonts/TTF',
  '/Library/Fonts',
]
/** Built into every PDF reader; they know the letters of western Europe only. */
const standard: Record<Face, string> = {
  sans: 'Helvetica',
  bold: 'Helvetica-Bold',
  serif: 'Times-Roman',
  mono: 'Courier',
}

export type Fonts = { path: Record<Face, string>; isEmbedded: boolean }

/** The faces to write with: DejaVu where all of it is installed, else the standard ones. */
export function findFonts(): Fonts {
  const folder = folders.find((each) => Object.values(files).every((file) => existsSync(join(each, file))))
  if (folder === undefined) return { path: standard, isEmbedded: false }
  const path = Object.fromEntries(Object.entries(files).map(([face, file]) => [face, join(folder, file)]))
  return { path: path as Record<Face, string>, isEmbedded: true }
}
