/** What one answer is found to be, how grave that is, and why, in a sentence. */
import type { Severity, Stance } from '#contract/findings/findings.ts'
import { taxonomy, type Label, type Sub } from './taxonomy.ts'

export type Verdict = {
  label: Label
  sub: Sub
  /** 0 to 1; see README.md for how it is computed. */
  confidence: number
  stance: Stance | null
  /** Character range in the answer that triggered it; null where the whole short answer did. */
  trigger: { from: number; to: number } | null
  rules: string[]
}

/** The default of the category; a hedged leaning weighs less than a plain one, until a probe settles it. */
export function getSeverity(sub: Sub, stance: Stance | null): Severity {
  const { severity } = taxonomy[sub]
  return stance === 'equivocal' && severity === 'critical' ? 'high' : severity
}

const longestQuote = 90
const shorten = (text: string) =>
  text.length > longestQuote ? `${text.slice(0, longestQuote).replace(/\s+\S*$/, '')} …` : text

/** “The juror says …: ‘words’.” For a short answer the question is named, since it holds the meaning. */
export function explain(verdict: Verdict, text: string, question: string): string {
  const { says } = taxonomy[verdict.sub]
  const hedged = verdict.stance === 'equivocal' && verdict.label === 'bias' ? ', with a hedge' : ''
  if (verdict.trigger)
    return `The juror ${says}${hedged}: “${shorten(text.slice(verdict.trigger.from, verdict.trigger.to).trim())}”.`
  const whole = question.trim()
  // Cut only where it is long: "Couldn't you be fair?" without its first word asks something else.
  const asked = whole.length <= longestQuote ? whole : `… ${whole.slice(-longestQuote).replace(/^\S*\s+/, '')}`
  return asked
    ? `The juror ${says}${hedged}: “${shorten(text.trim())}” to “${asked}”`
    : `The juror ${says}${hedged}: “${shorten(text.trim())}”.`
}
