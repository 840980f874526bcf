import type { ExportEstimate } from '#contract/exports/exports.ts'
import type { Block, Doc } from './doc.ts'
import { textOf } from './doc.ts'

/** Of the pages as they are set: characters of a line, lines of a page, lines that each kind of block adds. */
const page = { chars: 92, lines: 48, spokenChars: 58, spokenLines: 25 } as const
/** A PDF's faces, cut down to what is used, and what a character adds; near to what the tests' files came to. */
const bytes = { base: 45_000, each: 1.1, still: 30_000 } as const

export function estimateOf(doc: Doc): ExportEstimate {
  const lines = (text: string, chars: number) =>
    text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / chars)), 0)
  const spoken = doc.blocks.flatMap((block) => (block.kind === 'spoken' ? block.lines : []))
  const spokenPages = Math.ceil(
    spoken.reduce((sum, each) => sum + lines(`${each.speaker}: ${each.text}`, page.spokenChars), 0) / page.spokenLines,
  )
  const other = doc.blocks.filter(({ kind }) => kind !== 'spoken')
  const flowing = other.reduce(
    (sum, block) => sum + 1 + lines(textOf({ blocks: [block] }), page.chars) + (block.kind === 'still' ? 14 : 0),
    0,
  )
  const stills = doc.blocks.filter(({ kind }) => kind === 'still').length
  const isItem = ({ kind }: Block) => kind === 'quote'
  return {
    pages: 1 + Math.ceil(flowing / page.lines) + spokenPages,
    rows: null,
    seconds: null,
    bytes: Math.round(bytes.base + textOf(doc).length * bytes.each + stills * bytes.still),
    items:
      doc.blocks.filter(isItem).length +
      spoken.length +
      doc.blocks.reduce((sum, block) => sum + (block.kind === 'table' ? block.rows.length : 0), 0),
    warnings: [],
  }
}
