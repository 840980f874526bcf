/** What the words of an answer say by themselves: rules over sentences and clauses. */
import type { Answer } from '#engine/language/answer.ts'
import type { Question } from '#engine/language/question.ts'
import { foldText, sentencesOf } from '#engine/language/sentences.ts'
import { biasRules } from './bias.rules.ts'
import { hardshipRules } from './hardship.rules.ts'
import { keyRules } from './key.rules.ts'
import { taxonomy, type Sub } from './taxonomy.ts'
import type { Utterance, Verdict } from './verdict.ts'

const rules = [...biasRules, ...hardshipRules, ...keyRules]

/** Verdicts from the words themselves, at most one a sub-category. */
export function readContent(utterance: Utterance, _question: Question, answer: Answer): Verdict[] {
  const folded = foldText(utterance.text)
  const found = new Map<Sub, Verdict>()
  for (const sentence of sentencesOf(folded)) {
    if (sentence.text.endsWith('?')) continue
    for (const rule of rules) {
      for (const each of rule.patterns) {
        each.lastIndex = 0
        const match = each.exec(sentence.text)
        if (!match) continue
        const trigger = { from: sentence.from + match.index, to: sentence.from + match.index + match[0].length }
        const known = found.get(rule.sub)
        if (known) known.rules.push(rule.id)
        else
          found.set(rule.sub, {
            label: taxonomy[rule.sub].label,
            sub: rule.sub,
            confidence: 0.7,
            stance: answer.hedge === 'weak' ? 'equivocal' : 'expressed',
            trigger,
            rules: [rule.id],
          })
        break
      }
    }
  }
  return [...found.values()]
}
