import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Juror } from '#contract/jurors/jurors.ts'
import type { Session } from '#contract/sessions/sessions.ts'
import { buildAnalysis } from '#server/features/analysis/analysis.factory.ts'
import { buildExport } from '#server/features/exports/exports.factory.ts'
import { buildCase, buildVideo } from '#server/features/videos/videos.factory.ts'
import { newId } from '#server/platform/ids.ts'
import { type Person, testApp, type TestApp } from './app.ts'

let at: TestApp
let person: Person
let ids: Record<string, string>
beforeAll(async () => {
  at = await testApp()
  person = await at.person({ isOperator: true })
  const { db } = at.parts.database
  const video = await buildVideo(at.parts, person.actor, { durationMs: 60_000 })
  await buildAnalysis(db, video.id)
  const caseId = await buildCase(db, person.actor)
  const plan = { type: 'jury_voir_dire', date: null }
  const session = (await person.call('POST', `/api/cases/${caseId}/sessions`, plan)).json<Session>()
  const juror = (await person.call('POST', `/api/cases/${caseId}/jurors`, { jurorNumber: '12' })).json<Juror>()
  const made = await buildExport(at.parts, person.actor, { caseId })
  ids = { videoId: video.id, caseId, sessionId: session.id, jurorId: juror.id, exportId: made.id, field: 'occupation' }
})
afterAll(() => at.close())

type Schema = {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  format?: string
  anyOf?: Schema[]
  oneOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  maximum?: number
  maxLength?: number
}

function toSample(schema: Schema, text: string, number: number, depth = 0): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const [first] = schema.anyOf ?? schema.oneOf ?? []
  if (first) return toSample(first, text, number, depth)
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  if (type === 'string') {
    if (schema.format === 'uuid') return newId()
    if (schema.format === 'date') return '2026-11-21'
    if (schema.format === 'date-time') return '2026-11-21T10:00:00Z'
    if (schema.format === 'email') return 'a@firm.example'
    return text.slice(0, schema.maxLength ?? text.length)
  }
  if (type === 'integer' || type === 'number') return Math.min(number, schema.maximum ?? number)
  if (type === 'boolean') return true
  if (type === 'array') return schema.items && depth < 4 ? [toSample(schema.items, text, number, depth + 1)] : []
  if (type === 'object')
    return Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([name, each]) => [name, toSample(each, text, number, depth + 1)]),
    )
  return null
}

