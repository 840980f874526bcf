import { readFileSync } from 'node:fs'
type Entry = { name: string; sources: string[] }

const opened = new Map<string, Entry[]>()

const readLines = (file: string): string[] =>
  readFileSync(new URL(`../words/${file}.txt`, import.meta.url), 'utf8')
    .replaceAll('\n    ', '')
    .replaceAll('\n  | ', '|')
    .split('\n')
    .filter((line) => line !== '' && line !== '[words]' && !line.startsWith('#'))

const readLists = (lines: readonly string[]) =>
  new Map(
    lines.flatMap((line): [string, string][] => {
      const [, name, words] = /^([a-z-]+) = (.*)$/.exec(line) ?? []
      return name && words ? [[name, words]] : []
    }),
  )

const sharedLists = readLists(readLines('shared'))

/** `[name]` starts an entry, `- ` starts a pattern, and `  | ` starts an alternative. Four spaces continue a line. */
export function readWordFile(file: string) {
  const entries = opened.get(file) ?? parseWords(readLines(file))
  opened.set(file, entries)
  const getSources = (name: string): string[] => {
    const entry = entries.find((each) => each.name === name)
    if (!entry) throw new Error(`words/${file}.txt has no entry [${name}].`)
    return entry.sources
  }
  return {
    entries,
    patterns: (name: string): RegExp[] => getSources(name).map(pattern),
    regex: (name: string, flags = ''): RegExp => new RegExp(getSources(name).join('|'), flags),
  }
}

function parseWords(lines: readonly string[]): Entry[] {
  const lists = readLists(lines)
  const entries: Entry[] = []
  for (const line of lines) {
    if (line.startsWith('[')) entries.push({ name: line.slice(1, -1), sources: [] })
    else if (line.startsWith('- ')) entries.at(-1)?.sources.push(line.slice(2))
  }
  const fill = (source: string): string =>
    source.replace(/\{([a-z-]+)…\}/g, (whole, name: string) => {
      const list = lists.get(name) ?? sharedLists.get(name)
      if (list === undefined) throw new Error(`The pattern “${source}” uses the unknown word list ${whole}.`)
      return `(${fill(list)})`
    })
  return entries.map(({ name, sources }) => ({
    name,
    sources: sources.map((source) => fill(source).replace(/(?<!\\)\((?!\?)/g, '(?:')),
  }))
}

const families = new Map(
  readWordFile('families').entries.map(({ name, sources }) => [name, `(?:${sources.join('|')})`]),
)

function expand(source: string): string {
  let text: string = source
  for (let depth = 0; depth < 3; depth += 1) {
    text = text.replace(/\{([a-z]+)\}/g, (whole, name: string) => families.get(name) ?? whole)
  }
  const unknown = /\{([a-z]+)\}/.exec(text)
  if (unknown) throw new Error(`The pattern “${source}” uses the unknown word family ${unknown[0]}.`)
  return text
}

/**
 * `{name}` inserts a word family. A space also matches commas and hyphens. `..` matches up to six words without a
 * period. Word boundaries are added.
 */
export function pattern(source: string): RegExp {
  const gap = String.raw`(?:[\s,-]+[^\s,.?!;-][^\s,.?!;]*){0,6}?[\s,-]+`
  // An optional group at the end, after a gap, would require an extra word.
  const certain = source.replace(/ \.\. \((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)\?$/, '')
  const body = expand(certain.replace(/ \.\. /g, '\u0000').replace(/ /g, '\u0001'))
    .replaceAll('\u0000', gap)
    .replaceAll('\u0001', String.raw`[\s,-]+`)
    .replaceAll(' ', String.raw`\s+`)
  return new RegExp(String.raw`(?<![a-z0-9'])(?:${body})(?![a-z0-9])`, 'g')
}

export function findAny(patterns: readonly RegExp[], folded: string): { from: number; to: number } | null {
  for (const each of patterns) {
    each.lastIndex = 0
    const match = each.exec(folded)
    if (match) return { from: match.index, to: match.index + match[0].length }
  }
  return null
}
