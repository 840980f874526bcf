import { readdirSync } from 'node:fs'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Annotation } from '#contract/findings/annotations.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Juror } from '#contract/jurors/jurors.ts'
import type { Session } from '#contract/sessions/sessions.ts'
import type { ExcusalRequest } from '#contract/strikes/excusals.ts'
import type { Strike } from '#contract/strikes/strikes.ts'
import { buildAnalysis } from '#server/features/analysis/analysis.factory.ts'
import { passkeys } from '#server/features/auth/auth.table.ts'
import { selectionSteps } from '#server/features/strikes/strikes.ts'
import { buildExport } from '#server/features/exports/exports.factory.ts'
import { buildCase, buildVideo } from '#server/features/videos/videos.factory.ts'
import { seedDemo } from '#server/demo.ts'
import { newId } from '#server/platform/ids.ts'
import { type Person, testApp, type TestApp, testPassword } from './app.ts'

/** Endpoints that don't require sign-in. Add new ones deliberately. */
const forStrangers = [
  'GET /api/auth/options',
  'GET /api/installation',
  'POST /api/auth/sign-up/email',
  'POST /api/auth/sign-in/email',
  'POST /api/auth/sign-in/demo',
  'POST /api/auth/password-reset/request',
  'POST /api/auth/password-reset/confirm',
  'GET /api/auth/invitation',
  'POST /api/auth/invitation/accept',
  'POST /api/auth/sign-in/two-factor',
  'POST /api/profile/email/confirm',
  'POST /api/auth/sign-in/passkey/options',
  'POST /api/auth/sign-in/passkey',
  'POST /api/contact',
  'POST /api/pipeline/report',
  'GET /api/openapi.json',
  'GET /api/docs',
  'GET /healthz',
  'GET /readyz',
  'GET /metrics',
]

const passedOn: [string, string][] = [
  ['forwarded', 'for=203.0.113.9'],
  ['x-forwarded-for', '127.0.0.1'],
  ['x-forwarded-proto', 'https'],
  ['x-real-ip', '127.0.0.1'],
  ['via', '1.1 proxy'],
  ['host', 'venire.firm.example'],
]

