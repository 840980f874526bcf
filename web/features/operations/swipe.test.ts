import { expect, test } from 'vitest'
import { limitOffset, getRevealed } from './useSwipe.ts'

test('only a drag beyond 80 px reveals actions', () => {
  expect([-81, -80, 0, 80, 81].map(getRevealed)).toEqual(['left', null, null, null, 'right'])
})

test('a row follows the finger by 30% of the width, up to 120 px', () => {
  expect([limitOffset(-50, 390), limitOffset(500, 390), limitOffset(-500, 390)]).toEqual([-50, 117, -117])
  expect([limitOffset(500, 400), limitOffset(-500, 767)]).toEqual([120, -120])
})
