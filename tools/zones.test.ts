import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './steps.ts'
import { findUntaggedBrowserTests, findZoneTests } from './zones.ts'

test('reruns tests that read dates in other zones, but not media tests', () => {
  const found = findZoneTests(root)
  expect(found).toContain('web/platform/format.test.ts')
  expect(found).toContain('server/features/strikes/evidence/clock.test.ts')
  expect(found).toContain('server/features/exports/documents/templates/strikes.test.ts')
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

const zoneless: Record<string, string> = {
  'e2e/notifications.spec.ts: announces a completed video live; the notification can be read, opened, and deleted':
    'Analyzes a video, and shows only how long ago that was.',
  'e2e/sessions.spec.ts: plans a session, declares permission, uploads, and shows every stage':
    'Analyzes a video. e2e/zones.spec.ts fills in the same field.',
  'e2e/three-roles.spec.ts: a lead, a paralegal, and a consultant prepare a case together':
    'Takes minutes. e2e/zones.spec.ts fills in the same field.',
  'e2e/trial.spec.ts: the banner counts down the trial, explains its end, and disappears when the operator lifts it':
    'Counts periods of 24 hours, and starts a server of its own.',
}

test('each browser test of a date or time runs in the other zones too', () => {
  expect(findUntaggedBrowserTests(root)).toEqual(Object.keys(zoneless))
})
