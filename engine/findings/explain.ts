/** One plain sentence that says why something was found, naming the words. */
import { taxonomy } from './taxonomy.ts'
import type { Verdict } from './verdict.ts'

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
