import { readFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { readLabeled } from '../../../bench/findings.data.ts'
import { measureInterviews } from '../../../bench/findings.interviews.ts'
import { measure, report, reportTraps } from '../../../bench/findings.ts'

const corpus = (name: string) => measure(readLabeled(readFileSync(new URL(name, import.meta.url), 'utf8')))
const quietly = <T>(act: () => T): T => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined)
  try {
    return act()
  } finally {
    log.mockRestore()
  }
}

test('unseen phrasings: bias recall at least .80', () => {
  expect(quietly(() => report('', corpus('phrasings.unseen.ndjson'))).biasRecall).toBeGreaterThanOrEqual(0.8)
})

test.each(['traps.tuning.ndjson', 'traps.unseen.ndjson'])('%s: at most 5%% false alarms', (name) => {
  expect(quietly(() => reportTraps('', corpus(name)))).toBeLessThanOrEqual(0.05)
})

test('unseen interviews: the subcategory of three of four biases is right, because the interview names the subject', () => {
  const answered = measureInterviews(new URL('interviews.unseen.txt', import.meta.url))
  const found = answered
    .filter(({ label }) => label === 'bias')
    .flatMap(({ sub, found }) => found.filter(({ type }) => type === 'bias_indicator').map((each) => each.sub === sub))
  expect(found.filter(Boolean).length / found.length).toBeGreaterThanOrEqual(0.75)
})
