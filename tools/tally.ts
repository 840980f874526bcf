import { z } from 'zod'

export interface Tally {
  passed: number
  failed: number
  skipped: number
  named: readonly string[]
}

export const atSecondTry = ' (passed on retry)'

const Spec = z.object({
  title: z.string(),
  file: z.string(),
  tests: z.array(z.object({ projectName: z.string(), status: z.string() })),
})
type Suite = { specs: z.infer<typeof Spec>[]; suites?: Suite[] | undefined }
const Suite: z.ZodType<Suite> = z.lazy(() => z.object({ specs: z.array(Spec), suites: z.array(Suite).optional() }))

const PlaywrightReport = z.object({
  stats: z.object({ expected: z.int(), unexpected: z.int(), flaky: z.int(), skipped: z.int() }),
  suites: z.array(Suite),
})

/** A flaky test counts as passed but is also listed by name. Throws if the report's format is unknown. */
export function readPlaywrightTally(report: unknown): Tally {
  const { stats, suites } = PlaywrightReport.parse(report)
  const marks = new Map([
    ['unexpected', ''],
    ['flaky', atSecondTry],
  ])
  const named = listSpecs(suites).flatMap(({ title, file, tests }) =>
    tests
      .filter(({ status }) => marks.has(status))
      .map(({ projectName, status }) => `e2e/${file} [${projectName}] › ${title}${marks.get(status) ?? ''}`),
  )
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped, named }
}

const listSpecs = (suites: readonly Suite[]): z.infer<typeof Spec>[] =>
  suites.flatMap((suite) => [...suite.specs, ...listSpecs(suite.suites ?? [])])

export const addTallies = (tallies: readonly Tally[]): Tally => ({
  passed: tallies.reduce((sum, tally) => sum + tally.passed, 0),
  failed: tallies.reduce((sum, tally) => sum + tally.failed, 0),
  skipped: tallies.reduce((sum, tally) => sum + tally.skipped, 0),
  named: tallies.flatMap((tally) => tally.named),
})

/** The last line of `npm test`, which scripts parse. */
export const summaryLine = ({ passed, failed, skipped }: Omit<Tally, 'named'>): string =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
