import { fileURLToPath } from 'node:url'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Notification } from '#contract/operations/notifications.ts'
import { notifyTwoFactorLosses } from '#server/features/notifications/account.notices.ts'
import { hashPassword } from '#server/features/auth/passwords/passwords.ts'
import { applyMigration } from '#server/platform/database/migrate.ts'
import { readMigrations } from '#server/platform/database/migrations.ts'
import { newId } from '#server/platform/ids.ts'
import { testApp, type TestApp, testPassword } from './app.ts'

const migrations = fileURLToPath(new URL('../server/migrations/', import.meta.url))
const first = '0036'

let at: TestApp
let passwordHash: string
const query = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await at.parts.database.pool.query<Row>(text, values)).rows

beforeAll(async () => {
  at = await testApp()
  passwordHash = await hashPassword(testPassword)
})
afterAll(() => at.close())

type Enrolled = { name: string; userId: string; firmId: string; administratorId: string }

async function enroll(name: string): Promise<Enrolled> {
  const made = { name, userId: newId(), firmId: newId(), administratorId: newId() }
  await query(`insert into firms (id, name, require_two_factor) values ($1, 'Older firm', false)`, [made.firmId])
  for (const [userId, role] of [
    [made.userId, 'member'],
    [made.administratorId, 'administrator'],
  ]) {
    const email = `${userId}@firm.example`
    await query(`insert into users (id, email, name, password_hash) values ($1, $2, $3, $4)`, [
      userId,
      email,
      `${role} ${name}`,
      passwordHash,
    ])
    await query(`insert into members (firm_id, user_id, role, profession) values ($1, $2, $3, 'attorney')`, [
      made.firmId,
      userId,
      role,
    ])
  }
  const [column] = await query<{ name: string }>(
    `select column_name as name from information_schema.columns where table_name = 'two_factors' and column_name like '%secret'`,
  )
  await query(`insert into two_factors (user_id, ${column!.name}, confirmed_at) values ($1, 'made earlier', now())`, [
    made.userId,
  ])
  return made
}

async function migrateStepwise(before: (name: string) => Promise<void>): Promise<void> {
  await query('drop schema public cascade')
  await query('create schema public')
  for (const migration of await readMigrations(migrations)) {
    if (migration.name >= first) await before(migration.name)
    const client = await at.parts.database.pool.connect()
    await applyMigration(client, migration).finally(() => client.release())
  }
}

const signIn = async (userId: string) => {
  const payload = { email: `${userId}@firm.example`, password: testPassword }
  const answer = await at.app.inject({ method: 'POST', url: '/api/auth/sign-in/email', payload })
  const cookie = String(answer.headers['set-cookie']).split(';')[0]!
  const call = (method: 'GET' | 'POST', url: string, body?: object) =>
    at.app.inject({ method, url, headers: { cookie }, ...(body ? { payload: body } : {}) })
  return { answer: answer.json<{ ticket?: string; mustSetUpTwoFactor?: boolean }>(), call }
}

test('anyone enrolled before any migration must use a second step after all of them', async () => {
  const people: Enrolled[] = []
  await migrateStepwise(async (name) => void people.push(await enroll(name)))
  expect(people.length).toBeGreaterThan(2)
  for (const each of people) {
    const { answer, call } = await signIn(each.userId)
    const isGuarded = answer.ticket !== undefined || answer.mustSetUpTwoFactor === true
    expect([each.name, isGuarded]).toEqual([each.name, true])
    const isRefused = answer.mustSetUpTwoFactor !== true || (await call('GET', '/api/cases')).statusCode === 403
    expect([each.name, isRefused]).toEqual([each.name, true])
  }
  const lost = people[0]!
  const { answer, call } = await signIn(lost.userId)
  expect(answer).toMatchObject({ mustSetUpTwoFactor: true })

  expect(await notifyTwoFactorLosses(at.parts.database.db, at.parts.mailer)).toContain(lost.firmId)
  expect(await notifyTwoFactorLosses(at.parts.database.db, at.parts.mailer)).toEqual([])
  const administrator = await signIn(lost.administratorId)
  const news = (await administrator.call('GET', '/api/notifications')).json<Notification[]>()
  expect(news.map((each) => each.message)).toEqual([
    `An update removed member ${lost.name}’s authenticator app. They can set it up again at their next sign-in.`,
  ])

  expect((await call('GET', '/api/auth/two-factor')).json()).toMatchObject({ isOn: false, wasRemoved: true })
  const { secret } = (await call('POST', '/api/auth/two-factor/begin', { password: testPassword })).json<{
    secret: string
  }>()
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
  expect((await call('POST', '/api/auth/two-factor/confirm', { code })).statusCode).toBe(200)
  expect((await call('GET', '/api/cases')).statusCode).toBe(200)
  expect((await call('GET', '/api/auth/two-factor')).json()).toMatchObject({ isOn: true, wasRemoved: false })
  expect((await signIn(lost.userId)).answer).toHaveProperty('ticket')
})

test('if 0036 ran unnoticed, the audit record names whose second factor it removed', async () => {
  const people: Enrolled[] = []
  await migrateStepwise(async (name) => {
    if (name.startsWith('0036'))
      for (const each of ['lost', 'switched off', 'on again']) people.push(await enroll(each))
    if (!name.startsWith('0037')) return
    await query('drop table enrolled_before_0036')
    const [lost, switchedOff, onAgain] = people
    const acts = [
      [lost!.userId, 'two_factor.switched_on'],
      [switchedOff!.userId, 'two_factor.switched_on'],
      [switchedOff!.userId, 'two_factor.switched_off'],
      [onAgain!.userId, 'two_factor.switched_on'],
    ]
    for (const [index, [userId, action]] of acts.entries())
      await query(
        `insert into audit_events (chain, seq, at, action, entity, entity_id, previous_hash, hash)
         values ($1, $2::int, now() + $2::int * interval '1 second', $3, 'user', $4, '', '')`,
        [people[0]!.firmId, index + 1, action, userId],
      )
    await query(`insert into two_factors (user_id, sealed_secret, confirmed_at) values ($1, 'sealed', now())`, [
      onAgain!.userId,
    ])
  })
  const answers = []
  for (const { name, userId } of people) {
    const { answer } = await signIn(userId)
    answers.push([name, answer.mustSetUpTwoFactor ?? 'code'])
  }
  expect(answers).toEqual([
    ['lost', true],
    ['switched off', false],
    ['on again', 'code'],
  ])
})
