import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Notification } from '#contract/operations/notifications.ts'
import { type Person, testApp, type TestApp } from '#test/app.ts'
import { diskShare, notifyStorageAlmostFull } from './storage.notices.ts'
import { gigabyte } from './uploads/folder.ts'
import { buildVideo } from './videos.factory.ts'

let at: TestApp
let administrator: Person
beforeAll(async () => {
  at = await testApp()
})
afterAll(() => at.close())
beforeEach(async () => {
  await at.truncate()
  administrator = await at.person({ isOperator: true })
})

const messages = async (person: Person) =>
  (await person.call('GET', '/api/notifications')).json<Notification[]>().map((each) => each.message)
const tell = (disk: number, QUOTA_GB?: number, OPERATOR_EMAILS: string[] = []) =>
  notifyStorageAlmostFull(at.parts.database.db, { QUOTA_GB, OPERATOR_EMAILS }, disk)

test("notifies a firm's administrators of a nearly full quota, once a week", async () => {
  const { firmId } = administrator.actor
  const member = await at.person({ firmId, role: 'member' })
  const other = await at.person()
  await buildVideo(at.parts, administrator.actor, { sizeBytes: 8 * gigabyte })
  await buildVideo(at.parts, other.actor, { sizeBytes: 7 * gigabyte })
  expect(await tell(0.1, 10)).toEqual([])
  await buildVideo(at.parts, administrator.actor, { sizeBytes: gigabyte })
  expect(await tell(0.1)).toEqual([])
  expect(await tell(0.1, 10)).toEqual([firmId])
  expect(await tell(0.1, 10)).toEqual([])
  expect(await messages(administrator)).toEqual([
    'Your firm has used 90% of its 10 GB of storage. Delete videos or revoke exports you no longer need.',
  ])
  expect([await messages(member), await messages(other)]).toEqual([[], []])
  const [notice] = (await administrator.call('GET', '/api/notifications')).json<Notification[]>()
  expect((await administrator.call('DELETE', `/api/notifications/${notice!.id}`)).statusCode).toBe(200)
  expect(await tell(0.1, 10)).toEqual([])
  await at.parts.database.pool.query(`update storage_notices set sent_at = now() - interval '8 days'`)
  expect(await tell(0.1, 10)).toEqual([firmId])
})

test('notifies operators of a nearly full disk', async () => {
  const other = await at.person()
  expect(await tell(0.8)).toEqual([])
  expect(await tell(0.85)).toEqual([administrator.actor.firmId])
  expect(await messages(administrator)).toEqual([
    'This installation’s disk is 85% full. Add space, or delete videos you no longer need.',
  ])
  expect(await messages(other)).toEqual([])
  const { email } = other.account
  expect(await tell(0.85, undefined, [email])).toEqual([])
  await at.parts.database.pool.query('update users set email_proven_at = now() where email = $1', [email])
  expect(await tell(0.85, undefined, [email])).toEqual([other.actor.firmId])
})

test('measures how full a disk is', async () => {
  const share = await diskShare(at.parts.config.DATA_DIR)
  expect(share).toBeGreaterThan(0)
  expect(share).toBeLessThan(1)
})
