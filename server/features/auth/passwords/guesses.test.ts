import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Person, testApp, testPassword, testPatience, type TestApp } from '#test/app.ts'

let at: TestApp
beforeAll(async () => {
  at = await testApp()
})
beforeEach(() => at.parts.database.pool.query('delete from guesses'))
afterAll(() => at.close())

type Sent = { remoteAddress?: string; cookie?: string; app?: TestApp['app'] }
const post = (url: string, payload: object, { remoteAddress = '203.0.113.7', cookie, app = at.app }: Sent = {}) =>
  app.inject({
    method: 'POST',
    url: `/api/auth${url}`,
    payload,
    remoteAddress,
    headers: cookie === undefined ? {} : { cookie },
  })
const signIn = (person: Person, password = testPassword, sent: Sent = {}) =>
  post('/sign-in/email', { email: person.account.email, password }, sent)
const getDevice = (answer: { cookies: { name: string; value: string }[] }) => {
  const found = answer.cookies.find((each) => each.name === 'venire_device')
  return found ? `${found.name}=${found.value}` : undefined
}
const home = '198.51.100.4'
const goOn = () =>
  at.parts.database.pool.query(`update guesses set free_at = now() + interval '5 minutes' where tries > 3.5`)
const sources = (n: number) => `203.0.113.${n + 1}`

async function countChecked(tries: number, attempt: (n: number) => Promise<{ statusCode: number; body: string }>) {
  const answers = await Promise.all(Array.from({ length: tries }, (_each, n) => attempt(n)))
  const wrong = answers.filter((each) => each.statusCode !== 429)
  const held = answers.filter((each) => each.statusCode === 429)
  expect(held.filter(({ body }) => !body.startsWith('Too many failed attempts. Try again in '))).toEqual([])
  return wrong.length
}

test.each([
  ['one source', () => '203.0.113.7'],
  ['110 sources', sources],
])('checks at most 10 of 110 parallel wrong passwords from %s, and the owner can sign in', async (_name, sourceOf) => {
  const owner = await at.person()
  const device = getDevice(await signIn(owner, testPassword, { remoteAddress: home }))
  expect(device).toBeDefined()
  const [checked, entered] = await Promise.all([
    countChecked(110, (n) => signIn(owner, `wrong password ${n}`, { remoteAddress: sourceOf(n) })),
    signIn(owner, testPassword, { remoteAddress: sourceOf(0), cookie: device! }),
  ])
  expect(checked).toBeGreaterThan(0)
  expect(checked).toBeLessThanOrEqual(10)
  expect(entered.statusCode).toBe(200)
  for (let n = 0; n < 6; n += 1) await signIn(owner, 'wrong', { remoteAddress: sourceOf(0) })
  await goOn()
  expect((await signIn(owner, testPassword, { remoteAddress: sourceOf(0) })).statusCode).toBe(429)
  expect((await signIn(owner, testPassword, { remoteAddress: sourceOf(0), cookie: device! })).statusCode).toBe(200)
})

test("an attack from one source doesn't block an unknown device elsewhere", async () => {
  const owner = await at.person()
  await countChecked(30, (n) => signIn(owner, `wrong password ${n}`))
  expect((await signIn(owner, testPassword, { remoteAddress: home })).statusCode).toBe(200)
})

test('the addresses of one IPv6 /64 count as one source', async () => {
  const subscriber = (n: number) => `2001:db8:1:2::${(n + 1).toString(16)}`
  const attack = (n: number) =>
    post('/sign-in/email', { email: `n${n}@firm.example`, password: 'wrong' }, { remoteAddress: subscriber(n) })
  expect(await countChecked(60, attack)).toBeLessThan(45)
  const owner = await at.person()
  expect((await signIn(owner, testPassword, { remoteAddress: '2001:db8:1:3::1' })).statusCode).toBe(200)
})

test('a known device gets no extra attempts and counts only for its own users', async () => {
  const [owner, other] = [await at.person(), await at.person()]
  const cookie = getDevice(await signIn(owner))!
  expect(await countChecked(30, (n) => signIn(owner, `wrong ${n}`, { cookie }))).toBeLessThanOrEqual(10)
  await countChecked(30, (n) => signIn(other, `wrong ${n}`))
  await goOn()
  expect((await signIn(other, testPassword, { cookie })).statusCode).toBe(429)
  const [payload = '', signature = ''] = cookie.replace('venire_device=', '').split('.')
  const device = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { id: string; people: [string, number][] }
  const forge = (people: [string, number][], id = device.id) =>
    `venire_device=${Buffer.from(JSON.stringify({ id, people })).toString('base64url')}.${signature}`
  const forged = forge([[other.actor.userId, device.people[0]![1]]])
  expect((await signIn(other, testPassword, { cookie: forged })).statusCode).toBe(429)
})

