import { expect, test } from 'vitest'
import { calibrate, calibration, getSource, sources } from './decide.ts'
import { findFindings } from './find.ts'
import { findExchanges } from './language/exchanges.ts'
import { toTurns } from './language/turns.fixture.ts'
import { labels } from './taxonomy.ts'

test.each(labels.flatMap((label) => sources.map((source) => [label, source] as const)))(
  '%s by %s: a higher share is never right less often, and nothing is certain',
  (label, source) => {
    const shares = Array.from({ length: 101 }, (_, at) => calibrate(label, source, at / 100))
    for (const [at, right] of shares.entries()) expect(right).toBeGreaterThanOrEqual(shares[at - 1] ?? 0)
    expect(shares.at(-1)).toBeLessThan(1)
  },
)

test('between two measured shares, confidence is in proportion', () => {
  const [[from, low], [to, high]] = calibration['bias/words'].slice(2, 4) as [[number, number], [number, number]]
  expect(calibrate('bias', 'words', (from + to) / 2)).toBeCloseTo((low + high) / 2)
})

test.each([
  [['party_lean/leans', 'model'], 'rule'],
  [['answer/refuses-undertaking'], 'answer'],
  [['answer/conditional'], 'words'],
  [['question/fairness', 'model'], 'words'],
  [['learned/and hope', 'words/learned', 'model'], 'model'],
  [['model'], 'model'],
] as const)('%j is based on: %s', (rules, source) => {
  expect(getSource(rules)).toBe(source)
})

test('a finding is shown only if it is more likely right than wrong', () => {
  const turns = toTurns(`JUDGE: How do you feel about the police?
    JUROR 4: I don’t trust the police at all.
    JUDGE: What do you do for a living?
    JUROR 4: I do hospital calls, and the deacons can do those.
    JUDGE: Would you say lawsuits are out of hand?
    JUROR 5: My brother thinks so. I never gave it much thought.`)
  const { findings } = findFindings(turns, findExchanges(turns, { cueTimes: false }))
  expect(findings.map(({ turn, type }) => [turn, type])).toEqual([[1, 'bias_indicator']])
  expect(findings[0]?.confidence).toBeGreaterThanOrEqual(0.5)
})
