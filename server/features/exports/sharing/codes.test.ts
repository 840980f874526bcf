import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ShareAccess, ShareLink } from '#contract/exports/share.ts'
import { buildCase } from '#server/features/videos/videos.factory.ts'
import { type Person, testApp, type TestApp } from '#test/app.ts'
import { withWrongClock } from '#test/clock.ts'
import { buildExport } from '../exports.factory.ts'
import type { ExportRow } from '../core/exports.table.ts'

const password = 'Quartz-Lagoon-82!vexing'
const address = 'Counsel@other-firm.example'

let at: TestApp
let lead: Person
let caseId: string
let row: ExportRow
beforeAll(async () => {
  // Nothing listens on this port, so emails stay queued.
  at = await testApp({ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'venire@firm.example' })
  lead = await at.person()
  caseId = await buildCase(at.parts.database.db, lead.actor)
})
afterAll(() => at.close())
beforeEach(async () => {
  await at.parts.database.pool.query('delete from outgoing_letters')
  row = await buildExport(at.parts, lead.actor, { caseId })
})

async function share(given: object = {}): Promise<{ link: ShareLink; path: string }> {
  const input = { emailCode: true, recipients: [address], ...given }
  const response = await lead.call('POST', `/api/exports/${row.id}/links`, input)
  expect([response.statusCode, response.body]).toEqual([200, expect.any(String)])
  const made = response.json<{ link: ShareLink; url: string }>()
  return { link: made.link, path: new URL(made.url).pathname }
}
const post = (url: string, fields: Record<string, string>) =>
  at.app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  })
const letters = async () =>
  (
    await at.parts.database.pool.query<{ recipient: string; subject: string; body_text: string }>(
      'select * from outgoing_letters order by created_at, id',
    )
  ).rows
const createCode = async () => /\d{6}/.exec((await letters()).at(-1)!.body_text)![0]
const wrongOf = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

test('emails a six-digit code that works once', async () => {
  const { path, link } = await share()
  expect(link).toMatchObject({ hasEmailCode: true, hasPassword: false })
  const first = await at.app.inject({ url: path })
  expect(first.body).toContain('Email address')
  expect(first.body).not.toContain('Jurors')
  expect((await at.app.inject({ url: `${path}/file` })).statusCode).toBe(403)
  const asked = await post(path, { email: ' counsel@OTHER-firm.example ' })
  expect([asked.statusCode, asked.body]).toEqual([200, expect.stringContaining('Enter the code')])
  const code = await createCode()
  expect(await letters()).toMatchObject([{ recipient: address.toLowerCase(), subject: `Your code: ${code}` }])
  const opened = await post(path, { email: address, code: ` ${code.slice(0, 3)} ${code.slice(3)}` })
  expect([opened.statusCode, opened.headers.location]).toEqual([303, path])
  const cookie = `${opened.cookies[0]!.name}=${opened.cookies[0]!.value}`
  expect((await at.app.inject({ url: `${path}/file`, headers: { cookie } })).statusCode).toBe(200)
  expect((await post(path, { email: address, code })).statusCode).toBe(403)
  const accesses = (await lead.call('GET', `/api/exports/${row.id}/links/${link.id}/accesses`)).json<ShareAccess[]>()
  expect(accesses.map(({ kind, recipient }) => [kind, recipient])).toEqual([
    ['code_wrong', null],
    ['downloaded', null],
    ['code_right', address.toLowerCase()],
    ['code_sent', address.toLowerCase()],
  ])
  const { rows } = await at.parts.database.pool.query<{ all: string }>(
    `select string_agg(each::text, ' ') as all from (select to_jsonb(share_codes) as each from share_codes union all select to_jsonb(audit_events) from audit_events) as rows`,
  )
  expect(rows[0]!.all).not.toContain(code)
  expect(rows[0]!.all).toContain('$argon2id$')
})

test('gives an unlisted address the same response and sends nothing', async () => {
  const { path } = await share()
  const [listed, stranger] = [
    await post(path, { email: address }),
    await post(path, { email: 'a.b@elsewhere.example' }),
  ]
  expect(stranger.statusCode).toBe(listed.statusCode)
  expect(stranger.body.replaceAll('a.b@elsewhere.example', address.toLowerCase())).toBe(listed.body)
  expect(await letters()).toHaveLength(1)
  expect((await post(path, { email: 'a.b@elsewhere.example', code: await createCode() })).statusCode).toBe(403)
  expect((await post(path, { email: '"><script>' })).body).not.toContain('<script')
})

test('five wrong codes lock the link, even for the right code', async () => {
  const { path } = await share()
  await post(path, { email: address })
  const code = await createCode()
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => post(path, { email: address, code: wrongOf(code) })),
  )
  expect(answers.filter(({ statusCode }) => statusCode === 403)).toHaveLength(4)
  expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(16)
  await at.parts.database.pool.query('update share_links set locked_until = null, wrong_tries = 0')
  const late = await post(path, { email: address, code })
  expect([late.statusCode, late.body]).toEqual([403, expect.stringContaining('Wrong code')])
})

test('a code expires after ten minutes or with the next one; three emails per 15 minutes', async () => {
  const { path } = await share()
  await post(path, { email: address })
  const first = await createCode()
  await post(path, { email: address })
  expect((await post(path, { email: address, code: first })).statusCode).toBe(403)
  const second = await createCode()
  await at.parts.database.pool.query(`update share_codes set expires_at = now() - interval '1 second'`)
  expect((await post(path, { email: address, code: second })).statusCode).toBe(403)
  await Promise.all(Array.from({ length: 10 }, () => post(path, { email: address })))
  expect(await letters()).toHaveLength(3)
})

test('a server with a wrong clock sends codes that last ten minutes, and no more of them', async () => {
  const { path } = await share()
  const ask = () => post(path, { email: address })
  await withWrongClock(-20, ask)
  const opened = await post(path, { email: address, code: await createCode() })
  expect(opened.statusCode).toBe(303)
  const openings = await at.parts.database.pool.query<{ minutes: number }>(
    `select round(extract(epoch from expires_at - now()) / 60)::int as minutes from share_openings
      order by expires_at desc limit 1`,
  )
  expect(openings.rows).toEqual([{ minutes: 120 }])
  await ask()
  await ask()
  await withWrongClock(20, ask)
  expect(await letters()).toHaveLength(3)
})

test('requires both the password and the code if set', async () => {
  const { path } = await share({ password })
  await post(path, { email: address })
  const code = await createCode()
  expect((await post(path, { email: address, code, password: 'wrong' })).statusCode).toBe(403)
  expect((await post(path, { email: address, code: wrongOf(code), password })).statusCode).toBe(403)
  expect((await post(path, { email: address, code })).statusCode).toBe(400)
  expect((await post(path, { password })).statusCode).toBe(400)
  expect((await post(path, { email: address, code, password })).statusCode).toBe(303)
})

test('is rejected without recipients', async () => {
  const refused = await lead.call('POST', `/api/exports/${row.id}/links`, { emailCode: true })
  expect([refused.statusCode, refused.body]).toEqual([400, 'Add at least one recipient for the code.'])
})
