import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Account } from '#contract/account/auth.ts'
import { verifyAudit } from '#server/features/audit/audit.verify.ts'
import { controlVerbs, createFirstFirmLink } from '#server/control-verbs.ts'
import { passkeys } from '#server/features/auth/auth.table.ts'
import { newId } from '#server/platform/ids.ts'
import { sendLetterJob } from '#server/platform/mail.ts'
import { readCookie, testApp, type TestApp, testPassword } from '#test/app.ts'
import { type SmtpServer, startSmtp } from '#test/smtp.ts'

const listed = 'operator@firm.example'
let smtp: SmtpServer
let mailing: TestApp
let silent: TestApp
beforeAll(async () => {
  smtp = await startSmtp()
  const settings = { SIGN_UP: 'open', OPERATOR_EMAILS: listed }
  silent = await testApp(settings)
  mailing = await testApp({ ...settings, SMTP_URL: smtp.url, MAIL_FROM: 'Venire <venire@firm.example>' })
  await mailing.parts.queue.work(
    { mail: sendLetterJob },
    { mail: ({ payload }) => mailing.parts.mailer.deliver(mailing.parts.database.db, payload.letterId) },
  )
})
afterAll(async () => {
  await mailing.close()
  await silent.close()
  await smtp.stop()
})
beforeEach(async () => {
  await silent.truncate()
  await mailing.truncate()
  smtp.received.length = 0
})

const post = (at: TestApp, url: string, payload: object, cookie = '') =>
  at.app.inject({ method: 'POST', url: `/api${url}`, payload, headers: { cookie } })
const signUp = (at: TestApp, email: string, token?: string) =>
  post(at, '/auth/sign-up/email', { firmName: 'Some Firm', name: 'Somebody', email, password: testPassword, token })
const canOperate = async (at: TestApp, cookie: string) => {
  const read = async (url: string) => at.app.inject({ url, headers: { cookie } })
  const { isOperator } = (await read('/api/auth/account')).json<Account>()
  expect((await read('/api/contact-requests')).statusCode).toBe(isOperator ? 200 : 403)
  return isOperator
}
const tokenIn = (text: string) => new URL(/http:\S+/.exec(text)![0]).searchParams.get('token')!
const mailedToken = (to: string) =>
  vi.waitFor(() => tokenIn(smtp.received.findLast((letter) => letter.to.includes(to))!.text), 20_000)

test.each(['with mail', 'without mail'])('signing up with a listed address grants nothing, %s', async (mail) => {
  const at = mail === 'with mail' ? mailing : silent
  expect(await canOperate(at, readCookie(await signUp(at, 'first@firm.example')))).toBe(false)
  const created = await signUp(at, listed.toUpperCase())
  expect(created.json()).toMatchObject({ email: listed, isOperator: false })
  expect(await canOperate(at, readCookie(created))).toBe(false)
})

test("the first firm's link makes its user an operator, even with open sign-up", async () => {
  const token = tokenIn((await createFirstFirmLink(silent.parts.database.db, 'http://x'))!)
  expect(await canOperate(silent, readCookie(await signUp(silent, 'first@firm.example', token)))).toBe(true)
  expect(await canOperate(silent, readCookie(await signUp(silent, 'second@firm.example', token)))).toBe(false)
})

test('a link for a new firm is on the audit record', async () => {
  const { db, pool } = silent.parts.database
  await createFirstFirmLink(db, 'http://x')
  await controlVerbs['firm-link'](silent.parts)
  const { rows } = await pool.query(`select reason from audit_events where action = 'firm.link_created' order by seq`)
  expect(rows).toEqual([{ reason: 'at startup' }, { reason: 'from the command line' }])
  expect((await verifyAudit(db)).every(({ brokenAt }) => brokenAt === null)).toBe(true)
})

