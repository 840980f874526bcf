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
import {
  findWords,
  type Found,
  type Holding,
  type WordRule,
  clauseAround,
  joinAlternatives,
  quotedRanges,
} from './rule.ts'
import { traitRules } from './traits.data.ts'
import { stateTraitRules } from './traits.state.data.ts'
import { attitudes, denialsAfter, denialsBefore, otherPeople, traitTopics } from './trait.words.data.ts'

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

/** Allows at most one word between the trait and what it describes. */
const between = String.raw`(?:[ -](?!and|or|so|but|is|was|will|who|with|may|to)[\w’'-]+)?`
const othersAfter = new RegExp(`^${between}[ -]${joinAlternatives(...otherPeople, ...traitTopics)}\\b`, 'i')
const attitudeBefore = new RegExp(`\\b${joinAlternatives(...attitudes)}\\b[^,]*$`, 'i')
/** Words before a trait that show the author is describing the juror. */
const ownBefore =
  /\b(?:he|she|they|who|juror \S+)(?:[’']s| is| was| are| were)(?: also| both| very| too| an?| the only| just)* ?$/i
const deniedBefore = new RegExp(`\\b${joinAlternatives(...denialsBefore)}\\b[^,]{0,25}$`, 'i')
const deniedAfter = new RegExp(`^[^,]{0,15}\\b${joinAlternatives(...denialsAfter)}\\b`, 'i')

const softened = (sentence: string, why: string, item: RationaleItem): RationaleItem => ({
  ...item,
  level: 'caution',
  sentence: sentence.replace('{words}', item.words),
  why,
})

/** Downgrades the item to a caution if the trait is quoted, denied, or someone else's. */
function traitContext(text: string, item: RationaleItem): RationaleItem {
  if (item.level !== 'protected_trait' || item.range === null) return item
  const { from, to } = item.range
  if (quotedRanges(text).some((quote) => from >= quote.from && to <= quote.to)) {
    return softened(
      'The quote names a trait (“{words}”). Make clear that the reason is what the juror would do, not who the juror is.',
      'Someone who hears the quote may take the trait as the reason.',
      item,
    )
  }
  const { before, after } = clauseAround(text, item.range)
  if (ownBefore.test(before)) return item
  if (deniedBefore.test(before) || deniedAfter.test(after)) {
    return softened(
      'Leave out “{words}.” A reason doesn’t need to say what it is not.',
      'A denial needlessly puts the trait on the record.',
      item,
    )
  }
  if (othersAfter.test(after) || attitudeBefore.test(before)) {
    return softened(
      '“{words}” seems to be something the juror talked about, not who the juror is. Quote the answer so no one can misread it.',
      'Naming the trait could make it look like the reason for the strike.',
      item,
    )
  }
  return item
}

/** Section 231.7 applies to civil trials on or after this date. See former Cal. Code Civ. Proc. 231.7(n). */
const californiaCivilFrom = '2026-01-01'

const californiaForums: readonly string[] = ['ca_criminal', 'ca_civil', 'ca_expedited']
const washingtonForums: readonly string[] = ['wa_criminal', 'wa_civil']
const isNamed = (state: string, names: RegExp) => names.test(state.trim())

/** In every state, federal courts apply only Batson and J.E.B. */
export function listRegimes(
  input: Pick<RationaleInput, 'forumId' | 'state' | 'caseType' | 'date' | 'kind'>,
): RationaleRegime[] {
  const { forumId, state = '', caseType = null, date = null, kind } = input
  const regimes: RationaleRegime[] = ['batson', 'jeb']
  // Section 231.7 (People v. Aranda (2023) 95 Cal.App.5th 311) and GR 37 (by its terms) cover peremptory challenges only.
  if (kind === 'cause' || forumId?.startsWith('us_fed')) return regimes
  const isListed = forumId !== null && forumId !== 'custom'
  const isCalifornia = isListed ? californiaForums.includes(forumId) : isNamed(state, /^(?:california|ca|calif\.?)$/i)
  const isWashington = isListed ? washingtonForums.includes(forumId) : isNamed(state, /^(?:washington|wa|wash\.?)$/i)
  const isCivil =
    forumId === 'ca_civil' || forumId === 'ca_expedited' || caseType?.startsWith('civil') || caseType === 'family'
  if (isCalifornia && !(isCivil && date !== null && date < californiaCivilFrom)) regimes.push('ca_231_7')
  if (isWashington) regimes.push('wa_gr37')
  return regimes
}
