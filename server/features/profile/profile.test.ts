import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Profile } from '#contract/account/profile.ts'
import { buildCase } from '#server/features/videos/videos.factory.ts'
import { type Person, testApp, testPassword, type TestApp } from '#test/app.ts'

let at: TestApp
beforeAll(async () => {
  at = await testApp()
})
afterAll(() => at.close())

const read = async (person: Person) => (await person.call('GET', '/api/profile')).json<Profile>()
const admission = { state: 'Texas', number: '24001234', status: 'active', year: 2008 }
async function save(person: Person, patch: object) {
  const { email: _email, avatar: _avatar, ...profile } = await read(person)
  return person.call('PUT', '/api/profile', { ...profile, ...patch })
}

test('keeps every field, and an empty profile', async () => {
  const person = await at.person()
  expect(await read(person)).toMatchObject({ name: person.account.name, title: '', barAdmissions: [], version: 0 })
  const fields = {
    name: 'Lead Counsel',
    title: 'Partner',
    phone: '+1 312 555 0100',
    barAdmissions: [admission],
    practiceAreas: ['Products liability', 'Products liability', 'Trials'],
    yearsInPractice: 17,
    bio: 'Tries cases.',
    languages: ['English', 'Spanish'],
    timeZone: 'America/Chicago',
    signatureBlock: 'Lead Counsel\nSample Firm',
  }
  const saved = await save(person, fields)
  expect(saved.json()).toEqual({
    ...fields,
    practiceAreas: ['Products liability', 'Trials'],
    email: person.account.email,
    avatar: null,
    version: 1,
  })
  expect(await read(person)).toEqual(saved.json())
  expect((await person.call('GET', '/api/auth/account')).json()).toMatchObject({ initials: 'LC' })
})

test('rejects each bad field by name', async () => {
  const person = await at.person()
  const bad: [object, string][] = [
    [{ name: ' ' }, 'name'],
    [{ phone: 'call me' }, 'phone'],
    [{ yearsInPractice: 81 }, 'yearsInPractice'],
    [{ bio: 'x'.repeat(2001) }, 'bio'],
    [{ timeZone: 'Mars/Base' }, 'timeZone'],
    [{ barAdmissions: [{ ...admission, number: '12-34' }] }, 'barAdmissions.0.number'],
    [{ barAdmissions: [{ ...admission, number: '1'.repeat(21) }] }, 'barAdmissions.0.number'],
    [{ barAdmissions: [{ ...admission, year: 1939 }] }, 'barAdmissions.0.year'],
    [{ barAdmissions: [{ ...admission, year: new Date().getUTCFullYear() + 2 }] }, 'barAdmissions.0.year'],
  ]
  for (const [patch, field] of bad) {
    const response = await save(person, patch)
    const fields = JSON.parse(decodeURIComponent(String(response.headers['x-error-fields']))) as object
    expect([response.statusCode, Object.keys(fields)]).toEqual([400, [field]])
  }
})

test('rejects a stale save with the current profile', async () => {
  const person = await at.person()
  await save(person, { title: 'Partner' })
  const { body, statusCode } = await at.app.inject({
    method: 'PUT',
    url: '/api/profile',
    headers: { cookie: person.cookie, accept: 'application/problem+json' },
    payload: { ...(await read(person)), email: undefined, avatar: undefined, title: 'Counsel', version: 0 },
  })
  expect(statusCode).toBe(409)
  expect(JSON.parse(body)).toMatchObject({ current: { title: 'Partner', version: 1 } })
})

test('changes the email with the password, if unused, and notifies administrators', async () => {
  const administrator = await at.person()
  const person = await at.person({ firmId: administrator.actor.firmId, role: 'member' })
  const change = (email: string, password: string) => person.call('POST', '/api/profile/email', { email, password })
  expect((await change('new-address@firm.example', 'wrong')).statusCode).toBe(400)
  expect((await change(administrator.account.email, testPassword)).statusCode).toBe(409)
  expect((await change('New-Address@firm.example', testPassword)).json()).toEqual({
    email: 'new-address@firm.example',
    mustConfirm: false,
  })
  expect((await read(person)).email).toBe('new-address@firm.example')
  const news = (await administrator.call('GET', '/api/notifications')).json<{ title: string }[]>()
  expect(news.map((each) => each.title)).toContain('Email address changed')
})

