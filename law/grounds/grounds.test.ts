import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { findingTypes } from '#contract/findings/findings.ts'
import type { FindingSub } from '#contract/findings/words.ts'
import { forums } from '../forums/forums.data.ts'
import { findGround, getGround, groundsFor, suggestGround } from './grounds.ts'

test.each([
  ['tx_criminal', 'tx_35_16_a_1', 'Tex. CCP 35.16(a)(1)', true],
  ['tx_criminal', 'tx_35_16_a_2', 'Tex. CCP 35.16(a)(2)', true],
  ['tx_criminal', 'tx_35_16_a_9', 'Tex. CCP 35.16(a)(9)', true],
  ['tx_criminal', 'tx_35_16_a_10', 'Tex. CCP 35.16(a)(10)', true],
  ['tx_criminal', 'tx_35_16_a_11', 'Tex. CCP 35.16(a)(11)', false],
  ['tx_criminal', 'tx_35_16_b_3', 'Tex. CCP 35.16(b)(3)', false],
  ['tx_criminal', 'tx_35_16_c_2', 'Tex. CCP 35.16(c)(2)', false],
  ['ca_civil', 'ca_225_actual', 'Cal. CCP 225(b)(1)(C)', true],
  ['ca_criminal', 'ca_229_a', 'Cal. CCP 229(a)', false],
  ['ca_expedited', 'ca_229_e', 'Cal. CCP 229(e)', true],
  ['ca_criminal', 'ca_229_f', 'Cal. CCP 229(f)', true],
  ['us_fed_civil', 'us_1866_partiality', '28 U.S.C. 1866(c)', true],
  ['us_fed_criminal', 'us_1866_disruption', '28 U.S.C. 1866(c)', false],
  ['us_fed_criminal', 'us_1865_english', '28 U.S.C. 1865(b)(2)-(3)', false],
  ['us_fed_criminal', 'actual_bias', '', false],
  ['oh_civil', 'fixed_opinion', '', false],
  [null, 'other', '', false],
])('in %s, %s is under %s', (forumId, code, source, verified) => {
  expect(findGround(forumId, code)).toMatchObject({ code, source, verified })
})

test.each([
  ['tx_criminal', 'pretrial_opinion', 'tx_35_16_a_10'],
  ['tx_criminal', 'explicit_inability', 'tx_35_16_a_9'],
  ['ca_criminal', 'party_lean', 'ca_225_actual'],
  ['ca_criminal', 'case_knowledge', 'ca_229_e'],
  ['ca_civil', 'relationship', 'ca_229_a'],
  ['us_fed_criminal', 'law_enforcement_pro', 'us_1866_partiality'],
  ['us_fed_civil', 'language_comprehension', 'us_1865_english'],
  ['wa_civil', 'language_comprehension', 'disqualified_language'],
  [null, 'relationship', 'implied_bias'],
])('in %s, %s suggests %s', (forumId, sub, code) => {
  expect(suggestGround(forumId, { type: 'bias_indicator', sub })).toBe(code)
})

test.each([
  ['tx_criminal', 'medical_self', 'tx_35_16_a_5'],
  ['us_fed_civil', 'medical_self', 'us_1865_infirmity'],
  ['ca_civil', 'language_comprehension', 'ca_225_general'],
  ['tx_criminal', 'financial', 'other'],
  [null, 'medical_self', 'other'],
])('in %s, a hardship about %s suggests %s', (forumId, sub, code) => {
  expect(suggestGround(forumId, { type: 'hardship', sub })).toBe(code)
})

test.each([
  ['tx_criminal', 'bias_indicator', 'damages_attitude'],
  ['ca_criminal', 'key_statement', 'prior_jury_service'],
])('in %s, %s %s suggests nothing', (forumId, type, sub) => {
  expect(suggestGround(forumId, { type, sub })).toBeNull()
})

test('a ground of one state is unknown in another', () => {
  expect(findGround('ca_criminal', 'tx_35_16_a_9')).toBeNull()
  expect(findGround('tx_civil', 'tx_35_16_a_9')).toBeNull()
  expect(findGround('tx_criminal', null)).toBeNull()
})

const subs: readonly FindingSub[] = [
  ...(['explicit_inability', 'party_lean', 'pretrial_opinion', 'case_knowledge', 'relationship', 'financial'] as const),
  ...(['disclosure_relationship', 'language_comprehension', 'law_enforcement_pro', 'religious_observance'] as const),
]
const anyForum = fc.constantFrom(null, ...forums.map(({ id }) => id))

test('every forum has unique grounds, and only a named source can be verified', () => {
  for (const { id } of forums) {
    const grounds = groundsFor(id)
    expect([id, new Set(grounds.map(({ code }) => code)).size]).toEqual([id, grounds.length])
    expect([id, grounds.filter(({ source, verified }) => verified && source === '')]).toEqual([id, []])
    expect([id, grounds.at(-1)?.code]).toEqual([id, 'other'])
  }
})

test('a code names the same ground in every forum', () => {
  for (const { id } of forums) for (const ground of groundsFor(id)) expect(getGround(ground.code)).toEqual(ground)
  expect(getGround('no_such_ground')).toBeNull()
  expect(getGround(null)).toBeNull()
})

test('a suggested ground is always one of the forum', () => {
  fc.assert(
    fc.property(anyForum, fc.constantFrom(...findingTypes), fc.constantFrom(...subs), (forumId, type, sub) => {
      const code = suggestGround(forumId, { type, sub })
      expect(code === null || findGround(forumId, code) !== null).toBe(true)
    }),
  )
})
