import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OpenCase } from '#contract/cases/cases.ts'
import { findForum, getBudget } from '#law/forums/forums.ts'
import { findGround } from '#law/grounds/grounds.ts'
import type { SessionSummary } from '#contract/sessions/sessions.ts'
import type { StrikeBoard } from '#contract/strikes/board.ts'
import { buildCase } from '#server/features/videos/videos.factory.ts'
import { type Person, testApp, type TestApp } from '#test/app.ts'
import { type Call, planCase, planDays } from './demo.case.ts'

let at: TestApp
let person: Person
beforeAll(async () => {
  at = await testApp()
  person = await at.person()
})
afterAll(() => at.close())

const call: Call = async (path, { method = 'GET', json } = {}) => {
  const answer = await person.call(method, path, json as object)
  expect([path, answer.statusCode, answer.statusCode < 300 ? '' : answer.body]).toEqual([path, 200, ''])
  return answer.json()
}

const dayMs = 86_400_000
const weekday = (day: string) => new Date(`${day}T12:00:00Z`).getUTCDay()

test('puts day 1 in the past week, day 2 and the trial in the future, and none on a weekend', () => {
  for (let days = 0; days < 400; days++) {
    const now = new Date(Date.UTC(2026, 10, 1) + days * dayMs)
    const { today, first, second, trial } = planDays(now)
    expect([first, second, trial].map(weekday).filter((each) => each === 0 || each === 6)).toEqual([])
    expect(first < today && second > today && trial > second).toBe(true)
    expect(Date.parse(today) - Date.parse(first)).toBeLessThanOrEqual(7 * dayMs)
  }
  // When it's Sunday evening in the court's time zone, it's already Monday in UTC.
  expect(planDays(new Date('2026-11-23T03:00:00Z'))).toEqual({
    ...{ today: '2026-11-22', first: '2026-11-20', second: '2026-11-23', trial: '2026-11-30' },
  })
})

test("gives the sample case its state court's strike numbers and grounds", async () => {
  const caseId = await buildCase(at.parts.database.db, person.actor)
  const sessionId = await planCase(call, caseId)
  const found = (await call(`/api/cases/${caseId}`)) as OpenCase
  expect(found.forumId).not.toMatch(/^us_fed/)
  expect(found.court).not.toMatch(/U\.S\.|United States/)
  expect(findGround(found.forumId, 'tx_35_16_c_2')?.code).toBe('tx_35_16_c_2')
  const budget = getBudget(findForum(found.forumId)!, {
    ...{ ruleId: found.forumRuleId!, plaintiffs: 1, defendants: 1, joint: false },
    alternates: found.alternates,
  })!
  expect(found.strikeBudget).toMatchObject({
    ...{ us: budget.defense.regular, them: budget.plaintiff.regular },
    ...{ alternatesUs: budget.defense.alternates, alternatesThem: budget.plaintiff.alternates },
  })
  const board = (await call(`/api/sessions/${sessionId}/strike-board`)) as StrikeBoard
  expect([found.alternateStrikesSeparate, board.budgets?.separate]).toEqual([true, true])
})

test("moves the demo's days forward when it restarts weeks later", async () => {
  const caseId = await buildCase(at.parts.database.db, person.actor)
  await planCase(call, caseId)
  const { pool } = at.parts.database
  await pool.query('update sessions set date = date - 30 where case_id = $1', [caseId])
  await planCase(call, caseId)
  const dates = ((await call(`/api/cases/${caseId}/sessions`)) as SessionSummary[]).map(({ date }) => date).toSorted()
  const { first, second } = planDays(new Date())
  expect(dates).toEqual([first, second])
})
