import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Account } from '#contract/account/auth.ts'
import type { TeamMember } from '#contract/account/team.ts'
import { controlVerbs } from '#server/control-verbs.ts'
import { verifyAudit } from '#server/features/audit/audit.verify.ts'
import { createLink } from '#server/features/team/links.service.ts'
import { sendLetterJob } from '#server/platform/mail.ts'
import { type Person, readCookie, testApp, type TestApp, testPassword } from '#test/app.ts'
import { type SmtpServer, startSmtp } from '#test/smtp.ts'
import { removeStaleUnproven } from './unproven.ts'

const victim = 'victim@victim.example'
const ownPassword = 'my own long password'
let smtp: SmtpServer
let at: TestApp
let firm: Person
beforeAll(async () => {
  smtp = await startSmtp()
  at = await testApp({ SIGN_UP: 'open', SMTP_URL: smtp.url, MAIL_FROM: 'Venire <venire@firm.example>' })
  await at.parts.queue.work(
    { mail: sendLetterJob },
    { mail: ({ payload }) => at.parts.mailer.deliver(at.parts.database.db, payload.letterId) },
  )
})
beforeEach(async () => {
  await at.truncate()
  smtp.received.length = 0
  firm = await at.person()
})
afterAll(async () => {
  await at.close()
  await smtp.stop()
})

const post = (url: string, payload: object, cookie = '') =>
  at.app.inject({ method: 'POST', url: `/api${url}`, payload, headers: { cookie } })
const read = async (cookie: string) =>
  (await at.app.inject({ url: '/api/auth/account', headers: { cookie } })).json<Account>()
const signUp = (email: string, given: object = {}) =>
  post('/auth/sign-up/email', { firmName: 'Victim Law LLP', name: 'Admin', email, password: testPassword, ...given })
const signIn = (email: string, password = testPassword) => post('/auth/sign-in/email', { email, password })
const mailedToken = (to: string, subject: string) =>
  vi.waitFor(() => {
    const letter = smtp.received.findLast((each) => each.to.includes(to) && each.subject.includes(subject))
    return new URL(/http:\S+/.exec(letter!.text)![0]).searchParams.get('token')!
  }, 20_000)
const confirm = (token: string, cookie = '') => post('/profile/email/confirm', { token }, cookie)
const invite = async (by: Person, email: string) => {
  const invited = await by.call('POST', '/api/team/invitations', { email, role: 'member', profession: 'attorney' })
  expect(invited.statusCode).toBe(200)
  return mailedToken(email, 'Join')
}
const accept = (token: string, password = ownPassword) =>
  post('/auth/invitation/accept', { token, name: 'Victim', password })
const readToken = ({ url }: { url: string }) => new URL(url).searchParams.get('token')!
const passOn = async (by: Person, email: string) =>
  readToken(
    await createLink(at.parts.database.db, 'http://x', {
      ...{ kind: 'invitation', isMailed: false, hours: 1, firmId: by.actor.firmId, createdBy: by.actor.userId },
      ...{ email, role: 'member', profession: 'attorney' },
    }),
  )
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)
const rows = async (query: ReturnType<typeof sql>) => (await at.parts.database.db.execute(query)).rows

test('an open sign-up can do nothing until its own session opens the emailed link', async () => {
  const created = await signUp(victim)
  const cookie = readCookie(created)
  expect(created.json()).toMatchObject({ email: victim, mustConfirmEmail: true })
  const held = [403, 'Confirm your email address first. Open the link we sent you.']
  for (const [url, payload] of [
    ['/team/invitations', { email: 'accomplice@firm.example', role: 'administrator', profession: 'attorney' }],
    ['/auth/two-factor/begin', { password: testPassword }],
    ['/auth/passkeys/options', { password: testPassword }],
    ['/auth/tokens', { name: 'Script', scopes: ['read'], days: 1, password: testPassword }],
    ['/cases', { title: 'State v. Example', caseNumber: '1' }],
    ['/videos/upload', {}],
    ['/profile/email', { email: 'other@firm.example', password: testPassword }],
    ['/auth/password', { current: testPassword, password: ownPassword, endOthers: false }],
  ] as const) {
    const refused = await post(url, payload, cookie)
    expect([refused.statusCode, refused.body], url).toEqual(held)
  }
  const token = await mailedToken(victim, 'Confirm')
  const sentence = 'In this browser, first sign in to the account that asked for this. Then open the link again.'
  for (const other of ['', firm.cookie]) {
    const refused = await confirm(token, other)
    expect([refused.statusCode, refused.body]).toEqual([403, sentence])
  }
  expect((await confirm(token, readCookie(await signIn(victim)))).json()).toEqual({ email: victim })
  expect(await read(cookie)).toMatchObject({ mustConfirmEmail: false, firmName: 'Victim Law LLP' })
  expect((await post('/cases', { title: 'State v. Example', caseNumber: '1' }, cookie)).statusCode).toBe(200)
  expect((await signUp(victim)).statusCode).toBe(409)
})

