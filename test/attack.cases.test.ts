import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import type { ActivityEvent } from '#contract/cases/cases.ts'
import { buildSitting } from '#server/features/exports/exports.factory.ts'
import { exportSpecs, exportTypes, templateRules } from '#contract/exports/templates.ts'
import { inspectArchive } from '#server/features/exports/packs/archive/archive.import.ts'
import { archiveTables } from '#server/features/exports/packs/archive/archive.tables.ts'
import { openArchive } from '#server/features/exports/packs/archive/archive.rows.ts'
import { sealFiles } from '#server/features/exports/packs/sealed/seal.ts'
import { layoutZip } from '#server/features/exports/packs/sealed/zip.ts'
import { recordCheck, toOriginal } from '#server/features/videos/integrity.ts'
import { buildCase, buildVideo, joinCase } from '#server/features/videos/videos.factory.ts'
import { deleteVideosOfCase, hasVideos } from '#server/features/videos/videos.queries.ts'
import { videos } from '#server/features/videos/videos.table.ts'
import { newId } from '#server/platform/ids.ts'
import { buildFullCase } from './archive.case.ts'
import { type Person, testApp, type TestApp } from './app.ts'
import { beginUpload } from './tus.ts'

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

test('archiving a case during an upload doesn’t take the recording out of its wall', async () => {
  const { db, pool } = at.parts.database
  const caseId = await buildCase(db, lead.actor)
  await joinCase(db, paralegal.actor, caseId, 'paralegal')
  const { videoId, send } = await beginUpload(at, paralegal, caseId, recording.length)
  expect((await administrator.call('POST', `/api/cases/${caseId}/status`, { to: 'archived' })).statusCode).toBe(200)
  expect((await send(recording)).statusCode).toBe(204)

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
  const { id } = await buildVideo(at.parts, lead.actor, { caseId: from, filename: 'moved.mp4' })
  const listMoves = async (caseId: string) => {
    const events = (await lead.call('GET', `/api/cases/${caseId}/activity`)).json<ActivityEvent[]>()
    return events.filter(({ action }) => action === 'video.moved').map(({ entityId, details }) => [entityId, details])
  }
  await lead.call('PATCH', `/api/videos/${id}`, { caseId: to })
  for (const caseId of [from, to]) expect(await listMoves(caseId)).toEqual([[id, { filename: 'moved.mp4', from, to }]])
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
      /manifest\.seal\.json has a line over the length limit/,
    ],
    [
      'its signature',
      { 'manifest.json': '{}', 'manifest.seal.json': '{"blocks":[]}', 'manifest.sig.json': costly },
      /manifest\.sig\.json has a line over the length limit/,
    ],
    [
      'a line of its manifest',
      { 'manifest.json': `{"about":${costly}}`, 'manifest.seal.json': '{}' },
      /manifest\.json has a line over the length limit/,
    ],
    [
      'its manifest',
      { 'manifest.json': `{\n${`${costly.slice(0, mebibyte)}\n`.repeat(18)}`, 'manifest.seal.json': '{}' },
      /manifest\.json has too many values/,
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

  async function sealRecords(content: string, name = 'records/people.jsonl'): Promise<string> {
    const [path, out, folder] = [inFolder(newId()), inFolder(`${newId()}.zip`), inFolder(newId())]
    await mkdir(folder)
    await writeFile(path, content)
    const files = [{ path, name }]
    const about = { caseId: newId(), firmId: newId(), counts: {} }
    await sealFiles({ kind: 'case_archive', software: 'Venire', about, files, originals: [], folder, out }, () => {})
    return out
  }

  test('through a line or the number of its records', async () => {
    const { database, config } = at.parts
    const inspect = async (...content: Parameters<typeof sealRecords>) => {
      const order = { importId: newId(), path: await sealRecords(...content), caseNumber: null }
      const { firmId, userId: leadId } = lead.actor
      return inspectArchive({ db: database.db, config }, { ...order, firmId, leadId })
    }
    await expect(inspect(`{"id":${costly}}`)).rejects.toThrow(/a line over the length limit/)
    const people = Array.from({ length: 10_002 }, () =>
      JSON.stringify({ id: newId(), name: 'A', email: 'a@b.example' }),
    )
    await expect(inspect(people.join('\n'))).rejects.toThrow(/too many records/)
    const link = { kind: 'link', chain: newId(), seq: 1, hash: '0'.repeat(64) }
    const log = `${JSON.stringify(link)}\n${JSON.stringify({ ...link, seq: 2, more: [{}] })}`
    await expect(inspect(log, 'custody-log.jsonl')).rejects.toThrow(/line 2 of custody-log\.jsonl isn’t valid/)
  })

  test('through analyses that are read together', async () => {
    const row = `{"exchanges":[${'{},'.repeat(240_000)}{}]}`
    const readAll = async (count: number) => {
      await using open = await openArchive(await sealRecords(`${row}\n`.repeat(count), 'records/analyses.jsonl'))
      let read = 0
      for await (const _ of open.rows('analyses')) read++
      return read
    }
    expect(await readAll(20)).toBe(20)
    await expect(readAll(21)).rejects.toThrow(/its analyses are too large/)
  })
})

