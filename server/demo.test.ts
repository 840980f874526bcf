import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cases } from '#server/features/cases/cases.table.ts'
import { testApp, type TestApp } from '#test/app.ts'
import { seedDemo } from './demo.ts'

let at: TestApp
beforeAll(async () => {
  at = await testApp()
})
afterAll(() => at.close())

test('replaces a deleted demo case and finds its own among others', async () => {
  const { db } = at.parts.database
  const first = await seedDemo(db)
  expect((await seedDemo(db)).caseId).toBe(first.caseId)
  await db.update(cases).set({ deletedAt: new Date() }).where(eq(cases.id, first.caseId))
  const second = await seedDemo(db)
  expect(second.caseId).not.toBe(first.caseId)
  const { caseId, email, password } = await seedDemo(db)
  expect(caseId).toBe(second.caseId)
  const entered = await at.app.inject({
    method: 'POST',
    url: '/api/auth/sign-in/email',
    payload: { email, password },
  })
  const cookie = String(entered.headers['set-cookie']).split(';')[0]
  const read = await at.app.inject({ url: `/api/cases/${second.caseId}`, headers: { cookie } })
  expect(read.json()).toMatchObject({ title: 'State v. Sample', caseNumber: 'SAMPLE-1' })
})