test('shows a small picture instead of initials and rejects other files', async () => {
  const person = await at.person()
  const set = (avatar: string | null) => person.call('PUT', '/api/profile/avatar', { avatar })
  const picture = 'data:image/png;base64,iVBORw0KGgo='
  expect((await set('data:image/svg+xml;base64,AAAA')).statusCode).toBe(400)
  expect((await set('https://elsewhere.example/a.png')).statusCode).toBe(400)
  expect((await set(picture)).json()).toMatchObject({ avatar: picture })
  expect((await person.call('GET', '/api/auth/account')).json()).toMatchObject({ avatar: picture })
  expect((await set(null)).json()).toMatchObject({ avatar: null })
})

test("exports a person's own data, without secrets or other people", async () => {
  const person = await at.person()
  const colleague = await at.person({ firmId: person.actor.firmId })
  await colleague.call('POST', '/api/auth/tokens', {
    name: 'Not mine',
    scopes: ['read'],
    days: 1,
    password: testPassword,
  })
  const made = await person.call('POST', '/api/auth/tokens', {
    name: 'Nightly',
    scopes: ['read'],
    days: 1,
    password: testPassword,
  })
  await save(person, { bio: 'Tries cases.' })
  const response = await person.call('GET', '/api/profile/data')
  expect(response.headers['content-disposition']).toBe(
    `attachment; filename="my-venire-data.json"; filename*=UTF-8''my-venire-data.json`,
  )
  expect([response.headers['cache-control'], response.headers.etag]).toEqual(['no-store', undefined])
  const data = response.json<{ acts: { action: string }[] }>()
  expect(data).toMatchObject({
    profile: { bio: 'Tries cases.', email: person.account.email },
    firms: [{ name: 'Test firm', role: 'administrator' }],
    apiTokens: [{ name: 'Nightly' }],
  })
  expect(data.acts.map((each) => each.action)).toContain('profile.changed')
  const { token } = made.json<{ token: string }>()
  for (const never of [token, 'argon2id', 'Not mine', colleague.account.email])
    expect(response.body).not.toContain(never)
  const byToken = await at.app.inject({ url: '/api/profile/data', headers: { authorization: `Bearer ${token}` } })
  expect(byToken.statusCode).toBe(403)
})

test('the data export omits news of former cases and other firms', async () => {
  const person = await at.person()
  const { pool } = at.parts.database
  const [caseId, left] = [
    await buildCase(at.parts.database.db, person.actor),
    await buildCase(at.parts.database.db, person.actor),
  ]
  await pool.query('delete from case_members where case_id = $1', [left])
  const other = await at.person()
  await pool.query(
    `insert into members (firm_id, user_id, role, profession, status) values ($1, $2, 'member', 'attorney', 'suspended')`,
    [other.actor.firmId, person.actor.userId],
  )
  for (const [title, firmId, inCase] of [
    ['News of mine', person.actor.firmId, caseId],
    ['News of the firm', person.actor.firmId, null],
    ['News behind the wall', person.actor.firmId, left],
    ['News of another firm', other.actor.firmId, null],
  ])
    await pool.query(
      `insert into notifications (id, firm_id, user_id, case_id, topic, type, category, title, message)
       values (gen_random_uuid(), $1, $2, $3, 'x', 'info', 'case', $4, 'm')`,
      [firmId, person.actor.userId, inCase, title],
    )
  const data = (await person.call('GET', '/api/profile/data')).json<{ notifications: { title: string }[] }>()
  expect(data.notifications.map(({ title }) => title).toSorted()).toEqual(['News of mine', 'News of the firm'])
})
