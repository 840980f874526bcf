import { expect, test } from 'vitest'
import type { CaseData } from '#contract/cases/data.ts'
import { chooseForum, getDefaultBudget, isOutdated, withBudget } from './fillBudget.ts'
import { emptyCase } from './caseFields.ts'

const felony: CaseData = { ...emptyCase, caseType: 'criminal_felony', ourSide: 'defense' }
const chosen = (data: CaseData, forumId: string): CaseData => ({ ...data, ...chooseForum(data, forumId) })

test('a forum fills the budget from our side, jury size, and alternates', () => {
  expect(chosen(felony, 'us_fed_criminal')).toMatchObject({
    forumRuleId: 'felony',
    jurySize: 12,
    alternates: 2,
    alternateStrikesSeparate: true,
    strikeBudget: { us: 10, them: 6, alternatesUs: 1, alternatesThem: 1, source: 'default' },
  })
  expect(chosen({ ...felony, ourSide: 'prosecution' }, 'us_fed_criminal').strikeBudget).toMatchObject({
    us: 6,
    them: 10,
  })
})

test('more defendants and alternates change a default but not a court order', () => {
  const data = chosen(felony, 'tx_criminal')
  const defendant = { name: 'A', role: 'defendant', side: 'defense', representedBy: '' } as const
  const parties = [defendant, { ...defendant, name: 'B' }]
  expect(withBudget(data, { parties }).strikeBudget).toMatchObject({ us: 12, them: 12, perDefendant: 6 })
  expect(withBudget(data, { alternates: 3 }).strikeBudget).toMatchObject({ alternatesUs: 2 })
  const order = { ...data, strikeBudget: { ...data.strikeBudget!, us: 15, source: 'order' as const, orderNote: 'x' } }
  expect(withBudget(order, { parties })).toEqual({ parties })
})

test("a forum without rules leaves the budget to the court's order", () => {
  expect(chosen(felony, 'custom')).toMatchObject({ forumRuleId: null, strikeBudget: null })
})

test('a saved default that no longer matches the law is outdated, and a court order never is', () => {
  const now = withBudget(chosen(felony, 'ca_criminal'), { alternates: 2 })
  const data = { ...chosen(felony, 'ca_criminal'), ...now }
  const current = getDefaultBudget(data)!
  expect([current.budget.alternatesUs, current.verified]).toEqual([2, true])
  expect(isOutdated(data, current.budget)).toBe(false)
  const saved = { ...current.budget, alternatesUs: 0, alternatesThem: 0 }
  expect(isOutdated({ strikeBudget: saved }, current.budget)).toBe(true)
  expect(isOutdated({ strikeBudget: { ...saved, source: 'order' } }, current.budget)).toBe(false)
})
