import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { contactLimits, type ContactRequest } from '#contract/operations/contact.ts'
import type { Notification } from '#contract/operations/notifications.ts'
import { markAddressProven } from '#server/features/team/operators.ts'
import { type Person, testApp, type TestApp } from '#test/app.ts'
import { purgeContactRequests } from './contact.queries.ts'

let at: TestApp
let operator: Person
beforeAll(async () => {
  at = await testApp({ RATE_LIMIT: '3000' })
})
afterAll(() => at.close())
beforeEach(async () => {
  await at.truncate()
  operator = await at.person({ isOperator: true })
})

const request = {
  kind: 'demo',
  name: 'Jury consultant, sample',
  email: 'Consultant@Firm.example',
  subject: 'A live demo',
  message: 'We select a jury in May and would like to see it.',
}
const send = (changed: object = {}, remoteAddress = '203.0.113.7') =>
  at.app.inject({ method: 'POST', url: '/api/contact', payload: { ...request, ...changed }, remoteAddress })
const list = async (by = operator, query = '') =>
  (await by.call('GET', `/api/contact-requests${query}`)).json<ContactRequest[]>()

test("stores a stranger's request and notifies the operator without quoting it", async () => {
  const sent = await send()
  expect([sent.statusCode, sent.json()]).toEqual([200, { ok: true }])
  expect(await list()).toMatchObject([{ ...request, email: 'consultant@firm.example', firm: '', handledAt: null }])
  const [told] = (await operator.call('GET', '/api/notifications')).json<Notification[]>()
  expect(told).toMatchObject({ title: 'Live demo requested', actionUrl: '/contact-requests' })
  expect(JSON.stringify(told)).not.toContain('May')
})

test('notifies OPERATOR_EMAILS operators once their address is verified', async () => {
  const other = await at.person()
  at.parts.config.OPERATOR_EMAILS.push(other.account.email)
  await send()
  expect((await other.call('GET', '/api/notifications')).json()).toHaveLength(0)
  await markAddressProven(at.parts.database.db, other.actor.userId)
  await send()
  at.parts.config.OPERATOR_EMAILS.pop()
  expect((await other.call('GET', '/api/notifications')).json<Notification[]>()).toHaveLength(1)
})

test('each field names its limits', async () => {
  const faults: [object, string][] = [
    [{ name: ' ' }, 'Enter your name.'],
    [{ email: 'nobody' }, 'Enter an email address such as name@firm.example.'],
    [{ subject: '' }, 'Enter a subject.'],
    [{ message: 'x'.repeat(19) }, 'Write at least 20 characters.'],
    [{ message: 'x'.repeat(5001) }, 'Message must have at most 5,000 characters.'],
    [{ firm: 'x'.repeat(121) }, 'Firm must have at most 120 characters.'],
  ]
  for (const [changed, sentence] of faults) {
    const refused = await send(changed)
    expect([refused.statusCode, refused.body]).toEqual([400, sentence])
  }
  expect((await send({ kind: 'sales' })).statusCode).toBe(400)
  expect((await send({ caseId: 'x' })).statusCode).toBe(400)
  expect(await list()).toEqual([])
})

test('limits one IP address to five requests per hour, even in parallel, without affecting others', async () => {
  const answers = await Promise.all(Array.from({ length: contactLimits.perHour + 2 }, () => send()))
  expect(answers.map((each) => each.statusCode).toSorted()).toEqual([200, 200, 200, 200, 200, 429, 429])
  const refused = answers.find((each) => each.statusCode === 429)!
  expect(refused.body).toBe('You can send 5 requests per hour. Try again in 60 minutes.')
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3500)
  expect((await send({}, '203.0.113.8')).statusCode).toBe(200)
  const subscriber = await Promise.all(Array.from({ length: 6 }, (_, n) => send({}, `2001:db8:1:2::${n}`)))
  expect(subscriber.filter(({ statusCode }) => statusCode === 429)).toHaveLength(1)
  await at.parts.database.db.execute(sql`update contact_requests set created_at = created_at - interval '61 minutes'`)
  expect((await send()).statusCode).toBe(200)
})

test('rejects a daily flood from many IP addresses', async () => {
  await at.parts.database.db.execute(sql`
    insert into contact_requests (id, kind, name, email, subject, message)
    select gen_random_uuid(), 'support', 'x', 'x@firm.example', 'x', 'x' from generate_series(1, ${contactLimits.perDay})`)
  const refused = await send()
  expect([refused.statusCode, refused.body]).toEqual([429, 'Too many requests today. Try again tomorrow.'])
})

test('handled requests move below open ones and can be reopened', async () => {
  await send({ subject: 'First' })
  await send({ subject: 'Second' })
  const [second] = await list()
  const path = `/api/contact-requests/${second!.id}/handled`
  const handled = (await operator.call('PUT', path, { handled: true })).json<ContactRequest>()
  expect(handled.handledBy).toBe(operator.account.name)
  expect((await list()).map((each) => each.subject)).toEqual(['First', 'Second'])
  expect((await operator.call('GET', '/api/contact-requests')).headers['x-totals']).toBe('{"open":1}')
  const other = await at.person({ isOperator: true })
  expect((await other.call('PUT', path, { handled: true })).json<ContactRequest>()).toEqual(handled)
  await operator.call('PUT', path, { handled: false })
  expect((await list()).map((each) => [each.subject, each.handledBy])).toEqual([
    ['Second', null],
    ['First', null],
  ])
  const unknown = await operator.call('PUT', `/api/contact-requests/${operator.actor.userId}/handled`, {
    handled: true,
  })
  expect([unknown.statusCode, unknown.body]).toEqual([
    404,
    'This request doesn’t exist or you don’t have access to it.',
  ])
})

test('pages through the list', async () => {
  for (const subject of ['1', '2', '3']) await send({ subject })
  const first = await operator.call('GET', '/api/contact-requests?limit=2')
  const rest = await list(operator, `?limit=2&cursor=${String(first.headers['x-next-cursor'])}`)
  expect([...first.json<ContactRequest[]>(), ...rest].map((each) => each.subject)).toEqual(['3', '2', '1'])
})

test('only the operator can read them', async () => {
  const administrator = await at.person()
  const refused = await administrator.call('GET', '/api/contact-requests')
  expect([refused.statusCode, refused.body]).toEqual([403, 'Only the operator of this installation can do this.'])
})

test('deletes the IP address after a day and a handled request on schedule, but keeps open ones', async () => {
  const { db } = at.parts.database
  await send({ subject: 'Handled' })
  await send({ subject: 'Open' })
  await db.execute(sql`
    update contact_requests set created_at = created_at - interval '200 days',
      handled_at = case when subject = 'Handled' then now() - interval '91 days' end`)
  await send({ subject: 'New' })
  await purgeContactRequests(db, contactLimits.keepDays)
  const { rows } = await db.execute<{ subject: string; sender_ip: string | null }>(
    sql`select subject, sender_ip from contact_requests order by created_at`,
  )
  expect(rows).toEqual([
    { subject: 'Open', sender_ip: null },
    { subject: 'New', sender_ip: '203.0.113.7' },
  ])
})
