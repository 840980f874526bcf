import { zipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CaseImport } from '#contract/exports/archives.ts'
import { uploadPaths } from '#contract/videos/uploads.ts'
import { runImport } from '#server/features/exports/packs/archive/archive.service.ts'
import { buildCase, joinCase } from '#server/features/videos/videos.factory.ts'
import { type Person, testApp, type TestApp } from './app.ts'
import { buildFullCase } from './archive.case.ts'
import { forgeArchive } from './attack.ts'

let at: TestApp
beforeAll(async () => {
  at = await testApp({ QUOTA_GB: '0.00001' })
})
afterAll(() => at.close())

const atOnce = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_each, index) => work(index)))

const encode = (text: string) => Buffer.from(text).toString('base64')
const tus = { 'tus-resumable': '1.0.0', 'content-type': 'application/offset+octet-stream' }

function begin(person: Person, length: number | string, caseId?: string) {
  const metadata = `filename ${encode('a.mp4')}${caseId ? `,caseId ${encode(caseId)}` : ''}`
  const headers = { 'tus-resumable': '1.0.0', 'upload-length': String(length), 'upload-metadata': metadata }
  return at.app.inject({ method: 'POST', url: uploadPaths.resumable, headers: { ...headers, cookie: person.cookie } })
}
const append = (person: Person, url: string, offset: number | string, payload: string) =>
  at.app.inject({
    ...{ method: 'PATCH', url, payload },
    headers: { ...tus, 'upload-offset': String(offset), cookie: person.cookie },
  })
const countVideos = async (person: Person) => (await person.call('GET', '/api/videos')).json<object[]>().length

test('an upload takes only the bytes it declared, in order, from a person who may still add them', async () => {
  const owner = await at.person()
  const uploader = await at.person({ firmId: owner.actor.firmId, role: 'member' })
  const caseId = await buildCase(at.parts.database.db, owner.actor)
  await joinCase(at.parts.database.db, uploader.actor, caseId, 'consultant')
  const url = String((await begin(uploader, 8, caseId)).headers.location)
  for (const offset of ['-1', 'NaN', '1e1', '0x0', '', ' 0 0', '4', '9007199254740993', '99999999999999999999'])
    expect([offset, (await append(uploader, url, offset, 'evil')).statusCode >= 400]).toEqual([offset, true])
  expect((await append(uploader, url, 0, 'more than eight')).statusCode).toBe(413)
  const parallel = await atOnce(4, (index) => append(uploader, url, 0, String(index).repeat(4)))
  expect(parallel.filter(({ statusCode }) => statusCode === 204)).toHaveLength(1)
  await at.parts.database.pool.query(`update case_members set role = 'viewer' where user_id = $1`, [
    uploader.actor.userId,
  ])
  expect((await append(uploader, url, 4, 'last')).statusCode).toBe(403)
  expect((await append(uploader, url, 4, 'last')).statusCode).toBe(404)
  expect(await countVideos(owner)).toBe(0)

  const other = String((await begin(uploader, 4)).headers.location)
  await at.parts.database.pool.query(`update members set status = 'suspended' where user_id = $1`, [
    uploader.actor.userId,
  ])
  expect((await append(uploader, other, 0, 'last')).statusCode).toBe(401)
  const received = 'select from videos where uploaded_by = $1 and received_at is not null'
  expect((await at.parts.database.pool.query(received, [uploader.actor.userId])).rowCount).toBe(0)
})

test('parallel uploads never exceed the quota', async () => {
  const person = await at.person()
  const begun = await atOnce(8, () => begin(person, 4000))
  expect(begun.filter(({ statusCode }) => statusCode === 201)).toHaveLength(2)
  const second = await at.person()
  const form = (bytes: number) =>
    `--x\r\ncontent-disposition: form-data; name="videos"; filename="a.mp4"\r\n\r\n${'a'.repeat(bytes)}\r\n--x--\r\n`
  const sendForm = () => {
    const headers = { cookie: second.cookie, 'content-type': 'multipart/form-data; boundary=x' }
    return at.app.inject({ method: 'POST', url: uploadPaths.multipart, headers, payload: form(4000) })
  }
  expect((await atOnce(6, sendForm)).filter(({ statusCode }) => statusCode === 200).length).toBeLessThanOrEqual(2)
  const { rows } = await at.parts.database.pool.query<{ bytes: number }>(
    'select coalesce(sum(size_bytes), 0)::int as bytes from videos where firm_id = $1',
    [second.actor.firmId],
  )
  expect(rows[0]!.bytes).toBeLessThanOrEqual(10_000)
})

const parts = (...fields: string[]) => `${fields.map((each) => `--x\r\n${each}\r\n`).join('')}--x--\r\n`
const field = (name: string, value: string) => `content-disposition: form-data; name="${name}"\r\n\r\n${value}`
const file = (disposition: string) => `content-disposition: form-data; name="videos"; ${disposition}\r\n\r\nabc`