const inputs: Record<string, object> = {
  'POST /api/team/:userId/reset-link': { password: testPassword },
  'DELETE /api/team/:userId/two-factor': { password: testPassword },
  'POST /api/auth/sign-up/email': {
    firmName: 'Firm',
    name: 'Name',
    email: 'a@firm.example',
    password: 'long enough for all',
  },
  'PATCH /api/auth/passkeys/:passkeyId': { name: 'Laptop' },
  'POST /api/auth/passkeys/:passkeyId/remove': { password: testPassword },
  'POST /api/team/invitations': { email: 'b@firm.example', role: 'member', profession: 'attorney' },
  'POST /api/videos/:videoId/integrity-decision': { reason: 'A reason.' },
  'PUT /api/notifications/settings': { muted: [] },
  'POST /api/cases': { title: 'State v. Example', caseNumber: 'W-1' },
  'PUT /api/cases/:caseId/recording-permission': { basis: 'own_mock' },
  'PUT /api/cases/:caseId/second-opinion': { enabled: false },
  'PATCH /api/cases/:caseId': { version: 1, judge: 'Judge 4' },
  'POST /api/case-imports/:importId/confirm': { people: [] },
  'POST /api/cases/:caseId/status': { to: 'archived' },
  'POST /api/cases/:caseId/members': { userId: newId(), role: 'viewer' },
  'POST /api/cases/:caseId/break-glass': { reason: 'The lead is in the hospital, and the court is calling.' },
  'POST /api/cases/archive': { caseIds: [newId()] },
  'POST /api/cases/:caseId/sessions': { type: 'jury_voir_dire', date: null },
  'PATCH /api/sessions/:sessionId': { version: 1 },
  'POST /api/sessions/:sessionId/status': { status: 'in_review' },
  'POST /api/sessions/:sessionId/unlock': { reason: 'Wrong day' },
  'POST /api/sessions/:sessionId/videos': { videoId: newId() },
  'POST /api/sessions/:sessionId/seats': { jurorId: newId(), seat: 1 },
  'PUT /api/sessions/:sessionId/seats': { places: [], replaces: [] },
  'POST /api/sessions/:sessionId/live-notes': { eventId: newId(), jurorId: newId(), kind: 'note', text: 'Nods.' },
  'POST /api/cases/:caseId/jurors': { jurorNumber: '1' },
  'POST /api/cases/:caseId/jurors/import': {
    columns: [{ header: 'No', target: 'jurorNumber' }],
    rows: [['1']],
  },
  'POST /api/cases/:caseId/restricted-records': { reason: 'For an objection' },
  'PATCH /api/jurors/:jurorId': { version: 1 },
  'POST /api/jurors/:jurorId/events': { kind: 'questioned' },
  'PUT /api/jurors/:jurorId/rating': { lean: 1 },
  'PUT /api/jurors/:jurorId/restricted-record': { record: null },
  'POST /api/sessions/:sessionId/highlights': { videoId: newId(), start: 1, end: 2 },
  'POST /api/sessions/:sessionId/highlight-decisions': {
    decision: 'confirm',
    items: [{ id: newId(), version: 1 }],
  },
  'PATCH /api/highlights/:highlightId': { version: 1 },
  'POST /api/highlights/:highlightId/comments': { text: 'Look at this.' },
  'PUT /api/jurors/:jurorId/fact-quotes/:field': { highlightId: newId() },
  'PUT /api/sessions/:sessionId/speakers': { videoId: newId(), label: 'JUROR 12', version: 0, assignment: null },
  'POST /api/exports': { type: 'csv', template: 'jurors', scope: { kind: 'case', id: newId() } },
  'POST /api/exports/estimate': { type: 'csv', template: 'jurors', scope: { kind: 'case', id: newId() } },
  'PUT /api/sessions/:sessionId/reel': { highlightIds: [] },
  'PUT /api/sessions/:sessionId/motion-quotes': { quoteId: 'ab'.repeat(32), videoId: newId(), verified: true },
  'PUT /api/export-policy': { passwordRequired: false, maxExpiryDays: 30, allowNever: false, allowLinks: true },
  'PUT /api/contact-requests/:requestId/handled': { handled: true },
  'POST /api/endpoints': { url: 'http://127.0.0.1:1/' },
  'PUT /api/endpoints/:id': { url: 'http://127.0.0.1:1/', version: 1 },
  'POST /api/pipeline/report': { kind: 'build', run: '1', steps: [{ name: 'check', status: 'completed' }] },
  'POST /api/sessions/:sessionId/strikes': { eventId: newId(), jurorId: newId(), kind: 'cause' },
  'PATCH /api/strikes/:strikeId': { version: 1 },
  'POST /api/strikes/:strikeId/moves': { eventId: newId(), version: 1, move: 'submit' },
  'POST /api/strikes/:strikeId/evidence': { version: 1, item: { source: 'note', note: 'Seen in the hall.' } },
  'POST /api/strikes/:strikeId/evidence/:evidenceId/remove': { version: 1 },
  'PUT /api/strikes/:strikeId/objection': { version: 1, objection: null },
  'PUT /api/strikes/:strikeId/preservation': { version: 1, preservation: {} },
  'PUT /api/strikes/:strikeId/timecode': { version: 1, timecode: null },
  'POST /api/strikes/:strikeId/notes': { eventId: newId(), text: 'Ask again.' },
  'POST /api/sessions/:sessionId/selection-steps': { eventId: newId(), kind: 'passed', side: 'us' },
  'POST /api/sessions/:sessionId/excusals': { eventId: newId(), jurorId: newId(), reason: 'No pay while serving' },
  'PATCH /api/excusals/:excusalId': { version: 1 },
  'POST /api/excusals/:excusalId/moves': { eventId: newId(), version: 1, move: 'withdraw', reason: 'Solved' },
  'PATCH /api/videos/:videoId': { caseId: null },
  'PUT /api/videos/:videoId/transcript': { name: 'a.txt', text: 'THE COURT: Good morning.' },
  'POST /api/videos/:videoId/retry': { stage: 'transcript' },
  'POST /api/videos/:videoId/corrections': { turn: 0, from: 0, to: 0, newText: 'We' },
  'POST /api/videos/:videoId/voices/turns': { version: 0, turns: [0], label: null },
  'POST /api/videos/:videoId/voices/stretches': {
    version: 0,
    grouping: newId(),
    names: [{ label: 'JUROR', fromTurn: 0, toTurn: 0, jurorNumber: '12' }],
  },
  'POST /api/videos/:videoId/voices/merge': { version: 0, from: 'JUROR 12', into: 'JUROR 13' },
  'POST /api/videos/:videoId/voices/regroup': { version: 0, count: 3 },
  'PUT /api/videos/:videoId/voices/people': {
    version: 0,
    label: 'JUROR 12',
    turns: [0],
    person: { role: 'juror', jurorNumber: '12' },
  },
  'POST /api/videos/:videoId/voices/undo': { version: 0 },
  'POST /api/videos/:videoId/annotations': { title: 'Note', startTime: 1 },
  'PUT /api/videos/:videoId/annotations/:id': { title: 'Note', startTime: 1 },
}

