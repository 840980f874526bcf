import { findAny, pattern, readWordFile } from '../language/grammar.ts'
import type { Reading } from '../reading.ts'
import { toSub, type Sub } from '../taxonomy.ts'
import type { Verdict } from '../verdict.ts'

const entries = readWordFile('subjects').entries.map(({ name, sources }) => {
  const [place = '', sub = ''] = name.split('/')
  return { place, sub: toSub(sub), patterns: sources.map(pattern) }
})
const findSubject = (place: 'answer' | 'question', folded: string): Sub | null =>
  entries.find((each) => each.place === place && findAny(each.patterns, folded) !== null)?.sub ?? null

/** These subcategories state that there is a bias, but not what it's about. */
const unspecific: ReadonlySet<Sub> = new Set(['explicit_inability', 'party_lean'])

/**
 * Finds the subject of a bias in the answer, the question, or the juror's earlier answers. If the juror states an
 * inability to be fair, severity stays critical.
 */
export function nameSubject(verdict: Verdict, reading: Reading): Verdict {
  if (verdict.label !== 'bias' || (isStated(verdict) && !unspecific.has(verdict.sub))) return verdict
  const sub = findReadingSubject(reading) ?? verdict.sub
  if (sub === verdict.sub) return verdict
  return { ...verdict, sub, isInability: verdict.sub === 'explicit_inability' || verdict.isInability === true }
}

/** Returns false if the category comes from the classifier or is a rule's default. */
const isStated = ({ sub, rules }: Verdict): boolean =>
  rules.some((rule) => rule.startsWith(`${sub}/`) || rule === 'answer/refuses-undertaking')

function findReadingSubject({ folded, question, concernAbout }: Reading): Sub | null {
  const asked = findSubject('question', question.matter)
  // A request to be fair may list everything a juror should set aside, so the juror's own concern is more specific.
  const before = question.topic === 'undertaking' ? (concernAbout ?? asked) : (asked ?? concernAbout)
  return findSubject('answer', folded) ?? before
}
