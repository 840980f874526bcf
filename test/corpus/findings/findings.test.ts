import { readFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { readLabeled } from '../../../bench/findings.data.ts'
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
