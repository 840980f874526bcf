import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#server/platform/ids.ts'
import { testDatabase } from '#test/database.ts'
import { recordAudit } from './audit.service.ts'
import { verifyAudit } from './audit.verify.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

const record = (firmId: string, action: string) =>
  database.db.transaction((tx) =>
    recordAudit(tx, { firmId, actorId: newId(), action, entity: 'case', details: { note: 'ü "quoted"' } }),
  )

/** Changes rows as an intruder with rights on the database could. */
const tamper = (statement: string) =>
  database.pool.query(
    `alter table audit_events disable trigger user; ${statement}; alter table audit_events enable trigger user`,
  )

test('chains events without gaps and finds them intact', async () => {
  await database.truncate()
  const firmId = newId()
  for (const action of ['a', 'b', 'c']) await record(firmId, action)
  expect(await verifyAudit(database.db)).toEqual([{ chain: firmId, events: 3, brokenAt: null, fault: null }])
})

test('refuses to change or delete an event', async () => {
  await expect(database.pool.query(`update audit_events set action = 'x'`)).rejects.toThrow('never changed')
  await expect(database.pool.query(`delete from audit_events`)).rejects.toThrow('never changed')
})

test('names the event that was changed, removed or put in', async () => {
  for (const [statement, brokenAt] of [
    [`update audit_events set details = '{}' where seq = 2`, 2],
    [`delete from audit_events where seq = 2`, 2],
    [`update audit_events set at = at + interval '1 hour' where seq = 3`, 3],
    [`update audit_events set hash = repeat('0', 64) where seq = 1`, 1],
  ] as const) {
    await database.truncate()
    const firmId = newId()
    for (const action of ['a', 'b', 'c']) await record(firmId, action)
    await tamper(statement)
    expect(await verifyAudit(database.db), statement).toMatchObject([{ chain: firmId, brokenAt }])
  }
})

test('numbers events of writers at once without gaps or doubles', async () => {
  await database.truncate()
  const firmId = newId()
  await Promise.all(Array.from({ length: 20 }, (_, index) => record(firmId, `write ${index}`)))
  expect(await verifyAudit(database.db)).toEqual([{ chain: firmId, events: 20, brokenAt: null, fault: null }])
})