type Schema = {
  type?: string
  const?: unknown
  enum?: unknown[]
  format?: string
  anyOf?: Schema[]
  oneOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  minimum?: number
}
type Ids = Record<string, string>

const texts: Readonly<Record<string, string>> = { label: 'JUROR 12', from: 'JUROR 12', jurorNumber: '12' }

function toSample(schema: Schema, name: string, ids: Ids): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const [first] = schema.anyOf ?? schema.oneOf ?? []
  if (first) return toSample(first, name, ids)
  if (schema.format === 'uuid') return ids[name.replace(/Ids$/, 'Id')] ?? newId()
  if (schema.format === 'date') return '2026-11-21'
  if (schema.format === 'date-time') return '2026-11-21T10:00:00Z'
  if (schema.format === 'email') return 'a@firm.example'
  if (schema.type === 'string') return texts[name] ?? 'a good reason'
  if (schema.type === 'integer' || schema.type === 'number') return Math.max(1, schema.minimum ?? 1)
  if (schema.type === 'boolean') return true
  if (schema.type === 'array') return schema.items ? [toSample(schema.items, name, ids)] : []
  if (schema.type !== 'object') return null
  const fields = Object.entries(schema.properties ?? {})
  return Object.fromEntries(fields.map(([field, each]) => [field, toSample(each, field, ids)]))
}

/** For inputs whose fields must fit each other. */
const fitting: Record<string, object> = {
  'POST /api/cases/:caseId/status': { to: 'active' },
  'PATCH /api/cases/:caseId': { version: 1, judge: 'Judge 4' },
  'POST /api/cases/:caseId/sessions': { type: 'jury_voir_dire', date: null },
  'PATCH /api/sessions/:sessionId': { version: 1, notes: 'x' },
  'POST /api/videos/:videoId/annotations': { startTime: 1, endTime: 2, isAiGenerated: false },
  'PUT /api/videos/:videoId/annotations/:id': { startTime: 1, endTime: 2, isAiGenerated: false },
  'PUT /api/sessions/:sessionId/speakers': { assignment: { role: 'judge', jurorId: null } },
  'PUT /api/videos/:videoId/voices/people': { person: { role: 'juror', jurorNumber: '12' } },
  'POST /api/videos/:videoId/voices/merge': { into: 'JUROR 13' },
  'POST /api/sessions/:sessionId/highlights': { start: 1, end: 2, type: 'manual' },
  'PATCH /api/highlights/:highlightId': { start: 1, end: 2 },
  'POST /api/exports/:exportId/rerun': { expiresInHours: 1 },
  'PUT /api/sessions/:sessionId/motion-quotes': { quoteId: 'ab'.repeat(32) },
  'POST /api/exports/:exportId/links': { expiresInHours: 1 },
  'PUT /api/videos/:videoId/transcript': { name: 'day.txt', text: 'Q. Was it so?' },
}
const whole = new Set([
  'PATCH /api/cases/:caseId',
  'POST /api/cases/:caseId/sessions',
  'PATCH /api/sessions/:sessionId',
])
for (const name of ['POST /api/exports/:exportId/rerun', 'POST /api/exports/:exportId/links']) whole.add(name)
whole.add('PUT /api/videos/:videoId/transcript')