let at: TestApp
let owner: Person
let ids: Record<string, string>
let contractEndpoints: Endpoint[]
const nameEndpoint = ({ method, path }: Pick<Endpoint, 'method' | 'path'>) => `${method} ${path}`

beforeAll(async () => {
  at = await testApp()
  owner = await at.person()
  const { db } = at.parts.database
  const video = await buildVideo(at.parts, owner.actor, { durationMs: 60_000 })
  await buildAnalysis(db, video.id)
  const annotation = (
    await owner.call('POST', `/api/videos/${video.id}/annotations`, { title: 'Note', startTime: 1 })
  ).json<Annotation>()
  const caseId = await buildCase(db, owner.actor)
  const plan = { type: 'jury_voir_dire', date: null }
  const session = (await owner.call('POST', `/api/cases/${caseId}/sessions`, plan)).json<Session>()
  const juror = (await owner.call('POST', `/api/cases/${caseId}/jurors`, { jurorNumber: '12' })).json<Juror>()
  const made = await buildExport(at.parts, owner.actor, { caseId })
  const { link } = (await owner.call('POST', `/api/exports/${made.id}/links`, {})).json<{ link: { id: string } }>()
  ids = {
    videoId: video.id,
    id: annotation.id,
    findingId: await readFindingId(video.id),
    caseId,
    userId: owner.actor.userId,
    sessionId: session.id,
    jurorId: juror.id,
    highlightId: await aHighlight(session.id, video.id),
    field: 'occupation',
    ...(await strikeRecords(session.id, juror.id)),
    exportId: made.id,
    linkId: link.id,
    ...(await waysIn()),
  }
  contractEndpoints = await readContract()
})
afterAll(() => at.close())

const readFindingId = async (videoId: string): Promise<string> =>
  (await at.parts.database.pool.query('select id from findings where video_id = $1', [videoId])).rows[0]?.id

async function waysIn(): Promise<Record<string, string>> {
  const [passkeyId, credentialId] = [newId(), newId()]
  const { userId } = owner.actor
  const passkey = { id: passkeyId, userId, credentialId, publicKey: '', counter: 0, name: 'Laptop', isSynced: false }
  await at.parts.database.db.insert(passkeys).values(passkey)
  const token = { name: 'Script', scopes: ['read'], days: null, password: testPassword }
  const { record } = (await owner.call('POST', '/api/auth/tokens', token)).json<{ record: { id: string } }>()
  return { passkeyId, tokenId: record.id }
}

async function aHighlight(sessionId: string, videoId: string): Promise<string> {
  await owner.call('POST', `/api/sessions/${sessionId}/videos`, { videoId })
  const [first] = (await owner.call('GET', `/api/sessions/${sessionId}/highlights`)).json<{ id: string }[]>()
  return first!.id
}

