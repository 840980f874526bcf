import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseCsv } from '#contract/csv.ts'
import { uploadPaths } from '#contract/videos/uploads.ts'
import { buildExport } from '#server/features/exports/exports.factory.ts'
import { checkMonitors } from '#server/features/operations/monitors.service.ts'
import { buildSelection } from '#server/features/strikes/strikes.factory.ts'
import { buildCase } from '#server/features/videos/videos.factory.ts'
import { type Person, testApp, type TestApp, testPassword } from './app.ts'
import { startSmtp } from './smtp.ts'

let at: TestApp
beforeAll(async () => {
  at = await testApp()
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
        const reset = await administrator.call('POST', `/api/team/${person.actor.userId}/reset-link`, {
          password: testPassword,
        })
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
      const reset = await administrator.call('POST', `/api/team/${person.actor.userId}/reset-link`, {
        password: testPassword,
      })
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
      // Attempts counted after the reset would delay this sign-in.
      await at.parts.database.pool.query('delete from guesses')
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

const tus = { 'tus-resumable': '1.0.0', 'content-type': 'application/offset+octet-stream' }

test('monitored addresses stay on this machine, whatever their spelling or redirect', async () => {
  const operator = await at.person({ isOperator: true })
  const add = (url: string) => operator.call('POST', '/api/endpoints', { url, method: 'GET' })
  for (const url of [
    ...['http://169.254.169.254/latest', 'http://[::ffff:a9fe:a9fe]/', 'http://0xa9fea9fe/', 'http://2852039166/'],
    ...['http://0251.0376.0251.0376/', 'http://localhost@169.254.169.254/', 'http://169.254.169.254#localhost'],
    ...['http://169.254.169.254%23@localhost/', 'http://localhost.example/', 'http://127.0.0.1.nip.io/'],
    ...[
      'http://[::]/',
      'http://0/',
      'http://①⑥⑨.254.169.254/',
      'http://[fd00:ec2::254]/',
      'file://localhost/etc/passwd',
    ],
    ...['http://localhost\\@evil.example/', 'http://user:pass@localhost/', 'ftp://localhost/', 'http:169.254.169.254'],
  ]) {
    const { statusCode, body } = await add(url)
    const isHere = statusCode === 200 && /^(localhost|127\.)/.test(new URL(url).hostname)
    expect([url, statusCode === 400 || isHere, body]).toEqual([url, true, body])
  }
  const reached: string[] = []
  const server = createServer((request, response) => {
    reached.push(request.url!)
    response.writeHead(302, { location: '/followed' }).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  expect((await add(`http://127.0.0.1:${port}/asked`)).statusCode).toBe(200)
  await checkMonitors(at.parts.database.db, at.parts.config)
  server.close()
  expect(reached).toEqual(['/asked'])
})

test('mail takes no header from a name and no host from a request', async () => {
  const smtp = await startSmtp()
  const site = { PUBLIC_URL: 'https://venire.firm.example', SMTP_URL: smtp.url, MAIL_FROM: 'venire@firm.example' }
  const mailing = await testApp(site)
  const person = await mailing.person()
  const name = 'Firm\r\nBcc: evil@evil.example\r\n\r\n<b>body</b>\u2028\0'
  await mailing.parts.database.pool.query('update firms set name = $2 where id = $1', [
    person.actor.firmId,
    name.replace('\0', ''),
  ])
  await mailing.parts.database.pool.query('update users set name = $2 where id = $1', [
    person.actor.userId,
    name.replace('\0', ''),
  ])
  const hosts = { host: 'evil.example', 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' }
  const ask = (url: string, payload: object) =>
    mailing.app.inject({
      ...{ method: 'POST', url, payload },
      headers: { ...hosts, cookie: person.cookie.replace('venire_session', '__Host-venire_session') },
    })
  const invited = { email: 'new@firm.example', role: 'member', profession: 'attorney' }
  expect((await ask('/api/team/invitations', invited)).statusCode).toBe(200)
  expect((await ask('/api/auth/password-reset/request', { email: person.account.email })).statusCode).toBe(200)
  for (const email of ['a@b.example\r\nBcc: evil@evil.example', 'a@b.example, evil@evil.example', '<a@b.example>'])
    expect((await ask('/api/team/invitations', { ...invited, email })).statusCode).toBe(400)
  const { rows } = await mailing.parts.database.pool.query<{ id: string }>('select id from outgoing_letters')
  for (const { id } of rows) await mailing.parts.mailer.deliver(mailing.parts.database.db, id)
  expect(smtp.received.map(({ to }) => to.join()).toSorted()).toEqual([person.account.email, invited.email].toSorted())
  for (const { raw, text } of smtp.received) {
    expect(raw.split('\r\n\r\n')[0]).not.toMatch(/^bcc:/im)
    expect(text).toContain('https://venire.firm.example/')
    expect(raw).not.toContain('//evil.example')
  }
  await mailing.close()
  await smtp.stop()
})

test('another site can’t write with a form, upload, or archive, or read anything', async () => {
  const person = await at.person()
  const caseId = await buildCase(at.parts.database.db, person.actor)
  const ready = await buildExport(at.parts, person.actor, { caseId })
  const made = await person.call('POST', `/api/exports/${ready.id}/links`, { password: 'a password of the link 1' })
  const page = new URL(made.json<{ url: string }>().url).pathname
  const routes = [
    ['POST', '/api/case-imports', 'text/plain'],
    ['POST', '/api/case-imports', 'application/zip'],
    ['POST', uploadPaths.multipart, 'multipart/form-data; boundary=x'],
    ['POST', uploadPaths.resumable, 'application/offset+octet-stream'],
    ['POST', '/api/auth/sign-out', 'text/plain'],
    ['POST', '/api/auth/sign-in/email', 'text/plain;charset=UTF-8'],
    ['POST', page, 'application/x-www-form-urlencoded'],
  ] as const
  const { cookie } = person
  for (const [method, url, type] of routes)
    for (const site of [{ origin: 'https://evil.example' }, { origin: 'null' }, { 'sec-fetch-site': 'cross-site' }]) {
      const headers = { ...tus, ...site, cookie, 'content-type': type, 'x-http-method-override': 'PUT' }
      const { statusCode } = await at.app.inject({ method, url, headers, payload: 'password=a' })
      expect([url, site, statusCode]).toEqual([url, site, 403])
    }
  for (const url of ['/api/cases', '/api/uploads', '/api/live', page])
    for (const method of ['OPTIONS', 'GET'] as const) {
      if (url === '/api/live' && method === 'GET') continue
      const asked = { origin: 'https://evil.example', 'access-control-request-method': 'PATCH' }
      const { headers } = await at.app.inject({ method, url, headers: { ...asked, cookie } })
      expect(Object.keys(headers).filter((each) => each.startsWith('access-control'))).toEqual([])
    }
})

test('with two-factor sign-in on or required, the password alone opens nothing', async () => {
  const administrator = await at.person()
  const guarded = await at.person({ firmId: administrator.actor.firmId, role: 'member' })
  const proof = { password: testPassword }
  const begun = await guarded.call('POST', '/api/auth/two-factor/begin', proof)
  const totp = new TOTP({ secret: Secret.fromBase32(begun.json<{ secret: string }>().secret) })
  await guarded.call('POST', '/api/auth/two-factor/confirm', { code: totp.generate() })
  const token = { ...proof, name: 'a', scopes: ['read'], days: 1 }
  for (const [url, body] of [
    ['/api/auth/tokens', token],
    ['/api/auth/passkeys/options', proof],
    ['/api/auth/two-factor/recovery-codes', proof],
    ['/api/auth/two-factor/remove', proof],
    ['/api/auth/password', { current: testPassword, password: 'another uncommon phrase', endOthers: true }],
    ['/api/profile/email', { ...proof, email: 'evil@evil.example' }],
  ] as const) {
    const { statusCode } = await guarded.call('POST', url, body)
    expect([url, statusCode]).toEqual([url, 400])
  }
  const entered = await post('/api/auth/sign-in/email', { email: guarded.account.email, password: testPassword })
  expect(entered.headers['set-cookie']).toBeUndefined()
  const ticket = { ticket: entered.json<{ ticket: string }>().ticket, code: '000000' }
  for (let each = 0; each < 5; each++) await post('/api/auth/sign-in/two-factor', ticket)
  expect((await post('/api/auth/sign-in/two-factor', { ...ticket, code: totp.generate() })).statusCode).not.toBe(200)

  const plain = await at.person({ firmId: administrator.actor.firmId, role: 'administrator' })
  await administrator.call('PATCH', '/api/firm', { requireTwoFactor: true })
  const open = []
  for (const endpoint of at.app.mounted.filter((each) => each.needs !== 'nobody' && !each.whileHeldBack)) {
    const url = endpoint.path.replace(/:\w+/g, '01990000-0000-7000-8000-000000000000')
    const { statusCode } = await plain.call(endpoint.method, url, endpoint.method === 'GET' ? undefined : {})
    if (statusCode !== 403) open.push(`${endpoint.method} ${endpoint.path} ${statusCode}`)
  }
  for (const way of at.app.waysIn.filter((each) => / \/api\//.test(each))) {
    const [method, path] = way.split(' ') as ['GET', string]
    if (at.app.mounted.some((each) => each.path === path) || method === ('OPTIONS' as string)) continue
    if (/openapi|docs|\*/.test(path)) continue
    const url = path.replace(/:\w+/g, '01990000-0000-7000-8000-000000000000')
    const { statusCode } = await at.app.inject({ method, url, headers: { ...tus, cookie: plain.cookie } })
    if (![403, 415].includes(statusCode)) open.push(`${way} ${statusCode}`)
  }
  expect(open).toEqual([])
})

test('tables keep formulas as text, and file names stay in one header', async () => {
  const lead = await at.person()
  const { db, pool } = at.parts.database
  const place = await buildSelection(db, lead.actor, { count: 12 })
  const formulas = [
    '=1+1',
    '+1+1',
    '-1+1',
    '@SUM(1)',
    '\t=2+2',
    '＝1+1',
    '"=1+1',
    '=A1,"x"',
    'a;=1+1;b',
    'a; =1+1',
    'a;@SUM(1)',
    'a\n=1+1;b',
  ]
  for (const [index, formula] of formulas.entries())
    await pool.query('update jurors set juror_number = $2 where id = $1', [place.jurorIds[index], formula])
  const { body } = await lead.call('GET', `/api/sessions/${place.sessionId}/question-balance.csv`)
  const cells = parseCsv(body).map(([first]) => first!)
  const split = cells.flatMap((each) => each.split(/[;\n]/))
  expect([...cells, ...split].filter((each) => /^\s*[=+\-@＝]/.test(each))).toEqual([])

  const name = 'a"; filename="evil.html\r\nSet-Cookie: a=b\r\n\r\n<script>.csv\u202E'
  const ready = await buildExport(at.parts, lead.actor, { caseId: place.caseId, filename: name })
  const { url } = (await lead.call('POST', `/api/exports/${ready.id}/links`, {})).json<{ url: string }>()
  const page = new URL(url).pathname
  const cookie = String((await at.app.inject({ url: page })).headers['set-cookie']).split(';')[0]!
  for (const asked of [
    { url: `/api/exports/${ready.id}/file`, headers: { cookie: lead.cookie } },
    { url: `${page}/file`, headers: { cookie, range: 'bytes=0-1' } },
  ]) {
    const { headers } = await at.app.inject(asked)
    expect(headers['set-cookie']).toBeUndefined()
    expect(headers['content-disposition']).toMatch(/^attachment; filename="[^"\r\n]+"; filename\*=UTF-8''[\w.%-]+$/)
  }
})
