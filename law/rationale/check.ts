/**
 * Flags problems in a strike rationale and cites the law. Reads only the author's words and never infers a juror's
 * traits.
 */
import { conductRule, stereotypeRule, vagueRule } from './conduct.data.ts'
import { conductItem, missingItems } from './evidence.ts'
import { lifeRules } from './presumed.life.data.ts'
import { policeRules } from './presumed.police.data.ts'
import {
  type RationaleCheck,
  RationaleInput,
  type RationaleItem,
  rationaleLevels,
  type RationaleRegime,
  rationaleRulesVersion,
} from '#contract/strikes/rationale.ts'
import { listRegimes } from './regimes.ts'
import { findWords, type Found, type Holding, type WordRule } from './rule.ts'
import { traitContext } from './trait.context.ts'
import { traitRules } from './traits.data.ts'
import { stateTraitRules } from './traits.state.data.ts'

const grave = (level: (typeof rationaleLevels)[number]): number => rationaleLevels.indexOf(level)

/** Traits that can be lawful grounds for cause, such as a medical condition. */
const groundsForCause: readonly string[] = [
  'trait_age',
  'trait_disability',
  'trait_marital',
  'trait_medical',
  'religious_belief',
]

/** Must be fast enough to run on every keystroke. */
export function checkRationale(given: RationaleInput): RationaleCheck {
  const input = RationaleInput.parse(given)
  const regimes = listRegimes(input)
  const { text } = input
  const traits = [...traitRules, ...stateTraitRules]
    .filter(({ id }) => input.kind === 'peremptory' || !groundsForCause.includes(id))
    .flatMap((rule) =>
      sortBySeverity(listItems(rule, text, regimes).map((item) => traitContext(text, item))).slice(0, 1),
    )
  const reasons = input.kind === 'cause' ? [vagueRule] : [...policeRules, ...lifeRules, stereotypeRule, vagueRule]
  const presumed = reasons.flatMap((rule) => listItems(rule, text, regimes).slice(0, 1))
  const items = sortBySeverity([
    ...traits.filter((item) => !isSuperseded(item, [...traits, ...presumed])),
    ...presumed,
    ...(input.kind === 'peremptory' ? conductItem(input, findWords(text, conductRule), regimes) : []),
    ...missingItems(input, regimes),
  ])
  return { level: items[0]?.level ?? 'ok', version: rationaleRulesVersion, regimes, items }
}

const sortBySeverity = (items: readonly RationaleItem[]): RationaleItem[] =>
  items.toSorted((a, b) => grave(b.level) - grave(a.level) || (a.range?.from ?? Infinity) - (b.range?.from ?? Infinity))

const overlap = (a: RationaleItem['range'], b: RationaleItem['range']): boolean =>
  a !== null && b !== null && a.from < b.to && b.from < a.to

function isSuperseded(item: RationaleItem, all: readonly RationaleItem[]): boolean {
  if (item.rule === 'religious_belief') return all.some(({ rule }) => rule === 'trait_religion')
  const isMild = item.level === 'caution' || stateTraitRules.some(({ id }) => id === item.rule)
  return isMild && all.some(({ level, range }) => level === 'presumptively_invalid' && overlap(range, item.range))
}

function listItems(rule: WordRule, text: string, regimes: readonly RationaleRegime[]): RationaleItem[] {
  const holding = findGravest(rule, regimes)
  return holding ? findWords(text, rule).map((found) => itemFor(rule.id, holding, found)) : []
}

/** Returns the most serious holding. State law wins ties. */
function findGravest({ holds }: WordRule, regimes: readonly RationaleRegime[]): Holding | undefined {
  const applying = [holds.everywhere, ...regimes.map((each) => holds[each])].filter((each) => each !== undefined)
  return applying
    .sort((a, b) => grave(b.level) - grave(a.level))
    .findLast((each, _, all) => each.level === all[0]?.level)
}

const itemFor = (rule: string, { sentence, ...holding }: Holding, found: Found): RationaleItem => ({
  rule,
  words: found.words,
  range: { from: found.from, to: found.to },
  sentence: sentence.replace('{words}', found.words),
  ...holding,
})
