import type { JurorRow } from '#server/features/jurors/jurors.table.ts'
import { cleanText } from './clean.ts'
import { calledNames, isName } from './names.ts'

type Named = Pick<JurorRow, 'jurorNumber' | 'displayName' | 'employer'>

export type Redactor = {
  /** Everything that people wrote or said passes here. */
  text(text: string): string
  /** Null where names are left out. */
  name(juror: { displayName: string | null }): string | null
  employer(juror: { employer: string }): string
}

type Rule = { of: string; pattern: string; to: string }

/**
 * Takes out what the jurors of the case are called and for whom they work, also where somebody says it, with or without
 * accents. What is not on the list of jurors cannot be known and stays: the cover says so.
 */
export function redactorOf(
  jurors: readonly Named[],
  { names, employers }: { names: boolean; employers: boolean },
): Redactor {
  const rules = jurors.flatMap((juror) => [
    ...(employers && isName(juror.employer.trim()) ? [rule(juror.employer, anyCase, '[employer]')] : []),
    ...(names ? nameRules(juror) : []),
  ])
  // "Anna Smith" goes before "Smith", or "Anna" would stay.
  rules.sort((a, b) => b.of.length - a.of.length)
  return {
    text: takeOut(rules),
    name: ({ displayName }) => (names || displayName === null ? null : cleanText(displayName)),
    employer: ({ employer }) => (employers && employer !== '' ? '[left out]' : cleanText(employer)),
  }
}

function nameRules({ displayName, jurorNumber }: Named): Rule[] {
  const { whole, family, parts } = calledNames(cleanText(displayName ?? ''))
  const to = `[Juror ${cleanText(jurorNumber)}]`
  return [
    ...whole.map((name) => rule(name, anyCase, to)),
    // First names are said of others too; the family name, as names are written, is said of this person.
    ...family.map((name) => rule(name, /\s/.test(name) ? anyCase : asName, to)),
    ...parts.map((name) => rule(name, addressed, to)),
  ]
}

/** All in one pass, so that nothing is taken out of what was put in. */
function takeOut(rules: readonly Rule[]): Redactor['text'] {
  if (rules.length === 0) return cleanText
  const pattern = new RegExp(`${start}(?:${rules.map((each) => `(${each.pattern})`).join('|')})${end}`, 'gu')
  return (given) => {
    const text = cleanText(given).normalize('NFC')
    let out = ''
    let at = 0
    for (const match of foldAccents(text).matchAll(pattern)) {
      const found = rules[match.slice(1).findIndex((group) => group !== undefined)]!
      out += text.slice(at, match.index) + found.to
      at = match.index + match[0].length
    }
    return out + text.slice(at)
  }
}

const start = '(?<![\\p{L}\\p{N}])'
const end = '(?![\\p{L}\\p{N}])'

const rule = (of: string, pattern: (name: string) => string, to: string): Rule => ({
  of,
  pattern: pattern(foldAccents(cleanText(of).trim().normalize('NFC'))),
  to,
})
const anyCase = (name: string): string => `(?i:${spelled(name)})`
const asName = (name: string): string => `${spelled(capitalised(name))}|${spelled(name.toUpperCase())}`
const addressed = (name: string): string => `(?<=(?i:\\b(?:mr|mrs|ms|miss|mx|dr|juror)\\.?\\s+))(?i:${spelled(name)})`

/** No hyphen: outside of a class an escaped one is a fault under the `u` flag. */
const escape = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
/** As a pattern. A recogniser or a reporter may write the hyphen of a double name as another, or as a space. */
const spelled = (text: string): string =>
  text
    .split(/[\s\u2010\u2011-]+/)
    .filter(Boolean)
    .map(escape)
    .join('[\\s\\u2010\\u2011-]+')
const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/**
 * "José O’Brien" as "Jose O'Brien", each sign in its place: what is found here stands there too. Letters beyond the
 * first plane of Unicode are two signs and stay as they are.
 */
const foldAccents = (composed: string): string =>
  composed.replaceAll(/[^\0-\x7F]/g, (sign) => {
    if (/[\u2018\u2019\u02BC\u00B4]/.test(sign)) return "'"
    const [base = sign, mark = ''] = sign.normalize('NFD')
    return /\p{M}/u.test(mark) ? base : sign
  })
