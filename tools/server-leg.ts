/**
 * Selects the tests to rerun on a PostgreSQL server: all tests that depend on multiple connections (races, locks,
 * transactions, the queue, and live events), and one file from each remaining folder.
 */
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const opensDatabase = /\b(?:testApp|testDatabase|emptyDatabase)\b/
const bringsServer = /\bstartPostgres\(/
/** Doesn't match plain `pool.query`, which tests usually use only for setup. */
const needsConnections =
  /Promise\.all|pool\.connect|transaction|for update|advisory|queue|pgboss|openLive|\/live\b|\bnotify\b|\bLISTEN\b|emptyDatabase|VENIRE_TEST_DATABASE|\bexplain\b|collat|(?:statement|lock)_timeout|two servers|a second server|\/search\b/

const sample = 'worker/exports.test.ts'
export const exceptions: readonly string[] = [
  // These match the pattern but need only one connection. attack.races.test.ts covers their races.
  'test/attack.test.ts',
  'test/endpoints.test.ts',
  'test/hidden.names.test.ts',
  'worker/regroup.test.ts',
  'worker/exports.cancel.test.ts',
  'worker/exports.films.test.ts',
  'worker/exports.hostile.test.ts',
  'worker/exports.pack.test.ts',
  'worker/exports.pdf.test.ts',
  'server/features/exports/documents/content/timecodes.test.ts',
  'worker/exports.types.test.ts',
]

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
