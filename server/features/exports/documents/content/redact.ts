import { type JurorField, jurorFields } from '#contract/jurors/fields.ts'
import type { JurorRow } from '#server/features/jurors/jurors.table.ts'
import { cleanText } from './clean.ts'

type Named = Pick<JurorRow, 'jurorNumber' | 'displayName' | 'employer'>

export type Redactor = {
  text(text: string): string
  /** File names join words and ignore case, as in "day1_marchetti.mp4". */
  file(filename: string): string
  /** Returns an audit event's details with the same keys. Values that name no one stay the same, byte for byte. */
  details(json: string): string
  /** Returns the redactions, in order, with their offsets in the output of `plainText`. */
  hidden(plain: string): Hidden[]
  name(juror: { displayName: string | null }): string | null
  field(juror: Record<JurorField, string>, field: JurorField): string
}

/** Lower ranks match first. Within a rank, longer names match before shorter ones. */
type Rule = { of: string; rank: 0 | 1 | 2; begins: string[]; pattern: string; to: string }

type Hidden = { from: number; until: number; to: string }

/**
 * Redacts juror names and employers, with or without accents. The cover page says that names missing from the juror
 * list can't be detected.
 */
export function buildRedactor(
  jurors: readonly Named[],
  { names, employers }: { names: boolean; employers: boolean },
): Redactor {
  const rules = jurors.flatMap((juror) => [
    ...(employers ? listCalledEmployers(juror.employer) : []).map((name) =>
      // "Target", the spoken form of "Target Corp.", is also a common word.
      rule(name, 0, name === juror.employer.trim() || /\s/.test(name) ? anyCase : asName, '[employer]'),
    ),
    ...(names ? buildNameRules(juror) : []),
  ])
  // "Anna Smith" must come before "Smith". Otherwise, "Anna" would remain.
  rules.sort((a, b) => a.rank - b.rank || b.of.length - a.of.length)
  const hidden = buildFinder(rules)
  const text = (given: string): string => {
    const plain = plainText(given)
    return applyRedactions(plain, hidden(plain))
  }
  const inFile = names ? buildFileFinder(jurors) : () => []
  const file = (given: string): string => {
    const plain = plainText(given)
    const first = inFile(plain)
    const others = hidden(plain).filter(({ from, until }) => first.every((it) => it.until <= from || it.from >= until))
    return applyRedactions(
      plain,
      [...first, ...others].toSorted((a, b) => a.from - b.from),
    )
  }
  const detail = (key: string, value: unknown): unknown => {
    if (typeof value !== 'string') return value
    const shown = key === 'filename' || fileExtension.test(value) ? file(value) : text(value)
    return shown === plainText(value) ? value : shown
  }
  return {
    text,
    file,
    details: (json) => {
      try {
        return JSON.stringify(JSON.parse(json, detail))
      } catch {
        return file(json)
      }
    },
    hidden,
    name: ({ displayName }) => (names || displayName === null ? null : cleanText(displayName)),
    field: (juror, field) => {
      if (jurorFields[field].leftOutBy !== 'employers') return text(juror[field])
      return employers && juror[field] !== '' ? '[redacted]' : cleanText(juror[field])
    },
  }
}

const fileExtension = /\.[a-z0-9]{2,5}$/i

function buildNameRules({ displayName, jurorNumber }: Named): Rule[] {
  const { whole, family, parts, units } = listCalledNames(cleanText(displayName ?? ''))
  const to = `[Juror ${cleanText(jurorNumber)}]`
  return [
    ...whole.map((name) => rule(name, 0, anyCase, to)),
    // Listed middle names are rarely spoken, so any two name parts in sequence match.
    ...(units.length > 1
      ? [{ of: units.join(' '), rank: 1 as const, begins: units.flatMap(getFirstWord), pattern: toSeveral(units), to }]
      : []),
    // Other people may share a juror's first name, but a capitalized last name identifies the juror.
    ...family.map((name) => rule(name, 2, /\s/.test(name) ? anyCase : asName, to)),
    ...parts.map((name) => rule(name, 2, addressed, to)),
    // Witnesses and jurors spell their names for the record.
    ...parts.flatMap((name) => {
      const letters = folded(name).match(/\p{L}/gu) ?? []
      if (letters.length < 2) return []
      const begins = [...getFirstWord(letters[0]!), ...(isPair(letters[0], letters[1]) ? ['double', 'two'] : [])]
      return [{ ...rule(name, 0, () => toLetters(letters), to), begins }]
    }),
  ]
}

