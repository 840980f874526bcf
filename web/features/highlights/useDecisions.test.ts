import { expect, test } from 'vitest'
import type { Highlight } from '#contract/highlights/highlights.ts'
import { findChanges, groupByDecision, mergeTags } from './useDecisions.ts'

test('keeps both of two quickly added tags', () => {
  expect(mergeTags(['a'], ['a'], ['a', 'b'])).toEqual(['a', 'b'])
  expect(mergeTags(['a', 'b'], ['a'], ['a', 'c'])).toEqual(['a', 'b', 'c'])
  expect(mergeTags(['a', 'b'], ['a'], [])).toEqual(['b'])
  expect(mergeTags(['a', 'b'], ['a'], ['a', 'b'])).toEqual(['a', 'b'])
})

const highlight = (given: Partial<Highlight>): Highlight => {
  const partial: Partial<Highlight> = { severity: 'low', pinned: false, tags: [], start: 4, end: 6, ...given }
  return partial as Highlight
}

test('undo restores only what changed', () => {
  const before = highlight({ tags: ['pay'] })
  expect(findChanges(before, before)).toEqual({})
  expect(findChanges(before, highlight({ severity: 'high', pinned: true, end: 7 }))).toEqual({
    ...{ severity: 'low', pinned: false, tags: ['pay'], start: 4, end: 6 },
  })
})

test('undo of a batch returns each highlight to its own status and reason', () => {
  const before = [
    highlight({ id: 'a', status: 'suggested', dismissReason: null }),
    highlight({ id: 'b', status: 'dismissed', dismissReason: 'negated' }),
    highlight({ id: 'c', status: 'edited', dismissReason: null }),
    highlight({ id: 'd', status: 'confirmed', dismissReason: null }),
  ]
  expect(groupByDecision(before).map(({ items, ...group }) => [group, items.map(({ id }) => id)])).toEqual([
    [{ decision: 'reopen', reason: null }, ['a']],
    [{ decision: 'dismiss', reason: 'negated' }, ['b']],
    [{ decision: 'confirm', reason: null }, ['c', 'd']],
  ])
})
