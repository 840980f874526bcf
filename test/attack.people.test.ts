import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CaseRole } from '#contract/account/permissions.ts'
import { caseSorts } from '#contract/cases/cases.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Profile } from '#contract/account/profile.ts'
import type { TokenScope } from '#contract/account/tokens.ts'
import { buildCase, buildVideo, joinCase } from '#server/features/videos/videos.factory.ts'
import { newId } from '#server/platform/ids.ts'
import { type Person, readCookie, testApp, testPassword, type TestApp } from './app.ts'
import {
  buildBody,
  buildFilledCase,
  canary,
  canaryDate,
  canaryTitle,
  fillPath,
  hashTables,
  type Ids,
} from './filled.case.ts'

let at: TestApp
let administrator: Person
let firmId: string
beforeAll(async () => {
  at = await testApp()
  administrator = await at.person()
  ;({ firmId } = administrator.actor)
})
afterAll(() => at.close())

const member = () => at.person({ firmId, role: 'member' })
const query = (text: string, values: unknown[] = []) => at.parts.database.pool.query(text, values)

test('the order and cursor of a list reveal no trial date behind the wall', async () => {
  const lead = await member()
  const dates = ['2031-02-03', null, '2030-05-06']
  const ids: string[] = []
  for (const date of dates) {
    const id = await buildCase(at.parts.database.db, lead.actor)
    await query('update cases set trial_date = $2 where id = $1', [id, date])
    ids.push(id)
  }
  const listed: string[] = []
  let cursor = ''
  do {
    const url = `/api/cases?scope=firm&sort=trial_date&limit=1${cursor && `&cursor=${cursor}`}`
    const response = await administrator.call('GET', url)
    listed.push(...response.json<{ id: string }[]>().map(({ id }) => id))
    cursor = String(response.headers['x-next-cursor'] ?? '')
    expect(Buffer.from(cursor, 'base64url').toString()).not.toMatch(/203[01]-/)
  } while (cursor)
  expect(listed.filter((id) => ids.includes(id))).toEqual(ids)
})

test('without the scope "administer", an administrator\'s token has no more rights than a member', async () => {
  const lead = await member()
  const { db } = at.parts.database
  const [walled, loose] = [await buildCase(db, lead.actor), await buildVideo(at.parts, lead.actor)]
  const makeToken = async (scopes: TokenScope[]) => {
    const asked = { name: 'Script', scopes, days: 1, password: testPassword }
    return (await administrator.call('POST', '/api/auth/tokens', asked)).json<{ token: string }>().token
  }
  const ask = async (token: string, method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) => {
    const headers = { authorization: `Bearer ${token}` }
    return (await at.app.inject({ method, url, headers, ...(payload && { payload }) })).statusCode
  }
  const narrow = await makeToken(['read', 'write'])
  const calls = [
    ['DELETE', `/api/cases/${walled}`, {}, 404],
    ['POST', `/api/cases/${walled}/status`, { to: 'archived' }, 404],
    ['POST', `/api/cases/${walled}/restore`, {}, 404],
    ['GET', `/api/cases/${walled}`, undefined, 404],
    ['GET', '/api/cases?scope=firm', undefined, 403],
    ['GET', `/api/videos/${loose.id}`, undefined, 404],
    ['DELETE', `/api/videos/${loose.id}`, undefined, 404],
  ] as const
  for (const [method, url, body, expected] of calls)
    expect([method, url, await ask(narrow, method, url, body)]).toEqual([method, url, expected])
  const all = await makeToken(['read', 'write', 'administer'])
  expect(await ask(all, 'GET', `/api/cases/${walled}`)).toBe(200)
  expect(await ask(all, 'DELETE', `/api/cases/${walled}`, {})).toBe(200)
})

