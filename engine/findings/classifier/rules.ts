import { findAny, pattern, readWordFile } from '../language/grammar.ts'
import { toSub, type Sub } from '../taxonomy.ts'

const lexicon = readWordFile('stances')

export type Rule = {
  id: string
  sub: Sub
  patterns: readonly RegExp[]
  /** If true, a "not" before the match cancels the rule. To set this, end the rule's name with `!`. */
  deniable: boolean
}

const allRules: readonly Rule[] = ['bias', 'law', 'experience', 'work', 'life', 'key'].flatMap((file) =>
  readWordFile(`rules.${file}`).entries.map(({ name, sources }) => ({
    id: name.replace('!', ''),
    sub: toSub(name.split('/', 1)[0] ?? ''),
    patterns: sources.map(pattern),
    deniable: name.endsWith('!'),
  })),
)

export type Fired = { rule: Rule; from: number; to: number }

const denial = lexicon.regex('denial')
const emptyDenial =
  /\b(?:can't help|not going to lie|no matter|no question|no doubt|don't get me wrong|can't say i wouldn't)\b/

export function matchRules(folded: string): Fired[] {
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
