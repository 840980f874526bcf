/** Counts of tests, read from the reports of Vitest and Playwright. */
import { z } from 'zod'

export interface Tally {
  passed: number
  failed: number
  skipped: number
}

const VitestReport = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  numPendingTests: z.int(),
  numTodoTests: z.int(),
  testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.object({ status: z.string() })) })),
})

/** A file that could not even be loaded has no failed test; it counts as one. Throws where the report has another form. */
export function readVitestTally(report: unknown): Tally {
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = VitestReport.parse(report)
  const unloaded = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((one) => one.status === 'failed'),
  )
  return { passed: numPassedTests, failed: numFailedTests + unloaded.length, skipped: numPendingTests + numTodoTests }
}

const PlaywrightReport = z.object({
  stats: z.object({ expected: z.int(), unexpected: z.int(), flaky: z.int(), skipped: z.int() }),
})

/** A flaky test passed at its second try: it counts as passed. Throws where the report has another form. */
export function readPlaywrightTally(report: unknown): Tally {
  const { expected, unexpected, flaky, skipped } = PlaywrightReport.parse(report).stats
  return { passed: expected + flaky, failed: unexpected, skipped }
}

export const addTallies = (tallies: readonly Tally[]): Tally => ({
  passed: tallies.reduce((sum, tally) => sum + tally.passed, 0),
  failed: tallies.reduce((sum, tally) => sum + tally.failed, 0),
  skipped: tallies.reduce((sum, tally) => sum + tally.skipped, 0),
})

/** The last line of `npm test`, which machines read. */
export const summaryLine = ({ passed, failed, skipped }: Tally): string =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
