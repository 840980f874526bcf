/** In test titles, "known failures" are bugs that were found in other products. */
import type { LightMyRequestResponse } from 'fastify'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type ExportDetail, ExportOptions } from '#contract/exports/exports.ts'
import type { ShareAccess, ShareLink } from '#contract/exports/share.ts'
import { getAccessLog } from '#server/features/audit/accesses.ts'
import { cases } from '#server/features/cases/cases.table.ts'
import { buildCase, buildVideo, joinCase } from '#server/features/videos/videos.factory.ts'
import { buildApp } from '#server/app.ts'
import { type Person, testApp, type TestApp } from '#test/app.ts'
import { buildExport } from '../exports.factory.ts'
import { purgeExports } from '../core/exports.states.ts'
import { type ExportRow, exports, shareLinks } from '../core/exports.table.ts'

const password = 'Quartz-Lagoon-82!vexing'
const bytes = Buffer.from('0123456789'.repeat(100))

let at: TestApp
let lead: Person
let caseId: string
let row: ExportRow
beforeAll(async () => {
  at = await testApp()
  lead = await at.person()
  caseId = await buildCase(at.parts.database.db, lead.actor)
})
afterAll(() => at.close())
beforeEach(async () => {
  row = await buildExport(at.parts, lead.actor, { caseId, bytes })
})

type Made = { link: ShareLink; url: string; path: string }
async function share(given: object = {}, person = lead): Promise<Made> {
  const response = await person.call('POST', `/api/exports/${row.id}/links`, given)
  expect([response.statusCode, response.body]).toEqual([200, expect.any(String)])
  const made = response.json<{ link: ShareLink; url: string }>()
  return { ...made, path: new URL(made.url).pathname }
}

function browser(app = at.app) {
  const cookies = new Map<string, string>()
  const send = async (
    method: 'GET' | 'HEAD' | 'POST',
    url: string,
    { payload, headers = {} }: { payload?: string; headers?: Record<string, string> } = {},
  ): Promise<LightMyRequestResponse> => {
    const form = payload === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }
    const cookie = [...cookies].filter(([path]) => url.startsWith(path)).map(([, value]) => value)
    const response = await app.inject({
      method,
      url,
      headers: { ...form, ...headers, ...(cookie.length > 0 ? { cookie: cookie.join('; ') } : {}) },
      ...(payload === undefined ? {} : { payload }),
    })
    for (const each of response.cookies) cookies.set(each.path ?? '/', `${each.name}=${each.value}`)
    return response
  }
  return {
    get: (url: string, headers: Record<string, string> = {}) => send('GET', url, { headers }),
    head: (url: string) => send('HEAD', url),
    enter: (url: string, word: string) =>
      send('POST', url, { payload: new URLSearchParams({ password: word }).toString() }),
  }
}

const rangeHeader = { range: 'bytes=10-19' }

