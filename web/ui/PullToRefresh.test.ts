import { expect, test } from 'vitest'
import { pullWords } from './PullToRefresh.tsx'

test('says what letting go would do', () => {
  expect([pullWords(0, false), pullWords(100, false), pullWords(101, false), pullWords(0, true)]).toEqual([
    '',
    'Pull to refresh',
    'Release to refresh',
    'Refreshing...',
  ])
})
