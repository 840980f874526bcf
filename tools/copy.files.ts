export type Found = { at: number; text: string }

const inline = /^(?:a|b|code|em|i|kbd|span|strong)$/
const tag = /<(\/?)(!?[a-z][\w-]*)((?:"[^"]*"|'[^']*'|[^"'<>])*)>/gi
const htmlTag =
  /<\/?(?:!doctype|a|blockquote|body|br|button|code|d[dlt]|details|div|form|h[1-6r]|header|html|i|input|label|li|main|meta|nav|noscript|ol|option|p|pre|section|small|span|strong|summary|t[dhr]|table|title|ul)(?:\s[^<>]*)?\/?>/i

export const isHtml = (text: string): boolean => htmlTag.test(text)

/** Inline tags stay, without attributes. Every other tag separates two texts. */
export function readHtml(html: string): Found[] {
  const source = html.replaceAll(/<!--.*?-->|<(style|script)\b.*?<\/\1>/gis, (match) => ' '.repeat(match.length))
  const found: Found[] = []
  let text = ''
  let from = 0
  let at = 0
  const close = () => {
    const trimmed = trim(text)
    if (/\p{L}{2}/u.test(trimmed.replaceAll(/\{[^}]*\}|<[^>]*>/g, ''))) found.push({ at: from, text: trimmed })
    text = ''
  }
  for (const match of source.matchAll(tag)) {
    const [whole, slash = '', name = '', attributes = ''] = match
    add(source.slice(at, match.index), at)
    at = match.index + whole.length
    if (inline.test(name)) add(`<${slash}${name}>`, match.index)
    else close()
    for (const shown of listShown(name, attributes)) found.push({ at: match.index, text: shown })
  }
  add(source.slice(at), at)
  close()
  return found

  function add(part: string, start: number): void {
    if (trim(text) === '') from = start + part.length - part.trimStart().length
    text += part
  }
}

const trim = (text: string): string => {
  const plain = text.replaceAll(/\s+/g, ' ').trim()
  const [whole, name, inner = ''] = /^<(\w+)>([^<]*)<\/(\w+)>$/.exec(plain) ?? []
  return whole && name ? inner.trim() : plain.replaceAll(/^(?:<\/\w+>)+|(?:<\w+>)+$/g, '').trim()
}

function listShown(name: string, attributes: string): string[] {
  const read = (key: string) => new RegExp(String.raw`\b${key}\s*=\s*"([^"]*)"`).exec(attributes)?.[1] ?? ''
  const isTold = /(?:name|property)="(?:description|og:(?:title|description|image:alt))"/.test(attributes)
  const keys = [...(name === 'meta' ? (isTold ? ['content'] : []) : ['alt', 'aria-label', 'placeholder', 'title'])]
  return keys.map(read).filter((text) => /\p{L}{2}/u.test(text.replaceAll(/\{[^}]*\}/g, '')))
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
