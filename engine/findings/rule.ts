/** A rule: patterns that point to one sub-category. */
import { pattern } from './language/grammar.ts'
import type { Sub } from './taxonomy.ts'

export type Rule = {
  /** Stands in `Finding.rules`, e.g. `financial/no-pay`. */
  id: string
  sub: Sub
  patterns: readonly RegExp[]
  /** True where "not" before or inside turns it round: "I don't lean either way". */
  deniable: boolean
}

/** Rules of one sub-category from named lists of patterns; a name that ends in `!` marks a rule that a negation turns round. */
export function rulesFor(sub: Sub, named: Record<string, readonly string[]>): Rule[] {
  return Object.entries(named).map(([name, sources]) => ({
    id: `${sub}/${name.replace('!', '')}`,
    sub,
    patterns: sources.map(pattern),
    deniable: name.endsWith('!'),
  }))
}
