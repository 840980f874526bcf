import { expect, test } from 'vitest'
import { findGround, suggestGround } from './grounds.ts'

test.each([
  ['tx_criminal', 'pretrial_opinion', 'tx_35_16_a_10'],
  ['ca_criminal', 'party_lean', 'ca_225_actual'],
  ['us_fed_criminal', 'law_enforcement_pro', 'us_1866_partiality'],
  [null, 'relationship', 'implied_bias'],
])('in %s, %s suggests a ground of that forum', (forumId, sub, code) => {
  expect(suggestGround(forumId, { type: 'bias_indicator', sub })).toBe(code)
  expect(findGround(forumId, code)).not.toBeNull()
})

test('nothing is suggested where no ground fits', () => {
  expect(suggestGround('tx_criminal', { type: 'bias_indicator', sub: 'damages_attitude' })).toBeNull()
  expect(suggestGround('tx_criminal', { type: 'hardship', sub: 'financial' })).toBeNull()
})
