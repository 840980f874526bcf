/**
 * Which unit tests run again in other time zones. Those of the pure rooms all do, except the slow ones that handle media
 * or load and no dates. Of the rooms that open databases and start programs, those whose text touches calendar days or
 * zones: the rest costs minutes and reads no local clock.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** West of Greenwich, where midnight UTC is the day before, and far east of it, where the evening UTC is the day after. */
export const otherZones = ['America/Los_Angeles', 'Pacific/Auckland'] as const

const pure = '{contract,law,engine,web,samples}/**/*.test.{ts,tsx}'
const withDatabase = '{server,worker,cli,test,tools}/**/*.test.ts'

/** Half a second and more each (measured), in which nothing is a date. */
const slowWithoutDates =
  /^cli\/(?:analyze|main|models|docs|diarize|classify)\b|^engine\/(?:align\/(?:align|cues)|findings\/judge|host|media|speech|stages|voice)\b|^law\/selection\/(?:invariants|order)\b|^tools\/(?:tally\.reporter|rooms)\b|^samples\//
const slowWithDates =
  /^(?:worker\/exports\.(?:films|pack|pdf|reel)|test\/(?:backup|exports|matrix|standstill|endpoints|hostile|idempotency)|server\/platform)\b/

const calendar =
  /time_?zone|DateTimeFormat|toLocale|calendar|\b[dD]ate: (?!null)|trialDate|voirDireDate|trial_date|inDays|days(?:FromNow|Ago)|'\d{4}-\d\d-\d\d'/i

/** Paths from the root, sorted. */
export function findZoneTests(root: string): string[] {
  const find = (pattern: string) => globSync(pattern, { cwd: root, exclude: (name) => name === 'node_modules' })
  const dated = find(withDatabase).filter(
    (path) => !slowWithDates.test(path) && calendar.test(readFileSync(join(root, path), 'utf8')),
  )
  return [...find(pure).filter((path) => !slowWithoutDates.test(path)), ...dated].toSorted()
}
