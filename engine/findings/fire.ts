/** Runs all rules over a stretch of speech. */
import { findAny } from './language/grammar.ts'
import { biasRules } from './bias.rules.ts'
import { experienceRules } from './experience.rules.ts'
import { keyRules } from './key.rules.ts'
import { lawRules } from './law.rules.ts'
import { lifeRules } from './life.rules.ts'
import type { Rule } from './rule.ts'
import { workRules } from './work.rules.ts'

const allRules: readonly Rule[] = [
  ...biasRules,
  ...lawRules,
  ...experienceRules,
  ...workRules,
  ...lifeRules,
  ...keyRules,
]

export type Fired = { rule: Rule; from: number; to: number }

const denial =
  /\b(?:not|no|never|nobody|none|don't|doesn't|didn't|wouldn't|won't|can't|cannot|couldn't|isn't|aren't|haven't|hasn't|nothing|neither|without)\b/
/** "I can't help it", "not going to lie": a denial that denies nothing. */
const emptyDenial =
  /\b(?:can't help|not going to lie|no matter|no question|no doubt|don't get me wrong|can't say i wouldn't)\b/

/** Every rule that fires in a folded stretch of speech, with the range of its first match. */
export function fireRules(folded: string): Fired[] {
  return allRules.flatMap((rule) => {
    const range = findAny(rule.patterns, folded)
    if (!range) return []
    if (rule.deniable) {
      const before = folded.slice(Math.max(0, range.from - 24), range.from).replace(/^.*[.?!;,]/, '')
      const stretch = `${before}${folded.slice(range.from, range.to)}`
      if (denial.test(stretch) && !emptyDenial.test(stretch)) return []
    }
    return [{ rule, ...range }]
  })
}
