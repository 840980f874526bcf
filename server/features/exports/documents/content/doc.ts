import type { ExportOptions, ExportEstimate } from '#contract/exports/exports.ts'

/** These types hold plain data so that documents can be posted to a thread. */

export type Cite = {
  label: string
  url: string | null
  pageLine: string | null
}
export type Cell = string | { text: string; url: string | null }

export type SpokenLine = { speaker: string; text: string; cite: Cite }
export type Seat = { number: number; label: string; note: string }

export type Block =
  | { kind: 'heading'; level: 2 | 3; text: string }
  | { kind: 'text'; text: string; tone?: 'note' | 'strong' }
  | { kind: 'facts'; rows: [string, Cell][] }
  | { kind: 'table'; label: string; head: string[]; widths: number[]; rows: Cell[][] }
  | { kind: 'quote'; question: string | null; text: string; by: string; cite: Cite; note: string | null }
  | { kind: 'spoken'; title: string; lines: SpokenLine[] }
  | { kind: 'seats'; rows: (Seat | null)[][] }
  | { kind: 'still'; videoId: string; atMs: number; alt: string; path: string | null }
  | { kind: 'signature'; name: string; lines: string[] }

export type CaptionParty = { names: string[]; role: string }
export type Caption = {
  court: string
  place: string
  above: CaptionParty
  below: CaptionParty
  others: CaptionParty | null
  /** The title of the action, used if the case doesn't name any parties. */
  action: string
  caseNumber: string
  judge: string
  courtroom: string
}

export type Doc = {
  title: string
  caption: Caption | null
  /** Printed on each page. Empty if the document isn't privileged. */
  mark: string
  subtitle: string
  facts: [string, Cell][]
  notices: string[]
  /** The latest change to the content. Used as the file date so that the same content produces the same bytes. */
  asOf: string
  asOfWords: string
  reference: string
  fingerprint: string
  /** Position in the firm's audit record. Null if there is none. */
  audit: string | null
  paper: ExportOptions['paper']
  watermark: string
  refusal: string | null
  blocks: Block[]
}

export const captionFacts = ({ caption }: Pick<Doc, 'caption'>): [string, string][] => {
  if (!caption) return []
  const sides = [caption.above, caption.below].map(({ names }) => names.join(', ')).filter(Boolean)
  const parties = [sides.join(' v. '), caption.others?.names.join(', ') ?? '']
  return [
    ['Court', [caption.court, caption.place, caption.courtroom].filter(Boolean).join(', ')],
    ['Case', caption.action],
    ['Parties', parties.filter(Boolean).join('; ')],
    ['Case number', caption.caseNumber],
    ['Judge', caption.judge],
  ].filter((row): row is [string, string] => row[1] !== '')
}

export function toText(doc: Pick<Doc, 'blocks'>): string {
  return doc.blocks.map(toBlockText).join('\n')
}

const cell = (each: Cell): string => (typeof each === 'string' ? each : each.text)

function toBlockText(block: Block): string {
  switch (block.kind) {
    case 'heading':
    case 'text':
      return block.text
    case 'facts':
      return block.rows.map(([name, value]) => `${name} ${cell(value)}`).join('\n')
    case 'table':
      return [block.head, ...block.rows].map((row) => row.map(cell).join(' ')).join('\n')
    case 'quote':
      return [block.question, block.text, block.by, block.cite.label, block.note].filter(Boolean).join('\n')
    case 'spoken':
      return [block.title, ...block.lines.map(({ speaker, text }) => `${speaker} ${text}`)].join('\n')
    case 'seats':
      return block.rows
        .flat()
        .map((seat) => (seat ? `${seat.number} ${seat.label}` : ''))
        .join('\n')
    case 'still':
      return block.alt
    case 'signature':
      return [block.name, ...block.lines].join('\n')
  }
}

const page = { chars: 92, lines: 48, spokenChars: 58, spokenLines: 25 } as const
/** Bytes used to estimate a PDF's size: for embedded fonts, each character, and each still. */
const bytes = { base: 45_000, each: 1.1, still: 30_000 } as const

export function estimateDoc(doc: Doc): ExportEstimate {
  const lines = (text: string, chars: number) =>
    text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / chars)), 0)
  const spoken = doc.blocks.flatMap((block) => (block.kind === 'spoken' ? block.lines : []))
  const spokenPages = Math.ceil(
    spoken.reduce((sum, each) => sum + lines(`${each.speaker}: ${each.text}`, page.spokenChars), 0) / page.spokenLines,
  )
  const other = doc.blocks.filter(({ kind }) => kind !== 'spoken')
  const flowing = other.reduce(
    (sum, block) => sum + 1 + lines(toText({ blocks: [block] }), page.chars) + (block.kind === 'still' ? 14 : 0),
    0,
  )
  const stills = doc.blocks.filter(({ kind }) => kind === 'still').length
  const isItem = ({ kind }: Block) => kind === 'quote'
  return {
    pages: 1 + Math.ceil(flowing / page.lines) + spokenPages,
    rows: null,
    seconds: null,
    bytes: Math.round(bytes.base + toText(doc).length * bytes.each + stills * bytes.still),
    items:
      doc.blocks.filter(isItem).length +
      spoken.length +
      doc.blocks.reduce((sum, block) => sum + (block.kind === 'table' ? block.rows.length : 0), 0),
    warnings: doc.refusal === null ? [] : [doc.refusal],
  }
}
