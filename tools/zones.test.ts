import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './steps.ts'
import { findZoneTests } from './zones.ts'

test('reruns tests that read dates in other zones, but not media tests', () => {
  const found = findZoneTests(root)
  expect(found).toContain('web/platform/format.test.ts')
  expect(found).toContain('server/features/strikes/evidence/clock.test.ts')
  expect(found).toContain('worker/exports.strikes.test.ts')
  expect(found).toEqual(expect.arrayContaining(['test/retention.test.ts', 'test/trial.test.ts']))
  expect(found).not.toContain('engine/media/hostile.test.ts')
  expect(found).not.toContain('server/features/auth/auth.test.ts')
})

test('no test left out of the other zones mentions one', () => {
  const found = new Set(findZoneTests(root))
  const all = globSync('{contract,law,engine,web,cli,samples,server/features}/**/*.test.{ts,tsx}', { cwd: root })
  for (const path of all.filter((each) => !found.has(each))) {
    expect(readFileSync(join(root, path), 'utf8'), path).not.toMatch(/timeZone|DateTimeFormat|toLocaleDate/)
  }
})
