import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { signIns } from '#server/features/auth/auth.table.ts'
import { confirmTwoFactor } from '#server/features/auth/two-factor/two-factor.service.ts'
import { sendLetterJob } from '#server/platform/mail.ts'
import { testApp, type TestApp, testPassword } from '#test/app.ts'
import { type SmtpServer, startSmtp } from '#test/smtp.ts'
import { changeEmail } from './email.service.ts'

let smtp: SmtpServer
let at: TestApp
beforeAll(async () => {
  smtp = await startSmtp()
  at = await testApp({ SMTP_URL: smtp.url, MAIL_FROM: 'Venire <venire@firm.example>' })
  await at.parts.queue.work(
    { mail: sendLetterJob },
    { mail: ({ payload }) => at.parts.mailer.deliver(at.parts.database.db, payload.letterId) },
  )
})
afterAll(async () => {
  await at.close()
  await smtp.stop()
})

const letterTo = (address: string) =>
  vi.waitFor(() => {
    const letter = smtp.received.find((each) => each.to.includes(address))
    expect(letter).toBeDefined()
    return letter!
  }, 20_000)

test('with mail, a new address takes effect after its link is used, and the old one is notified', async () => {
  const person = await at.person()
  const confirm = (token: string) => person.call('POST', '/api/profile/email/confirm', { token })
  const ask = (email: string) => person.call('POST', '/api/profile/email', { email, password: testPassword })
  const asked = await ask('first@firm.example')
  expect(asked.json()).toEqual({ email: 'first@firm.example', mustConfirm: true })
  expect((await ask('second@firm.example')).statusCode).toBe(200)
  expect((await person.call('GET', '/api/profile')).json()).toMatchObject({ email: person.account.email })
  const tokenIn = (text = '') => new URL(/http:\S+/.exec(text)![0]).searchParams.get('token')!
  expect((await confirm(tokenIn((await letterTo('first@firm.example')).text))).statusCode).toBe(410)
  const token = tokenIn((await letterTo('second@firm.example')).text)
  expect((await confirm(token)).json()).toEqual({ email: 'second@firm.example' })
  expect((await confirm(token)).statusCode).toBe(410)
  expect((await person.call('GET', '/api/profile')).json()).toMatchObject({ email: 'second@firm.example' })
  expect((await letterTo(person.account.email)).subject).toBe('Your Venire email address was changed')
})

test('a password reset cancels a pending email change', async () => {
  const person = await at.person()
  const asked = { email: 'intruder@firm.example', password: testPassword }
  expect((await person.call('POST', '/api/profile/email', asked)).statusCode).toBe(200)
  const tokenIn = (text = '') => new URL(/http:\S+/.exec(text)![0]).searchParams.get('token')
  const pending = tokenIn((await letterTo('intruder@firm.example')).text)
  const post = (url: string, payload: object) => at.app.inject({ method: 'POST', url: `/api${url}`, payload })
  await post('/auth/password-reset/request', { email: person.account.email })
  const token = tokenIn((await letterTo(person.account.email)).text)
  const reset = { token, password: 'another good password' }
  expect((await post('/auth/password-reset/confirm', reset)).statusCode).toBe(200)
  expect((await post('/profile/email/confirm', { token: pending })).statusCode).toBe(410)
})

test('requests in progress when a password reset ends their session change nothing', async () => {
  const { actor } = await at.person()
  const { parts } = at
  const { db } = parts.database
  await db.delete(signIns).where(eq(signIns.userId, actor.userId))
  const context = { db, actor, parts, ip: '::1', setHeader: () => {}, markUncounted: () => {} }
  const asked = changeEmail(context, { email: 'thief@firm.example', password: testPassword })
  await expect(asked).rejects.toMatchObject({ code: 'unauthenticated' })
  const confirmed = confirmTwoFactor({ ...context, listeners: { secured: async () => {} } }, '123456')
  await expect(confirmed).rejects.toMatchObject({ code: 'unauthenticated' })
})
