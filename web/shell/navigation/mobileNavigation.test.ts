import { expect, test } from 'vitest'
import { isCurrent, mobileGroups } from './mobileNavigation.ts'

const current = (path: string) =>
  mobileGroups.flatMap(({ items }) => items.filter((item) => isCurrent(item, path)).map(({ label }) => label))

test("the groups are in the specification's order", () => {
  expect(mobileGroups.map(({ title, items }) => [title, items.map(({ label }) => label)])).toEqual([
    ['Quick Actions', ['Home', 'Dashboard']],
    ['Video Workflow', ['Upload Videos', 'Analyze Videos', 'Video History']],
    ['Case Management', ['Cases', 'Strike Log', 'Export Center']],
    ['System Monitoring', ['Dashboard', 'Database', 'API Status', 'System Settings']],
  ])
})

test('Analyze Videos is the current item on cases and sessions', () => {
  expect(current('/sessions/1/review')).toEqual(['Analyze Videos'])
  expect(current('/cases/new')).toEqual(['Analyze Videos'])
  expect(current('/cases')).toEqual(['Analyze Videos', 'Cases'])
  expect(current('/videos')).toEqual(['Video History'])
  expect(current('/caseload')).toEqual([])
})
