/**
 * Which tests run again on a PostgreSQL server. The embedded database is the same PostgreSQL with one connection, so a
 * repetition proves something only about what needs several: races, locks, transactions, the queue, live events and what
 * reads the connection itself. Of each folder that has none of these, one file runs again as a sample.
 */
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const opensDatabase = /\b(?:testApp|testDatabase|emptyDatabase)\b/
/** Such a test has a server of its own in every run. */
const bringsServer = /\bstartPostgres\(/
/** A plain `pool.query` of a test is mostly its set-up. */
const needsConnections =
  /Promise\.all|pool\.connect|transaction|for update|advisory|queue|pgboss|openLive|\/live\b|\bnotify\b|\bLISTEN\b|emptyDatabase|VENIRE_TEST_DATABASE|\bexplain\b|collat|(?:statement|lock)_timeout|two servers|a second server|\/search\b/

/** Runs again for the exceptions below. */
const sample = 'worker/exports.test.ts'
export const exceptions: readonly string[] = [
  // One connection decides what these ask; only an address, or a loop over answers, looks as if it took several.
  // Their races are in attack.races.test.ts, and hostile.requests.test.ts sends the same inputs to the server.
  'test/attack.test.ts',
  'test/endpoints.test.ts',
  'test/hidden.names.test.ts',
  'worker/regroup.test.ts',
  // Minutes of pictures, sound and documents.
  'worker/exports.cancel.test.ts',
  'worker/exports.films.test.ts',
  'worker/exports.hostile.test.ts',
  'worker/exports.pack.test.ts',
  'worker/exports.pdf.test.ts',
  'worker/exports.timecodes.test.ts',
  'worker/exports.types.test.ts',
]

/** Paths from the root, sorted. */
export function findServerTests(root: string): string[] {
  const candidates = globSync('{server,worker,test}/**/*.test.ts', { cwd: root })
    .toSorted()
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
    .filter(({ path, text }) => opensDatabase.test(text) && !bringsServer.test(text) && !exceptions.includes(path))
  const chosen = candidates
    .filter(({ path, text }) => path === sample || needsConnections.test(text))
    .map(({ path }) => path)
  const seen = new Set(chosen.map(dirname))
  for (const { path } of candidates) {
    if (seen.has(dirname(path))) continue
    seen.add(dirname(path))
    chosen.push(path)
  }
  return chosen.toSorted()
}
