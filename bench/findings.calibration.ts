/** Fits a map from the model's shares to how often it is right, and measures shown confidence. */
import type { FindingType } from '#contract/findings/findings.ts'

export type Scored = { score: number; isRight: boolean }
type Points = [score: number, right: number][]

/** A point needs an eighth of the findings, within these limits. */
const [fewest, enough] = [12, 30]

/** Pools adjacent scores until the fraction correct is monotonic. A point is the middle of a pool. */
export function fitPoints(scored: readonly Scored[]): Points {
  type Pool = { sum: number; right: number; count: number }
  const pools: Pool[] = []
  const fewestInPoint = Math.min(enough, Math.max(fewest, scored.length / 8))
  for (const { score, isRight } of scored.toSorted((a, b) => a.score - b.score)) {
    pools.push({ sum: score, right: Number(isRight), count: 1 })
    for (let last = pools.at(-1), before = pools.at(-2); last && before; last = pools.at(-1), before = pools.at(-2)) {
      if (before.count >= fewestInPoint && before.right / before.count < last.right / last.count) break
      pools.splice(-2, 2, {
        sum: before.sum + last.sum,
        right: before.right + last.right,
        count: before.count + last.count,
      })
    }
  }
  const [end, before] = [pools.at(-1), pools.at(-2)]
  if (end && before && end.count < fewestInPoint)
    pools.splice(-2, 2, {
      sum: before.sum + end.sum,
      right: before.right + end.right,
      count: before.count + end.count,
    })
  const round = (value: number) => Math.round(value * 100) / 100
  return pools.map(({ sum, right, count }) => [round(sum / count), round((right + 1) / (count + 2))])
}

const names = [
  ['bias_indicator', 'Bias'],
  ['hardship', 'Hardship'],
  ['key_statement', 'Key statements'],
] as const
const bands = [
  [0.9, 1.01],
  [0.8, 0.9],
  [0.7, 0.8],
  [0.6, 0.7],
  [0.5, 0.6],
  [0, 0.5],
] as const

export function printReliability(
  on: string,
  rated: readonly { type: FindingType; shown: number; isRight: boolean }[],
): void {
  console.log(`\n| Confidence shown, ${on} | Findings | Mean confidence | Correct |\n|---|---|---|---|`)
  const line = (name: string, rows: typeof rated) => {
    if (rows.length === 0) return
    const mean = rows.reduce((sum, { shown }) => sum + shown, 0) / rows.length
    const right = rows.filter(({ isRight }) => isRight).length
    console.log(`| ${name} | ${rows.length} | ${mean.toFixed(2)} | ${Math.round((100 * right) / rows.length)}% |`)
  }
  for (const [from, to] of bands)
    line(
      `${from.toFixed(2)} to ${Math.min(to, 1).toFixed(2)}`,
      rated.filter(({ shown }) => shown >= from && shown < to),
    )
  for (const [type, name] of names)
    line(
      name,
      rated.filter((each) => each.type === type),
    )
}
