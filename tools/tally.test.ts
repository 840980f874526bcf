import { expect, test } from 'vitest'
import { addTallies, readPlaywrightTally, readVitestTally, summaryLine } from './tally.ts'

const vitestReport = {
  numPassedTests: 7,
  numFailedTests: 1,
  numPendingTests: 2,
  numTodoTests: 0,
  testResults: [
    { status: 'failed', assertionResults: [{ status: 'failed' }, { status: 'passed' }] },
    { status: 'failed', assertionResults: [] },
    { status: 'passed', assertionResults: [{ status: 'passed' }] },
  ],
}

test('a test file that could not be loaded counts as one failure', () => {
  expect(readVitestTally(vitestReport)).toEqual({ passed: 7, failed: 2, skipped: 2 })
})

test('counts of all runners are added up in one line', () => {
  const browser = readPlaywrightTally({ stats: { expected: 4, unexpected: 1, flaky: 1, skipped: 0 } })
  expect(browser).toEqual({ passed: 5, failed: 1, skipped: 0 })
  expect(summaryLine(addTallies([readVitestTally(vitestReport), browser]))).toBe('12 passed, 3 failed, 2 skipped')
  expect(summaryLine({ passed: 3, failed: 0, skipped: 0 })).toBe('3 passed, 0 failed')
})

test('a report of another form is refused instead of counted as nothing', () => {
  expect(() => readVitestTally({ tests: 3 })).toThrow('numPassedTests')
})