test('sends the link again, at most three times an hour', async () => {
  const cookie = readCookie(await signUp(victim))
  const first = await mailedToken(victim, 'Confirm')
  const again = () => post('/auth/sign-up/confirmation', {}, cookie)
  expect((await again()).statusCode).toBe(200)
  await vi.waitFor(() => expect(smtp.received).toHaveLength(2), 20_000)
  expect((await confirm(first, cookie)).statusCode).toBe(410)
  expect((await again()).statusCode).toBe(200)
  expect((await again()).statusCode).toBe(429)
  // Signing up again deletes the account but not the count.
  expect((await signUp(victim)).statusCode).toBe(429)
  await vi.waitFor(() => expect(smtp.received).toHaveLength(3), 20_000)
  expect((await confirm(await mailedToken(victim, 'Confirm'), cookie)).statusCode).toBe(200)
  expect((await again()).statusCode).toBe(409)
})

test('one source can have only so many confirmation emails sent, and other sources are not affected', async () => {
  const signUpFrom = (remoteAddress: string, email: string) => {
    const payload = { firmName: 'Victim Law LLP', name: 'Admin', email, password: testPassword }
    return at.app.inject({ method: 'POST', url: '/api/auth/sign-up/email', payload, remoteAddress })
  }
  const stranger = '2001:db8:1:2::7'
  let sent = 0
  let answer = await signUpFrom(stranger, 'victim0@victim.example')
  while (answer.statusCode === 200 && sent < 30) answer = await signUpFrom(stranger, `victim${++sent}@victim.example`)
  expect(sent).toBeLessThan(30)
  expect(answer.statusCode).toBe(429)
  expect(answer.body).toMatch(/^Too many confirmation emails were requested from your network. Try again in \d+ second/)
  expect(answer.headers['retry-after']).toBeDefined()
  expect(await rows(sql`select from users where email = ${`victim${sent}@victim.example`}`)).toEqual([])
  await at.parts.database.pool.query(`update guesses set free_at = now() + interval '5 minutes' where tries > 3.5`)
  expect((await signUpFrom('2001:db8:1:2::8', 'other@victim.example')).statusCode).toBe(429)
  expect((await signUpFrom('198.51.100.4', 'other@victim.example')).statusCode).toBe(200)
})

test("an accepted invitation replaces a stranger's sign-up, and the person stays in their firm", async () => {
  const stranger = readCookie(await signUp(victim))
  const { firmId: strangers } = await read(stranger)
  const joined = await accept(await invite(firm, victim))
  expect(joined.json()).toMatchObject({ firmId: firm.actor.firmId, name: 'Victim', mustConfirmEmail: false })
  expect((await at.app.inject({ url: '/api/auth/account', headers: { cookie: stranger } })).statusCode).toBe(401)
  expect((await signIn(victim)).statusCode).toBe(401)
  await post('/auth/sign-out', {}, readCookie(joined))
  expect((await signIn(victim, ownPassword)).json()).toMatchObject({
    firmId: firm.actor.firmId,
    firms: [{ id: firm.actor.firmId, name: 'Test firm' }],
  })
  const team = (await firm.call('GET', '/api/team')).json<TeamMember[]>()
  expect(team.map(({ name }) => name)).toContain('Victim')
  expect(await rows(sql`select id from firms where id = ${strangers}`)).toEqual([])
  expect(await rows(sql`select reason from audit_events where action = 'user.unproven_removed'`)).toEqual([
    { reason: 'invitation accepted' },
  ])
  expect((await verifyAudit(at.parts.database.db)).every(({ brokenAt }) => brokenAt === null)).toBe(true)
})

