import { expect, test } from 'vitest'
import { limitOffset, revealedBy } from './useSwipe.ts'

test('only a drag beyond 80 px reveals', () => {
  expect([-81, -80, 0, 80, 81].map(revealedBy)).toEqual(['left', null, null, null, 'right'])
})

test('a row follows the finger by 30% of the width, and by 120 px at most', () => {
  expect([limitOffset(-50, 390), limitOffset(500, 390), limitOffset(-500, 390)]).toEqual([-50, 117, -117])
  expect([limitOffset(500, 400), limitOffset(-500, 767)]).toEqual([120, -120])
})
