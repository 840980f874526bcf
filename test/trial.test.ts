import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EntryOptions } from '#contract/account/auth.ts'
import type { Notification } from '#contract/operations/notifications.ts'
import type { Trial } from '#contract/account/trial.ts'
import { notifyTrialEnds } from '#server/features/notifications/account.notices.ts'
import { listTrials, setTrial } from '#server/features/team/trial.service.ts'
import { trials } from '#server/features/team/team.table.ts'
import { buildCase } from '#server/features/videos/videos.factory.ts'
import { newId } from '#server/platform/ids.ts'
import { testApp, type TestApp } from './app.ts'

let at: TestApp
beforeAll(async () => {
  at = await testApp({ TRIAL_DAYS: '14', SIGN_UP: 'open' })
})
afterAll(() => at.close())

const dayMs = 86_400_000
const daysFromNow = (days: number) => new Date(Date.now() + days * dayMs)

async function trying(days: number) {
  const person = await at.person()
  await at.parts.database.db.insert(trials).values({ firmId: person.actor.firmId, endsAt: daysFromNow(days) })
  return person
}

test('a new firm has a fixed number of days, and an older one has no end', async () => {
  const entered = await at.app.inject({
    method: 'POST',
    url: '/api/auth/sign-up/email',
    payload: {
      firmName: 'Trying firm',
      name: 'Name',
      email: 'trying@firm.example',
      password: 'a long enough password',
    },
  })
  const cookie = String(entered.headers['set-cookie']).split(';')[0] ?? ''
  const trial = (await at.app.inject({ url: '/api/firm/trial', headers: { cookie } })).json<Trial>()
  expect(trial).toMatchObject({ isOver: false, daysLeft: 14 })
  expect(Math.abs(Date.parse(trial.endsAt ?? '') - daysFromNow(14).getTime())).toBeLessThan(60_000)
  const older = await at.person()
  expect((await older.call('GET', '/api/firm/trial')).json()).toEqual({ endsAt: null, daysLeft: null, isOver: false })
})

/** Writes that are still allowed after a trial ends. Add new ones deliberately. */
const leftOpen =
  /^(POST|PUT|PATCH|DELETE) \/api\/(auth\/|export|notifications|profile|endpoints|contact-requests|team\/(:userId|invitations\/))|\/members\/:userId$|break-glass$/

test('after the end, rejects every write in one sentence; reading, leaving, and exporting still work', async () => {
  const person = await trying(1)
  const caseId = await buildCase(at.parts.database.db, person.actor)
  const rename = () => person.call('PATCH', `/api/cases/${caseId}`, { version: 1, judge: 'Judge 4' })
  expect((await rename()).statusCode).toBe(200)
  await setTrial(at.parts.database.db, person.actor.firmId, 0)
  const day = new Date().toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })
  const sentence = `Your firm’s trial ended on ${day}. You can still read and export everything. To make changes, contact the operator of this installation.`
  expect([(await rename()).statusCode, (await rename()).body]).toEqual([403, sentence])
  const wrong: string[] = []
  for (const { method, path, needs } of at.app.mounted) {
    if (method === 'GET' || needs === 'nobody' || path === '/api/auth/sign-out') continue
    const { body } = await person.call(method, path.replaceAll(/:\w+/g, newId()), {})
    if ((body === sentence) === leftOpen.test(`${method} ${path}`)) wrong.push(`${method} ${path}`)
  }
  expect(wrong).toEqual([])
  for (const url of ['/api/uploads', '/api/videos/upload'])
    expect([url, (await person.call('POST', url)).body]).toEqual([url, sentence])
  expect((await person.call('GET', `/api/cases/${caseId}`)).statusCode).toBe(200)
  const made = await person.call('POST', '/api/exports', {
    type: 'csv',
    template: 'strike_log',
    scope: { kind: 'case', id: caseId },
  })
  expect([made.statusCode, made.body]).not.toEqual([403, sentence])
  expect((await person.call('POST', '/api/auth/sign-out')).statusCode).toBe(200)
})