const nameEndpoint = ({ method, path }: Pick<Endpoint, 'method' | 'path'>) => `${method} ${path}`

function buildBody(endpoint: Endpoint, ids: Ids): object {
  const name = nameEndpoint(endpoint)
  const schema = z.toJSONSchema(endpoint.input, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as Schema
  const body = whole.has(name) ? fitting[name]! : { ...(toSample(schema, '', ids) as object), ...fitting[name] }
  expect([name, endpoint.input.safeParse(body).error?.issues]).toEqual([name, undefined])
  return body
}

describe('nobody reaches a case from outside', () => {
  let outsider: Person
  let theirs: Ids
  let own: Ids
  let endpoints: Endpoint[]
  beforeAll(async () => {
    const { firmId } = lead.actor
    outsider = await at.person({ firmId, role: 'member' })
    const member = () => at.person({ firmId, role: 'member' })
    theirs = await buildWorld(lead, await member())
    own = await buildWorld(outsider, await member())
    const ofCases =
      /^\/api\/(cases|sessions|jurors|videos|highlights|strikes|excusals|selection-steps|live-notes|exports|case-imports|notifications)\/.*:/
    endpoints = at.app.mounted.filter(({ path }) => ofCases.test(`${path}/`))
    expect(endpoints.length).toBeGreaterThan(140)
  })

  async function buildWorld(person: Person, other: Person): Promise<Ids> {
    const { pool } = at.parts.database
    const made = await buildFullCase(at, person, other)
    await pool.query(`update cases set case_number = id::text, court = 'Hidden Court' where id = $1`, [made.caseId])
    const { rows } = await pool.query<Ids>(
      `select (select id from highlights where session_id = $2) as "highlightId", strikes.id as "strikeId",
        (select id from strike_evidence where strike_id = strikes.id) as "evidenceId",
        (select id from excusals where case_id = $1) as "excusalId",
        (select id from selection_steps where case_id = $1) as "stepId",
        (select id from live_notes where session_id = $2) as "liveNoteId",
        (select id from annotations where video_id = $3) as "annotations",
        (select id from corrections where video_id = $3) as "corrections",
        (select id from findings where video_id = $3 limit 1) as "findingId"
       from strikes where case_id = $1 and state = 'draft'`,
      [made.caseId, made.sessionId, made.videoId],
    )
    const [linkId, importId, notificationId] = [newId(), newId(), newId()]
    await pool.query(
      `insert into share_links (id, export_id, token_hash, expires_at, created_by) values ($1, $2, gen_random_uuid()::text, now() + interval '1 day', $3)`,
      [linkId, made.exportId, person.actor.userId],
    )
    await pool.query(`insert into case_imports (id, firm_id, status, created_by) values ($1, $2, 'failed', $3)`, [
      importId,
      person.actor.firmId,
      person.actor.userId,
    ])
    await pool.query(
      `insert into notifications (id, user_id, firm_id, case_id, topic, type, category, title) values ($1, $2, $3, $4, 't', 'info', 'case', 'Hidden news')`,
      [notificationId, person.actor.userId, person.actor.firmId, made.caseId],
    )
    const ids = { ...made, ...rows[0]!, linkId, importId, userId: other.actor.userId, notifications: notificationId }
    for (const [name, id] of Object.entries(ids)) expect([name, id]).toEqual([name, expect.any(String)])
    return ids
  }

  const fill = (path: string, ids: Ids) =>
    path.replaceAll(/\/([\w-]+)\/:(\w+)/g, (_match, noun: string, name: string) => {
      return `/${noun}/${name === 'field' ? 'occupation' : (ids[name === 'id' ? noun : name] ?? newId())}`
    })
  const send = (person: Person, endpoint: Endpoint, ids: Ids, content: Ids = ids) =>
    endpoint.method === 'GET'
      ? person.call('GET', fill(endpoint.path, ids))
      : person.call(endpoint.method, fill(endpoint.path, ids), buildBody(endpoint, content))

  /** Every row of the case, and of the tables that its archive leaves out. */
  async function hashCase({ caseId }: Ids): Promise<Record<string, string>> {
    const ofExport = `export_id in (select id from exports where case_id = $1)`
    const tables = [
      ...archiveTables.map(({ name, where }) => [name, where]),
      ['restricted_records', 'case_id = $1'],
      ['restricted_records_open', 'case_id = $1'],
      ['case_opinions', 'case_id = $1'],
      ['notifications', 'case_id = $1'],
      ['share_links', ofExport],
    ]
    const hashes: Record<string, string> = {}
    for (const [name, where] of tables) {
      const { rows } = await at.parts.database.pool.query<{ hash: string }>(
        `select md5(coalesce(string_agg(t::text, ' ' order by t::text), '')) as hash from ${name} t where ${where}`,
        [caseId],
      )
      hashes[name!] = rows[0]!.hash
    }
    return hashes
  }

  const hidden =
    /Marchetti|Quill|RATIONALE|WORKPRODUCT|RESTRICTEDVALUE|I know the officer|shook her head|ask again|wary|exam week|A note|day-1|Hidden/

  const isAmong = (text: string, ids: Ids): boolean => Object.values(ids).some((id) => text.includes(id))

  type Outsider = 'a colleague' | 'an administrator' | 'a former member' | 'a member until now' | 'another firm'
  const outsiders: Record<Outsider, () => Promise<Person>> = {
    'a colleague': async () => outsider,
    'an administrator': async () => administrator,
    'a former member': async () => {
      const former = await at.person({ firmId: lead.actor.firmId, role: 'member' })
      await joinCase(at.parts.database.db, former.actor, theirs.caseId!, 'lead')
      const left = await lead.call('DELETE', `/api/cases/${theirs.caseId}/members/${former.actor.userId}`)
      expect(left.statusCode).toBe(200)
      return former
    },
    'a member until now': async () => {
      const guest = await at.person({ firmId: lead.actor.firmId, role: 'member' })
      await at.parts.database.pool.query(
        `insert into case_members (case_id, user_id, role, expires_at) values ($1, $2, 'attorney', now())`,
        [theirs.caseId, guest.actor.userId],
      )
      return guest
    },
    'another firm': () => at.person(),
  }
  /** What administrators may do without seeing the case. */
  const forAdministrators = new Set([
    'GET /api/cases/:caseId',
    'POST /api/cases/:caseId/status',
    'POST /api/cases/:caseId/restore',
    'DELETE /api/cases/:caseId',
    'POST /api/cases/:caseId/break-glass',
  ])

  test.each(Object.keys(outsiders) as Outsider[])(
    '%s can’t read or change anything, or tell it from nothing',
    async (who) => {
      const person = await outsiders[who]()
      const before = await hashCase(theirs)
      for (const endpoint of endpoints) {
        const name = nameEndpoint(endpoint)
        if (who === 'an administrator' && forAdministrators.has(name)) continue
        const [found, missing] = [await send(person, endpoint, theirs), await send(person, endpoint, {})]
        const isRefused = endpoint.needs === 'administrator' && person.actor.role !== 'administrator'
        expect([name, found.statusCode]).toEqual([name, isRefused ? 403 : 404])
        expect([name, found.body]).toEqual([name, missing.body])
      }
      const files = ['stream', 'download', 'poster', 'sprite', 'waveform', 'captions'].map(
        (kind) => `/api/videos/${theirs.videoId}/${kind}`,
      )
      const csv = `/api/sessions/${theirs.sessionId}/question-balance.csv`
      for (const url of [...files, csv, `/api/exports/${theirs.exportId}/file`])
        expect([url, (await person.call('GET', url)).statusCode]).toEqual([url, 404])
      expect(await hashCase(theirs)).toEqual(before)

      const lists = [
        '/api/videos',
        '/api/overview/work',
        '/api/strike-approvals',
        '/api/notifications',
        '/api/profile/data',
      ]
      const words = [
        'officer',
        'Marchetti',
        'RATIONALE',
        'juror:12',
        'type:key_statement',
        'day',
        'Hidden',
        'note',
        'jurors',
      ]
      const cases = ['mine', 'led', ...(person.actor.role === 'administrator' ? ['firm', 'deleted'] : [])]
      const urls = [
        ...lists,
        ...words.map((word) => `/api/search?q=${word}`),
        ...cases.map((scope) => `/api/cases?scope=${scope}&q=Hidden`),
        `/api/videos?caseId=${theirs.caseId}`,
        `/api/videos?joins=${theirs.caseId}`,
      ]
      for (const url of urls) {
        const { statusCode, body, headers } = await person.call('GET', url)
        expect([url, statusCode]).toEqual([url, 200])
        const leaked = Object.values(theirs).filter((id) => `${body}${JSON.stringify(headers)}`.includes(id))
        expect([url, leaked]).toEqual([url, []])
        const shown = person === outsider ? undefined : hidden.exec(body)?.[0]
        expect([url, shown]).toEqual([url, undefined])
      }
    },
  )

  test('no one can mix the IDs of two cases', async () => {
    const before = await hashCase(theirs)
    const mixes: Ids[] = []
    for (const endpoint of endpoints) {
      const name = nameEndpoint(endpoint)
      if (name === 'DELETE /api/cases/:caseId') continue
      const params = [...endpoint.path.matchAll(/([\w-]+)\/:(\w+)/g)].map(([, noun, param]) =>
        param === 'id' ? noun! : param!,
      )
      for (const param of params.slice(1).filter((each) => each !== 'field' && each !== 'userId')) {
        const mixed = await send(outsider, endpoint, { ...own, [param]: theirs[param]! })
        expect([name, param, mixed.statusCode]).toEqual([name, param, 404])
        mixes.push({ name, param })
      }
      const given = endpoint.method === 'GET' ? '' : JSON.stringify(buildBody(endpoint, theirs))
      if (!isAmong(given, theirs)) continue
      const { statusCode, body } = await send(outsider, endpoint, own, theirs)
      const isKept = statusCode >= 400 && statusCode < 500
      expect([name, isKept || !isAmong(body, theirs)]).toEqual([name, true])
      mixes.push({ name })
    }
    for (const type of exportTypes)
      for (const template of exportSpecs[type].templates)
        for (const kind of templateRules[template].scopes) {
          const scope = { kind, id: theirs[`${kind}Id`] }
          const filters = { highlightIds: [theirs.highlightId] }
          const plan = { type, template, scope, filters, expiresInHours: 1 }
          const { statusCode } = await outsider.call('POST', '/api/exports', plan)
          expect([type, template, kind, statusCode]).toEqual([type, template, kind, 404])
        }
    expect(mixes.length).toBeGreaterThan(24)
    expect(await hashCase(theirs)).toEqual(before)
  })

  type Reader = 'a viewer' | 'an administrator who broke the glass'
  const readers: Record<Reader, () => Promise<Person>> = {
    'a viewer': async () => {
      const viewer = await at.person({ firmId: lead.actor.firmId, role: 'member' })
      await joinCase(at.parts.database.db, viewer.actor, theirs.caseId!, 'viewer')
      return viewer
    },
    'an administrator who broke the glass': async () => {
      const reason = { reason: 'The lead is away' }
      const opened = await administrator.call('POST', `/api/cases/${theirs.caseId}/break-glass`, reason)
      expect(opened.statusCode).toBe(200)
      return administrator
    },
  }
  test.each(Object.keys(readers) as Reader[])('%s can’t write', async (who) => {
    const person = await readers[who]()
    const decide = 'POST /api/videos/:videoId/integrity-decision'
    const may =
      who === 'a viewer'
        ? new Set(['POST /api/highlights/:highlightId/comments'])
        : new Set([...forAdministrators, decide])
    const before = await hashCase(theirs)
    for (const endpoint of endpoints) {
      const name = nameEndpoint(endpoint)
      if (endpoint.method === 'GET' || may.has(name)) continue
      const { statusCode } = await send(person, endpoint, theirs, { ...theirs, caseId: newId() })
      expect([name, statusCode]).toEqual([name, expect.toBeOneOf([403, 404])])
    }
    expect(await hashCase(theirs)).toEqual(before)
    for (const endpoint of endpoints.filter(({ method }) => method === 'GET')) {
      const { body } = await send(person, endpoint, theirs)
      expect([endpoint.path, /RATIONALE|WORKPRODUCT|RESTRICTEDVALUE|shook her head|wary/.exec(body)?.[0]]).toEqual([
        endpoint.path,
        undefined,
      ])
    }
  })
})