test("neither an administrator's link nor a changed address verifies a mailbox", async () => {
  const administrator = await silent.person()
  const invited = { email: listed, role: 'member', profession: 'attorney' }
  const { url } = (await administrator.call('POST', '/api/team/invitations', invited)).json<{ url: string }>()
  const accepted = { token: tokenIn(url), name: 'Somebody', password: testPassword }
  const joined = await post(silent, '/auth/invitation/accept', accepted)
  expect(await canOperate(silent, readCookie(joined))).toBe(false)
  await silent.parts.database.pool.query(`update users set email = 'else@firm.example' where email = $1`, [listed])
  const changed = await administrator.call('POST', '/api/profile/email', { email: listed, password: testPassword })
  expect(changed.json()).toMatchObject({ email: listed, mustConfirm: false })
  expect(await canOperate(silent, administrator.cookie)).toBe(false)
})

test('a mailed invitation or reset verifies it and ends earlier passkeys', async () => {
  const { userId } = (await signUp(mailing, listed)).json<Account>()
  // Accounts from before sign-up required confirmation aren't marked.
  await mailing.parts.database.pool.query('update users set unproven_since = null')
  const key = { id: newId(), userId, credentialId: 'theirs', publicKey: '', counter: 0, name: 'Key', isSynced: false }
  await mailing.parts.database.db.insert(passkeys).values(key)
  await post(mailing, '/auth/password-reset/request', { email: listed })
  const reset = { token: await mailedToken(listed), password: 'another good password' }
  expect((await post(mailing, '/auth/password-reset/confirm', reset)).statusCode).toBe(200)
  const entered = await post(mailing, '/auth/sign-in/email', { email: listed, password: reset.password })
  expect(entered.json()).toMatchObject({ isOperator: true })
  expect(await canOperate(mailing, readCookie(entered))).toBe(true)
  expect(await mailing.parts.database.db.$count(passkeys)).toBe(0)

  await mailing.truncate()
  const administrator = await mailing.person()
  const invited = { email: listed, role: 'member', profession: 'attorney' }
  smtp.received.length = 0
  await administrator.call('POST', '/api/team/invitations', invited)
  const accepted = { token: await mailedToken(listed), name: 'Operator', password: testPassword }
  const joined = await post(mailing, '/auth/invitation/accept', accepted)
  expect(joined.json()).toMatchObject({ isOperator: true })
  expect(await canOperate(mailing, readCookie(joined))).toBe(true)
})

test.each([
  ['in the browser that asked for it', true],
  ['by a reader of the mailbox who never asked for it', false],
])('a change to a listed address, confirmed %s', async (_, isTheirs) => {
  const person = await mailing.person()
  await person.call('POST', '/api/profile/email', { email: listed, password: testPassword })
  const token = await mailedToken(listed)
  const confirmed = await post(mailing, '/profile/email/confirm', { token }, isTheirs ? person.cookie : '')
  expect(confirmed.statusCode).toBe(isTheirs ? 200 : 403)
  expect(await canOperate(mailing, person.cookie)).toBe(isTheirs)
})

test('the command line lists, adds, and removes operators, on the record', async () => {
  const { database, config } = silent.parts
  const cookie = readCookie(await signUp(silent, listed))
  const run = (verb: 'list-operators' | 'set-operator', args: object) => controlVerbs[verb]({ database, config }, args)
  expect(await run('list-operators', {})).toMatchObject([{ email: listed, firms: ['Some Firm'], isPending: true }])
  await run('set-operator', { email: listed, isOperator: true })
  expect(await canOperate(silent, cookie)).toBe(true)
  expect(await run('list-operators', {})).toMatchObject([{ email: listed, isPending: false }])
  expect(await run('set-operator', { email: listed, isOperator: false })).toMatchObject({ isPending: true })
  expect(await canOperate(silent, cookie)).toBe(false)
  await expect(run('set-operator', { email: 'nobody@firm.example', isOperator: true })).rejects.toThrow('No account')
  const { rows } = await database.pool.query<{ action: string }>(
    `select action from audit_events where action like 'operator.%' order by seq`,
  )
  expect(rows.map(({ action }) => action)).toEqual(['operator.added', 'operator.removed'])
})