async function strikeRecords(sessionId: string, jurorId: string): Promise<Record<string, string>> {
  const ask = (what: string, body: object) =>
    owner.call('POST', `/api/sessions/${sessionId}/${what}`, { eventId: newId(), jurorId, ...body })
  const evidence = [{ source: 'note', note: 'Seen in the hall.' }]
  const strike = (await ask('strikes', { kind: 'cause', evidence })).json<Strike>()
  const excusal = (await ask('excusals', { reason: 'No pay while serving' })).json<ExcusalRequest>()
  const step = { id: newId(), kind: 'passed', side: 'us', byUser: owner.actor.userId, at: new Date() } as const
  const { firmId } = owner.actor
  await at.parts.database.db.insert(selectionSteps).values({ ...step, firmId, caseId: strike.caseId, sessionId })
  return { strikeId: strike.id, evidenceId: strike.evidence[0]!.id, excusalId: excusal.id, stepId: step.id }
}

async function readContract(): Promise<Endpoint[]> {
  const files = readdirSync(new URL('../contract/', import.meta.url), { recursive: true, encoding: 'utf8' }).filter(
    (each) => /(?<!\.test)\.ts$/.test(each),
  )
  const modules: object[] = []
  for (const file of files) modules.push((await import(new URL(`../contract/${file}`, import.meta.url).href)) as object)
  const isEndpoint = (value: unknown): value is Endpoint =>
    typeof value === 'object' && value !== null && 'touches' in value && 'path' in value
  return modules.flatMap((module): unknown[] => Object.values(module)).filter(isEndpoint)
}

const buildUrl = (path: string, of: Record<string, string>) =>
  path.replace(/:(\w+)/g, (_match, name: string) => of[name] ?? newId())
const missing = (): Record<string, string> => ({ field: ids.field! })

test('mounts every endpoint of the contract once', () => {
  expect(at.app.mounted.map(nameEndpoint).toSorted()).toEqual(contractEndpoints.map(nameEndpoint).toSorted())
  expect(new Set(at.app.mounted.map(nameEndpoint)).size).toBe(at.app.mounted.length)
})

test('only the listed routes are open without sign-in', async () => {
  const open = at.app.mounted.filter((each) => each.needs === 'nobody').map(nameEndpoint)
  expect(open.filter((each) => !forStrangers.includes(each))).toEqual([])
  const asked = new Set<string>()
  for (const way of at.app.waysIn) {
    const [method, path = ''] = way.split(' ')
    // HEAD and OPTIONS reveal no more than GET.
    if (forStrangers.includes(way) || method === 'HEAD' || method === 'OPTIONS' || !path.startsWith('/api/')) continue
    const payload = method === 'GET' ? {} : { payload: inputs[way] ?? {} }
    const response = await at.app.inject({
      method: method as Endpoint['method'],
      url: buildUrl(path, ids).replace('*', newId()),
      ...payload,
    })
    expect([way, response.statusCode]).toEqual([way, 401])
    asked.add(way)
  }
  expect(asked.size).toBeGreaterThan(at.app.mounted.length - open.length)
})

test("another firm's row is indistinguishable from a missing one", async () => {
  const stranger = await at.person()
  for (const endpoint of at.app.mounted.filter((each) => each.path.includes(':') && each.needs !== 'operator')) {
    const name = nameEndpoint(endpoint)
    const body = endpoint.method === 'GET' ? [] : [inputs[name] ?? {}]
    const ask = (of: Record<string, string>) => stranger.call(endpoint.method, buildUrl(endpoint.path, of), ...body)
    const [foreign, unknown] = [await ask(ids), await ask(missing())]
    expect([name, foreign.statusCode]).toEqual([name, 404])
    expect([name, foreign.body]).toEqual([name, unknown.body])
  }
  for (const kind of ['stream', 'download', 'poster', 'sprite', 'waveform', 'captions']) {
    const [foreign, unknown] = [
      await stranger.call('GET', `/api/videos/${ids.videoId}/${kind}`),
      await stranger.call('GET', `/api/videos/${newId()}/${kind}`),
    ]
    expect([kind, foreign.statusCode, foreign.body]).toEqual([kind, 404, unknown.body])
  }
  const [foreign, unknown] = [
    await stranger.call('GET', `/api/exports/${ids.exportId}/file`),
    await stranger.call('GET', `/api/exports/${newId()}/file`),
  ]
  expect([foreign.statusCode, foreign.body]).toEqual([404, unknown.body])
})