const isPair = (one?: string, two?: string): boolean => one?.toLowerCase() === two?.toLowerCase()
const pause = '[\\s.,;\\u2010-\\u2015\\u2026-]+'
const betweenLetters = `${pause}(?:(?:capital|apostrophe|hyphen|dash|space|uh|um)${pause}){0,3}`

/** Matches "R-o-e", "R, uh, O, E", and "R as in 'Robert,' O, E", and a doubled letter as "double T" or "two Ts". */
function toLetters(letters: readonly string[]): string {
  if (letters.length === 2) return letters.map((each) => each.toUpperCase()).join('[\\u2010-\\u2015-]')
  const each = (letter: string) =>
    `${letter}(?:,?\\s+(?:as\\s+in|like|for)\\s+["'\u201C]?\\p{L}+(?:[.,;]?["'\u201D])?)?`
  let pattern = ''
  for (let at = 0; at < letters.length; at++) {
    const [letter, next] = [letters[at]!, letters[at + 1]]
    pattern += at === 0 ? '' : betweenLetters
    if (next === undefined || !isPair(letter, next)) pattern += each(letter)
    else {
      pattern += `(?:(?:double|two)[\\s-]+${letter}(?:'?s)?|${each(letter)}${betweenLetters}${each(next)})`
      at++
    }
  }
  return `(?i:${pattern})`
}

/** A first name alone isn't redacted, as in speech. A long last name is, even inside another word. */
function buildFileFinder(jurors: readonly Named[]): (plain: string) => Hidden[] {
  const known = jurors.flatMap(({ displayName, jurorNumber }) => {
    const { family, units } = listCalledNames(cleanText(displayName ?? ''))
    const to = `[Juror ${cleanText(jurorNumber)}]`
    const [any, others] = [toFilePattern(units), toFilePattern(units.filter(isName))]
    const several = units.length > 1 ? [`${any}(?:${inFileGap}${any}){1,3}`] : []
    const long = family.filter((name) => (folded(name).match(/\p{L}/gu) ?? []).length >= shortestInside)
    return [
      ...[...several, ...family.map((name) => toFilePattern([name]))].map((pattern) => ({
        to,
        pattern,
        inside: false,
      })),
      ...(long.length === 0
        ? []
        : [
            {
              ...{ to, inside: true },
              pattern: `(?:${others}${inFileGap}){0,2}${toFilePattern(long)}(?:${inFileGap}${others}){0,2}`,
            },
          ]),
    ]
  })
  const [whole, inside] = [known.filter((each) => !each.inside), known.filter((each) => each.inside)]
  if (whole.length === 0) return () => []
  const toGroups = (list: typeof known) => list.map(({ pattern }) => `((?i:${pattern}))`).join('|')
  const ordered = [...whole, ...inside]
  const pattern = new RegExp(
    `${startInFile}(?:${toGroups(whole)})${endInFile}${inside.length > 0 ? `|${toGroups(inside)}` : ''}`,
    'gu',
  )
  return (plain) =>
    [...foldAccents(plain).matchAll(pattern)].map((match) => {
      const { to } = ordered[match.slice(1).findIndex((group) => group !== undefined)]!
      return { from: match.index, until: match.index + match[0].length, to }
    })
}
const shortestInside = 6
const camel = '(?<=\\p{Ll})(?=\\p{Lu})'
const startInFile = `(?:(?<!\\p{L})|${camel})`
const endInFile = `(?:(?!\\p{L})|${camel})`
const toFilePattern = (names: readonly string[]): string =>
  `(?:${names.map((name) => folded(name).split(notLetters).filter(Boolean).join(inFileGap)).join('|')})`
const notLetters = /[^\p{L}\p{N}]+/u
const inFileGap = "[\\s._,'\\u2010-\\u2015-]*"

export const plainText = (text: string): string => cleanText(text).normalize('NFC')