test('read access by break-glass ends with the administrator role that allowed it', async () => {
  const lead = await member()
  for (const change of [{ role: 'member' }, { status: 'suspended' }] as const) {
    const caseId = await buildCase(at.parts.database.db, lead.actor)
    const former = await at.person({ firmId })
    const open = async (cookie: string) =>
      (await at.app.inject({ url: `/api/cases/${caseId}/members`, headers: { cookie } })).statusCode
    const path = `/api/team/${former.actor.userId}`
    await former.call('POST', `/api/cases/${caseId}/break-glass`, { reason: 'to help with the deadline' })
    expect(await open(former.cookie)).toBe(200)
    expect((await administrator.call('PATCH', path, change)).statusCode).toBe(200)
    await administrator.call('PATCH', path, { role: 'member', status: 'active' })
    const payload = { email: former.account.email, password: testPassword }
    const entered = await at.app.inject({ method: 'POST', url: '/api/auth/sign-in/email', payload })
    expect([change, entered.statusCode, await open(readCookie(entered))]).toEqual([change, 200, 404])
    const activity = (await lead.call('GET', `/api/cases/${caseId}/activity`)).json<{ action: string }[]>()
    expect(activity[0]).toMatchObject({ action: 'case.member_removed', entityId: former.actor.userId })
  }
})

test('access that a lead granted outlasts the administrator role', async () => {
  const lead = await member()
  const caseId = await buildCase(at.parts.database.db, lead.actor)
  const former = await at.person({ firmId })
  const asMember = `/api/cases/${caseId}/members/${former.actor.userId}`
  await former.call('POST', `/api/cases/${caseId}/break-glass`, { reason: 'to help with the deadline' })
  expect((await lead.call('PATCH', asMember, { role: 'attorney', expiresAt: null })).statusCode).toBe(200)
  await administrator.call('PATCH', `/api/team/${former.actor.userId}`, { role: 'member' })
  expect((await former.call('GET', `/api/cases/${caseId}/members`)).statusCode).toBe(200)
})

test("the team list doesn't show when a member works for another firm", async () => {
  const shared = await member()
  const { userId } = shared.actor
  const seenAt = async () =>
    (await administrator.call('GET', '/api/team'))
      .json<{ userId: string; lastSeenAt: string | null }[]>()
      .find((each) => each.userId === userId)?.lastSeenAt
  const elsewhere = '2031-02-03T04:05:06.000Z'
  await query('update users set last_seen_at = $2 where id = $1', [userId, elsewhere])
  expect(await seenAt()).toBe(elsewhere)
  await query(`insert into members (firm_id, user_id, role, profession) values ($1, $2, 'member', 'attorney')`, [
    (await at.person()).actor.firmId,
    userId,
  ])
  const { rows } = await query('select last_seen_at from sign_ins where user_id = $1', [userId])
  expect(await seenAt()).toBe(rows[0].last_seen_at.toISOString())
})

test('only the operator sees the query of a monitored address, which may contain a key', async () => {
  const operator = await at.person({ isOperator: true })
  const url = 'http://127.0.0.1:9/health?key=SECRETKEY'
  expect((await operator.call('POST', '/api/endpoints', { url })).statusCode).toBe(200)
  for (const [person, shown] of [
    [operator, url],
    [administrator, 'http://127.0.0.1:9/health'],
  ] as const) {
    const listed = (await person.call('GET', '/api/endpoints')).json<{ source: string; url: string | null }[]>()
    expect(listed.find(({ source }) => source === 'registered')).toMatchObject({ url: shown })
  }
})

test('names stay on one line, so they add no text to emails', async () => {
  const person = await at.person()
  const name = 'Ann\r\nBcc: x@y.example\n\nYour account is locked.\u2028Open http://z.example'
  const oneLine = 'Ann Bcc: x@y.example Your account is locked. Open http://z.example'
  const profile = (await person.call('GET', '/api/profile')).json<Profile>()
  const { email: _email, avatar: _avatar, ...fields } = profile
  expect((await person.call('PUT', '/api/profile', { ...fields, name })).json()).toMatchObject({ name: oneLine })
  expect((await person.call('PATCH', '/api/firm', { name })).json()).toMatchObject({ name: oneLine })
})