test("the operator moves or removes a trial's end, by name or ID", async () => {
  const person = await trying(-1)
  const { db } = at.parts.database
  const create = () => person.call('POST', '/api/cases', { title: 'State v. Example', caseNumber: newId() })
  expect((await create()).statusCode).toBe(403)
  expect((await listTrials(db)).find((each) => each.firmId === person.actor.firmId)).toMatchObject({ isOver: true })
  await setTrial(db, person.actor.firmId, 7)
  expect((await create()).statusCode).toBe(200)
  await setTrial(db, person.actor.firmId, null)
  expect((await person.call('GET', '/api/firm/trial')).json()).toEqual({ endsAt: null, daysLeft: null, isOver: false })
  await expect(setTrial(db, 'No such firm', 7)).rejects.toThrow('No firm has the name or id "No such firm".')
  await expect(setTrial(db, 'test firm', 7)).rejects.toThrow(
    'Several firms are named "test firm". Use one of these IDs:',
  )
})

test('notifies administrators 3 days and 1 day before the end, and at the end, once each', async () => {
  const person = await trying(3.5)
  const member = await at.person({ firmId: person.actor.firmId, role: 'member' })
  const titles = async (who = person) =>
    (await who.call('GET', '/api/notifications')).json<Notification[]>().map((each) => each.title)
  const tell = (days: number) => notifyTrialEnds(at.parts.database.db, at.parts.config, daysFromNow(days))
  const seen: string[][] = []
  for (const days of [0, 0.6, 0.7, 2.6, 2.7, 3.6, 9]) {
    await tell(days)
    // A notification repeated within five minutes replaces the title of the previous one.
    seen.push(await titles())
  }
  expect(seen).toEqual([
    ...[[], ['Your free trial ends in 3 days'], ['Your free trial ends in 3 days']],
    ...[['Your free trial ends tomorrow'], ['Your free trial ends tomorrow']],
    ...[['Your free trial has ended'], ['Your free trial has ended']],
  ])
  expect(await titles(member)).toEqual([])
})

test("a two-day trial isn't announced as ending in three", async () => {
  const person = await trying(2)
  await notifyTrialEnds(at.parts.database.db, at.parts.config)
  const told = (await person.call('GET', '/api/notifications')).json<Notification[]>()
  expect(told.map((each) => each.title)).toEqual(['Your free trial ends in 2 days'])
})

test('the demo allows sign-up only from this machine, with a 14-day trial', async () => {
  const demo = await testApp({ DEMO: 'true', SIGN_UP: 'open', TRIAL_DAYS: '14' })
  try {
    const options = async (headers = {}) =>
      (await demo.app.inject({ url: '/api/auth/options', headers })).json<EntryOptions>()
    expect(await options()).toMatchObject({ canSignUp: true, signUpNeedsLink: false, trialDays: 14 })
    const passedOn = { 'x-forwarded-for': '203.0.113.9' }
    expect(await options(passedOn)).toMatchObject({ canSignUp: false, signUpNeedsLink: true })
    const payload = { firmName: 'Firm', name: 'Name', email: 'trying@firm.example', password: 'a long enough password' }
    const signUp = (headers: Record<string, string> = {}) =>
      demo.app.inject({ method: 'POST', url: '/api/auth/sign-up/email', payload, headers })
    expect([(await signUp(passedOn)).statusCode, (await signUp()).statusCode]).toEqual([403, 200])
  } finally {
    await demo.close()
  }
})

test('offers a trial request if sign-up is closed', async () => {
  const request = {
    kind: 'trial',
    name: 'Trial attorney',
    email: 'asking@firm.example',
    subject: 'Free trial',
    message: 'We would like to try it with one case.',
  }
  expect((await at.app.inject({ method: 'POST', url: '/api/contact', payload: request })).statusCode).toBe(200)
  const operator = await at.person({ isOperator: true })
  const asked = await operator.call('GET', '/api/contact-requests')
  expect(asked.body).toContain('"kind":"trial"')
})
