import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { ActivityEvent } from '#contract/cases/cases.ts'
import { buildSitting } from '#server/features/exports/exports.factory.ts'
import { inspectArchive } from '#server/features/exports/packs/archive/archive.import.ts'
import { openArchive } from '#server/features/exports/packs/archive/archive.rows.ts'
import { sealFiles } from '#server/features/exports/packs/sealed/seal.ts'
import { layoutZip } from '#server/features/exports/packs/sealed/zip.ts'
import { recordCheck, toOriginal } from '#server/features/videos/integrity.ts'
import { buildCase, buildVideo, joinCase } from '#server/features/videos/videos.factory.ts'
import { deleteVideosOfCase, hasVideos } from '#server/features/videos/videos.queries.ts'
import { videos } from '#server/features/videos/videos.table.ts'
import { newId } from '#server/platform/ids.ts'
import { type Person, testApp, type TestApp } from './app.ts'

let at: TestApp
let lead: Person
let paralegal: Person
let administrator: Person
beforeAll(async () => {
  at = await testApp()
  lead = await at.person({ role: 'member' })
  const { firmId } = lead.actor
  paralegal = await at.person({ firmId, role: 'member', profession: 'paralegal' })
  administrator = await at.person({ firmId })
})
afterAll(() => at.close())

const recording = Buffer.from('a recording behind the wall')

async function beginUpload(caseId: string): Promise<{ videoId: string; finish(): Promise<number> }> {
  const encode = (text: string) => Buffer.from(text).toString('base64')
  const headers = { cookie: paralegal.cookie, 'tus-resumable': '1.0.0' }
  const begun = await at.app.inject({
    method: 'POST',
    url: '/api/uploads',
    headers: {
      ...headers,
      'upload-length': String(recording.length),
      'upload-metadata': `filename ${encode('day 1.mp4')},caseId ${encode(caseId)}`,
    },
  })
  const finish = async () => {
    const type = { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }
    const url = begun.headers.location!
    return (await at.app.inject({ method: 'PATCH', url, headers: { ...headers, ...type }, payload: recording }))
      .statusCode
  }
  return { videoId: String(begun.headers['x-video-id']), finish }
}

test('archiving a case during an upload doesn’t take the recording out of its wall', async () => {
  const { db, pool } = at.parts.database
  const caseId = await buildCase(db, lead.actor)
  await joinCase(db, paralegal.actor, caseId, 'paralegal')
  const { videoId, finish } = await beginUpload(caseId)
  expect((await administrator.call('POST', `/api/cases/${caseId}/status`, { to: 'archived' })).statusCode).toBe(200)
  expect(await finish()).toBe(204)

  for (const path of ['', '/download', '/stream', '/transcript', '/player'])
    expect((await administrator.call('GET', `/api/videos/${videoId}${path}`)).statusCode).toBe(404)
  expect((await administrator.call('DELETE', `/api/videos/${videoId}`)).statusCode).toBe(404)
  expect((await administrator.call('GET', '/api/videos')).json()).toEqual([])
  expect((await administrator.call('GET', '/api/search?q=day')).json()).toEqual([])
  expect((await paralegal.call('GET', `/api/videos/${videoId}/download`)).rawPayload).toEqual(recording)

  const [video] = await db.select().from(videos)
  await recordCheck(db, toOriginal(video!), null)
  const news = (await administrator.call('GET', '/api/notifications')).json<{ message: string; actionUrl: string }[]>()
  expect(news).toMatchObject([{ actionUrl: `/cases/${caseId}` }])
  expect(JSON.stringify(news)).not.toMatch(/day 1/)

  await administrator.call('POST', `/api/cases/${caseId}/restore`)
  expect((await paralegal.call('PATCH', `/api/videos/${videoId}`, { caseId })).statusCode).toBe(200)
  expect((await lead.call('PATCH', `/api/videos/${videoId}`, { caseId: null })).statusCode).toBe(200)
  // The lead took it out of the case on purpose.
  expect((await administrator.call('GET', `/api/videos/${videoId}`)).statusCode).toBe(200)

  await pool.query('update videos set kept_out_of = $2 where id = $1', [videoId, caseId])
  expect(await hasVideos(db, caseId)).toBe(true)
  await deleteVideosOfCase(db, caseId, new Date())
  expect((await paralegal.call('GET', `/api/videos/${videoId}`)).statusCode).toBe(404)
})

