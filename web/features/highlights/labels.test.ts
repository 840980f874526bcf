import { expect, test } from 'vitest'
import { describeCounts } from './labels.tsx'

test('counts each highlight once, edited as confirmed, and includes dismissed', () => {
  expect(describeCounts({ suggested: 12, confirmed: 2, edited: 1, dismissed: 1 })).toBe(
    '12 suggested, 3 confirmed, 1 dismissed',
  )
})