/**
 * Works in one pass so that replacements aren't redacted again. Rules are indexed by their first word because trying
 * every rule at every word took minutes for a full day of testimony.
 */
function buildFinder(rules: readonly Rule[]): Redactor['hidden'] {
  const byWord = new Map<string, Rule[]>()
  for (const each of rules)
    for (const word of new Set(each.begins)) byWord.set(word, [...(byWord.get(word) ?? []), each])
  const places = new Map(
    [...byWord].map(([word, tried]) => {
      const pattern = `${start}(?:${tried.map((each) => `(${each.pattern})`).join('|')})${end}`
      return [word, { tried, pattern: new RegExp(pattern, 'uy') }] as const
    }),
  )
  return (plain) => {
    const text = foldAccents(plain)
    const found: Hidden[] = []
    for (const { 0: word, index } of places.size === 0 ? [] : text.matchAll(firstWord)) {
      const place = places.get(word.toLowerCase())
      if (!place || index < (found.at(-1)?.until ?? 0)) continue
      place.pattern.lastIndex = index
      const match = place.pattern.exec(text)
      if (!match) continue
      const { to } = place.tried[match.slice(1).findIndex((group) => group !== undefined)]!
      found.push({ from: index, until: index + match[0].length, to })
    }
    return found
  }
}
const firstWord = /[\p{L}\p{N}]+|\S/gu
const getFirstWord = (name: string): string[] =>
  folded(name).replace(hyphens, '').toLowerCase().match(firstWord)?.slice(0, 1) ?? []

export function applyRedactions(plain: string, hidden: readonly Hidden[]): string {
  let out = ''
  let at = 0
  for (const { from, until, to } of hidden) {
    out += plain.slice(at, from) + to
    at = until
  }
  return out + plain.slice(at)
}

const start = '(?<![\\p{L}\\p{N}])'
const end = '(?![\\p{L}\\p{N}])'

const folded = (name: string): string => foldAccents(plainText(name).trim())
const rule = (of: string, rank: Rule['rank'], pattern: (name: string) => string, to: string): Rule => ({
  of,
  rank,
  begins: getFirstWord(of),
  pattern: pattern(folded(of)),
  to,
})
const anyCase = (name: string): string => `(?i:${spelled(name)})`
const asName = (name: string): string => `(?!\\p{Ll})${anyCase(name)}`
/** After "juror", a name must be capitalized. "A juror will be asked" isn't about someone named Will. */
const addressed = (name: string): string =>
  `(?:(?<=${toAddress('mr|mrs|ms|miss|mx|dr|mister|missus|doctor')})${name.length > 2 ? anyCase(name) : asName(name)}|(?<=${toAddress('juror')})${asName(name)})`
const toAddress = (words: string): string => `(?i:\\b(?:${words})\\.?\\s+)`
function toSeveral(units: readonly string[]): string {
  const one = `(?:${units.map((each) => asName(folded(each))).join('|')})`
  return `${one}(?:,?\\s+(?:\\p{Lu}\\.?\\s+)?${one}${end})+`
}

/** Doesn't escape hyphens because that is an error outside a character class under the `u` flag. */
const escape = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
const hyphens = /^[\s\u2010\u2011-]+/
/** Matches any hyphen or a space between the parts of a two-part name. */
const spelled = (text: string): string =>
  text
    .split(/[\s\u2010\u2011-]+/)
    .filter(Boolean)
    .map(escape)
    .join('[\\s\\u2010\\u2011-]+')

/** Turns "José O’Brien" into "Jose O'Brien" without changing offsets. Letters outside the BMP stay unchanged. */
const foldAccents = (composed: string): string =>
  composed.replaceAll(/[^\0-\x7F]/g, (sign) => {
    if (/[\u2018\u2019\u02BC\u00B4]/.test(sign)) return "'"
    const [base = sign, mark = ''] = sign.normalize('NFD')
    return /\p{M}/u.test(mark) ? base : sign
  })

export type CalledNames = {
  whole: string[]
  /** Last names used alone, such as "de la Cruz" or "Cruz". */
  family: string[]
  /** Names that may follow a title, as in "Ms. Ana" or "Ms. Li". */
  parts: string[]
  /** Name parts. Any two of them, in order, identify the person: "Ana Cruz" means "Ana María Cruz". */
  units: string[]
}

