import type { Finding } from '#contract/findings/findings.ts'
import { matchRules } from './classifier/rules.ts'
import { splitSentences } from './language/utterance.ts'
import type { Heard } from './learned/heard.ts'
import type { Rating } from './learned/model.ts'
import { findPhrase } from './learned/phrases.ts'
import { outcomes } from './learned/stack.ts'
import { getStance, namesMatter } from './readers/content.ts'
import { isSmallTalk } from './reading.ts'
import { labels, labelTypes, taxonomy, unspecific, type Label, type Sub } from './taxonomy.ts'
import { byResemblance, explainResemblance, type Verdict } from './verdict.ts'

export type Candidate = {
  heard: Heard
  /** What the rules found. */
  verdicts: readonly Verdict[]
  possible: readonly Finding[]
  isHeard: (verdict: Verdict) => boolean
  toFinding: (verdict: Verdict) => Finding
}

/** What a finding is based on: a rule for its category, a short answer, other words, or only the model. */
export const sources = ['rule', 'answer', 'words', 'model'] as const
type Source = (typeof sources)[number]

/** These rules were wrong more often than right for new authors, so they count as words. */
const doubted: ReadonlySet<string> = new Set([
  'answer/conditional',
  'answer/admits-leaning',
  'answer/goes-on-about-hardship',
  'answer/adds-to-hardship',
  'answer/hedged-undertaking',
  'answer/firm-undertaking',
  'association_political/politics',
  'case_knowledge/heard',
  'medical_self/condition',
  'personal_event/event',
])