test('a stolen password registers no second step for someone who signs in with a passkey', async () => {
  const owner = await at.person()
  const person = await at.person({ firmId: owner.actor.firmId, role: 'member' })
  const { userId } = person.actor
  const keyId = newId()
  await query(
    `insert into passkeys (id, user_id, credential_id, public_key, counter, name, is_synced)
      values ($1, $2, 'id', '', 0, 'Phone', false)`,
    [keyId, userId],
  )
  await query('update firms set require_two_factor = true where id = $1', [owner.actor.firmId])
  await query(`update sign_ins set method = 'passkey' where user_id = $1`, [owner.actor.userId])
  const proof = { password: testPassword }
  const payload = { email: person.account.email, ...proof }
  const signIn = () => at.app.inject({ method: 'POST', url: '/api/auth/sign-in/email', payload })
  const entered = await signIn()
  expect(entered.json()).toMatchObject({ mustSetUpTwoFactor: true })
  const headers = { cookie: readCookie(entered) }
  const post = async (path: string) =>
    (await at.app.inject({ method: 'POST', url: `/api/auth${path}`, headers, payload: proof })).statusCode
  const isRefused = async () => {
    for (const path of ['/two-factor/begin', '/passkeys/options', `/passkeys/${keyId}/remove`])
      expect([path, await post(path)]).toEqual([path, 403])
  }
  await isRefused()
  // A session in a firm without the rule isn't held back.
  const lax = [(await at.person()).actor.firmId, userId]
  await query(`insert into members (firm_id, user_id, role, profession) values ($1, $2, 'member', 'attorney')`, lax)
  await query('update sign_ins set firm_id = $1 where user_id = $2', lax)
  await isRefused()
  await query('delete from members where firm_id = $1 and user_id = $2', lax)
  // Someone who lost their passkey needs an administrator.
  expect((await owner.call('DELETE', `/api/team/${userId}/two-factor`, proof)).statusCode).toBe(200)
  headers.cookie = readCookie(await signIn())
  expect(await post('/two-factor/begin')).toBe(200)
})

test("a firm's two-factor rule also holds in its members' sessions with other firms", async () => {
  const [person, strict] = [await at.person(), await at.person()]
  const { userId } = person.actor
  const joined = [strict.actor.firmId, userId]
  await query(`insert into members (firm_id, user_id, role, profession) values ($1, $2, 'member', 'attorney')`, joined)
  const remove = async () =>
    (await person.call('POST', '/api/auth/two-factor/remove', { password: testPassword })).statusCode
  expect(await remove()).toBe(200)
  await query('update firms set require_two_factor = true where id = $1', [strict.actor.firmId])
  expect(await remove()).toBe(409)
  expect((await person.call('GET', '/api/auth/two-factor')).json()).toMatchObject({ isRequired: true })
  await query(`update members set status = 'suspended' where firm_id = $1 and user_id = $2`, joined)
  expect(await remove()).toBe(200)
})

describe.runIf(process.env.VENIRE_TEST_DATABASE === 'server')('a change of rights in progress', () => {
  /** Starts `ask` while `changes` are made but not committed. */
  const during = async (changes: [text: string, values: unknown[]][], ask: () => ReturnType<Person['call']>) => {
    const client = await at.parts.database.pool.connect()
    try {
      const [first, ...others] = changes
      await client.query('begin')
      await client.query(...first!)
      const asked = ask()
      await Promise.race([asked, delay(1500)])
      for (const each of others) await client.query(...each)
      await client.query('commit')
      return (await asked).statusCode
    } finally {
      client.release()
    }
  }

  test('leaves no token after a suspension', async () => {
    const person = await member()
    const { userId } = person.actor
    const body = { name: 'Script', scopes: ['read'], days: null, password: testPassword }
    const status = await during(
      [
        [`update members set status = 'suspended' where user_id = $1`, [userId]],
        ['delete from sign_ins where user_id = $1', [userId]],
        ['update api_tokens set revoked_at = now() where user_id = $1', [userId]],
      ],
      () => person.call('POST', '/api/auth/tokens', body),
    )
    const { rows } = await query('select from api_tokens where user_id = $1 and revoked_at is null', [userId])
    expect([status, rows]).toEqual([401, []])
  })

  test('leaves no break-glass access after a demotion', async () => {
    const former = await at.person({ firmId })
    const { userId } = former.actor
    const caseId = await buildCase(at.parts.database.db, (await member()).actor)
    const status = await during(
      [
        [`update members set role = 'member' where user_id = $1`, [userId]],
        ['delete from case_members where user_id = $1', [userId]],
      ],
      () => former.call('POST', `/api/cases/${caseId}/break-glass`, { reason: 'to help with the deadline' }),
    )
    const { rows } = await query('select from case_members where user_id = $1', [userId])
    expect([status, rows]).toEqual([403, []])
  })
})

