import { expect, test } from 'vitest'
import { revealedBy } from './useSwipe.ts'

test('only a drag beyond 80 px reveals', () => {
  expect([-81, -80, 0, 80, 81].map(revealedBy)).toEqual(['left', null, null, null, 'right'])
})