test('a list shows nothing from another firm', async () => {
  const stranger = await at.person()
  const { field: _word, ...named } = ids
  const theirs = Object.values(named)
  for (const endpoint of at.app.mounted.filter(
    (each) => each.method === 'GET' && each.needs === 'member' && !each.path.includes(':'),
  )) {
    const body = (await stranger.call('GET', endpoint.path)).body
    for (const id of theirs) expect(body).not.toContain(id)
  }
})

test('an administrator endpoint rejects members and names the required role', async () => {
  const member = await at.person({ firmId: owner.actor.firmId, role: 'member' })
  const endpoints = at.app.mounted.filter((each) => each.needs === 'administrator' || each.needs === 'operator')
  expect(endpoints.length).toBeGreaterThan(0)
  for (const endpoint of endpoints) {
    const response = await member.call(
      endpoint.method,
      buildUrl(endpoint.path, ids),
      inputs[nameEndpoint(endpoint)] ?? {},
    )
    expect([nameEndpoint(endpoint), response.statusCode]).toEqual([nameEndpoint(endpoint), 403])
    expect(response.body).toMatch(/administrator|operator/)
  }
})

const wayInActs: Record<string, object> = {
  'POST /api/auth/password': { password: 'another good password', endOthers: true },
  'POST /api/auth/two-factor/begin': {},
  'POST /api/auth/two-factor/recovery-codes': {},
  'POST /api/auth/two-factor/remove': {},
  'POST /api/auth/passkeys/options': {},
  'POST /api/auth/passkeys/:passkeyId/remove': {},
  'POST /api/auth/tokens': { name: 'Script', scopes: ['read'], days: 1 },
  'POST /api/profile/email': { email: 'elsewhere@firm.example' },
  'POST /api/team/:userId/reset-link': {},
  'DELETE /api/team/:userId/two-factor': {},
  'PATCH /api/firm': { requireTwoFactor: false },
}

test('every endpoint that changes sign-in asks for the password', async () => {
  const proved = at.app.mounted.filter(({ provedBy }) => provedBy !== undefined)
  expect(proved.map(nameEndpoint).toSorted()).toEqual(Object.keys(wayInActs).toSorted())
  for (const endpoint of proved) {
    const person = await at.person()
    const send = (given: object) =>
      person.call(endpoint.method, buildUrl(endpoint.path, ids), { ...wayInActs[nameEndpoint(endpoint)], ...given })
    const wrong = await send({ [endpoint.provedBy!]: 'not this one at all' })
    expect([nameEndpoint(endpoint), wrong.statusCode, wrong.body]).toEqual([
      nameEndpoint(endpoint),
      400,
      'Incorrect password.',
    ])
    expect([nameEndpoint(endpoint), (await send({})).statusCode]).toEqual([nameEndpoint(endpoint), 400])
  }
})