type Route = { method: string; path: string; endpoint: Endpoint | null }
const listRoutes = (): Route[] => [
  ...at.app.mounted.map((endpoint) => ({ method: endpoint.method, path: endpoint.path, endpoint })),
  ...at.app.waysIn
    .map((way) => ({ method: way.split(' ')[0]!, path: way.split(' ')[1]!, endpoint: null }))
    .filter(({ method, path }) => method !== 'HEAD' && !at.app.mounted.some((each) => isSame(each, { method, path }))),
]
const isSame = (one: { method: string; path: string }, other: { method: string; path: string }) =>
  one.method === other.method && one.path === other.path

/** What people may do with their own account or firm, whatever case they're in. */
const personal =
  /^\/api\/(auth|profile|team|notifications|firm|export-policy|endpoints|pipeline|contact|contact-requests|live|system|case-imports)(\/|$)|^\/(?!api)/

const lists = [
  ...['mine', 'led', 'firm', 'deleted'].flatMap((scope) =>
    caseSorts.map((sort) => `/api/cases?scope=${scope}&sort=${sort}&limit=1`),
  ),
  ...[canary, 'juror:12', `member:${canary}`, `"know ${canary}"`].map((q) => `/api/search?q=${encodeURIComponent(q)}`),
  ...[`/api/videos?q=${canary}`, `/api/cases?scope=firm&q=${canary}`, '/api/notifications', '/api/strike-approvals'],
  ...['/api/overview/work', '/api/team', '/api/profile/data', '/api/dynamodb/stats', '/api/endpoints'],
]

async function findLeaks(ids: Ids, cookie: string, allowed: (route: Route) => boolean): Promise<string[]> {
  const leaks: string[] = []
  for (const route of listRoutes()) {
    const { method, path, endpoint } = route
    if (personal.test(path) || !path.includes(':') || allowed(route)) continue
    const payload = method === 'GET' ? undefined : endpoint ? buildBody(endpoint, ids) : {}
    const query = path.endsWith('transcript-hits') ? `?q=${canary}` : ''
    const response = await at.app.inject({
      method: method as 'GET',
      url: fillPath(path, ids) + query,
      headers: { cookie, ...(path.startsWith('/api/uploads') && { 'tus-resumable': '1.0.0' }) },
      ...(payload && { payload }),
    })
    const said = response.body + JSON.stringify(response.headers)
    if (![401, 403, 404, 415].includes(response.statusCode) || said.includes(canary) || said.includes(canaryTitle))
      leaks.push(`${method} ${path}: ${response.statusCode} ${response.body.slice(0, 100)}`)
  }
  return leaks
}

async function findListed(cookie: string, hidden: readonly string[]): Promise<string[]> {
  const leaks: string[] = []
  for (const url of lists) {
    const { body, headers } = await at.app.inject({ url, headers: { cookie } })
    const cursor = Buffer.from(String(headers['x-next-cursor'] ?? ''), 'base64url').toString()
    const said = `${body} ${cursor} ${JSON.stringify(headers)}`
    const found = hidden.find((each) => said.includes(each))
    if (found) leaks.push(`${url}: ${found}`)
  }
  return leaks
}

