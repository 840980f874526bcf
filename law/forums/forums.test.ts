import { expect, test } from 'vitest'
import { forums } from './forums.data.ts'
import { countsAlternatesApart, findForum, getBudget, suggestRule } from './forums.ts'

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

type Alternates = [
  forum: string,
  rule: string,
  alternates: number,
  defendants: number,
  expected: [plaintiff: number, defense: number, verified: boolean],
]
const alternates: readonly (readonly [law: string, ...Alternates])[] = [
  ['Fed. R. Crim. P. 24(c)(4): 1 for 1 or 2', 'us_fed_criminal', 'felony', 1, 1, [1, 1, false]],
  ['Fed. R. Crim. P. 24(c)(4): 2 for 3 or 4', 'us_fed_criminal', 'felony', 4, 1, [2, 2, false]],
  ['Fed. R. Crim. P. 24(c)(4): 3 for 5 or 6', 'us_fed_criminal', 'felony', 5, 1, [3, 3, false]],
  ['Fed. R. Civ. P. 47(b): none', 'us_fed_civil', 'party', 2, 1, [0, 0, true]],
  ['Cal. Penal Code 1089: as many as alternates', 'ca_criminal', 'other', 2, 1, [2, 2, true]],
  ['Cal. Penal Code 1089: each defendant, prosecution the total', 'ca_criminal', 'other', 3, 2, [6, 6, true]],
  ['Cal. Penal Code 1089, but an unverified offense', 'ca_criminal', 'minor', 2, 1, [2, 2, false]],
  ['Cal. Code Civ. Proc. 234: each side, as many as alternates', 'ca_civil', 'two_parties', 2, 1, [2, 2, true]],
  ['Cal. Code Civ. Proc. 234: shared by a side', 'ca_civil', 'more_parties', 2, 3, [2, 2, true]],
  ['Cal. Code Civ. Proc. 630.23 is silent', 'ca_expedited', 'side', 1, 1, [0, 0, false]],
  ['Tex. Code Crim. Proc. 35.15(d): 1 for 1 or 2', 'tx_criminal', 'felony', 2, 1, [1, 1, true]],
  ['Tex. Code Crim. Proc. 35.15(d): 2 for 3 or 4', 'tx_criminal', 'felony', 3, 1, [2, 2, true]],
  ['Tex. Code Crim. Proc. 35.15(d) stops at 4', 'tx_criminal', 'felony', 5, 1, [2, 2, false]],
  ['Tex. Code Crim. Proc. 35.15(d) is silent on joint trials', 'tx_criminal', 'felony', 2, 2, [1, 1, false]],
  ['Tex. Gov’t Code 62.020, not checked', 'tx_civil', 'district', 3, 1, [2, 2, false]],
  ['N.Y. CPL 270.25: 2 for each', 'ny_criminal', 'other', 2, 1, [4, 4, true]],
  ['N.Y. CPL 270.25(3): joint defendants are one party', 'ny_criminal', 'class_a', 2, 3, [4, 4, true]],
  ['N.Y. CPLR 4109: 1 for every 2', 'ny_civil', 'side', 4, 1, [2, 2, true]],
  ['N.Y. CPLR 4109 is silent on a single alternate', 'ny_civil', 'side', 1, 1, [1, 1, false]],
  ['Fla. R. Crim. P. 3.350(d): 1 for each of 1 or 2', 'fl_criminal', 'over_year', 2, 1, [2, 2, true]],
  ['Fla. R. Crim. P. 3.350(d) stops at 2', 'fl_criminal', 'over_year', 3, 1, [2, 2, false]],
  ['Fla. R. Crim. P. 3.350(d) is silent on joint trials', 'fl_criminal', 'over_year', 2, 2, [2, 2, false]],
  ['Fla. R. Civ. P. 1.431, not checked', 'fl_civil', 'party', 1, 1, [0, 0, false]],
  ['Ill. S. Ct. Rule 434(e): 1 for each', 'il_criminal', 'felony', 3, 1, [3, 3, true]],
  ['Ill. S. Ct. Rule 434(e) is silent on joint trials', 'il_criminal', 'felony', 3, 2, [3, 3, false]],
  ['735 ILCS 5/2-1106: 1, before the amendment', 'il_civil', 'side', 2, 1, [1, 1, false]],
  ['O.C.G.A. 15-12-169.1: as many as alternates', 'ga_criminal', 'felony', 2, 1, [2, 2, true]],
  ['O.C.G.A. 17-8-4: joint defendants share', 'ga_criminal', 'death', 3, 2, [3, 3, true]],
  ['O.C.G.A. 9-11-47(b): 1 for 1 or 2', 'ga_civil', 'twelve', 2, 1, [1, 1, true]],
  ['Wash. CrR 6.5: 1 for each', 'wa_criminal', 'felony', 2, 1, [2, 2, false]],
  ['Wash. CrR 6.5: 1 more for each joint defendant', 'wa_criminal', 'felony', 2, 3, [2, 5, false]],
  ['Wash. CR 47(b): 2 for 3 or 4', 'wa_civil', 'party', 3, 1, [2, 2, true]],
  ['Pa. R. Crim. P. 633(B): 1 for each 2', 'pa_criminal', 'felony', 4, 1, [2, 2, true]],
  ['Pa. R. Crim. P. 633(B): each defendant, Commonwealth the total', 'pa_criminal', 'felony', 2, 2, [2, 2, true]],
  ['Pa. R. Crim. P. 633(A): only an even number', 'pa_criminal', 'felony', 3, 1, [2, 2, false]],
  ['Pa. R. Civ. P. 221, not checked', 'pa_civil', 'party', 2, 1, [0, 0, false]],
  ['N.J. Ct. R. 1:8-3, not checked', 'nj_criminal', 'other', 2, 1, [0, 0, false]],
  ['N.J. Ct. R. 1:8-3, not checked', 'nj_civil', 'party', 2, 1, [0, 0, false]],
  ['Ohio Crim. R. 24, not checked', 'oh_criminal', 'felony', 3, 1, [2, 2, false]],
  ['Ohio Civ. R. 47, not checked', 'oh_civil', 'party', 2, 1, [0, 0, false]],
  ['Mich. Ct. R. 6.620: none', 'mi_district_criminal', 'defendant', 2, 2, [0, 0, true]],
  ['Ariz. R-21-0020: none', 'az_all', 'any', 2, 1, [0, 0, true]],
]