test('with two-factor sign-in on, each also asks for a code and accepts it once', async () => {
  const person = await at.person()
  const begun = await person.call('POST', '/api/auth/two-factor/begin', { password: testPassword })
  const app = new TOTP({ secret: Secret.fromBase32(begun.json<{ secret: string }>().secret) })
  const confirmation = { code: app.generate({ timestamp: Date.now() - 30_000 }) }
  const confirmed = await person.call('POST', '/api/auth/two-factor/confirm', confirmation)
  const codes = confirmed.json<{ recoveryCodes: string[] }>().recoveryCodes
  const { pool } = at.parts.database
  for (const endpoint of at.app.mounted.filter(({ provedBy }) => provedBy !== undefined)) {
    const send = (code: string | undefined) =>
      person.call(endpoint.method, buildUrl(endpoint.path, ids), {
        ...wayInActs[nameEndpoint(endpoint)],
        ...{ [endpoint.provedBy!]: testPassword, code },
      })
    const refused = [await send(undefined), await send('AAAA-AAAA-AAAA-AAAA')].map(({ statusCode, body }) => [
      statusCode,
      body,
    ])
    expect([nameEndpoint(endpoint), ...refused]).toEqual([
      nameEndpoint(endpoint),
      [400, 'Enter the six-digit code from your app, or a recovery code.'],
      [400, 'This code is incorrect or already used. Wait for the next one.'],
    ])
    await pool.query('delete from guesses')
  }
  const makeToken = (code: string) =>
    person.call('POST', '/api/auth/tokens', { ...wayInActs['POST /api/auth/tokens'], password: testPassword, code })
  expect((await makeToken(codes[0]!)).statusCode).toBe(200)
  expect((await makeToken(codes[0]!)).statusCode).toBe(400)
  expect((await makeToken(app.generate())).statusCode).toBe(200)
})

test("an API token can do what its scopes allow and can't change sign-in settings", async () => {
  const tokenOf = async (person: Person, scopes: string[]) =>
    (await person.call('POST', '/api/auth/tokens', { name: 'Script', scopes, days: 1, password: testPassword })).json<{
      token: string
    }>().token
  const person = await at.person()
  const tokens = {
    read: await tokenOf(person, ['read']),
    write: await tokenOf(person, ['write']),
    administer: await tokenOf(person, ['administer']),
  }
  for (const endpoint of at.app.mounted.filter((each) => each.needs !== 'nobody')) {
    const { method, needs, personally } = endpoint
    const scope = needs !== 'member' ? 'administer' : method === 'GET' ? 'read' : 'write'
    for (const [held, token] of Object.entries(tokens)) {
      if (held === scope && !personally && !endpoint.path.includes(':')) continue
      const response = await at.app.inject({
        method,
        url: buildUrl(endpoint.path, ids),
        headers: { authorization: `Bearer ${token}` },
        ...(method === 'GET' ? {} : { payload: inputs[nameEndpoint(endpoint)] ?? {} }),
      })
      const refusal = personally ? /^API tokens can’t do this/ : /lacks the scope/
      const isRefused = response.statusCode === 403 && refusal.test(response.body)
      expect([nameEndpoint(endpoint), held, isRefused]).toEqual([
        nameEndpoint(endpoint),
        held,
        personally === true || held !== scope,
      ])
    }
  }
})

test('metrics are readable only from this machine or with the token', async () => {
  const ask = (remoteAddress: string, headers: Record<string, string> = {}) =>
    at.app.inject({ url: '/metrics', remoteAddress, headers })
  for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) expect((await ask(address)).statusCode).toBe(200)
  expect((await ask('203.0.113.9')).statusCode).toBe(404)
  expect((await ask('203.0.113.9', { authorization: 'Bearer guess' })).statusCode).toBe(404)
  for (const [name, value] of passedOn)
    expect([name, (await ask('127.0.0.1', { [name]: value })).statusCode]).toEqual([name, 404])
})

test('a proxy on this machine that names no client gets no metrics', async () => {
  await at.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = at.app.server.address() as AddressInfo
  const ask = async (version: string) => {
    const socket = connect(port, '127.0.0.1')
    socket.write(`GET /metrics HTTP/${version}\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`)
    return (await text(socket)).split(' ')[1]
  }
  expect([await ask('1.1'), await ask('1.0')]).toEqual(['200', '404'])
  const published = await testApp({ PUBLIC_URL: 'https://venire.firm.example' })
  expect((await published.app.inject({ url: '/metrics', remoteAddress: '127.0.0.1' })).statusCode).toBe(404)
  await published.close()
})

