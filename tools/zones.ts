/**
 * Selects the unit tests to rerun in other time zones: all fast tests of the pure rooms, and others that mention dates
 * or time zones.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** In Los Angeles, midnight UTC is on the previous day; in Auckland, evening UTC is on the next day. */
export const otherZones = ['America/Los_Angeles', 'Pacific/Auckland'] as const

const pure = '{contract,law,engine,web,samples}/**/*.test.{ts,tsx}'
const withDatabase = '{server,worker,cli,test,tools}/**/*.test.ts'

/** Each takes half a second or more and doesn't use dates. */
const slowWithoutDates =
  /^cli\/(?:analyze|main|models|docs|diarize|classify)\b|^engine\/(?:align\/(?:align|cues)|findings\/judge|host|media|speech|stages|voice)\b|^law\/selection\/(?:invariants|order)\b|^tools\/(?:tally\.reporter|rooms)\b|^samples\//
const slowWithDates =
  /^(?:worker\/exports\.(?:films|pack|pdf|reel)|test\/(?:backup|exports|matrix|standstill|endpoints|hostile|idempotency)|server\/platform)\b/

const calendar =
  /time_?zone|DateTimeFormat|toLocale|calendar|\b[dD]ate: (?!null)|trialDate|voirDireDate|trial_date|inDays|days(?:FromNow|Ago)|'\d{4}-\d\d-\d\d'/i

export function findZoneTests(root: string): string[] {
  const find = (pattern: string) => globSync(pattern, { cwd: root, exclude: (name) => name === 'node_modules' })
  const dated = find(withDatabase).filter(
    (path) => !slowWithDates.test(path) && calendar.test(readFileSync(join(root, path), 'utf8')),
  )
  return [...find(pure).filter((path) => !slowWithoutDates.test(path)), ...dated].toSorted()
}