test('a form can’t place a file in a case of others or on a path of its own', async () => {
  const [person, victim] = [await at.person(), await at.person()]
  const caseId = await buildCase(at.parts.database.db, victim.actor)
  const sendForm = (payload: string) =>
    at.app.inject({
      ...{ method: 'POST', url: uploadPaths.multipart, payload },
      headers: { cookie: person.cookie, 'content-type': 'multipart/form-data; boundary=x' },
    })
  const plain = file('filename="a.mp4"')
  for (const form of [
    parts(field('caseId', caseId), plain),
    parts(field('caseId', ''), field('caseId', caseId), plain),
    parts(`content-disposition: form-data; name="caseId"; filename="x"\r\n\r\n${caseId}`),
    parts(field('caseId', `{"$ne":"${caseId}"}`), plain),
  ])
    expect((await sendForm(form)).statusCode).toBeGreaterThanOrEqual(400)
  await sendForm(parts(plain, field('caseId', caseId)))
  for (const name of ['filename="../../../etc/cron.d/a"', `filename*=utf-8''..%2F..%2F%0d%0aSet-Cookie:%20a=b`])
    await sendForm(parts(file(name)))
  expect(await countVideos(victim)).toBe(0)
  const { rows } = await at.parts.database.pool.query<{ id: string; case_id: string | null }>(
    'select id, case_id from videos where firm_id = $1',
    [person.actor.firmId],
  )
  expect(rows.map(({ case_id }) => case_id)).toEqual(rows.map(() => null))
  for (const { id } of rows) {
    const { headers } = await person.call('GET', `/api/videos/${id}/download`)
    expect(headers['set-cookie']).toBeUndefined()
    expect(String(headers['content-disposition'])).not.toMatch(/[\r\n/\\]|\.\.%2F/)
  }
})

test('a hostile archive imports nothing and fails in words, and others can’t see it', async () => {
  const [person, other] = [await at.person(), await at.person()]
  const colleague = await at.person({ firmId: person.actor.firmId })
  const { caseId } = await buildFullCase(at, person, colleague)
  const whole = await forgeArchive(at, caseId, async () => {})
  const renamed = (from: string, to: string, bytes: Uint8Array) =>
    Buffer.from(Buffer.from(bytes).toString('latin1').replaceAll(from, to), 'latin1')
  const empty = new Uint8Array()
  const large = Buffer.from(whole)
  // The uncompressed size in the central directory, 24 bytes into its first record.
  large.writeUInt32LE(0xfffffffe, large.indexOf('PK\x01\x02', 0, 'latin1') + 24)
  const cases: Record<string, Buffer> = {
    'a page before the zip': Buffer.concat([Buffer.from('<script>alert(1)</script>'), whole]),
    'a page after the zip': Buffer.concat([whole, Buffer.from('<script>alert(1)</script>')]),
    'one name twice': renamed(
      'manifest.text',
      'manifest.json',
      zipSync({ 'manifest.json': empty, 'manifest.text': empty }),
    ),
    'a huge size': large,
    'half of it': whole.subarray(0, whole.length / 2),
    'a record that climbs': renamed('records/jurors.jsonl', '../../../jurors.jsonl', whole),
    'a bomb of records': Buffer.from(zipSync({ 'records/jurors.jsonl': new Uint8Array(20_000_000) }, { level: 9 })),
  }
  const before = (await at.parts.database.pool.query('select count(*) from cases')).rows
  for (const [what, payload] of Object.entries(cases)) {
    const headers = { cookie: person.cookie, 'content-type': 'application/zip' }
    const sent = await at.app.inject({ method: 'POST', url: '/api/case-imports?caseNumber=F', headers, payload })
    expect([what, sent.statusCode]).toEqual([what, 200])
    const { id } = sent.json<CaseImport>()
    await runImport(at.parts, { id, attempt: 3, payload: { importId: id }, signal: AbortSignal.timeout(30_000) }).catch(
      () => {},
    )
    const { status, failure } = (await person.call('GET', `/api/case-imports/${id}`)).json<CaseImport>()
    expect([what, status, failure]).toEqual([
      what,
      'failed',
      expect.stringMatching(/^(?!This case doesn’t fit)[A-Z“].+\.$/s),
    ])
    for (const outsider of [other, colleague])
      for (const [method, path] of [
        ['GET', ''],
        ['POST', '/confirm'],
      ] as const) {
        const body = method === 'POST' ? { people: [] } : undefined
        expect((await outsider.call(method, `/api/case-imports/${id}${path}`, body)).statusCode).toBe(404)
      }
  }
  expect((await at.parts.database.pool.query('select count(*) from cases')).rows).toEqual(before)
})