describe('a case that holds one of everything', () => {
  let ids: Ids
  let lead: Person
  beforeAll(async () => {
    lead = await member()
    ids = await buildFilledCase(at, lead)
  })

  const inCase = async (role: CaseRole) => {
    const person = await member()
    await joinCase(at.parts.database.db, person.actor, ids.caseId!, role)
    return person
  }
  const outsiders: Record<string, () => Promise<string>> = {
    'a stranger': async () => '',
    "another firm's administrator": async () => (await at.person()).cookie,
    'a colleague': async () => (await member()).cookie,
    'an attorney whose access expired': async () => {
      const person = await inCase('attorney')
      await query(`update case_members set expires_at = now() where user_id = $1`, [person.actor.userId])
      return person.cookie
    },
    'a removed attorney': async () => {
      const person = await inCase('attorney')
      await lead.call('DELETE', `/api/cases/${ids.caseId}/members/${person.actor.userId}`)
      return person.cookie
    },
    'a suspended attorney': async () => {
      const person = await inCase('attorney')
      await administrator.call('PATCH', `/api/team/${person.actor.userId}`, { status: 'suspended' })
      return person.cookie
    },
    "an attorney of the case in another firm's session": async () => {
      const person = await inCase('attorney')
      const elsewhere = await at.person()
      const { userId } = person.actor
      const values = [elsewhere.actor.firmId, userId]
      await query(
        `insert into members (firm_id, user_id, role, profession) values ($1, $2, 'administrator', 'attorney')`,
        values,
      )
      await query('update sign_ins set firm_id = $1 where user_id = $2', values)
      return person.cookie
    },
    'an attorney who must set up two-factor sign-in': async () => {
      const person = await inCase('attorney')
      await query('insert into two_factor_losses (user_id) values ($1)', [person.actor.userId])
      return person.cookie
    },
  }
  test.for(Object.entries(outsiders))('shows %s nothing, and they change nothing', async ([who, enter]) => {
    const cookie = await enter()
    const before = await hashTables(at)
    expect(await findLeaks(ids, cookie, () => false)).toEqual([])
    // A notification tells a removed person which case they were removed from.
    const hidden = [canary, canaryDate, ...(who === 'a removed attorney' ? [] : [canaryTitle])]
    expect(await findListed(cookie, hidden)).toEqual([])
    expect(await hashTables(at)).toEqual(before)
  })

  test('shows an administrator behind the wall only its title and status', async () => {
    const { cookie } = administrator
    const ofFirm = /^\/api\/cases\/:caseId(\/status|\/restore|\/break-glass)?$/
    const before = await hashTables(at)
    expect(await findLeaks(ids, cookie, ({ path }) => ofFirm.test(path))).toEqual([])
    expect(await findListed(cookie, [canary, canaryDate])).toEqual([])
    expect((await administrator.call('GET', `/api/cases/${ids.caseId}`)).body).not.toContain(canary)
    expect(await hashTables(at)).toEqual(before)
  })

  test('can be read but not changed after breaking the glass', async () => {
    const guest = await at.person({ firmId })
    await guest.call('POST', `/api/cases/${ids.caseId}/break-glass`, { reason: 'to help with the deadline' })
    const ofFirm = /^\/api\/cases\/:caseId(\/status|\/restore|\/break-glass)?$|integrity-decision$/
    const before = await hashTables(at)
    expect(await findLeaks(ids, guest.cookie, ({ method, path }) => method === 'GET' || ofFirm.test(path))).toEqual([])
    expect(await hashTables(at)).toEqual(before)
  })

  test("can't be reached from another case by naming its records", async () => {
    const colleague = await member()
    const own = await buildFilledCase(at, colleague, 'Plainword')
    const faults: string[] = []
    const ask = async ({ method, path }: Endpoint, url: string, payload: object, what: string) => {
      const response = await at.app.inject({ method, url, headers: { cookie: colleague.cookie }, payload })
      const isRefused = [400, 404, 409].includes(response.statusCode)
      if (!isRefused || response.body.includes(canary))
        faults.push(`${method} ${path} with ${what}: ${response.statusCode} ${response.body.slice(0, 100)}`)
    }
    const before = await hashTables(at)
    const ignores = (path: string) => personal.test(path) || path.endsWith('/reel')
    for (const endpoint of at.app.mounted.filter((each) => each.method !== 'GET' && !ignores(each.path))) {
      const names = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => name!)
      for (const name of names.length > 1 ? names : []) {
        const swapped =
          name === 'id' ? { annotationId: ids.annotationId!, correctionId: ids.correctionId! } : { [name]: ids[name]! }
        if (name !== 'field' && name !== 'userId' && name !== 'importId')
          await ask(endpoint, fillPath(endpoint.path, { ...own, ...swapped }), buildBody(endpoint, own), name)
      }
      const body = JSON.stringify(buildBody(endpoint, own))
      for (const [name, id] of Object.entries(own))
        if (name !== 'userId' && name !== 'field' && body.includes(id))
          await ask(endpoint, fillPath(endpoint.path, own), JSON.parse(body.replaceAll(id, ids[name]!)), name)
    }
    expect(faults).toEqual([])
    expect(await hashTables(at)).toEqual(before)
    const reel = await colleague.call('PUT', `/api/sessions/${own.sessionId}/reel`, { highlightIds: [ids.highlightId] })
    expect(reel.json()).toEqual({ highlights: [] })
  })
})
