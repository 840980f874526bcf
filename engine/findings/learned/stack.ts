import type { QuestionTopic } from '../language/question.ts'
import { labels, type Label } from '../taxonomy.ts'
import type { Features, View } from './features.ts'
import { findAround, type Around, type Heard } from './heard.ts'

/** Probabilities of `outcomes`. */
export type Shares = readonly number[]
export const outcomes = ['none', ...labels] as const

const topics: readonly (QuestionTopic | 'none')[] = [
  'none',
  'undertaking',
  'impairment',
  'lean',
  'opinion',
  'hardship',
  'availability',
  'paid',
  'replaceable',
  'schedule',
  'documented',
  'disclosure',
  'background',
  'housekeeping',
  'fact',
  'open',
  'nod',
]
const flags = [
  ...['plain', 'case', 'law', 'asked:trouble', 'asked:serving', 'asks', 'digit', 'impersonal', 'empty'],
  ...[
    'asked:negative',
    'asked:aside',
    'asked:past',
    'asked:hardship',
    'asked:who',
    'next:true',
    'next:false',
    'next:aside',
  ],
  ...['g:silent', 'g:noHardship', 'g:noBias', 'g:noDisclosure'],
  ...['rl:bias', 'rl:hardship', 'rl:key_statement', 'v:bias', 'v:hardship', 'v:key_statement'],
  ...['mem:concern', 'mem:hardship', 'mem:disclosed', 'mem:undertook'],
  ...['f:effect', 'f:unable', 'f:leaning', 'f:feeling', 'f:dislike', 'f:hardly'],
]
const hedges = ['weak', 'soft', 'firm', 'refusal'] as const
const sources = [/^answer\//, /^words\//, /^question\//, /^(?!(?:words|question|answer)\/|model$)/] as const

const least = -12
const toLogOdds = (share: number): number => Math.log((share + 1e-4) / (1 - share + 1e-4))
const oneHot = <T>(options: readonly T[], chosen: T | null): number[] =>
  options.map((option) => Number(option === chosen))

/** Describes each answer by numbers, from the shares that each view gives it and its neighbors. */
export function describeAnswers(
  heard: readonly Heard[],
  features: readonly Features[],
  shares: Readonly<Record<View, readonly Shares[]>>,
): number[][] {
  return findAround(heard).map((around, at) => [
    ...describeShares(at, around, shares),
    ...describeAnswer(heard[at]!, around, features[at]!),
    ...oneHot(topics.slice(1, 12), heard[around.nextOwn ?? -1]?.question.topic ?? null),
  ])
}

function describeShares(at: number, around: Around, shares: Readonly<Record<View, readonly Shares[]>>): number[] {
  const read = (index: number | null | undefined, view: View): number[] =>
    outcomes.map((_, outcome) =>
      index === null || index === undefined ? least : toLogOdds(shares[view][index]![outcome]!),
    )
  const last = around.earlier[0]
  return [
    ...[read(at, 'all'), read(at, 'own'), read(at, 'around')],
    ...[read(last, 'all'), read(last, 'own'), read(around.nextOwn, 'all'), read(around.nextOwn, 'own')],
    read(around.previous, 'all'),
    labels.map((_, label) =>
      Math.max(least, ...around.earlier.map((index) => toLogOdds(shares.all[index]![label + 1]!))),
    ),
  ].flat()
}

function describeAnswer({ question, answer, judged, hardshipsInARow }: Heard, around: Around, own: Features): number[] {
  const getConfidence = (label: Label): number =>
    Math.max(0, ...judged.filter((each) => each.label === label).map(({ confidence }) => confidence))
  return [
    ...oneHot(topics, question.topic ?? 'none'),
    ...oneHot(['yes', 'no'], answer.polarity),
    ...oneHot(hedges, answer.hedge),
    ...[Math.min(80, answer.contentWords), around.earlier.length, hardshipsInARow],
    ...flags.map((flag) => Number(own.has(flag))),
    ...labels.map(getConfidence),
    ...sources.map((source) => Number(judged.some(({ rules }) => rules.some((rule) => source.test(rule))))),
  ]
}
