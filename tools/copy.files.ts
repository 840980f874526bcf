export type Found = { at: number; text: string }
export type HtmlFound = Found & { end: number; pieces: Piece[]; isAttribute: boolean }
type Piece = Found & { end: number; tag?: string }

const inline = /^(?:a|b|code|em|i|kbd|span|strong)$/
const tag = /<(\/?)(!?[a-z][\w-]*)((?:"[^"]*"|'[^']*'|[^"'<>])*)>/gi
const htmlTag =
  /<\/?(?:!doctype|a|blockquote|body|br|button|code|d[dlt]|details|div|form|h[1-6r]|header|html|i|input|label|li|main|meta|nav|noscript|ol|option|p|pre|section|small|span|strong|summary|t[dhr]|table|title|ul)(?:\s[^<>]*)?\/?>/i

export const isHtml = (text: string): boolean => htmlTag.test(text)

/** Inline tags stay, without attributes. Every other tag separates two texts. */
export function readHtml(html: string): HtmlFound[] {
  const source = html.replaceAll(/<!--.*?-->|<(style|script)\b.*?<\/\1>/gis, (match) => ' '.repeat(match.length))
  const found: HtmlFound[] = []
  let pieces: Piece[] = []
  let at = 0
  const close = () => {
    const text = trimPieces(pieces)
    if (text.length > 0 && hasLetters(printPieces(text)))
      found.push({ at: text[0]!.at, end: text.at(-1)!.end, text: printPieces(text), pieces: text, isAttribute: false })
    pieces = []
  }
  for (const match of source.matchAll(tag)) {
    const [whole, slash = '', name = '', attributes = ''] = match
    add(source.slice(at, match.index), at)
    at = match.index + whole.length
    if (inline.test(name)) pieces.push({ at: match.index, end: at, text: `<${slash}${name}>`, tag: `${slash}${name}` })
    else close()
    const offset = match.index + 1 + slash.length + name.length
    for (const shown of listShown(name, attributes))
      found.push({ ...shown, at: offset + shown.at, end: offset + shown.end })
  }
  add(source.slice(at), at)
  close()
  return found

  function add(text: string, start: number): void {
    if (text !== '') pieces.push({ at: start, end: start + text.length, text })
  }
}

const hasLetters = (text: string) => /\p{L}{2}/u.test(stripPlaceholders(text).replaceAll(/<[^>]*>/g, ''))

const printPieces = (pieces: readonly Piece[]): string =>
  pieces
    .map(({ text }) => text)
    .join('')
    .replaceAll(/\s+|\0+/g, (match) => (match.startsWith('\0') ? '' : ' '))

function trimPieces(pieces: readonly Piece[]): Piece[] {
  const isShown = ({ text, tag: name = '' }: Piece, dropped: RegExp) =>
    name === '' ? !/^[\s\0]*$/.test(text) : !dropped.test(name)
  const kept = pieces.slice(
    pieces.findIndex((each) => isShown(each, /^\//)),
    pieces.findLastIndex((each) => isShown(each, /^\w/)) + 1,
  )
  const [first, inner, last] = kept
  if (kept.length === 3 && first?.tag && `/${first.tag}` === last?.tag && inner && !inner.tag)
    return trimPieces([inner])
  return kept.map((piece, index) => {
    if (piece.tag) return piece
    const start = index === 0 ? /^[\s\0]*/.exec(piece.text)![0].length : 0
    const end = index === kept.length - 1 ? /[\s\0]*$/.exec(piece.text)!.index : piece.text.length
    return { ...piece, at: piece.at + start, end: piece.at + end, text: piece.text.slice(start, end) }
  })
}

function listShown(name: string, attributes: string): HtmlFound[] {
  const isTold = /(?:name|property)="(?:description|og:(?:title|description|image:alt))"/.test(attributes)
  const keys = name === 'meta' ? (isTold ? ['content'] : []) : ['alt', 'aria-label', 'placeholder', 'title']
  return keys.flatMap((key) => {
    const match = new RegExp(String.raw`(\b${key}\s*=\s*")([^"]*)"`).exec(attributes)
    const text = match?.[2] ?? ''
    const at = (match?.index ?? 0) + (match?.[1]?.length ?? 0)
    const piece = { at, end: at + text.length, text }
    return hasLetters(text) ? [{ ...piece, pieces: [piece], isAttribute: true }] : []
  })
}

/** Removes placeholders and choices, which may be nested. */
export function stripPlaceholders(text: string, by = ''): string {
  const next = text.replaceAll(/\{[^{}]*\}/g, by)
  return next === text ? text : stripPlaceholders(next, by)
}

export const readAlerts = (yaml: string): Found[] =>
  [...yaml.matchAll(/^ *(?:summary|action): *(['"]?)(.*)\1$/gm)].map(({ index, 1: mark, 2: text = '' }) => ({
    at: index,
    text: (mark === "'" ? text.replaceAll("''", "'") : text).replaceAll(/\{\{ *\$labels\.(\w+) *\}\}/g, '{$1}'),
  }))

export const readShell = (script: string): Found[] =>
  [...script.matchAll(/\b(?:echo|printf) (['"])(.*?)\1/g)].map(({ index, 2: text = '' }) => ({
    at: index,
    text: text.replaceAll(/\$\{?(\w+)\}?/g, '{$1}').replaceAll(String.raw`\n`, ''),
  }))