test.for(alternates)('alternates under %s', ([, forumId, ruleId, count, defendants, expected]) => {
  const question = { ruleId, plaintiffs: 1, defendants, alternates: count, joint: defendants > 1 }
  const found = getBudget(findForum(forumId)!, question)!
  expect([found.plaintiff.alternates, found.defense.alternates, found.verified]).toEqual(expected)
})

test('covers the alternates of every forum', () => {
  const covered = new Set(alternates.map(([, forumId]) => forumId))
  expect(forums.map(({ id }) => id).filter((id) => id !== 'custom' && !covered.has(id))).toEqual([])
})

test('a verified 0 for alternates comes only from a law that gives none', () => {
  const verifiedZero = forums.filter((forum) =>
    forum.rules.some(({ id }) => {
      const found = getBudget(forum, { ...ask, ruleId: id, alternates: 2 })!
      return found.verified && found.plaintiff.alternates === 0
    }),
  )
  expect(verifiedZero.map(({ id }) => id)).toEqual(['us_fed_civil', 'mi_district_criminal', 'az_all'])
  for (const { alternateExtra } of verifiedZero)
    expect(alternateExtra).toEqual({ kind: 'none', source: expect.stringMatching(/\w/) })
})

test('keeps strikes against alternates apart only if the law does', () => {
  const apart = forums.filter(({ id }) => countsAlternatesApart(id)).map(({ id }) => id)
  expect(apart).toEqual([
    ...['us_fed_criminal', 'ca_criminal', 'ca_civil', 'tx_criminal', 'tx_civil', 'ny_criminal', 'fl_criminal'],
    ...['ga_criminal', 'ga_civil', 'wa_civil', 'pa_criminal', 'oh_criminal'],
  ])
  expect(countsAlternatesApart(null)).toBe(false)
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
  expect(budget('ca_criminal', 'death_or_life', joint)).toEqual([35, 35, 0, 5, true])
  expect(budget('il_criminal', 'felony', joint)).toEqual([15, 15, 0, 5, true])
  expect(budget('il_criminal', 'other', joint)).toEqual([9, 9, 0, 3, true])
  expect(budget('wa_criminal', 'felony', joint)).toEqual([6, 9, 0, 1, false])
  expect(budget('ga_criminal', 'felony', joint)).toEqual([9, 9, 0, null, true])
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
  // RCW 4.44.130: parties on the same side exercise their challenges jointly.
  expect(budget('wa_civil', 'party', { defendants: 3, joint: true })).toEqual([3, 3, 0, null, true])
  // Cal. Code Civ. Proc. 231(c): six challenges each applies only to two parties.
  expect(budget('ca_civil', 'two_parties', { defendants: 2, joint: true })).toEqual([6, 6, 0, null, false])
  expect(budget('ca_civil', 'more_parties', { defendants: 2, joint: true })).toEqual([8, 8, 0, null, true])
})

test('marks every unverified number as one to check with the court', () => {
  expect(budget('tx_civil', 'district')[4]).toBe(false)
  expect(budget('ca_criminal', 'minor')[4]).toBe(false)
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