test('opens a link without a password and sends the file whole and in ranges', async () => {
  const { path } = await share()
  const visitor = browser()
  const page = await visitor.get(path)
  expect(page.statusCode).toBe(200)
  expect(page.body).toContain('Jurors')
  expect(page.body).toContain('Link expires')
  const whole = await visitor.get(`${path}/file`)
  expect(whole.rawPayload).toEqual(bytes)
  expect(whole.headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow' })
  const part = await visitor.get(`${path}/file`, rangeHeader)
  expect([part.statusCode, part.body]).toEqual([206, '0123456789'])
  expect((await visitor.head(`${path}/file`)).headers['content-length']).toBe(String(bytes.length))
})

test('logs each recipient once per half hour, with the bytes sent', async () => {
  const { path, link } = await share()
  const visitor = browser()
  await visitor.get(path)
  for (const range of ['bytes=-10', 'bytes= 0-9', 'bytes=10-19']) await visitor.get(`${path}/file`, { range })
  const file = `/api/exports/${row.id}/file`
  for (const range of ['bytes=-10', 'bytes= 0-4'])
    await at.app.inject({ url: file, headers: { cookie: lead.cookie, range } })
  expect((await lead.call('GET', file)).rawPayload).toEqual(bytes)
  await visitor.head(`${path}/file`)
  const { db, pool } = at.parts.database
  await expect
    .poll(async () => {
      await getAccessLog(db).flush()
      const found = await pool.query(
        'select file, link_id, user_id, bytes from file_accesses where entity_id = $1 order by opened_at, id',
        [row.id],
      )
      return found.rows
    })
    .toEqual([
      { file: 'file, by link', link_id: link.id, user_id: null, bytes: 30 },
      { file: 'file, downloaded', link_id: null, user_id: lead.actor.userId, bytes: bytes.length + 15 },
    ])
  const opened = await pool.query<{ action: string }>(
    `select action from audit_events where entity_id = $1
      and action in ('export.accessed_by_link', 'export.downloaded') order by seq`,
    [row.id],
  )
  expect(opened.rows.map(({ action }) => action)).toEqual(['export.accessed_by_link', 'export.downloaded'])
})

test("the page makes no outside requests, runs no scripts, and isn't cached", async () => {
  const { path } = await share({ password })
  for (const page of [await browser().get(path), await browser().get('/s/' + 'x'.repeat(43))]) {
    expect(page.body).not.toMatch(/<script|https?:|<link|<img|@import|url\(/)
    expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/)
    // With no-referrer, a browser would post "Origin: null", which is rejected.
    expect(page.headers['referrer-policy']).toBe('same-origin')
    expect(page.headers['cache-control']).toBe('no-store')
    expect(page.headers['x-robots-tag']).toContain('noindex')
  }
})

test('known failure 1: every new browser session and every byte route asks for the password', async () => {
  const { path } = await share({ password })
  const first = browser()
  expect((await first.get(path)).body).toContain('Enter the password')
  expect((await first.get(path)).body).not.toContain('Jurors')
  expect((await first.enter(path, password)).statusCode).toBe(303)
  expect((await first.get(`${path}/file`)).statusCode).toBe(200)
  const second = browser()
  expect((await second.get(path)).body).toContain('Enter the password')
  for (const response of [
    await second.get(`${path}/file`),
    await second.get(`${path}/file`, rangeHeader),
    await second.head(`${path}/file`),
  ])
    expect(response.statusCode).toBe(403)
  expect((await second.get(`${path}/file`)).rawPayload.includes(bytes.subarray(0, 10))).toBe(false)
})

test("opening one link doesn't open another", async () => {
  const [one, two] = [await share({ password }), await share({ password })]
  const visitor = browser()
  const cookie = (await visitor.enter(one.path, password)).cookies[0]!
  expect(cookie).toMatchObject({ path: one.path, httpOnly: true, sameSite: 'Lax' })
  expect(cookie.expires ?? cookie.maxAge).toBeUndefined()
  const headers = { cookie: `${cookie.name}=${cookie.value}` }
  expect((await at.app.inject({ url: `${two.path}/file`, headers })).statusCode).toBe(403)
})

test('known failure 2: the right password works, even with an Origin header and after wrong ones', async () => {
  const { path } = await share({ password })
  const visitor = browser()
  const wrong = await visitor.enter(path, 'not this one')
  expect([wrong.statusCode, wrong.body]).toEqual([403, expect.stringContaining('4 attempts left')])
  const right = await at.app.inject({
    method: 'POST',
    url: path,
    headers: {
      origin: 'http://localhost:3000',
      host: 'localhost:3000',
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/x-www-form-urlencoded',
    },
    payload: new URLSearchParams({ password }).toString(),
  })
  expect([right.statusCode, right.headers.location]).toEqual([303, path])
  expect((await visitor.enter(path, password)).statusCode).toBe(303)
  expect((await visitor.get(path)).body).toContain('Jurors')
  expect((await visitor.get(`${path}/file`)).rawPayload).toEqual(bytes)
})

test('known failure 3: expiry applies to the page and every byte, even after opening', async () => {
  const { path, link } = await share({ password })
  const visitor = browser()
  await visitor.enter(path, password)
  expect((await visitor.get(`${path}/file`, rangeHeader)).statusCode).toBe(206)
  const past = new Date(Date.now() - 1000)
  await at.parts.database.db.update(shareLinks).set({ expiresAt: past }).where(eq(shareLinks.id, link.id))
  await expectGone(visitor, path)
})

test('known failure 4: links expire by default and never outlive their file', async () => {
  const days = (link: ShareLink) => (Date.parse(link.expiresAt) - Date.now()) / 86_400_000
  expect(days((await share()).link)).toBeCloseTo(2, 1)
  await at.parts.database.db.update(exports).set({ expiresAt: null }).where(eq(exports.id, row.id))
  expect(days((await share()).link)).toBeCloseTo(7, 1)
  const long = await lead.call('POST', `/api/exports/${row.id}/links`, { expiresInHours: 31 * 24 })
  expect([long.statusCode, long.body]).toEqual([400, expect.stringContaining('up to 30 days')])
})

test('known failure 5: links, openings, and locks survive a restart', async () => {
  const { path } = await share({ password })
  const locked = await share({ password })
  const { get, enter } = browser()
  await enter(path, password)
  for (let wrong = 0; wrong < 5; wrong++) await browser().enter(locked.path, 'wrong')
  const opening = (await browser().enter(path, password)).cookies[0]!
  const restarted = await buildApp(at.parts, { logger: false, webFolder: '/nowhere' })
  await restarted.ready()
  const after = browser(restarted)
  expect((await after.enter(path, password)).statusCode).toBe(303)
  expect((await after.get(`${path}/file`)).rawPayload).toEqual(bytes)
  const headers = { cookie: `${opening.name}=${opening.value}` }
  expect((await restarted.inject({ url: `${path}/file`, headers })).statusCode).toBe(200)
  expect((await after.enter(locked.path, password)).statusCode).toBe(429)
  expect((await get(path)).statusCode).toBe(200)
  await restarted.close()
})

test('of 300 guesses only five are checked, even if one is right', async () => {
  const { path, link } = await share({ password })
  const guesses = Array.from({ length: 300 }, (_, index) => (index === 299 ? password : `guess ${index}`))
  const answers = await Promise.all(guesses.map((guess) => browser().enter(path, guess)))
  const count = (status: number) => answers.filter((each) => each.statusCode === status).length
  expect([count(403), count(429), count(303)]).toEqual([4, 296, 0])
  expect(answers.at(-1)!.body).toContain('This link is locked. Try again in 15 minutes.')
  expect(Number(answers.at(-1)!.headers['retry-after'])).toBe(900)
  const detail = (await lead.call('GET', `/api/exports/${row.id}`)).json<ExportDetail>()
  expect(detail.links.find((each) => each.id === link.id)!.state).toBe('locked')
  const over = new Date(Date.now() - 1000)
  await at.parts.database.db.update(shareLinks).set({ lockedUntil: over }).where(eq(shareLinks.id, link.id))
  expect((await browser().enter(path, password)).statusCode).toBe(303)
}, 30_000)

test('a link closes at once when it or its export is revoked, its case is deleted, or links are forbidden', async () => {
  const { db } = at.parts.database
  const ways: [string, (link: ShareLink) => Promise<unknown>][] = [
    ['link', (link) => lead.call('POST', `/api/exports/${row.id}/links/${link.id}/revoke`)],
    ['export', () => lead.call('POST', `/api/exports/${row.id}/revoke`, { reason: 'Sent to the wrong person' })],
    [
      'policy',
      () =>
        lead.call('PUT', '/api/export-policy', {
          passwordRequired: false,
          maxExpiryDays: 30,
          allowNever: false,
          allowLinks: false,
        }),
    ],
    [
      'anonymous jury',
      () => at.parts.database.pool.query(`update cases set confidentiality = 'anonymous_jury' where id = $1`, [caseId]),
    ],
    ['case', () => at.parts.database.pool.query('update cases set deleted_at = now() where id = $1', [caseId])],
  ]
  for (const [name, close] of ways) {
    const options = ExportOptions.parse({ redactNames: false })
    row = await buildExport(at.parts, lead.actor, { caseId, bytes, options })
    const { path, link } = await share()
    const visitor = browser()
    await visitor.get(path)
    expect([name, (await visitor.get(`${path}/file`)).statusCode]).toEqual([name, 200])
    await close(link)
    await expectGone(visitor, path)
    await at.parts.database.pool.query('delete from export_policies')
    await at.parts.database.pool.query(
      `update cases set deleted_at = null, confidentiality = 'standard' where id = $1`,
      [caseId],
    )
  }
  expect(await db.$count(shareLinks, eq(shareLinks.exportId, row.id))).toBe(1)
})

test('an unknown token gets the same response as an expired one', async () => {
  const { path, link } = await share()
  await at.parts.database.db.update(shareLinks).set({ revokedAt: new Date() }).where(eq(shareLinks.id, link.id))
  const [expired, unknown, nonsense] = [
    await browser().get(path),
    await browser().get(`/s/${'A'.repeat(43)}`),
    await browser().get('/s/..%2f..%2fetc'),
  ]
  for (const each of [unknown, nonsense]) expect([each.statusCode, each.body]).toEqual([410, expired.body])
  const names = (response: LightMyRequestResponse) => Object.keys(response.headers).toSorted()
  expect(names(unknown)).toEqual(names(expired))
})

test('allows the last download once, even in parallel', async () => {
  const { path } = await share({ maxDownloads: 2 })
  const visitors = Array.from({ length: 6 }, () => browser())
  for (const visitor of visitors) await visitor.get(path)
  const answers = await Promise.all(visitors.map((visitor) => visitor.get(`${path}/file`)))
  expect(answers.filter((each) => each.statusCode === 200)).toHaveLength(2)
  const inside = visitors[answers.findIndex((each) => each.statusCode === 200)]!
  expect((await inside.get(`${path}/file`, rangeHeader)).statusCode).toBe(206)
  expect((await visitors[answers.findIndex((each) => each.statusCode !== 200)]!.get(`${path}/file`)).body).toContain(
    'No downloads left',
  )
})

test('says no downloads are left before asking for a password; people who already downloaded can continue', async () => {
  const { path, link } = await share({ maxDownloads: 1, password })
  const first = browser()
  await first.enter(path, password)
  expect((await first.get(path)).body).toContain('Download</a>')
  await first.get(`${path}/file`)
  const again = await first.get(path)
  expect([again.statusCode, again.body]).toEqual([200, expect.stringContaining('you can download it again')])
  expect((await first.get(`${path}/file`)).statusCode).toBe(200)
  const late = browser()
  for (const page of [await late.get(path), await late.enter(path, password)]) {
    expect([page.statusCode, page.body]).toEqual([403, expect.stringContaining('No downloads left')])
    expect(page.body).not.toMatch(/<form|<a |SHA-256/)
  }
  const log = (await lead.call('GET', `/api/exports/${row.id}/links/${link.id}/accesses`)).json<ShareAccess[]>()
  expect(log.filter((each) => each.kind === 'refused_used_up')).toHaveLength(2)
})

test("privileged and unlinkable content can't be linked, and viewers and paralegals can't create links", async () => {
  row = await buildExport(at.parts, lead.actor, { caseId, neverLinked: true })
  const refused = await lead.call('POST', `/api/exports/${row.id}/links`, {})
  expect([refused.statusCode, refused.body]).toEqual([
    403,
    'This export may contain privileged work product. It can’t be shared by link.',
  ])
  row = await buildExport(at.parts, lead.actor, { caseId })
  const { path } = await share()
  await at.parts.database.db.update(exports).set({ neverLinked: true }).where(eq(exports.id, row.id))
  await expectGone(browser(), path)
})

test("rejects email codes if mail isn't configured", async () => {
  const refused = await lead.call('POST', `/api/exports/${row.id}/links`, {
    emailCode: true,
    recipients: ['a@firm.example'],
  })
  expect([refused.statusCode, refused.body]).toEqual([
    400,
    'This installation can’t send email. Protect the link with a password, and give the recipient the password by phone.',
  ])
})

test('logs who opened it, reports downloads, and stores no token or password', async () => {
  const { path, link, url } = await share({ password, label: 'Co-counsel' })
  const visitor = browser()
  await visitor.enter(path, 'wrong once')
  await visitor.enter(path, password)
  await visitor.get(`${path}/file`)
  const accesses = (await lead.call('GET', `/api/exports/${row.id}/links/${link.id}/accesses`)).json<ShareAccess[]>()
  expect(accesses.map((each) => each.kind)).toEqual(['downloaded', 'password_right', 'password_wrong'])
  const news = (await lead.call('GET', '/api/notifications')).json<{ title: string; message: string }[]>()
  expect(news.find((each) => each.message.includes('Co-counsel'))?.title).toBe('Export downloaded by link')
  const token = url.split('/').at(-1)!
  const { rows } = await at.parts.database.pool.query<{
    all: string
  }>(`select coalesce(string_agg(each::text, ' '), '') as all from (
    select to_jsonb(share_links) as each from share_links union all select to_jsonb(share_openings) from share_openings
    union all select to_jsonb(audit_events) from audit_events) as rows`)
  expect(rows[0]!.all).not.toContain(token)
  expect(rows[0]!.all).not.toContain('Quartz')
  expect(rows[0]!.all).toContain('$argon2id$')
})

test("the next upkeep destroys expired exports' files", async () => {
  await at.parts.database.db
    .update(exports)
    .set({ expiresAt: new Date(Date.now() - 1) })
    .where(eq(exports.id, row.id))
  expect(await purgeExports(at.parts)).toBe(1)
  expect(await at.parts.storage.size(row.fileKey!)).toBeNull()
})

async function expectGone(visitor: ReturnType<typeof browser>, path: string): Promise<void> {
  for (const response of [
    await visitor.get(path),
    await visitor.get(`${path}/file`),
    await visitor.get(`${path}/file`, rangeHeader),
    await visitor.enter(path, password),
  ]) {
    expect([response.statusCode, response.body]).toEqual([410, expect.stringContaining('This link has expired')])
  }
}

test.each([
  ['leaves the case', (path: string) => lead.call('DELETE', path), 'revoked'],
  ['can no longer share', (path: string) => lead.call('PATCH', path, { role: 'viewer' }), 'revoked'],
  [
    'reaches the end of their access',
    (_path: string, userId: string) =>
      at.parts.database.pool.query(
        `update case_members set expires_at = now() - interval '1 second' where user_id = $1`,
        [userId],
      ),
    'unavailable',
  ],
])('a link stops working when its creator %s', async (_what, change, state) => {
  const attorney = await at.person({ firmId: lead.actor.firmId, role: 'member' })
  const { userId } = attorney.actor
  await joinCase(at.parts.database.db, attorney.actor, caseId, 'attorney')
  const { link, path } = await share({}, attorney)
  const visitor = browser()
  expect((await visitor.get(path)).statusCode).toBe(200)
  await change(`/api/cases/${caseId}/members/${userId}`, userId)
  expect((await visitor.get(`${path}/file`)).statusCode).toBe(410)
  expect((await browser().get(path)).statusCode).toBe(410)
  const { links } = (await lead.call('GET', `/api/exports/${row.id}`)).json<ExportDetail>()
  expect(links.find(({ id }) => id === link.id)?.state).toBe(state)
})

test.each([
  ['requires passwords', { passwordRequired: true }],
  ['keeps links for fewer days', { maxExpiryDays: 1 }],
  ['forbids links', { allowLinks: false }],
])('a link is unavailable while the firm %s', async (_what, stricter) => {
  const { link, path } = await share({ password: undefined, expiresInHours: 72 })
  await at.parts.database.pool.query(`update share_links set created_at = now() - interval '2 days' where id = $1`, [
    link.id,
  ])
  const read = async () => {
    const { links } = (await lead.call('GET', `/api/exports/${row.id}`)).json<ExportDetail>()
    return [links.find(({ id }) => id === link.id)?.state, (await browser().get(path)).statusCode]
  }
  expect(await read()).toEqual(['open', 200])
  const policy = (await lead.call('GET', '/api/export-policy')).json<object>()
  expect((await lead.call('PUT', '/api/export-policy', { ...policy, ...stricter })).statusCode).toBe(200)
  expect(await read()).toEqual(['unavailable', 410])
  expect((await lead.call('PUT', '/api/export-policy', policy)).statusCode).toBe(200)
  expect(await read()).toEqual(['open', 200])
})

test('a deleted case keeps its exports as long as it can be restored', async () => {
  const { db } = at.parts.database
  const id = await buildCase(db, lead.actor)
  row = await buildExport(at.parts, lead.actor, { caseId: id })
  await at.parts.storage.put(row.fileKey!, bytes)
  const { path } = await share()
  const setDeleted = (deletedAt: Date | null) => db.update(cases).set({ deletedAt }).where(eq(cases.id, id))
  const read = async () => [(await browser().get(path)).statusCode, await at.parts.storage.size(row.fileKey!)]
  await setDeleted(new Date())
  await purgeExports(at.parts)
  expect(await read()).toEqual([410, bytes.length])
  await setDeleted(null)
  expect(await read()).toEqual([200, bytes.length])
  await setDeleted(new Date(Date.now() - 31 * 86_400_000))
  await purgeExports(at.parts)
  expect(await read()).toEqual([410, null])
})

test("a moved video's list of exports omits those of its earlier case", async () => {
  const { db } = at.parts.database
  const video = await buildVideo(at.parts, lead.actor, { caseId })
  await buildExport(at.parts, lead.actor, { caseId, videoId: video.id })
  const list = async () => (await lead.call('GET', `/api/videos/${video.id}/exports`)).json<ExportDetail[]>().length
  expect(await list()).toBe(1)
  for (const [to, length] of [
    [await buildCase(db, lead.actor), 0],
    [null, 0],
    [caseId, 1],
  ] as const) {
    expect((await lead.call('PATCH', `/api/videos/${video.id}`, { caseId: to })).statusCode).toBe(200)
    expect(await list()).toBe(length)
  }
})
