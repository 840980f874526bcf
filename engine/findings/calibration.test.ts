import { expect, test } from 'vitest'
import { calibrate, calibration, findFindings } from './find.ts'
import { findExchanges } from './language/exchanges.ts'
import { toTurns } from './language/turns.fixture.ts'

test('a higher score is never right less often, and nothing is certain', () => {
  for (const steps of Object.values(calibration))
    for (const [at, [from, right]] of steps.entries()) {
      expect(right).toBeGreaterThan(0)
      expect(right).toBeLessThan(1)
      const [lower, less] = steps[at - 1] ?? [-1, 0]
      expect([from > lower, right >= less]).toEqual([true, true])
    }
})

test.each([
  ['bias_indicator', ['party_lean/leans', 'model'], 0.99, 0.94],
  ['bias_indicator', ['answer/admits-leaning'], 0.8, 0.86],
  ['hardship', ['financial/pay', 'model'], 0.7, 0.86],
  ['hardship', ['words/tied', 'model'], 0.5, 0.86],
  ['hardship', ['answer/names-trouble'], 0.6, 0.88],
  ['key_statement', ['answer/discloses'], 0.55, 0.5],
  ['bias_indicator', ['model'], 0.95, 0.11],
  ['long_pause', ['pause'], 0.9, 0.9],
] as const)('%s by %j with a score of %d is right %d of the time', (type, rules, score, right) => {
  expect(calibrate(type, rules, score)).toBe(right)
})

test("findings show how often ones like them were right, not the classifier's score", () => {
  const turns = toTurns('JUDGE: How do you feel about the police?\nJUROR 4: I don’t trust the police at all.')
  const { findings } = findFindings(turns, findExchanges(turns, { cueTimes: false }))
  const rights = calibration['bias_indicator']?.map(([, right]) => right) ?? []
  expect(rights).toContain(findings[0]?.confidence)
})
