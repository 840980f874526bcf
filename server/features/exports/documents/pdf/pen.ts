// oxlint-disable-next-line import/no-named-as-default -- the types declare only the default export
import PDFDocument from 'pdfkit'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Doc } from '../content/doc.ts'
import { hasRightToLeft, toVisualRuns } from './bidi.ts'

type Pdf = PDFKit.PDFDocument
type Struct = PDFKit.PDFStructureElement

export const ink = { text: '#111827', soft: '#4b5563', link: '#1d4ed8', rule: '#9ca3af' } as const
const margin = { side: 64, top: 62, bottom: 62 } as const

export type Style = { face: Face; size: number; color?: string }

export type Pen = {
  pdf: Pdf
  root: Struct
  left: number
  width: number
  top: number
  bottom: number
  y: number
  numbered: Set<number>
  pageIndex(): number
  newPage(): void
  need(heightPt: number): void
  wrap(text: string, widthPt: number, style: Style): string[]
  lineHeight(style: Style): number
  measure(line: string, style: Style): number
  /** Draws one line. The line must fit. */
  write(line: string, xPt: number, yPt: number, style: Style, link?: string | null): void
  /** Draws content that screen readers skip, such as rules, page numbers, and watermarks. */
  artifact(draw: () => void): void
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
    // The file ID is derived from this date. Using the content's date keeps the output deterministic.
    info: { Title: doc.title, Producer: 'Venire', Creator: 'Venire', CreationDate: new Date(doc.asOf) },
  })
  const root = pdf.struct('Document')
  pdf.addStructure(root)
  const widths = new Map<string, number>()
  // Of the embedded fonts, only the sans faces have both Hebrew and Arabic letters.
  const findFont = (text: string, face: Face): string =>
    fonts.path[
      fonts.isEmbedded && hasRightToLeft(text) ? (face === 'bold' || face === 'serifBold' ? 'bold' : 'sans') : face
    ]

  const getWidth = (text: string, { face, size }: Style): number => {
    const key = `${face}${size}|${text}`
    const known = widths.get(key)
    if (known !== undefined) return known
    pdf.font(findFont(text, face)).fontSize(size)
    const width = pdf.widthOfString(text)
    // Only words are cached, because whole lines rarely repeat and would fill memory.
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
    measure: getWidth,
    lineHeight: ({ size }) => Math.round(size * 1.38 * 10) / 10,
    write(line, xPt, yPt, { face, size, color = ink.text }, link) {
      if (line === '') return
      const shown = fonts.isEmbedded ? line : line.replaceAll(/[^\x20-\x7E\xA0-\xFF–—‘’“”•…]/g, '?')
      const put = (text: string, x: number): number => {
        pdf
          .font(findFont(text, face))
          .fontSize(size)
          .fillColor(link ? ink.link : color)
        pdf.text(text, x, yPt, { lineBreak: false, ...(link ? { link } : {}) })
        return x + pdf.widthOfString(text)
      }
      if (!hasRightToLeft(shown)) return void put(shown, xPt)
      let x = xPt
      // pdfkit gets the direction within each word right but always orders words from left to right.
      for (const { text, isRtl } of toVisualRuns(shown))
        for (const word of isRtl ? text.split(/( )/).toReversed() : [text]) if (word !== '') x = put(word, x)
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

export type Face = 'sans' | 'bold' | 'serif' | 'serifBold' | 'mono'
const files: Record<Face, string> = {
  sans: 'DejaVuSans.ttf',
  bold: 'DejaVuSans-Bold.ttf',
  serif: 'DejaVuSerif.ttf',
  serifBold: 'DejaVuSerif-Bold.ttf',
  mono: 'DejaVuSansMono.ttf',
}
const folders = [
  '/usr/share/fonts/truetype/dejavu',
  '/usr/share/fonts/dejavu-sans-fonts',
  '/usr/share/fonts/TTF',
  '/Library/Fonts',
]
/** Standard PDF fonts, limited to Western European characters. */
const standard: Record<Face, string> = {
  sans: 'Helvetica',
  bold: 'Helvetica-Bold',
  serif: 'Times-Roman',
  serifBold: 'Times-Bold',
  mono: 'Courier',
}

export type Fonts = { path: Record<Face, string>; isEmbedded: boolean }

export function findFonts(): Fonts {
  const folder = folders.find((each) => Object.values(files).every((file) => existsSync(join(each, file))))
  if (folder === undefined) return { path: standard, isEmbedded: false }
  const path = Object.fromEntries(Object.entries(files).map(([face, file]) => [face, join(folder, file)]))
  return { path: path as Record<Face, string>, isEmbedded: true }
}