const shortestName = 3
const isName = (text: string): boolean => text.length >= shortestName && isCalled(text)
const isCalled = (text: string): boolean => text.length > 1 && /\p{L}/u.test(text) && !initial.test(text)

/** Placeholders for a missing name or employer. Redacting them would alter testimony. */
const noName =
  /^(?:unknown|unnamed|anonymous|(?:name )?(?:withheld|redacted)|sealed|under seal|confidential|none|n a|tb[ad]|not given|nil|blank)$/
const noEmployer =
  /^(?:none|n a|nil|no|yes|self|self employed|myself|retired|retiree|unemployed|not (?:employed|working|given)|student|homemaker|house ?wife|stay at home (?:parent|mom|dad)|disabled|unknown|various|same|tb[ad])$/
const toWords = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
const isEmployer = (text: string): boolean =>
  text.length >= shortestName && /[\p{L}\p{N}]/u.test(text) && !noEmployer.test(toWords(text))

const suffix = /^(?:jr|sr|ii|iii|iv|esq|md|phd)\.?$/i
const title =
  /^(?:prospective|alternate|jurors?|venire(?:person|man|woman|member)?|panel(?:ist|member)|no\.|number|seat|mrs?\.?|ms\.?|miss|mx\.?|dr\.?)$/i
const initial = /^\p{L}\.$/u
const particle = /^(?:de|del|della|la|las|los|da|das|dos|di|du|le|van|von|der|den|ter|ten|al|el|bin|ibn|abu|st\.?)$/i

/** Matches nicknames and former names, as in 'Robert "Bob" Roe' or "Roe (Doe), Ana". */
const aside = /["“([]([^"”)\]]*)["”)\]]/g
const namesIn = (text: string): string[] =>
  text.split(/\s+/).filter((part) => /\p{L}/u.test(part) && !suffix.test(part) && !title.test(part))

export function listCalledNames(displayName: string): CalledNames {
  const listed = noName.test(toWords(displayName)) ? '' : displayName
  const besides = [...listed.matchAll(aside)].flatMap(([, inside = '']) => namesIn(inside))
  const [before = [], after = []] = listed.replaceAll(aside, ' ').split(',').map(namesIn)
  const inOrder = [...after, ...before]
  const surname = after.length > 0 ? before : findLastName(inOrder)
  const given = inOrder.filter((part) => !surname.includes(part) && !particle.test(part))
  const unique = (names: readonly string[], is = isName) => [...new Set(names)].filter(is)
  const first = given.find(isCalled)
  const halves = surname.flatMap((part) => (part.includes('-') ? part.split('-') : []))
  const others = [...halves, ...besides]
  const whole = [displayName, [...before, ...after].join(' '), inOrder.join(' ')]
  return {
    whole: inOrder.length === 0 ? [] : unique([...whole, ...(first ? [[first, ...surname].join(' ')] : [])]),
    family: unique([surname.join(' '), surname.findLast(isName) ?? '']),
    parts: unique([surname.join(' '), ...inOrder, ...others], isCalled),
    units: unique([surname.join(' '), surname.findLast(isCalled) ?? '', ...given, ...others], isCalled),
  }
}

const legalForm =
  /(?:,|\s)\s*(?:inc|incorporated|llc|l\.l\.c|llp|lp|ltd|limited|corp|corporation|co|company|plc|pllc|pc|p\.c|n\.a)\.?$/i
export function listCalledEmployers(listed: string): string[] {
  const name = listed.trim()
  if (!isEmployer(name)) return []
  const short = name
    .replace(legalForm, '')
    .replace(legalForm, '')
    .replace(/^the\s+/i, '')
    .trim()
  return [...new Set([name, short])].filter(isEmployer)
}

function findLastName(inOrder: readonly string[]): string[] {
  const last = inOrder.findLastIndex(isName)
  if (last < 0) return []
  let first = last
  while (first > 0 && particle.test(inOrder[first - 1]!)) first--
  return inOrder.slice(first, last + 1)
}
