import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { exceptions, findServerTests } from './server-leg.ts'
import { root } from './steps.ts'

const found = findServerTests(root)
const read = (path: string) => readFileSync(join(root, path), 'utf8')

test('reruns on a PostgreSQL server only what needs several connections', () => {
  expect(found).toEqual(
    expect.arrayContaining([
      'server/features/strikes/lifecycle/race.test.ts',
      'server/platform/database/migrate.test.ts',
      'server/platform/live/live.test.ts',
      'server/platform/queue/queue.test.ts',
      'test/attack.races.test.ts',
      'test/hostile.requests.test.ts',
      'test/two.at.once.test.ts',
      'worker/exports.test.ts',
    ]),
  )
  expect(found).not.toContain('server/features/strikes/lifecycle/workflow.test.ts')
  expect(found).not.toContain('test/matrix.sessions.test.ts')
})

test('every test that checks its database type runs on both', () => {
  const asking = globSync('{server,worker,test}/**/*.test.ts', { cwd: root }).filter((path) =>
    read(path).includes('VENIRE_TEST_DATABASE'),
  )
  expect(asking.filter((path) => !found.includes(path))).toEqual([])
})

test('every folder with database tests sends at least one', () => {
  const folders = new Set(
    globSync('server/features/**/*.test.ts', { cwd: root })
      .filter((path) => /\btestApp\(|\btestDatabase\(/.test(read(path)))
      .map(dirname),
  )
  expect([...folders].filter((folder) => !found.some((path) => dirname(path) === folder))).toEqual([])
})

test('the exceptions exist', () => {
  for (const path of exceptions) expect(existsSync(join(root, path)), path).toBe(true)
})