test('the demo signs in a browser on this machine but no one behind a local proxy', async () => {
  const demo = await testApp({ DEMO: 'true', TRUSTED_PROXIES: '127.0.0.1' })
  try {
    await seedDemo(demo.parts.database.db)
    const enter = (headers: Record<string, string> = {}) =>
      demo.app.inject({ method: 'POST', url: '/api/auth/sign-in/demo', payload: {}, headers })
    const offered = async (headers: Record<string, string> = {}) =>
      (await demo.app.inject({ url: '/api/auth/options', headers })).json<{ demoEntry: boolean }>().demoEntry
    expect([(await enter()).statusCode, await offered()]).toEqual([200, true])
    for (const [name, value] of passedOn) {
      const headers = { [name]: value }
      expect([name, (await enter(headers)).statusCode, await offered(headers)]).toEqual([name, 404, false])
    }
  } finally {
    await demo.close()
  }
})

test('the OpenAPI document describes exactly the existing routes', async () => {
  const { openapi, paths } = (await at.app.inject({ url: '/api/openapi.json' })).json<{
    openapi: string
    paths: Record<string, Record<string, { parameters: { name: string; in: string; required: boolean }[] }>>
  }>()
  expect(openapi).toBe('3.1.0')
  const described = Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
  )
  // Every GET implies HEAD. Web application files aren't part of the API.
  const isImplied = (way: string) => way.startsWith('HEAD ') && at.app.waysIn.includes(way.replace('HEAD', 'GET'))
  expect(described.toSorted()).toEqual(at.app.waysIn.filter((way) => !isImplied(way)).toSorted())
  const ways = (path: string, method: string) => paths[path]?.[method]
  expect(ways('/api/cases', 'get')).toMatchObject({ security: [{ session: [] }, { token: [] }] })
  expect(ways('/api/auth/tokens', 'post')).toMatchObject({ security: [{ session: [] }] })
  expect(ways('/api/auth/options', 'get')).toMatchObject({ security: [] })
  expect(ways('/api/profile/data', 'get')).toMatchObject({ security: [{ session: [] }] })
  expect(ways('/api/uploads', 'options')).toMatchObject({ security: [] })
  for (const { method, path, params, input } of at.app.mounted) {
    const template = path.replaceAll(/:(\w+)/g, '{$1}')
    const given = ways(template, method.toLowerCase())!.parameters.filter((each) => each.in !== 'header')
    const fields = (schema: Endpoint['input']) =>
      Object.entries((schema as { shape?: Record<string, Endpoint['input']> }).shape ?? {})
    expect([path, given.map((each) => [each.name, each.in, each.required])]).toEqual([
      path,
      [
        ...fields(params).map(([name]) => [name, 'path', true]),
        ...(method === 'GET' ? fields(input) : []).map(([name, field]) => [
          name,
          'query',
          !field.safeParse(undefined).success,
        ]),
      ],
    ])
  }
})

test('every response has security headers', async () => {
  for (const url of ['/api/auth/options', '/api/videos', '/no-such-page']) {
    const { headers } = await at.app.inject({ url })
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    expect(headers['content-security-policy']).not.toContain("script-src 'self' 'unsafe")
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    })
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
  }
})

test('no address answers TRACE, signed in or not', async () => {
  const urls = new Set(at.app.waysIn.map((way) => way.split(' ')[1]!.replaceAll(/:\w+|\*/g, 'x')))
  expect(urls.size).toBeGreaterThan(100)
  for (const url of urls)
    for (const cookie of [{}, { cookie: owner.cookie }]) {
      const headers = { 'x-echo': 'sent', ...cookie }
      const { statusCode, body } = await at.app.inject({ method: 'TRACE' as 'GET', url, headers })
      expect([url, statusCode, body.includes('sent')]).toEqual([url, 404, false])
    }
})

test('an unchanged list returns 304 until sign-out', async () => {
  const person = await at.person()
  const first = await person.call('GET', '/api/videos')
  const again = () =>
    at.app.inject({
      url: '/api/videos',
      headers: { cookie: person.cookie, 'if-none-match': String(first.headers.etag) },
    })
  expect([(await again()).statusCode, (await again()).body]).toEqual([304, ''])
  await person.call('POST', '/api/auth/sign-out')
  expect((await again()).statusCode).toBe(401)
})
