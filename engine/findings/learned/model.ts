import { readFileSync } from 'node:fs'
import type { Sub } from '../taxonomy.ts'
import { labels, subs, taxonomy } from '../taxonomy.ts'
import { isSeenBy, listFeatures, parts, views, type Features, type View } from './features.ts'
import { scoreForest, toShares, type Forest } from './forest.ts'
import type { Heard } from './heard.ts'
import { describeAnswers, outcomes, type Shares } from './stack.ts'

/** Weights are in thousandths, one per outcome and view that sees the feature. */
export type AnswerModel = {
  features: Record<string, readonly number[]>
  /** Pairs of a subcategory's index and its weight in hundredths. */
  subs: Record<string, readonly number[]>
  forests: readonly Forest[]
}

let loaded: AnswerModel | null = null

export function setAnswerModel(model: AnswerModel): void {
  loaded = model
}

export function getAnswerModel(): AnswerModel {
  loaded ??= JSON.parse(readFileSync(new URL('answers.json', import.meta.url), 'utf8')) as AnswerModel
  return loaded
}

export type Rating = { shares: Shares; subs: ReadonlyMap<Sub, number> }

/** Returns the probability of each outcome for each answer, given the whole interview. */
export function rateAnswers(heard: readonly Heard[]): Rating[] {
  const model = getAnswerModel()
  const features = listFeatures(heard)
  const scored = features.map((each) => scoreViews(model, each))
  const shares = Object.fromEntries(views.map((view) => [view, scored.map((each) => each[view])])) as Record<
    View,
    Shares[]
  >
  return describeAnswers(heard, features, shares).map((values, at) => ({
    shares: average(model.forests.map((forest) => scoreForest(forest, values))),
    subs: scoreSubs(model, features[at]!),
  }))
}

const average = (all: readonly Shares[]): number[] =>
  outcomes.map((_, outcome) => all.reduce((sum, shares) => sum + shares[outcome]!, 0) / all.length)

const viewsOfPart = new Map(parts.map((part) => [part, views.filter((view) => isSeenBy(view, part))]))

function scoreViews({ features }: AnswerModel, own: Features): Record<View, Shares> {
  const sums: Record<View, number[]> = { all: [0, 0, 0, 0], own: [0, 0, 0, 0], around: [0, 0, 0, 0] }
  for (const [name, part] of own) {
    const weights = features[name]
    if (!weights) continue
    let at = 0
    for (const view of viewsOfPart.get(part)!)
      for (let outcome = 0; outcome < outcomes.length; outcome += 1) sums[view][outcome]! += weights[at++]! / 1000
  }
  return { all: toShares(sums.all), own: toShares(sums.own), around: toShares(sums.around) }
}

const subsByLabel = new Map(labels.map((label) => [label, subs.filter((sub) => taxonomy[sub].label === label)]))

/** Returns the probability of each subcategory, given its label. */
export function scoreSubs({ subs: weights }: Pick<AnswerModel, 'subs'>, own: Features): ReadonlyMap<Sub, number> {
  const sums = new Float64Array(subs.length)
  for (const name of own.keys()) {
    const pairs = weights[name] ?? []
    for (let at = 0; at < pairs.length; at += 2) sums[pairs[at]!]! += pairs[at + 1]! / 100
  }
  return new Map(
    labels.flatMap((label) => {
      const members = subsByLabel.get(label)!
      const shares = toShares(members.map((sub) => sums[subs.indexOf(sub)]!))
      return members.map((sub, at) => [sub, shares[at]!] as const)
    }),
  )
}
