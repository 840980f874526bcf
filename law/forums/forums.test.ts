import { expect, test } from 'vitest'
import { forums } from './forums.data.ts'
import { getBudget, findForum, suggestRule } from './forums.ts'

const ask = { plaintiffs: 1, defendants: 1, alternates: 0, joint: false }
function budget(forumId: string, ruleId: string, more: Partial<typeof ask> = {}) {
  const found = getBudget(findForum(forumId)!, { ruleId, ...ask, ...more })!
  return [
    found.plaintiff.regular,
    found.defense.regular,
    found.plaintiff.alternates,
    found.perDefendant,
    found.verified,
  ]
}

test('gives each side the number for the offense', () => {
  expect(budget('us_fed_criminal', 'death')).toEqual([20, 20, 0, null, true])
  expect(budget('us_fed_criminal', 'felony')).toEqual([6, 10, 0, null, true])
  expect(budget('ny_criminal', 'class_b_c')).toEqual([15, 15, 0, null, true])
  expect(budget('tx_criminal', 'misdemeanor_district')).toEqual([5, 5, 0, null, true])
  expect(budget('az_all', 'any')).toEqual([0, 0, 0, null, true])
})

test('adds challenges for alternates in pairs, singly, or not at all', () => {
  expect([1, 2, 3, 4, 5, 6, 9].map((alternates) => budget('us_fed_criminal', 'felony', { alternates })[2])).toEqual([
    1, 1, 2, 2, 3, 3, 3,
  ])
  expect(budget('ny_criminal', 'other', { alternates: 2 })[2]).toBe(4)
  expect(budget('ca_criminal', 'other', { alternates: 4 })[2]).toBe(0)
})

test('applies the joint rule for several defendants', () => {
  const joint = { defendants: 3, joint: true }
  expect(budget('us_fed_criminal', 'felony', joint)).toEqual([6, 10, 0, null, true])
  expect(budget('ca_criminal', 'other', joint)).toEqual([25, 25, 0, 5, true])
  expect(budget('tx_criminal', 'felony', joint)).toEqual([18, 18, 0, 6, true])
  expect(budget('fl_criminal', 'over_year', joint)).toEqual([18, 18, 0, 6, true])
  expect(budget('ca_criminal', 'other', { defendants: 3 })).toEqual([10, 10, 0, null, true])
  expect(budget('nj_criminal', 'listed', joint)).toEqual([18, 30, 0, 10, false])
  expect(budget('oh_criminal', 'felony', joint)).toEqual([12, 12, 0, 4, true])
})

test('divides the number among defendants, rounded up, at least two each', () => {
  const divide = (ruleId: string, defendants: number) =>
    budget('pa_criminal', ruleId, { defendants, joint: true }).slice(0, 4)
  expect(divide('felony', 3)).toEqual([9, 9, 0, 3])
  expect(divide('misdemeanor', 4)).toEqual([8, 8, 0, 2])
  expect(divide('capital', 2)).toEqual([20, 20, 0, 10])
})

test('includes civil courts for every state with criminal courts', () => {
  expect(budget('ga_civil', 'twelve', { alternates: 2 })).toEqual([6, 6, 1, null, true])
  expect(budget('wa_civil', 'party', { alternates: 3 })).toEqual([3, 3, 2, null, true])
  expect(budget('il_civil', 'side')).toEqual([5, 5, 0, null, false])
  for (const state of ['ca', 'tx', 'ny', 'fl', 'il', 'ga', 'wa', 'pa', 'nj', 'oh'])
    for (const court of ['criminal', 'civil']) expect(findForum(`${state}_${court}`)?.id).toBe(`${state}_${court}`)
})

test("counts each civil party only if several don't count as one", () => {
  expect(budget('us_fed_civil', 'party', { defendants: 3 })).toEqual([3, 3, 0, null, true])
  expect(budget('us_fed_civil', 'party', { defendants: 3, joint: true })).toEqual([3, 9, 0, null, true])
})

test('marks every unverified number as one to check with the court', () => {
  expect(budget('tx_civil', 'district')[4]).toBe(false)
  expect(budget('ca_criminal', 'minor')[4]).toBe(false)
  // The rule is verified, but the number for alternates isn't.
  expect(budget('us_fed_criminal', 'felony', { alternates: 2 })[4]).toBe(false)
  expect(budget('tx_criminal', 'felony', { alternates: 2 })[4]).toBe(true)
})

test('has no default for an unknown rule or numbers set by order', () => {
  expect(getBudget(findForum('us_fed_criminal')!, { ruleId: 'treason', ...ask })).toBeNull()
  expect(getBudget(findForum('custom')!, { ruleId: 'any', ...ask })).toBeNull()
})

test('suggests a rule only if exactly one fits the case', () => {
  expect(suggestRule(findForum('us_fed_criminal')!, 'criminal_felony')?.id).toBe('felony')
  expect(suggestRule(findForum('tx_criminal')!, 'criminal_misdemeanor')).toBeNull()
  expect(suggestRule(findForum('az_all')!, 'family')?.id).toBe('any')
  expect(suggestRule(findForum('custom')!, 'family')).toBeNull()
})

test('every forum has a unique ID, a source, and valid jury sizes', () => {
  expect(new Set(forums.map((each) => each.id)).size).toBe(forums.length)
  for (const each of forums) {
    expect(new Set(each.rules.map((rule) => rule.id)).size).toBe(each.rules.length)
    expect([each.id, each.source !== '', each.rules.length > 0]).toEqual([
      each.id,
      each.id !== 'custom',
      each.id !== 'custom',
    ])
    expect(each.jury.sizes.length === 0 || each.jury.sizes.includes(each.jury.usual)).toBe(true)
    for (const rule of each.rules) expect(Math.max(rule.plaintiff, rule.defense)).toBeLessThanOrEqual(20)
  }
})