export function getSource(rules: readonly string[]): Source {
  const own = rules.filter((rule) => rule !== 'model')
  if (own.length === 0 || own.includes(byResemblance)) return 'model'
  if (own.some((rule) => doubted.has(rule))) return 'words'
  if (own.some((rule) => !/^(?:words|question|answer)\//.test(rule))) return 'rule'
  return own.some((rule) => rule.startsWith('answer/')) ? 'answer' : 'words'
}

type Points = readonly (readonly [share: number, right: number])[]

/**
 * How often findings of each source were right that the model gave a share, for authors that it wasn't trained on.
 * `node bench/findings.learn.ts --authors` prints this table.
 */
export const calibration: Readonly<Record<`${Label}/${Source}`, Points>> = {
  'bias/rule': [
    [0.1, 0.1],
    [0.37, 0.48],
    [0.64, 0.68],
    [0.86, 0.88],
    [0.96, 0.98],
  ],
  'bias/answer': [
    [0.08, 0.5],
    [0.43, 0.81],
    [0.8, 0.86],
    [0.92, 0.93],
  ],
  'bias/words': [
    [0.03, 0.09],
    [0.11, 0.18],
    [0.25, 0.23],
    [0.39, 0.38],
    [0.54, 0.52],
    [0.69, 0.63],
    [0.8, 0.75],
    [0.89, 0.9],
    [0.96, 0.96],
  ],
  'bias/model': [
    [0.31, 0.28],
    [0.36, 0.28],
    [0.42, 0.4],
    [0.5, 0.41],
    [0.59, 0.49],
    [0.7, 0.72],
    [0.88, 0.91],
  ],
  'hardship/rule': [
    [0.02, 0.1],
    [0.12, 0.38],
    [0.36, 0.61],
    [0.64, 0.74],
    [0.85, 0.88],
    [0.97, 0.98],
  ],
  'hardship/answer': [
    [0.07, 0.67],
    [0.52, 0.82],
    [0.9, 0.9],
  ],
  'hardship/words': [
    [0.01, 0.02],
    [0.15, 0.2],
    [0.52, 0.38],
    [0.73, 0.6],
    [0.93, 0.89],
  ],
  'hardship/model': [
    [0.32, 0.21],
    [0.37, 0.33],
    [0.44, 0.38],
    [0.52, 0.44],
    [0.63, 0.63],
    [0.73, 0.69],
    [0.82, 0.8],
    [0.94, 0.91],
  ],
  'key_statement/rule': [
    [0.15, 0.13],
    [0.41, 0.44],
    [0.65, 0.58],
    [0.8, 0.77],
    [0.9, 0.89],
    [0.96, 0.97],
  ],
  'key_statement/answer': [
    [0.28, 0.29],
    [0.49, 0.33],
    [0.7, 0.63],
    [0.87, 0.96],
  ],
  'key_statement/words': [
    [0.05, 0.08],
    [0.2, 0.23],
    [0.38, 0.26],
    [0.59, 0.39],
    [0.78, 0.83],
    [0.92, 0.86],
  ],
  'key_statement/model': [
    [0.33, 0.29],
    [0.38, 0.35],
    [0.48, 0.37],
    [0.61, 0.44],
    [0.67, 0.6],
    [0.74, 0.6],
    [0.85, 0.85],
  ],
}

/** Between two measured shares, the fraction right is in proportion. */
export function calibrate(label: Label, source: Source, share: number): number {
  const points = [[0, 0] as const, ...calibration[`${label}/${source}`], [1, most] as const]
  const above = Math.max(
    1,
    points.findIndex(([from]) => from >= share),
  )
  const [[from, low], [to, high]] = [points[above - 1]!, points[above]!]
  return Math.min(most, low + ((high - low) * (share - from)) / Math.max(to - from, 1e-9))
}
const most = 0.97

/** The lowest confidence for a finding that is shown, one that is critical, and one that is possible. */
const leastShown = 0.5
const leastCritical = 0.7
const leastPossible = 0.2

/** Always shown, because it weighs against a challenge: "Yes" to "Could you set that aside?" after a concern. */
const byCommitment = 'answer/firm-undertaking'

/** Keeps what the model of whole interviews finds likely, and adds what it finds likely and a phrase supports. */
export function decide(
  { heard, verdicts, possible, isHeard, toFinding }: Candidate,
  rating: Rating,
): { found: Finding[]; possible: Finding[] } {
  const getConfidence = ({ label, rules }: Verdict) => {
    const confidence = calibrate(label, getSource(rules), getShare(rating, label))
    return rules.includes(byCommitment) ? Math.max(leastShown, confidence) : confidence
  }
  const kept = verdicts.filter((each) => getConfidence(each) >= leastShown)
  const resembling = labels
    .filter(
      (label) => heard.reading !== null && !heard.reading.isShort && !verdicts.some((each) => each.label === label),
    )
    .filter((label) => label !== 'bias' || !isSmallTalk(heard.answer.text))
    .filter((label) => calibrate(label, 'model', getShare(rating, label)) >= leastShown)
    .map((label) => resemble(label, heard, rating))
    .filter(isHeard)
  const shown = [...kept, ...resembling.filter(isSupported)]
  const unlikely = [
    ...verdicts.filter((each) => !kept.includes(each) && getConfidence(each) >= leastPossible),
    ...resembling.filter((each) => !isSupported(each)),
  ]
  const finish = (verdict: Verdict): Finding => {
    const confidence = getConfidence(verdict)
    return toFinding({
      ...nameSub(verdict, rating, { heard, isHeard }),
      confidence,
      ...(confidence < leastCritical ? { isPlain: false } : {}),
    })
  }
  const rate = (finding: Finding): Finding => {
    const label = labels.find((each) => labelTypes[each] === finding.type)!
    return { ...finding, confidence: calibrate(label, getSource(finding.rules), getShare(rating, label)) }
  }
  return {
    found: shown.map(finish),
    possible: [
      ...(shown.length > 0 ? [] : possible.map(rate)),
      ...unlikely.map((each): Finding => {
        const why = explainResemblance(each, heard.turn.text)
        return { ...finish(each), severity: 'low', stance: null, hardshipFacts: null, why }
      }),
    ],
  }
}

const getShare = ({ shares }: Rating, label: Label): number => shares[outcomes.indexOf(label)] ?? 0
const isSupported = ({ rules }: Verdict): boolean => rules.includes(byResemblance)

/**
 * Takes the model's subcategory if it is likelier than the rule's, and quotes the words that name it, if there are any.
 * The severity doesn't rise, and a stated inability stays critical.
 */
function nameSub(
  verdict: Verdict,
  { subs }: Rating,
  { heard, isHeard }: Pick<Candidate, 'heard' | 'isHeard'>,
): Verdict {
  const top = findTopSub(verdict.label, subs)
  if (!isLikelier(top, verdict, subs)) return verdict
  const isInability = verdict.sub === 'explicit_inability' || verdict.isInability === true
  const renamed = { ...verdict, sub: top, ruled: verdict.sub, isInability }
  const fired = matchRules(heard.reading?.gates.text ?? '').find(({ rule }) => rule.sub === top)
  if (!fired) return renamed
  const trigger = { from: fired.from, to: fired.to }
  const quoted = { ...renamed, trigger, rules: [fired.rule.id, ...verdict.rules] }
  return isHeard(quoted) ? quoted : renamed
}

/** The rule's subcategory of a bias is right less often than the model's, unless only the rule says what it's about. */
function isLikelier(top: Sub, { label, sub }: Verdict, subs: Rating['subs']): boolean {
  if (top === sub) return false
  const share = subs.get(top) ?? 0
  if (label !== 'bias') return (subs.get(sub) ?? 0) < unlikelySub && share >= likelySub
  return share >= likelyBias && (unspecific.has(sub) || !unspecific.has(top))
}
const unlikelySub = 0.2
const likelySub = 0.5
const likelyBias = 0.3

const findTopSub = (label: Label, subs: Rating['subs']): Sub =>
  [...subs].reduce<{ sub: Sub | null; share: number }>(
    (best, [each, share]) => (taxonomy[each].label === label && share > best.share ? { sub: each, share } : best),
    { sub: null, share: -1 },
  ).sub!

function resemble(label: Label, { answer, turn }: Heard, { subs }: Rating): Verdict {
  const sub = findTopSub(label, subs)
  const support = findSupport(label, sub, answer.text)
  const trigger = support ? widen(support, answer.text, turn.text) : null
  const rules = support ? [support.rule, byResemblance, 'model'] : ['model']
  return { label, sub, confidence: 0, stance: getStance(label, sub, answer.text), trigger, rules, isPlain: false }
}

type Support = { rule: string; from: number; to: number }

function findSupport(label: Label, sub: Sub, folded: string): Support | null {
  const fired = matchRules(folded).find(({ rule }) => taxonomy[rule.sub].label === label)
  if (fired) return { rule: fired.rule.id, from: fired.from, to: fired.to }
  const phrase = findPhrase(label, folded)
  if (phrase) return { rule: `learned/${phrase.phrase}`, from: phrase.from, to: phrase.to }
  return namesMatter(sub, folded) ? { rule: `words/${sub}`, from: 0, to: folded.length } : null
}

/** Quotes the sentences that the support is in. */
function widen({ from, to }: Support, folded: string, text: string): Verdict['trigger'] {
  const within = splitSentences(folded).filter((each) => each.from < to && each.to > from)
  return { from: within[0]?.from ?? from, to: Math.min(text.length, within.at(-1)?.to ?? to) }
}
