/** Fits a map from scores to the probability that a finding is correct, and measures it on held-out data. */
import { getSource } from '#engine/findings/find.ts'
import type { Finding } from '#contract/findings/findings.ts'

export type Scored = { block: number; finding: Pick<Finding, 'type' | 'rules' | 'confidence'>; isRight: boolean }
type Steps = [from: number, right: number][]

/** With fewer findings than this, the accuracy is unreliable. */
const fewestOfSource = 40
const fewestInStep = 12

/**
 * Pools adjacent scores until the fraction correct is monotonic, then adds one correct and one incorrect finding to
 * each pool.
 */
export function fitSteps(scored: readonly Scored[]): Steps {
  const pools: { from: number; right: number; count: number }[] = []
  for (const { finding, isRight } of scored.toSorted((a, b) => a.finding.confidence - b.finding.confidence)) {
    pools.push({ from: finding.confidence, right: Number(isRight), count: 1 })
    for (let last = pools.at(-1), before = pools.at(-2); last && before; last = pools.at(-1), before = pools.at(-2)) {
      const isSame = before.from === last.from || before.count < fewestInStep
      if (!isSame && before.right / before.count < last.right / last.count) break
      pools.splice(-2, 2, { from: before.from, right: before.right + last.right, count: before.count + last.count })
    }
  }
  const end = pools.at(-1)
  if (end && end.count < fewestInStep && pools.length > 1) {
    const before = pools.at(-2)!
    pools.splice(-2, 2, { from: before.from, right: before.right + end.right, count: before.count + end.count })
  }
  const round = (value: number) => Math.round(value * 100) / 100
  return pools.map(({ from, right, count }) => [Math.floor(from * 1000) / 1000, round((right + 1) / (count + 2))])
}

const getKey = ({ type, rules }: Scored['finding']): string => {
  const source = getSource(rules)
  return source === 'model' ? 'possible' : `${type}/${source}`
}

export function fitCalibration(scored: readonly Scored[]): Record<string, Steps> {
  const bySource = [...Map.groupBy(scored, ({ finding }) => getKey(finding))]
  const large = bySource.filter(([key, rows]) => key === 'possible' || rows.length >= fewestOfSource)
  const rest = Map.groupBy(
    bySource.flatMap(([key, rows]) => (large.some(([each]) => each === key) ? [] : rows)),
    ({ finding }) => finding.type,
  )
  return Object.fromEntries([...large, ...rest].map(([key, rows]) => [key, fitSteps(rows)]))
}

const apply = (table: Record<string, Steps>, { finding }: Scored): number => {
  const steps = table[getKey(finding)] ?? table[finding.type] ?? []
  return steps.findLast(([from]) => finding.confidence >= from)?.[1] ?? steps[0]?.[1] ?? finding.confidence
}

const names = [
  ['bias_indicator', 'Bias'],
  ['hardship', 'Hardship'],
  ['key_statement', 'Key statements'],
] as const

export function reportCalibration(scored: readonly Scored[], fresh: readonly Scored[]): void {
  const all = fitCalibration(scored)
  const blocks = [...new Set(scored.map(({ block }) => block))]
  const rated = blocks.flatMap((block) => {
    const table = fitCalibration(scored.filter((each) => each.block !== block))
    return scored.flatMap((each) => (each.block === block ? [{ ...each, shown: apply(table, each) }] : []))
  })
  printReliability('held-out blocks', rated)
  printReliability(
    'interviews it was not fitted on',
    fresh.map((each) => ({ ...each, shown: apply(all, each) })),
  )
  console.log('\n  Fitted on all of the day:')
  for (const [key, steps] of Object.entries(all)) console.log(`    ${JSON.stringify(key)}: ${JSON.stringify(steps)},`)
}

const bands = [
  [0, 0.5],
  [0.5, 0.7],
  [0.7, 0.8],
  [0.8, 0.9],
  [0.9, 1.01],
] as const

function printReliability(on: string, rated: readonly (Scored & { shown: number })[]): void {
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
      rated.filter(({ finding }) => finding.type === type && getSource(finding.rules) !== 'model'),
    )
}
