import { expect, test } from 'vitest'
import { describeCounts } from './labels.tsx'

test('every highlight is counted once: an edited one was confirmed, a dismissed one is told too', () => {
  expect(describeCounts({ suggested: 12, confirmed: 2, edited: 1, dismissed: 1 })).toBe(
    '12 suggested, 3 confirmed, 1 dismissed',
  )
})