test("a mailed reset deletes a stranger's sign-up, and then the person can sign up or join", async () => {
  await signUp(victim)
  await post('/auth/password-reset/request', { email: victim })
  const reset = { token: await mailedToken(victim, 'Reset'), password: ownPassword }
  const refused = await post('/auth/password-reset/confirm', reset)
  expect([refused.statusCode, refused.body]).toEqual([
    410,
    'This account was never confirmed, so it was deleted. Sign up again, or open your invitation.',
  ])
  expect(await rows(sql`select id from users where email = ${victim}`)).toEqual([])
  expect((await accept(await invite(firm, victim))).json()).toMatchObject({ firmId: firm.actor.firmId })
})

test('a new sign-up replaces one that was never confirmed', async () => {
  const stranger = readCookie(await signUp(victim))
  const own = await signUp(victim, { firmName: 'Real Firm', name: 'Victim', password: ownPassword })
  expect(own.json()).toMatchObject({ firmName: 'Real Firm', name: 'Victim', mustConfirmEmail: true })
  expect((await at.app.inject({ url: '/api/auth/account', headers: { cookie: stranger } })).statusCode).toBe(401)
  expect(await rows(sql`select name from firms order by name`)).toEqual([{ name: 'Real Firm' }, { name: 'Test firm' }])
})

test('an unconfirmed sign-up is deleted after a week', async () => {
  const confirmed = readCookie(await signUp('owner@firm.example'))
  await confirm(await mailedToken('owner@firm.example', 'Confirm'), confirmed)
  await signUp(victim)
  const { db } = at.parts.database
  await removeStaleUnproven(db, inDays(6.9))
  expect(await db.$count(sql`users`)).toBe(3)
  await removeStaleUnproven(db, inDays(7.1))
  expect(await rows(sql`select email from users where email = ${victim}`)).toEqual([])
  expect(await db.$count(sql`users`)).toBe(2)
})

test('a stale sign-up that cannot be deleted keeps no other one', async () => {
  const { db, pool } = at.parts.database
  await signUp('stuck@firm.example')
  await signUp(victim)
  await pool.query('create table pins (user_id uuid references users)')
  try {
    await pool.query(`insert into pins select id from users where email = 'stuck@firm.example'`)
    await expect(removeStaleUnproven(db, inDays(8))).rejects.toThrow('1 of 2 failed')
    expect(await rows(sql`select email from users where unproven_since is not null`)).toEqual([
      { email: 'stuck@firm.example' },
    ])
  } finally {
    await pool.query('drop table pins')
  }
})

test('an address that a server of an earlier version verified counts as verified', async () => {
  const { db, pool } = at.parts.database
  const cookie = readCookie(await signUp(victim))
  await pool.query('update users set email_proven_at = now() where email = $1', [victim])
  expect(await read(cookie)).toMatchObject({ mustConfirmEmail: false })
  expect((await post('/auth/sign-up/confirmation', {}, cookie)).statusCode).toBe(409)
  expect((await signUp(victim)).statusCode).toBe(409)
  const taken = await firm.call('POST', '/api/profile/email', { email: victim, password: testPassword })
  expect(taken.statusCode).toBe(409)
  expect((await accept(await invite(firm, victim))).statusCode).toBe(403)
  await removeStaleUnproven(db, inDays(8))
  await post('/auth/password-reset/request', { email: victim })
  const reset = { token: await mailedToken(victim, 'Reset'), password: ownPassword }
  expect((await post('/auth/password-reset/confirm', reset)).statusCode).toBe(200)
  const own = readCookie(await signIn(victim, ownPassword))
  expect((await post('/cases', { title: 'State v. Example', caseNumber: '1' }, own)).statusCode).toBe(200)
  expect(await rows(sql`select unproven_since from users where email = ${victim}`)).toEqual([{ unproven_since: null }])
})

test('changing the address of a verified account leaves no trace of the sign-up', async () => {
  const cookie = readCookie(await signUp(victim))
  await at.parts.database.pool.query('update users set email_proven_at = now() where email = $1', [victim])
  const email = 'new@firm.example'
  expect((await post('/profile/email', { email, password: testPassword }, cookie)).statusCode).toBe(200)
  expect((await confirm(await mailedToken(email, 'Confirm'), cookie)).json()).toEqual({ email })
  expect(await rows(sql`select unproven_since from users where email = ${email}`)).toEqual([{ unproven_since: null }])
})

