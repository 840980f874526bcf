import { readFileSync } from 'node:fs'
import { isSub, type Sub } from '../taxonomy.ts'

/** Maps each feature to a flat list of class indexes and weights. Weights are in hundredths. */
export type Weights = { classes: string[]; features: Record<string, number[]> }

export type Scores = { none: number; subs: Map<Sub, number> }

let loaded: { classes: (Sub | null)[]; features: Map<string, number[]> } | null = null

export function setWeights({ classes, features }: Weights): void {
  loaded = { classes: classes.map((name) => (isSub(name) ? name : null)), features: new Map(Object.entries(features)) }
}

function weights() {
  if (!loaded) setWeights(JSON.parse(readFileSync(new URL('weights.json', import.meta.url), 'utf8')) as Weights)
  if (!loaded)
    throw new Error(
      'engine/findings/classifier/weights.json could not be read. Rebuild it with `node bench/findings.train.ts`.',
    )
  return loaded
}

/** Returns log odds. */
export function computeScores(features: Iterable<string>): Scores {
  const model = weights()
  const sums = new Float64Array(model.classes.length)
  for (const feature of features) {
    const known = model.features.get(feature)
    if (!known) continue
    for (let at = 0; at < known.length; at += 2)
      sums[known[at] ?? 0] = (sums[known[at] ?? 0] ?? 0) + (known[at + 1] ?? 0) / 100
  }
  const scores: Scores = { none: 0, subs: new Map() }
  for (const [at, sum] of sums.entries()) {
    const sub = model.classes[at]
    if (sub) scores.subs.set(sub, sum)
    else scores.none = sum
  }
  return scores
}