const inputSchema = (endpoint: Endpoint) =>
  z.toJSONSchema(endpoint.input, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as Schema

const nested = `${'['.repeat(400_000)}${']'.repeat(400_000)}`

function hostileBodies(endpoint: Endpoint): string[] {
  const schema = inputSchema(endpoint)
  const fields = Object.keys(schema.properties ?? {})
  const every = (value: unknown) => JSON.stringify(Object.fromEntries(fields.map((name) => [name, value])))
  return [
    ...['a\0b', '\ud800', '\u202e%s\u0000', 'x'.repeat(60_000)].map((text) =>
      JSON.stringify(toSample(schema, text, 1)),
    ),
    ...[Number.MAX_SAFE_INTEGER, 1e300, -1, 2 ** 31, 0.5].map((number) =>
      JSON.stringify(toSample(schema, 'a', number)),
    ),
    ...[null, 7, [], {}, 'a\0', [[[]]], { a: { b: 1 } }].map(every),
    '{"__proto__":{"isOperator":true}}',
    'null',
    nested,
  ]
}

const hostileIds = ['%00', 'x'.repeat(4000), '..%2f..%2fetc', "'%20or%201=1--", '%F0%9F%92%A9', '-1', 'null']
const hostileQueries = [
  'limit=1e999',
  'cursor=%00',
  'q=%00%ED%A0%80',
  'q[]=1&q[]=2',
  'limit=-1',
  `q=${'y'.repeat(5000)}`,
]

type Answer = { statusCode: number; body: string; headers: Record<string, string | string[] | number | undefined> }

function findFault(what: string, { statusCode, body, headers }: Answer): string[] {
  const isPlain = /^text\/(?:plain|html)/.test(String(headers['content-type'] ?? 'text/plain'))
  const isDeveloperTalk = /\{"|at \w+ \(|Error:|FST_|Fastify|syntax/.test(body)
  const isFault = statusCode >= 500 || (statusCode >= 400 && (!isPlain || isDeveloperTalk))
  return isFault ? [`${what.slice(0, 120)}: ${statusCode} ${body.slice(0, 200)}`] : []
}

const fill = (path: string, id?: string) =>
  path.replace(/:(\w+)/g, (_match, name: string) => id ?? ids[name] ?? newId()).replace('*', id ?? 'x')

test('every endpoint handles or rejects hostile bodies', { timeout: 240_000 }, async () => {
  const faults: string[] = []
  const skipped = /sign-out|\/api\/(?:team\/:userId|cases\/:caseId)$/
  for (const endpoint of at.app.mounted.filter((each) => each.method !== 'GET' && !skipped.test(each.path))) {
    const name = `${endpoint.method} ${endpoint.path}`
    for (const [index, payload] of hostileBodies(endpoint).entries()) {
      const response = await at.app.inject({
        method: endpoint.method,
        url: fill(endpoint.path),
        headers: { cookie: person.cookie, 'content-type': 'application/json' },
        payload,
      })
      faults.push(...findFault(`${name} body ${index}`, response))
    }
  }
  expect(faults).toEqual([])
})

test('every route handles or rejects hostile IDs, queries, and cookies', { timeout: 240_000 }, async () => {
  const faults: string[] = []
  for (const way of at.app.waysIn.filter((each) => !each.startsWith('HEAD') && !each.startsWith('OPTIONS'))) {
    const [method = '', path = ''] = way.split(' ')
    if (path === '/api/live') continue
    const ask = (url: string, headers: Record<string, string> = {}) =>
      at.app.inject({ method: method as 'GET', url, headers: { cookie: person.cookie, ...headers } })
    if (path.includes(':'))
      for (const id of hostileIds) faults.push(...findFault(`${way} ${id}`, await ask(fill(path, id))))
    if (method !== 'GET') continue
    for (const query of hostileQueries)
      faults.push(...findFault(`${way}?${query}`, await ask(`${fill(path)}?${query}`)))
    for (const cookie of [
      'venire_session=%00',
      '=;;=',
      `venire_session=${'z'.repeat(6000)}`,
      'venire_session=%E0%A4%A',
    ])
      faults.push(...findFault(`${way} ${cookie.slice(0, 40)}`, await ask(fill(path), { cookie })))
  }
  expect(faults).toEqual([])
})

test('handles or rejects every hostile range', async () => {
  const faults: string[] = []
  const ranges = [
    'bytes=99999999999999999999-',
    'bytes=-0',
    'bytes=a-b',
    'bytes=0-0,2-3',
    'bytes=5-1',
    'lines=1',
    '\u00ff',
  ]
  for (const kind of ['stream', 'download', 'poster', 'sprite', 'waveform', 'captions']) {
    for (const range of ranges) {
      const response = await at.app.inject({
        url: `/api/videos/${ids.videoId}/${kind}`,
        headers: { cookie: person.cookie, range, 'if-none-match': 'W/"', 'if-range': range },
      })
      faults.push(...findFault(`${kind} ${range}`, response))
    }
  }
  expect(faults).toEqual([])
})

test('malformed forms and uploads leave nothing behind', async () => {
  const faults: string[] = []
  const count = async () => (await person.call('GET', '/api/videos')).json<object[]>().length
  const before = await count()
  const disposition = 'content-disposition: form-data; name="videos"'
  const forms = [
    ['multipart/form-data', ''],
    ['multipart/form-data; boundary=', '----'],
    [`multipart/form-data; boundary=${'b'.repeat(500)}`, 'x'],
    ['multipart/form-data; boundary=x', ''],
    ['multipart/form-data; boundary=x', '--x--\r\n'],
    ['multipart/form-data; boundary=x', '--x\r\n\r\n\r\n--x--\r\n'],
    ['multipart/form-data; boundary=x', `--x\r\n${disposition}; filename="a\0.mp4"\r\n\r\nb\r\n--x--\r\n`],
    ['multipart/form-data; boundary=x', `--x\r\n${disposition}; filename*=utf-8''%ff%00\r\n\r\nb\r\n--x--\r\n`],
    ['multipart/form-data; boundary=x', `--x\r\n${disposition}; filename="a"\r\ncontent-type: \0\r\n\r\nb`],
    ['multipart/form-data; boundary=x', `--x\r\ncontent-disposition: form-data; name="a\0"\r\n\r\nb\r\n--x--\r\n`],
    ['multipart/form-data; boundary=x', '--x\r\ncontent-disposition: form-data; name="caseId"\r\n\r\n\0\r\n--x--\r\n'],
    [
      'multipart/form-data; boundary=x',
      '--x\r\ncontent-disposition: form-data; name="__proto__"\r\n\r\n1\r\n--x--\r\n',
    ],
    ['multipart/form-data; boundary=x', `--x\r\nx: ${'h'.repeat(100_000)}\r\n\r\nb\r\n--x--\r\n`],
  ] as const
  for (const [type, payload] of forms)
    faults.push(
      ...findFault(
        `${type.slice(0, 50)} ${payload.slice(0, 90)}`,
        await at.app.inject({
          method: 'POST',
          url: '/api/videos/upload',
          headers: { cookie: person.cookie, 'content-type': type },
          payload,
        }),
      ),
    )

  const encode = (text: string) => Buffer.from(text).toString('base64')
  const announcements: Record<string, string>[] = [
    { 'upload-length': '1e3' },
    { 'upload-length': '-5' },
    { 'upload-length': '999999999999999' },
    { 'upload-length': '5', 'upload-metadata': 'filename not~base64' },
    { 'upload-length': '5', 'upload-metadata': `filename ${encode('a\0b')}` },
    { 'upload-length': '5', 'upload-metadata': `filename ${encode('\u202e')},filename ${encode('b')}` },
    { 'upload-length': '5', 'upload-metadata': `filename ${Buffer.from([0xff, 0xfe, 0]).toString('base64')}` },
    { 'upload-length': '5', 'upload-metadata': `filename ${encode('a')},caseId ${encode('\0')}` },
    {
      'upload-length': '5',
      'upload-metadata': `filename ${encode('a')},__proto__ ${encode('b')}`,
      'content-length': '9',
    },
    { 'upload-defer-length': '1', 'upload-metadata': `filename ${encode('a')}` },
  ]
  for (const headers of announcements)
    faults.push(
      ...findFault(
        JSON.stringify(headers),
        await at.app.inject({
          method: 'POST',
          url: '/api/uploads',
          headers: { cookie: person.cookie, 'tus-resumable': '1.0.0', ...headers },
          ...(headers['content-length'] ? { payload: 'too much!' } : {}),
        }),
      ),
    )
  expect(faults).toEqual([])
  expect(await count()).toBe(before)
})

test('answers broken HTTP in words and keeps running', async () => {
  if (!at.app.server.listening) await at.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = at.app.server.address() as AddressInfo
  const send = async (text: string) => {
    const socket = connect(port, '127.0.0.1')
    let said = ''
    socket.on('data', (bytes: Buffer) => (said += bytes.toString('latin1')))
    socket.on('error', () => {})
    // Doesn't end the connection, because Node drops a request once its connection closes.
    socket.write(text, 'latin1')
    await new Promise((resolve) => socket.once('close', resolve))
    return said
  }
  const host = 'host: 127.0.0.1\r\nconnection: close\r\n'
  const hardly = [
    'GARBAGE\r\n\r\n',
    `GET /${'u'.repeat(20_000)} HTTP/1.1\r\n${host}\r\n`,
    `GET /api/videos HTTP/1.1\r\n${host}x: ${'h'.repeat(20_000)}\r\n\r\n`,
    `GET /api/videos/% HTTP/1.1\r\n${host}\r\n`,
    `GET /%E0%A4%A HTTP/1.1\r\n${host}\r\n`,
    `GET /%00 HTTP/1.1\r\n${host}\r\n`,
    `GET //evil.example/%2e%2e/ HTTP/1.1\r\n${host}\r\n`,
    `BREW /api/videos HTTP/1.1\r\n${host}\r\n`,
    `POST /api/cases HTTP/1.1\r\n${host}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
    `POST /api/cases HTTP/1.1\r\n${host}transfer-encoding: chunked\r\n\r\nzz\r\n\r\n`,
    `POST /api/cases HTTP/1.1\r\n${host}content-type: application/json; charset=\u00ff\r\ncontent-length: 2\r\n\r\n{}`,
    `GET /api/videos HTTP/1.1\r\n${host}cookie: a=\u00ff\u00fe\r\n\r\n`,
  ]
  const faults: string[] = []
  for (const text of hardly) {
    const said = await send(text)
    const [head = '', body = ''] = said.split('\r\n\r\n')
    const status = Number(head.split(' ')[1])
    const isPlain = status >= 200 && status < 500 && (status < 400 || !body.includes('{"'))
    if (!isPlain) faults.push(`${text.slice(0, 200)}: ${said.slice(0, 300)}`)
  }
  expect(faults).toEqual([])
  expect((await at.app.inject('/healthz')).statusCode).toBe(200)
})
