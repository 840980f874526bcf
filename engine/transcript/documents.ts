import { unzipSync } from 'fflate'
import { Unprocessable } from '#engine/stage.ts'

/** The text of a full day is less than 3 MB, so a larger entry is probably a decompression bomb. */
const entryMaxBytes = 40 * 1024 * 1024
const entriesAtMost = 5000
export const linesAtMost = 500_000
export const tooManyLines = 'The transcript has more than 500,000 lines. Attach one day at a time.'
/** DEFLATE can't exceed this compression ratio, so an entry that claims more is invalid. */
const deflateRatioAtMost = 1032

const damaged = 'The Word document is damaged. Save it again in Word, or attach the transcript as text (.txt).'

/**
 * Unpacks one entry of a ZIP archive. Returns null if it's missing. Throws `Unprocessable` if the archive is damaged or
 * is a decompression bomb.
 */
export function unpackEntry(bytes: Uint8Array, isWanted: (name: string) => boolean, fault: string): Uint8Array | null {
  let seen = 0
  let isFound = false
  try {
    const [found] = Object.values(
      unzipSync(bytes, {
        filter({ name, size, originalSize }) {
          seen += 1
          if (seen > entriesAtMost) throw new Unprocessable(fault)
          if (isFound || !isWanted(name)) return false
          if (originalSize > entryMaxBytes)
            throw new Unprocessable('The text in the file is larger than 40 MB. Attach only the transcript.')
          if (originalSize > size * deflateRatioAtMost) throw new Unprocessable(fault)
          isFound = true
          return true
        },
      }),
    )
    return found ?? null
  } catch (error) {
    if (error instanceof Unprocessable) throw error
    throw new Unprocessable(fault)
  }
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Doesn't expand entities that the file itself declares. */
export const decodeXml = (text: string): string =>
  text.replaceAll(/&(#x[\da-f]{1,6}|#\d{1,7}|\w{1,8});/gi, (whole, name: string) => {
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
    if (!name.startsWith('#')) return entities[name] ?? whole
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code).toWellFormed() : ''
  })

const skippedElements = new Set(['mc:Fallback', 'w:del', 'w:moveFrom', 'w:instrText'])

const xmlTag = /<(\/?)([\w:]+)((?:\s[^<>]*?)?)(\/?)>([^<]*)/g

type Tag = { name: string; attributes: string; isEnd: boolean; isEmpty: boolean; text: string }

function* readTags(xml: string): Generator<Tag> {
  for (const [, closing, name = '', attributes = '', empty, text = ''] of xml.matchAll(xmlTag))
    yield { name, attributes, isEnd: closing === '/', isEmpty: empty === '/', text }
}

function* readShownTags(xml: string): Generator<Tag> {
  let skipped = 0
  for (const tag of readTags(xml))
    if (!skippedElements.has(tag.name)) {
      if (skipped <= 0) yield tag
    } else if (!tag.isEmpty) skipped += tag.isEnd ? -1 : 1
}

export function readDocx(bytes: Uint8Array): string {
  const entry = unpackEntry(bytes, (name) => name === 'word/document.xml', damaged)
  if (!entry) throw new Unprocessable(damaged)
  const xml = new TextDecoder('utf-8').decode(entry)
  // ECMA-376 forbids document type declarations, which could name files to include.
  if (xml.includes('<!DOCTYPE')) throw new Unprocessable(damaged)
  const page = new DocxLines()
  for (const tag of readShownTags(xml)) page.add(tag)
  const read = page.join()
  if (read.trim() === '') throw new Unprocessable(damaged)
  return read
}

function readSymbol(name: string, attributes: string, isEnd: boolean): string {
  if (name === 'w:noBreakHyphen') return '-'
  return name === 'w:tab' && !isEnd && !attributes.includes('w:pos') ? '\t' : ''
}

class DocxLines {
  #lines: string[] = []
  #line = ''
  #cells: string[] | null = null
  #depth = 0
  #isText = false