test('remembers a device for 90 days', async () => {
  const owner = await at.person()
  const cookie = getDevice(await signIn(owner))!
  await countChecked(30, (n) => signIn(owner, `wrong ${n}`))
  await goOn()
  const dayMs = 86_400_000
  try {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 91 * dayMs })
    expect((await signIn(owner, testPassword, { cookie })).statusCode).toBe(429)
    vi.setSystemTime(Date.now() - 2 * dayMs)
    expect((await signIn(owner, testPassword, { cookie })).statusCode).toBe(200)
  } finally {
    vi.useRealTimers()
  }
})

test('the pause doubles from a second to 15 minutes and wears off', async () => {
  const owner = await at.person()
  const pauses: number[] = []
  for (let n = 0; n < 18; n++) {
    const answer = await signIn(owner, `wrong password ${n}`)
    expect(answer.statusCode).toBe(401)
    const { rows } = await at.parts.database.pool.query<{ seconds: number }>(
      `select round(extract(epoch from max(free_at - tried_at)))::int as seconds from guesses`,
    )
    pauses.push(rows[0]!.seconds)
    await at.parts.database.pool.query('update guesses set tried_at = tried_at - (free_at - now()), free_at = now()')
  }
  expect(pauses.slice(0, 5)).toEqual([0, 0, 0, 1, 2])
  expect(pauses.slice(-2)).toEqual([900, 900])
  await signIn(owner, 'wrong again')
  const held = await signIn(owner)
  expect([held.statusCode, held.body]).toEqual([429, 'Too many failed attempts. Try again in 15 minutes.'])
  expect(Number(held.headers['retry-after'])).toBeGreaterThan(870)
  await at.parts.database.pool.query(`update guesses set tried_at = tried_at - interval '2 days', free_at = now()`)
  for (let n = 0; n < 3; n++) expect((await signIn(owner, `wrong once more ${n}`)).statusCode).toBe(401)
  expect((await signIn(owner)).statusCode).toBe(200)
})

test('restarts forget nothing, and servers share one count', async () => {
  const owner = await at.person()
  await countChecked(30, (n) => signIn(owner, `wrong password ${n}`))
  await goOn()
  // Loads the modules separately, as another process would. Only the database and the data folder are shared.
  vi.resetModules()
  const { buildApp } = await import('#server/app.ts')
  const second = await buildApp(at.parts, { logger: false, webFolder: '/nonexistent', patience: testPatience })
  try {
    expect((await signIn(owner, testPassword, { app: second })).statusCode).toBe(429)
    const both = await at.person()
    const checked = await countChecked(60, (n) =>
      signIn(both, `wrong password ${n}`, { app: n % 2 === 0 ? at.app : second }),
    )
    expect(checked).toBeLessThanOrEqual(10)
  } finally {
    await second.close()
  }
})

test('checks at most 10 of 90 parallel wrong codes across tickets and sources', async () => {
  const owner = await at.person()
  const begun = await owner.call('POST', '/api/auth/two-factor/begin', { password: testPassword })
  const { secret } = begun.json<{ secret: string }>()
  const code = (steps: number) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })
  expect((await owner.call('POST', '/api/auth/two-factor/confirm', { code: code(-1) })).statusCode).toBe(200)
  const enter = (ticket: string, given: string, sent: Sent) =>
    post('/sign-in/two-factor', { ticket, code: given }, sent)
  const newTicket = async (sent: Sent) => (await signIn(owner, testPassword, sent)).json<{ ticket: string }>().ticket
  const entered = await enter(await newTicket({ remoteAddress: home }), code(0), { remoteAddress: home })
  const device = getDevice(entered)
  expect(device).toBeDefined()
  const tickets: string[] = []
  for (let n = 0; n < 20; n++) tickets.push(await newTicket({ remoteAddress: sources(n) }))
  const right = code(0)
  const checked = await countChecked(90, (n) => {
    const given = n % 2 === 0 ? 'AAAA-AAAA-AAAA-AAAA' : String((Number(right) + 7 + n) % 1_000_000).padStart(6, '0')
    return enter(tickets[n % tickets.length]!, given, { remoteAddress: sources(n) })
  })
  expect(checked).toBeGreaterThan(0)
  expect(checked).toBeLessThanOrEqual(10)
  const own = { remoteAddress: home, cookie: device! }
  expect((await enter(await newTicket(own), code(1), own)).statusCode).toBe(200)
})

test('checks at most 10 of 60 parallel wrong passwords in an open session', async () => {
  const owner = await at.person()
  const ask = (password: string) => owner.call('POST', '/api/auth/two-factor/begin', { password })
  expect(await countChecked(60, (n) => ask(`wrong password ${n}`))).toBeLessThanOrEqual(10)
  await goOn()
  expect((await ask(testPassword)).statusCode).toBe(429)
})

test("correct passwords don't count: forty colleagues behind one router can sign in", async () => {
  const people = await Promise.all(Array.from({ length: 40 }, () => at.person()))
  for (const each of people) expect((await signIn(each)).statusCode).toBe(200)
})

test('sign-out ends the session but keeps the device known', async () => {
  const owner = await at.person()
  const out = await owner.call('POST', '/api/auth/sign-out')
  expect(out.headers['clear-site-data']).toBe('"cache"')
  expect(out.cookies.map((each) => [each.name, each.value])).toEqual([['venire_session', '']])
})
