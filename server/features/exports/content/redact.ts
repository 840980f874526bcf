import type { JurorRow } from '#server/features/jurors/jurors.table.ts'
import { cleanText } from './clean.ts'

type Named = Pick<JurorRow, 'jurorNumber' | 'displayName' | 'employer'>

export type Redactor = {
  /** Everything that people wrote or said passes here. */
  text(text: string): string
  /** Null where names are left out. */
  name(juror: { displayName: string | null }): string | null
  employer(juror: { employer: string }): string
}

/** Shorter names are words of the language too often. */
const shortestName = 3
/** A line of dashes in place of a name has nothing to take out. */
const isName = (text: string): boolean => text.length >= shortestName && /[\p{L}\p{N}]/u.test(text)

/**
 * Takes out what the jurors of the case are called and for whom they work, also where somebody says it. What is not on
 * the list of jurors cannot be known and stays: the cover says so.
 */
export function redactorOf(
  jurors: readonly Named[],
  { names, employers }: { names: boolean; employers: boolean },
): Redactor {
  const rules: { of: string; pattern: RegExp; to: string }[] = []
  for (const { jurorNumber, displayName, employer } of jurors) {
    if (employers && isName(employer.trim())) rules.push({ of: employer, pattern: whole(employer), to: '[employer]' })
    const parts = (displayName ?? '').split(/[\s,]+/).filter(isName)
    if (!names || parts.length === 0) continue
    const to = `[Juror ${cleanText(jurorNumber)}]`
    rules.push({ of: displayName!, pattern: whole(displayName!), to })
    // First names are said of others too; the last of the parts is said of this person.
    const last = parts.at(-1)!
    rules.push({
      of: last,
      pattern: new RegExp(`${start}(?:${spelled(capitalised(last))}|${spelled(last.toUpperCase())})${end}`, 'gu'),
      to,
    })
  }
  // "Anna Smith" goes before "Smith", or "Anna" would stay.
  rules.sort((a, b) => b.of.length - a.of.length)
  return {
    text: (text) => rules.reduce((so, { pattern, to }) => so.replaceAll(pattern, to), cleanText(text)),
    name: ({ displayName }) => (names || displayName === null ? null : cleanText(displayName)),
    employer: ({ employer }) => (employers && employer !== '' ? '[left out]' : cleanText(employer)),
  }
}

const start = '(?<![\\p{L}\\p{N}])'
const end = '(?![\\p{L}\\p{N}])'
/** No hyphen: outside of a class an escaped one is a fault under the `u` flag. */
const escape = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
/** As a pattern. A recogniser or a reporter may write the hyphen of a double name as another, or as a space. */
const spelled = (text: string): string =>
  text
    .split(/[\s\u2010\u2011-]+/)
    .filter(Boolean)
    .map(escape)
    .join('[\\s\\u2010\\u2011-]+')
const whole = (text: string): RegExp => new RegExp(`${start}${spelled(cleanText(text).trim())}${end}`, 'giu')
const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