  add({ name, attributes, isEnd, isEmpty, text }: Tag): void {
    if (name === 'w:t') this.#isText = !isEnd && !isEmpty
    else if (name === 'w:p' && (isEnd || isEmpty)) this.#breakLine()
    else if (name === 'w:br' || name === 'w:cr') this.#breakAt(attributes)
    else if (name === 'w:tr' && !isEmpty) this.#changeRow(isEnd)
    else if (name === 'w:tc' && isEnd) this.#endCell()
    else this.#line += readSymbol(name, attributes, isEnd)
    if (this.#isText) this.#line += decodeXml(text)
  }

  join(): string {
    return [...this.#lines, this.#line].join('\n')
  }

  #breakLine(): void {
    if (this.#cells) this.#line += ' '
    else {
      this.#lines.push(this.#line)
      if (this.#lines.length > linesAtMost) throw new Unprocessable(tooManyLines)
      this.#line = ''
    }
  }

  #breakAt(attributes: string): void {
    if (/w:type="page"/.test(attributes) && !this.#cells) this.#line += '\f'
    this.#breakLine()
  }

  /** The rows of a nested table become lines of the outer cell. */
  #changeRow(isEnd: boolean): void {
    if (this.#cells) this.#lines.push(joinCells([...this.#cells, this.#line.trim()]))
    this.#line = ''
    this.#depth = Math.max(0, this.#depth + (isEnd ? -1 : 1))
    this.#cells = this.#depth > 0 ? [] : null
  }

  #endCell(): void {
    if (!this.#cells) return
    this.#cells.push(this.#line.trim())
    this.#line = ''
  }
}

export function joinCells(cells: readonly string[]): string {
  const [first = '', ...rest] = cells.filter((cell) => cell !== '')
  return rest.length === 1 && /^[\p{Lu}][\p{L}\d .#'’]{1,40}$/u.test(first) && !/^\d+$/.test(first)
    ? `${first}: ${rest[0]}`
    : [first, ...rest].join('\t')
}

// Word marks all other groups without text with \*.
const skippedGroups = /^(?:fonttbl|colortbl|stylesheet|info|pict|object|header[lrf]?|footer[lrf]?|footnote)$/
const characters: Record<string, string> = {
  par: '\n',
  line: '\n',
  row: '\n',
  cell: '\t',
  tab: '\t',
  page: '\f',
  sect: '\n',
  emdash: '—',
  endash: '–',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  bullet: '•',
}
/** If two hexadecimal digits don't follow `\'`, the file has an error, so drop it. */
const symbols: Record<string, string> = { '\n': '\n', '\r': '\n', '~': ' ', _: '-', '-': '', "'": '' }
type Group = { isSkipped: boolean; isHidden: boolean; unicodeSkip: number }
const groupsAtMost = 10_000

export function readRtf(bytes: Uint8Array): string {
  const source = new TextDecoder('latin1').decode(bytes)
  const token = /\\([a-z]{1,32})(-?\d{1,10})? ?|\\'([\da-f]{2})|\\([^a-z]?)|([{}])|([^\\{}]+)/giy
  const out: string[] = []
  const groups: Group[] = []
  let group: Group = { isSkipped: false, isHidden: false, unicodeSkip: 1 }
  let codePage = 'windows-1252'
  let skip = 0
  let opens = false
  const write = (text: string): void => {
    if (!group.isSkipped && !group.isHidden) out.push(text)
  }
  const writeByte = (value: number): void => {
    if (skip > 0) skip -= 1
    else write(new TextDecoder(codePage).decode(Uint8Array.of(value)))
  }
  const control = (word: string, value: number | null): void => {
    if (opens && skippedGroups.test(word)) group.isSkipped = true
    else if (word === 'ansicpg' && value !== null) codePage = chooseCodePage(value)
    else if (word === 'plain') group.isHidden = false
    else if (word === 'uc') group.unicodeSkip = Math.max(0, Math.min(8, value ?? 1))
    else if (word === 'u' && value !== null) {
      write(String.fromCharCode(value < 0 ? value + 65_536 : value))
      skip = group.unicodeSkip
    } else if (word === 'bin') token.lastIndex += Math.max(0, value ?? 0)
    else if (word === 'v') group.isHidden = value !== 0
    else if (characters[word] !== undefined) write(characters[word])
  }
  for (let found = token.exec(source); found; found = token.exec(source)) {
    const [, word, value, hex, symbol, brace, text] = found
    if (brace === '{') {
      if (groups.length >= groupsAtMost)
        throw new Unprocessable(
          'The Rich Text document is damaged. Save it again, or attach the transcript as text (.txt).',
        )
      groups.push(group)
      group = { ...group }
      opens = true
      continue
    }
    if (brace === '}') group = groups.pop() ?? group
    else if (word !== undefined) control(word.toLowerCase(), value === undefined ? null : Number(value))
    else if (hex !== undefined) writeByte(Number.parseInt(hex, 16))
    else if (symbol === '*') {
      if (opens) group.isSkipped = true
    } else if (symbol !== undefined) write(symbols[symbol] ?? symbol)
    else if (text !== undefined) {
      const written = text.replaceAll(/[\r\n]/g, '')
      write(written.slice(skip))
      skip = Math.max(0, skip - written.length)
    }
    opens = false
  }
  return out.join('')
}

function chooseCodePage(value: number): string {
  const name = value === 10_000 ? 'macintosh' : value === 65_001 ? 'utf-8' : `windows-${value}`
  try {
    new TextDecoder(name)
    return name
  } catch {
    return 'windows-1252'
  }
}
