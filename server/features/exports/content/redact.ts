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
    if (employers && employer.trim().length >= shortestName)
      rules.push({ of: employer, pattern: whole(employer), to: '[employer]' })
    const parts = (displayName ?? '').split(/[\s,]+/).filter((part) => part.length >= shortestName)
    if (!names || parts.length === 0) continue
    const to = `[Juror ${cleanText(jurorNumber)}]`
    rules.push({ of: displayName!, pattern: whole(displayName!), to })
    // First names are said of others too; the last of the parts is said of this person.
    const last = parts.at(-1)!
    rules.push({
      of: last,
      pattern: new RegExp(`${start}(?:${escape(capitalised(last))}|${escape(last.toUpperCase())})${end}`, 'gu'),
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
const escape = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
const whole = (text: string): RegExp =>
  new RegExp(`${start}${cleanText(text).trim().split(/\s+/).map(escape).join('\\s+')}${end}`, 'giu')
const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
