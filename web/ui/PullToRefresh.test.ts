import { expect, test } from 'vitest'
import { describePull } from './PullToRefresh.tsx'

test('says what releasing will do', () => {
  expect([describePull(0, false), describePull(100, false), describePull(101, false), describePull(0, true)]).toEqual([
    '',
    'Pull to refresh',
    'Release to refresh',
    'Refreshing...',
  ])
})