test('evidence shows nothing of the case that its video moved to', async () => {
  const { db, pool } = at.parts.database
  const { caseId, sessionId, videoId, jurorId } = await buildSitting(at.parts, lead.actor)
  await joinCase(db, paralegal.actor, caseId, 'paralegal')
  await pool.query(
    `update cases set status = 'active', selection_method = 'struck_panel', our_side = 'defense' where id = $1`,
    [caseId],
  )
  const evidence = [{ source: 'video', videoId, start: 4, end: 7 }]
  const strike = { eventId: newId(), jurorId, kind: 'cause', madeBy: 'us', evidence }
  const { id } = (await paralegal.call('POST', `/api/sessions/${sessionId}/strikes`, strike)).json<{ id: string }>()
  const request = { eventId: newId(), jurorId, reason: 'Childcare', evidence }
  const asked = await paralegal.call('POST', `/api/sessions/${sessionId}/excusals`, request)
  expect(asked.statusCode).toBe(200)

  const otherCase = await buildCase(db, lead.actor)
  expect((await lead.call('DELETE', `/api/sessions/${sessionId}/videos/${videoId}`)).statusCode).toBe(200)
  expect((await lead.call('PATCH', `/api/videos/${videoId}`, { caseId: otherCase })).statusCode).toBe(200)
  const { version } = (await lead.call('GET', `/api/videos/${videoId}/voices/people`)).json<{ version: number }>()
  const person = { role: 'juror', jurorNumber: '77' }
  const named = { version, label: 'JUROR 12', turns: [], person }
  expect((await lead.call('PUT', `/api/videos/${videoId}/voices/people`, named)).statusCode).toBe(200)
  const correction = { turn: 1, from: 0, to: 0, newText: 'We', replaces: [] }
  expect((await lead.call('POST', `/api/videos/${videoId}/corrections`, correction)).statusCode).toBe(200)

  for (const path of [`/strikes/${id}`, `/sessions/${sessionId}/strikes`, `/sessions/${sessionId}/excusals`]) {
    const { body } = await paralegal.call('GET', `/api${path}`)
    expect(body).toMatch(/"speaker":"JUROR 12"[^}]*"textChanged":false,"textChangedAt":null,"playable":false/)
    expect(body).not.toMatch(/Juror 77/)
  }
})

test('a moved video is on record in both cases', async () => {
  const { db } = at.parts.database
  const [from, to] = [await buildCase(db, lead.actor), await buildCase(db, lead.actor)]
  const { id } = await buildVideo(at.parts, lead.actor, { caseId: from })
  const listMoves = async (caseId: string) => {
    const events = (await lead.call('GET', `/api/cases/${caseId}/activity`)).json<ActivityEvent[]>()
    return events.filter(({ action }) => action === 'video.moved').map(({ entityId, details }) => [entityId, details])
  }
  await lead.call('PATCH', `/api/videos/${id}`, { caseId: to })
  for (const caseId of [from, to]) expect(await listMoves(caseId)).toEqual([[id, { filename: 'day-1.mp4', from, to }]])
  await lead.call('PATCH', `/api/videos/${id}`, { caseId: null })
  expect(await listMoves(from)).toHaveLength(1)
  expect((await listMoves(to))[0]).toMatchObject([id, { from: to, to: null }])
})

describe('an archive can’t make the server run out of memory', () => {
  const mebibyte = 1_048_576
  /** Parsed, it takes 20 times as much memory as its text. */
  const costly = `[${'{},'.repeat(6 * mebibyte)}{}]`
  const inFolder = (name: string): string => join(at.parts.config.DATA_DIR, name)

  async function writeArchive(given: Record<string, string>): Promise<string> {
    const path = inFolder(`${newId()}.zip`)
    const files = Object.entries(given).map(([name, text]) => [name, Buffer.from(text)] as const)
    const { heads, tail } = layoutZip(files.map(([name, text]) => ({ name, size: text.length, crc32: crc32(text) })))
    await writeFile(path, Buffer.concat([...files.flatMap(([, text], index) => [heads[index]!, text]), tail]))
    return path
  }

  const attacks: readonly [name: string, files: Record<string, string>, fault: RegExp][] = [
    [
      'its seal',
      { 'manifest.json': '{}', 'manifest.seal.json': costly },
      /manifest\.seal\.json exceeds the size limit/,
    ],
    [
      'its signature',
      { 'manifest.json': '{}', 'manifest.seal.json': '{"blocks":[]}', 'manifest.sig.json': costly },
      /manifest\.sig\.json exceeds the size limit/,
    ],
    [
      'a line of its manifest',
      { 'manifest.json': `{"about":${costly}}`, 'manifest.seal.json': '{}' },
      /cannot be read/,
    ],
    [
      'its manifest',
      { 'manifest.json': `{\n${`${costly.slice(0, mebibyte)}\n`.repeat(18)}`, 'manifest.seal.json': '{}' },
      /cannot be read/,
    ],
  ]
  test.each(attacks)('through %s', async (_name, files, fault) => {
    const path = await writeArchive(files)
    const parse = vi.spyOn(JSON, 'parse')
    await expect(openArchive(path)).rejects.toThrow(fault)
    const longest = Math.max(0, ...parse.mock.calls.map(([text]) => text.length))
    parse.mockRestore()
    expect(longest).toBeLessThan(17 * mebibyte)
  })

  async function sealRecords(people: string): Promise<string> {
    const [path, out, folder] = [inFolder(newId()), inFolder(`${newId()}.zip`), inFolder(newId())]
    await mkdir(folder)
    await writeFile(path, people)
    const files = [{ path, name: 'records/people.jsonl' }]
    const about = { caseId: newId(), firmId: newId(), counts: {} }
    await sealFiles({ kind: 'case_archive', software: 'Venire', about, files, originals: [], folder, out }, () => {})
    return out
  }

  test('through a line or the number of its records', async () => {
    const { database, config } = at.parts
    const inspect = async (people: string) => {
      const order = { importId: newId(), path: await sealRecords(people), caseNumber: null }
      const { firmId, userId: leadId } = lead.actor
      return inspectArchive({ db: database.db, config }, { ...order, firmId, leadId })
    }
    await expect(inspect(`{"id":${costly}}`)).rejects.toThrow(/a line over the length limit/)
    const people = Array.from({ length: 10_002 }, () =>
      JSON.stringify({ id: newId(), name: 'A', email: 'a@b.example' }),
    )
    await expect(inspect(people.join('\n'))).rejects.toThrow(/too many records/)
  })
})