test('an invitation that an administrator passed on vouches for an unconfirmed account', async () => {
  const { db, pool } = at.parts.database
  await signUp(victim)
  const joined = await accept(await passOn(firm, victim), testPassword)
  expect(joined.json()).toMatchObject({ firmId: firm.actor.firmId, mustConfirmEmail: false })
  const cookie = readCookie(joined)
  expect((await post('/cases', { title: 'State v. Example', caseNumber: '1' }, cookie)).statusCode).toBe(200)
  expect(await rows(sql`select email_proven_at, unproven_since from users where email = ${victim}`)).toEqual([
    { email_proven_at: null, unproven_since: null },
  ])
  // A server of an earlier version lets the person join but leaves the mark.
  await pool.query('delete from cases')
  await pool.query('update users set unproven_since = now() where email = $1', [victim])
  await removeStaleUnproven(db, inDays(8))
  expect(await rows(sql`select email from users where email = ${victim}`)).toEqual([{ email: victim }])
})

test("an operator's reset link vouches for an unconfirmed account", async () => {
  await signUp(victim)
  const link = (await controlVerbs['reset-password'](at.parts, { email: victim })) as { url: string }
  const reset = { token: readToken(link), password: ownPassword }
  expect((await post('/auth/password-reset/confirm', reset)).statusCode).toBe(200)
  const own = await signIn(victim, ownPassword)
  expect(own.json()).toMatchObject({ mustConfirmEmail: false })
  expect((await at.app.inject({ url: '/api/cases', headers: { cookie: readCookie(own) } })).statusCode).toBe(200)
})

test('a link to another address does not confirm a sign-up', async () => {
  const cookie = readCookie(await signUp(victim))
  const { userId } = await read(cookie)
  const given = { kind: 'email_change', hours: 1, userId, email: 'mole@firm.example' } as const
  const other = readToken(await createLink(at.parts.database.db, 'http://x', given))
  expect((await confirm(other, cookie)).statusCode).toBe(410)
  expect(await read(cookie)).toMatchObject({ email: victim, mustConfirmEmail: true })
  expect((await confirm(await mailedToken(victim, 'Confirm'), cookie)).statusCode).toBe(200)
})

test('only the session that asked can confirm a changed address', async () => {
  const mole = await at.person()
  const asked = await mole.call('POST', '/api/profile/email', { email: victim, password: testPassword })
  expect(asked.statusCode).toBe(200)
  const token = await mailedToken(victim, 'Confirm')
  expect((await confirm(token)).statusCode).toBe(403)
  expect((await accept(await invite(firm, victim))).json()).toMatchObject({
    firmId: firm.actor.firmId,
    name: 'Victim',
  })
  expect((await confirm(token, mole.cookie)).statusCode).toBe(409)
})

test('a confirmed address change replaces an unconfirmed sign-up', async () => {
  await signUp(victim)
  await mailedToken(victim, 'Confirm')
  smtp.received.length = 0
  const person = await at.person()
  const asked = await person.call('POST', '/api/profile/email', { email: victim, password: testPassword })
  expect(asked.statusCode).toBe(200)
  expect((await confirm(await mailedToken(victim, 'Confirm'), person.cookie)).json()).toEqual({ email: victim })
  expect(await read(person.cookie)).toMatchObject({ email: victim, userId: person.actor.userId })
})

test("a link for a new firm, and sign-up without mail, don't need a confirmation", async () => {
  const { url } = await createLink(at.parts.database.db, 'http://x', { kind: 'new_firm', hours: 1 })
  const token = new URL(url).searchParams.get('token')!
  expect((await signUp('first@firm.example', { token })).json()).toMatchObject({ mustConfirmEmail: false })
  const silent = await testApp({ SIGN_UP: 'open' })
  try {
    const payload = { firmName: 'Firm', name: 'Admin', email: victim, password: testPassword }
    const created = await silent.app.inject({ method: 'POST', url: '/api/auth/sign-up/email', payload })
    expect(created.json()).toMatchObject({ mustConfirmEmail: false })
    const headers = { cookie: readCookie(created) }
    expect((await silent.app.inject({ url: '/api/cases', headers })).statusCode).toBe(200)
  } finally {
    await silent.close()
  }
})
