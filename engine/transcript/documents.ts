import { unzipSync } from 'fflate'
import { Unprocessable } from '#engine/stage.ts'

/** A day's text is under 3 MB. A larger entry is probably a decompression bomb. */
const entryMaxBytes = 40 * 1024 * 1024
const entriesAtMost = 5000
/** DEFLATE can't compress further, so a larger claim is false. */
const deflateRatioAtMost = 1032

const damaged = 'The Word document is damaged. Save it again in Word, or attach the transcript as text (.txt).'

/**
 * Unpacks one entry of a ZIP archive. Returns null if it's missing. Throws `Unprocessable` if the archive is damaged or
 * a bomb.
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

/** Doesn't expand entities that the file declares. */
export const decodeXml = (text: string): string =>
  text.replaceAll(/&(#x[\da-f]{1,6}|#\d{1,7}|\w{1,8});/gi, (whole, name: string) => {
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
    if (!name.startsWith('#')) return entities[name] ?? whole
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code).toWellFormed() : ''
  })

const skippedElements = new Set(['mc:Fallback', 'w:del', 'w:moveFrom', 'w:instrText'])

/** Reads the paragraphs of a Word document as lines. Skips deleted text and field codes. */
export function readDocx(bytes: Uint8Array): string {
  const entry = unpackEntry(bytes, (name) => name === 'word/document.xml', damaged)
  if (!entry) throw new Unprocessable(damaged)
  const xml = new TextDecoder('utf-8').decode(entry)
  const lines: string[] = []
  let line = ''
  let cells: string[] | null = null
  let depth = 0
  let skipped = 0
  let isText = false
  const endRow = (): void => {
    if (cells) lines.push(joinCells([...cells, line.trim()]))
    line = ''
  }
  const breakLine = (): void => {
    if (cells) line += ' '
    else {
      lines.push(line)
      line = ''
    }
  }
  for (const [, closing, name = '', attributes = '', empty, text = ''] of xml.matchAll(
    /<(\/?)([\w:]+)((?:\s[^<>]*?)?)(\/?)>([^<]*)/g,
  )) {
    const isEnd = closing === '/'
    if (skippedElements.has(name)) {
      if (empty !== '/') skipped += isEnd ? -1 : 1
      continue
    }
    if (skipped > 0) continue
    if (name === 'w:t') isText = !isEnd && empty !== '/'
    else if (name === 'w:p' && (isEnd || empty === '/')) breakLine()
    else if (name === 'w:tab' && !isEnd && !attributes.includes('w:pos')) line += '\t'
    else if (name === 'w:noBreakHyphen') line += '-'
    else if (name === 'w:br' || name === 'w:cr') {
      if (/w:type="page"/.test(attributes) && !cells) line += '\f'
      breakLine()
    } else if (name === 'w:tr' && empty !== '/') {
      // Rows of a nested table become lines of the outer cell.
      endRow()
      depth = Math.max(0, depth + (isEnd ? -1 : 1))
      cells = depth > 0 ? [] : null
    } else if (name === 'w:tc' && isEnd && cells) {
      cells.push(line.trim())
      line = ''
    }
    if (isText) line += decodeXml(text)
  }
  const read = [...lines, line].join('\n')
  if (read.trim() === '') throw new Unprocessable(damaged)
  return read
}

/** A table may have the speakers in its first column. */
export function joinCells(cells: readonly string[]): string {
  const [first = '', ...rest] = cells.filter((cell) => cell !== '')
  return rest.length === 1 && /^[\p{Lu}][\p{L}\d .#'’]{1,40}$/u.test(first) && !/^\d+$/.test(first)
    ? `${first}: ${rest[0]}`
    : [first, ...rest].join('\t')
}

// Word marks all other non-text groups with \*.
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
/** "\\'" without two hexadecimal digits is an error in the file. */
const symbols: Record<string, string> = { '\n': '\n', '\r': '\n', '~': ' ', _: '-', '-': '', "'": '' }
type Group = { isSkipped: boolean; isHidden: boolean; unicodeSkip: number }
const groupsAtMost = 10_000

/** Reads the text of a Rich Text document, without its headers, footers, and images. */
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
