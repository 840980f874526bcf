import { expect, test } from 'vitest'
import { addTallies, readPlaywrightTally, summaryLine } from './tally.ts'

const specOf = (title: string, status: string) => ({
  title,
  file: 'door.spec.ts',
  tests: [{ projectName: 'desktop', status }],
})
const playwrightReport = {
  stats: { expected: 4, unexpected: 1, flaky: 1, skipped: 0 },
  suites: [{ specs: [specOf('opens', 'flaky')], suites: [{ specs: [specOf('shuts', 'unexpected')] }] }],
}

test('adds up all runners in one line', () => {
  const browser = readPlaywrightTally(playwrightReport)
  expect(browser).toEqual({
    passed: 5,
    failed: 1,
    skipped: 0,
    named: ['e2e/door.spec.ts [desktop] › opens (passed on retry)', 'e2e/door.spec.ts [desktop] › shuts'],
  })
  const unit = { passed: 7, failed: 2, skipped: 2, named: ['sum.test.ts › carries', 'broken.test.ts'] }
  const both = addTallies([unit, browser])
  expect(both.named).toEqual([...unit.named, ...browser.named])
  expect(summaryLine(both)).toBe('12 passed, 3 failed, 2 skipped')
  expect(summaryLine({ passed: 3, failed: 0, skipped: 0 })).toBe('3 passed, 0 failed')
})

test('rejects a report in another format instead of counting nothing', () => {
  expect(() => readPlaywrightTally({ tests: 3 })).toThrow('stats')
})
