/** Attacks from outside: sign-ins and links at once, uploads, media, archives, exports, mail, and other sites. */
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildExport } from '#server/features/exports/exports.factory.ts'
import { buildCase } from '#server/features/videos/videos.factory.ts'
import { type Person, testApp, type TestApp, testPassword } from './app.ts'

let at: TestApp
beforeAll(async () => {
  at = await testApp({ SIGN_UP: 'open', QUOTA_GB: '0.0001' })
})
afterAll(() => at.close())

const post = (url: string, payload: object, headers: Record<string, string> = {}) =>
  at.app.inject({ method: 'POST', url, payload, headers })
const countDone = (answers: { statusCode: number }[]) => answers.filter(({ statusCode }) => statusCode === 200).length
const atOnce = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_each, index) => work(index)))

test('one-time links, codes, and tickets work once, even at the same moment', async () => {
  const administrator = await at.person()
  const invite = { email: 'invited-twice@firm.example', role: 'member', profession: 'attorney' }
  const invited = await administrator.call('POST', '/api/team/invitations', invite)
  const token = invited.json<{ url: string }>().url.split('token=')[1]!
  const input = { token, name: 'Invited', password: 'an uncommon pass phrase' }
  expect(countDone(await atOnce(6, () => post('/api/auth/invitation/accept', input)))).toBe(1)

  const guarded = await at.person()
  const begun = await guarded.call('POST', '/api/auth/two-factor/begin', { password: testPassword })
  const totp = new TOTP({ secret: Secret.fromBase32(begun.json<{ secret: string }>().secret) })
  const proof = { code: totp.generate() }
  const { recoveryCodes } = (await guarded.call('POST', '/api/auth/two-factor/confirm', proof)).json<{
    recoveryCodes: string[]
  }>()
  const enter = () => post('/api/auth/sign-in/email', { email: guarded.account.email, password: testPassword })
  const tickets = (await atOnce(3, enter)).map((each) => each.json<{ ticket: string }>().ticket)
  const tries = await atOnce(3, (index) =>
    post('/api/auth/sign-in/two-factor', { ticket: tickets[index], code: recoveryCodes[0] }),
  )
  expect(countDone(tries)).toBe(1)
  const used = tickets[tries.findIndex(({ statusCode }) => statusCode === 200)]
  expect((await post('/api/auth/sign-in/two-factor', { ticket: used, code: recoveryCodes[1] })).statusCode).toBe(410)
})

test('a sign-in begun with the old password can’t be finished after a reset or change', async () => {
  for (const way of ['reset', 'change'] as const) {
    const administrator = await at.person()
    const person = await at.person({ firmId: administrator.actor.firmId, role: 'member' })
    const begun = await person.call('POST', '/api/auth/two-factor/begin', { password: testPassword })
    const totp = new TOTP({ secret: Secret.fromBase32(begun.json<{ secret: string }>().secret) })
    const confirmed = await person.call('POST', '/api/auth/two-factor/confirm', { code: totp.generate() })
    const { recoveryCodes } = confirmed.json<{ recoveryCodes: string[] }>()
    const entered = await post('/api/auth/sign-in/email', { email: person.account.email, password: testPassword })
    const { ticket } = entered.json<{ ticket: string }>()
    const password = 'another uncommon phrase'
    const change = { current: testPassword, password, endOthers: false, code: recoveryCodes[1] }
    const ways = {
      change: () => person.call('POST', '/api/auth/password', change),
      async reset() {
        const reset = await administrator.call('POST', `/api/team/${person.actor.userId}/reset-link`, {})
        const token = reset.json<{ url: string }>().url.split('token=')[1]
        return post('/api/auth/password-reset/confirm', { token, password })
      },
    }
    expect((await ways[way]()).statusCode).toBe(200)
    const finished = await post('/api/auth/sign-in/two-factor', { ticket, code: recoveryCodes[0] })
    expect([way, finished.statusCode]).toEqual([way, 410])
  }
})

test('a request with the old password, in progress during a reset, opens nothing', async () => {
  const administrator = await at.person()
  const password = 'another uncommon phrase'
  const requests = {
    'sign-in': ({ account: { email } }: Person) => post('/api/auth/sign-in/email', { email, password: testPassword }),
    token: (person: Person) =>
      person.call('POST', '/api/auth/tokens', { name: 'a', scopes: ['read'], days: 1, password: testPassword }),
    password: (person: Person) =>
      person.call('POST', '/api/auth/password', {
        current: testPassword,
        password: 'the attacker’s own phrase',
        endOthers: false,
      }),
  }
  for (const [what, request] of Object.entries(requests))
    for (let round = 0; round < 2; round++) {
      const person = await at.person({ firmId: administrator.actor.firmId, role: 'member' })
      const reset = await administrator.call('POST', `/api/team/${person.actor.userId}/reset-link`, {})
      const token = reset.json<{ url: string }>().url.split('token=')[1]
      const racing = atOnce(what === 'password' ? 1 : 6, async (index) => {
        await new Promise((resolve) => setTimeout(resolve, (index + round) * 15))
        return request(person)
      })
      const { statusCode } = await post('/api/auth/password-reset/confirm', { token, password })
      await racing
      if (statusCode !== 200) continue
      const { rows } = await at.parts.database.pool.query(
        `select (select count(*)::int from sign_ins where user_id = $1) as sessions,
          (select count(*)::int from api_tokens where user_id = $1 and revoked_at is null) as tokens`,
        [person.actor.userId],
      )
      expect([what, rows[0]]).toEqual([what, { sessions: 0, tokens: 0 }])
      expect((await post('/api/auth/sign-in/email', { email: person.account.email, password })).statusCode).toBe(200)
    }
})

test('a share link gives out no more downloads than it allows, at once or by range', async () => {
  const lead = await at.person()
  const caseId = await buildCase(at.parts.database.db, lead.actor)
  const ready = await buildExport(at.parts, lead.actor, { caseId })
  const made = await lead.call('POST', `/api/exports/${ready.id}/links`, { maxDownloads: 2 })
  const { url, link } = made.json<{ url: string; link: { id: string } }>()
  const page = new URL(url).pathname
  const cookies = (await atOnce(6, () => at.app.inject({ url: page }))).map(
    (each) => String(each.headers['set-cookie']).split(';')[0]!,
  )
  const range = { range: 'bytes=0-3' }
  const given = await atOnce(12, (index) =>
    at.app.inject({ url: `${page}/file`, headers: { cookie: cookies[index % 6]!, ...(index < 6 ? {} : range) } }),
  )
  expect(new Set(given.flatMap((each, index) => (each.statusCode < 300 ? [cookies[index % 6]] : []))).size).toBe(2)
  const { json } = await lead.call('POST', `/api/exports/${ready.id}/links`, {})
  const other = new URL(json<{ url: string }>().url).pathname
  for (const cookie of cookies) {
    const { statusCode } = await at.app.inject({ url: `${other}/file`, headers: { cookie, ...range } })
    expect(statusCode).toBe(403)
  }
  await lead.call('POST', `/api/exports/${ready.id}/links/${link.id}/revoke`, {})
  for (const path of [page, `${page}/file`])
    for (const cookie of cookies) {
      const { statusCode } = await at.app.inject({ url: path, headers: { cookie, ...range } })
      expect(statusCode).toBe(410)
    }
})
