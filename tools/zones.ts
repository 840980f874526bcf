/**
 * Selects the unit tests to rerun in other time zones: all fast tests of pure code, and other tests that mention dates
 * or time zones. Also finds browser tests of dates and times that lack the `@zone` tag.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** In Los Angeles, midnight UTC is on the previous day; in Auckland, evening UTC is on the next day. */
export const otherZones = ['America/Los_Angeles', 'Pacific/Auckland'] as const

const pure = '{contract,law,engine,web,samples}/**/*.test.{ts,tsx}'
const withDatabase = '{server,worker,cli,test,tools}/**/*.test.ts'

/** Tests that take at least half a second and don't use dates. */
const slowWithoutDates =
  /^cli\/(?:analyze|main|models|docs|diarize|classify)\b|^engine\/(?:align\/(?:align|cues)|findings\/judge|host|media|speech|stages|voice)\b|^law\/selection\/(?:invariants|order)\b|^tools\/(?:tally\.reporter|rooms)\b|^samples\//
/** Tests that use at least 20 s of CPU time and only pass dates through. */
const slowWithDates: readonly string[] = [
  // It reads a date through the driver, as does every test in server/ that uses dates.
  'server/platform/database/embedded/embedded.test.ts',
  // These send a session's date along with other valid fields.
  'test/attack.cases.test.ts',
  'test/cluster.paused.test.ts',
  'test/hostile.requests.test.ts',
  'test/idempotency.test.ts',
  // Its only date is the expiry of a lease that is never reached.
  'test/audit.chain.test.ts',
  // Renders pages in fixed time zones. server/features/exports/documents/templates/strikes.test.ts covers dates in the record.
  'worker/exports.pdf.test.ts',
]

const calendar =
  /time_?zone|DateTimeFormat|toLocale|calendar|\b[dD]ate: (?!null)|trialDate|voirDireDate|trial_date|inDays|days(?:FromNow|Ago)|'\d{4}-\d\d-\d\d'/i

export function findZoneTests(root: string): string[] {
  const find = (pattern: string) => globSync(pattern, { cwd: root, exclude: (name) => name === 'node_modules' })
  const dated = find(withDatabase).filter(
    (path) => !slowWithDates.includes(path) && calendar.test(readFileSync(join(root, path), 'utf8')),
  )
  return [...find(pure).filter((path) => !slowWithoutDates.test(path)), ...dated].toSorted()
}

const dated =
  /\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]* \d|\d:\d\d ?[AP]M|'\d\d\d\d-\d\d-\d\d'\)|\bago\b|toLocale|DateTimeFormat|getByLabel\('[^']*\b[dD]ate|\bin \d+ days|name: 'Today'|type="?date/

export function findUntaggedBrowserTests(root: string): string[] {
  return globSync('e2e/*.spec.ts', { cwd: root })
    .toSorted()
    .flatMap((path) =>
      readFileSync(join(root, path), 'utf8')
        .split(/^(?= *test(?:\.for\(.*\))?\()/m)
        .filter((each) => dated.test(each) && !/^[^{]*\{ tag: '@zone' \}/.test(each))
        .flatMap((each) => {
          const title = /^ *test\(\s*(['"`])(.*?)\1,/s.exec(each)?.[2]
          return title === undefined ? [] : [`${path}: ${title}`]
        }),
    )
}
