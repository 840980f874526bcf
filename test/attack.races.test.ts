import type { LightMyRequestResponse } from 'fastify'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyAudit } from '#server/features/audit/audit.verify.ts'
import { buildExport } from '#server/features/exports/exports.factory.ts'
import { buildCase } from '#server/features/videos/videos.factory.ts'
import { type Person, testApp, type TestApp, testPassword } from './app.ts'
import { sendAtOnce } from './attack.ts'

let at: TestApp
let lead: Person
let suspended: Person
beforeAll(async () => {
  at = await testApp()
  lead = await at.person()
  suspended = await at.person({ firmId: lead.actor.firmId, role: 'member' })
  await at.parts.database.pool.query(`update members set status = 'suspended' where user_id = $1`, [
    suspended.actor.userId,
  ])
})
afterAll(() => at.close())

const atOnce = (count: number, url: string, payload: object) => sendAtOnce(at, count, url, payload)
const countStatuses = (answers: LightMyRequestResponse[], ...statuses: number[]): number =>
  answers.filter(({ statusCode }) => statuses.includes(statusCode)).length

test('limits parallel guesses like sequential ones: passwords, codes, share links, one-time links', async () => {
  const person = await at.person()
  const { email } = person.account
  const url = '/api/auth/sign-in/email'
  const wrong = await atOnce(40, url, { email, password: 'not the password' })
  expect(countStatuses(wrong, 401)).toBeLessThanOrEqual(10)
  expect(countStatuses(wrong, 401, 429)).toBe(40)
  const unknown = await atOnce(40, url, { email: 'nobody@firm.example', password: 'not the password' })
  expect(countStatuses(unknown, 401)).toBeLessThanOrEqual(10)
  expect(unknown.find(({ statusCode }) => statusCode === 401)!.body).toBe(
    wrong.find(({ statusCode }) => statusCode === 401)!.body,
  )

  const guarded = await at.person()
  const proof = { password: testPassword }
  const { secret } = (await guarded.call('POST', '/api/auth/two-factor/begin', proof)).json<{ secret: string }>()
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  const code = totp.generate()
  expect((await guarded.call('POST', '/api/auth/two-factor/confirm', { code })).statusCode).toBe(200)
  const tickets: string[] = []
  const enter = { email: guarded.account.email, password: testPassword }
  for (let each = 0; each < 3; each++)
    tickets.push((await at.app.inject({ method: 'POST', url, payload: enter })).json<{ ticket: string }>().ticket)
  const codes = await atOnce(40, '/api/auth/sign-in/two-factor', { ticket: tickets[0], code })
  expect(countStatuses(codes, 200)).toBe(0)
  expect(countStatuses(codes, 400)).toBeLessThanOrEqual(5)
  const made = { ticket: 'a'.repeat(43), code: '123456' }
  expect(countStatuses(await atOnce(5, '/api/auth/sign-in/two-factor', made), 200, 500)).toBe(0)

  const ready = await buildExport(at.parts, lead.actor, { caseId: await buildCase(at.parts.database.db, lead.actor) })
  const link = { password: 'a password of the link 1', maxDownloads: 1 }
  const shared = (await lead.call('POST', `/api/exports/${ready.id}/links`, link)).json<{ url: string }>()
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const page = new URL(shared.url).pathname
  const tries = await Promise.all(
    Array.from({ length: 30 }, (_each, index) =>
      at.app.inject({ method: 'POST', url: page, payload: `password=wrong${index}`, headers: form }),
    ),
  )
  expect(countStatuses(tries, 403)).toBeLessThanOrEqual(4)
  expect(countStatuses(tries, 403, 429)).toBe(30)
  const right = await at.app.inject({ method: 'POST', url: page, payload: `password=${link.password}`, headers: form })
  expect([right.statusCode, right.headers['set-cookie']]).toEqual([429, undefined])

  const member = await at.person({ firmId: person.actor.firmId, role: 'member' })
  const reset = await person.call('POST', `/api/team/${member.actor.userId}/reset-link`, { password: testPassword })
  const token = reset.json<{ url: string }>().url.split('token=')[1]!
  const asOther = { token, name: 'Somebody', password: 'another good password' }
  expect(
    (await at.app.inject({ method: 'POST', url: '/api/auth/invitation/accept', payload: asOther })).statusCode,
  ).toBe(410)
  const used = await atOnce(12, '/api/auth/password-reset/confirm', { token, password: 'another good password' })
  expect([countStatuses(used, 200), countStatuses(used, 410)]).toEqual([1, 11])
  expect((await member.call('GET', '/api/auth/account')).statusCode).toBe(401)
})

test("a live stream carries only its own firm's events and ends only its own", async () => {
  const [listener, stranger] = [await at.person(), await at.person()]
  const origin = await at.app.listen({ port: 0, host: '127.0.0.1' })
  for (const cookie of ['', suspended.cookie]) {
    const refused = await fetch(`${origin}/api/live`, { headers: { cookie } })
    expect([refused.status, await refused.text()]).toEqual([401, 'Sign in first.'])
  }
  const ending = new AbortController()
  const stream = await fetch(`${origin}/api/live`, { headers: { cookie: listener.cookie }, signal: ending.signal })
  expect(stream.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect([stream.headers.get('cache-control'), stream.headers.get('x-content-type-options')]).toEqual([
    'no-store',
    'nosniff',
  ])
  // Sent before the event that the listener expects, so a leaked event would arrive first.
  await stranger.call('PUT', '/api/export-policy', {
    passwordRequired: true,
    maxExpiryDays: 1,
    allowNever: false,
    allowLinks: false,
  })
  await listener.call('PATCH', '/api/firm', { name: 'Another name' })
  let heard = ''
  for await (const bytes of stream.body as unknown as AsyncIterable<Uint8Array>) {
    heard += Buffer.from(bytes).toString()
    if (heard.includes('event: touched')) break
  }
  ending.abort()
  expect(heard).toContain('"team"')
  expect(heard).not.toContain('exports')
})

test('the audit record is intact after parallel guesses', async () => {
  expect((await verifyAudit(at.parts.database.db)).filter(({ brokenAt }) => brokenAt !== null)).toEqual([])
})
