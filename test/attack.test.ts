/**
 * Attacks every declared endpoint, so new ones are covered automatically. The first firm must not be able to read or
 * change the second firm's data. attack.races.test.ts covers races and live events.
 */
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import type { LightMyRequestResponse } from 'fastify'
import { zipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CaseImport } from '#contract/exports/archives.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { caseActions, casePermissions, getCaseRefusal, caseRoles } from '#contract/account/permissions.ts'
import { verifyAudit } from '#server/features/audit/audit.verify.ts'
import { runImport } from '#server/features/exports/packs/archive/archive.service.ts'
import { buildExport } from '#server/features/exports/exports.factory.ts'
import { joinCase } from '#server/features/videos/videos.factory.ts'
import { type Person, readCookie, testApp, type TestApp, testPassword } from './app.ts'
import { buildFullCase } from './archive.case.ts'
import {
  buildFirm,
  dumpTables,
  addFile,
  editRows,
  foreignInputs,
  foreignHosts,
  forgeArchive,
  foreignSites,
  hostileNumbers,
  hostileTexts,
  mapValues,
  oddAddresses,
  otherTypes,
  rawBodies,
  wordsOfLibraries,
  type Firm,
  nameEndpoint,
  listParams,
  sampleInput,
  signInAgain,
  takesIds,
  buildUrl,
  uuidsIn,
  withQuery,
} from './attack.ts'

let at: TestApp
let ours: Firm
let theirs: Firm
/** Both an administrator and the case lead, so the only records off limits are the other firm's. */
let attacker: Person
let coLead: Person
let otherFirm: Unheard
let otherCase: Unheard
let walled: Firm
let unheard: Unheard[]
let madeUp: ReadonlySet<string>
let faults: string[]
let asked = 0

type Unheard = { mark: RegExp; ids: ReadonlySet<string>; before: string[] }

beforeAll(async () => {
  at = await testApp()
  theirs = await buildFirm(at, 'MARKB')
  ours = await buildFirm(at, 'MARKA')
  const { firmId } = ours.lead.actor
  walled = await buildFirm(at, 'MARKW', { firmId })
  attacker = ours.lead
  await at.parts.database.pool.query(`update members set role = 'administrator' where user_id = $1`, [
    attacker.actor.userId,
  ])
  coLead = await at.person({ firmId, role: 'member', profession: 'paralegal' })
  await joinCase(at.parts.database.db, coLead.actor, ours.ids.caseId!, 'lead')
  madeUp = new Set([theirs, walled].flatMap(listFreeIds))
  faults = []
  otherFirm = { mark: /MARKB/, ids: theirs.known, before: [] }
  const { rows } = await at.parts.database.pool.query<{ id: string }>('select user_id as id from members')
  const people = new Set(rows.map(({ id }) => id))
  otherCase = { mark: /MARKW-(?!users)/, ids: new Set([...walled.known].filter((id) => !people.has(id))), before: [] }
  unheard = [otherFirm]
  for (const each of [otherFirm, otherCase]) each.before = await listRows(each)
})
afterAll(() => at.close())

type Sent = {
  method: string
  url: string
  cookie?: string | undefined
  body?: unknown
  headers?: Record<string, string> | undefined
}

function inspect(what: string, sent: Sent, response: LightMyRequestResponse): void {
  const { statusCode, headers, body } = response
  const fault = (fault: string) => faults.push(`${what}: ${statusCode} ${fault}`)
  const said = `${JSON.stringify(headers)} ${body}`
  const asked = `${sent.url} ${JSON.stringify(sent.body ?? '')} ${JSON.stringify(sent.headers ?? '')}`
  const named = new Set(uuidsIn(asked))
  if (statusCode >= 500) fault(`a failure: ${body.slice(0, 200)}`)
  for (const { mark, ids } of unheard) {
    const found = mark.exec(said)?.[0] ?? uuidsIn(said).find((id) => ids.has(id) && !named.has(id) && !madeUp.has(id))
    if (found) fault(`tells what is not theirs to know: …${around(said, found)}…`)
  }
  if (statusCode >= 400 && wordsOfLibraries.test(said)) fault(`speaks like a library: ${body.slice(0, 200)}`)
  if (headers['x-content-type-options'] !== 'nosniff') fault('may be sniffed')
  if (!String(headers['content-security-policy']).includes("default-src 'none'")) fault('has no policy')
  if (headers['access-control-allow-origin'] !== undefined) fault('is open to other sites')
  if (sent.url.startsWith('/api/') && statusCode === 200 && sent.method === 'GET' && sent.cookie)
    if (!/no-store|private/.test(String(headers['cache-control']))) fault('may be cached')
}

const around = (text: string, found: string): string => {
  const place = text.indexOf(found)
  return text.slice(Math.max(0, place - 80), place + found.length + 40)
}

async function ask(what: string, sent: Sent): Promise<LightMyRequestResponse> {
  asked++
  const { method, url, cookie, body, headers } = sent
  const response = await at.app.inject({
    method: method as 'GET',
    url,
    headers: { ...(cookie ? { cookie } : {}), ...headers },
    ...(body === undefined ? {} : { payload: body as object }),
  })
  inspect(`${method} ${what}`, sent, response)
  return response
}

function askEndpoint(
  { method, path }: Endpoint,
  {
    url,
    input,
    ...rest
  }: { url: string; input?: Record<string, unknown>; cookie?: string; headers?: Record<string, string> },
) {
  const sent = method === 'GET' ? { url: withQuery(url, input ?? {}) } : { url, body: input ?? {} }
  return ask(path, { method, ...sent, ...rest })
}

const endpoints = (): Endpoint[] => at.app.mounted
const closed = (): Endpoint[] => endpoints().filter(({ needs }) => needs !== 'nobody')
const isWrite = ({ method }: Pick<Endpoint, 'method'>): boolean => method !== 'GET'
const otherWays = (): { method: string; path: string }[] => {
  const mounted = new Set(endpoints().map(nameEndpoint))
  return at.app.waysIn
    .map((way) => ({ way, method: way.split(' ')[0]!, path: way.split(' ')[1]! }))
    .filter(({ way, method, path }) => !mounted.has(way) && !(method === 'HEAD' && mounted.has(`GET ${path}`)))
    .filter(({ path }) => path !== '/api/live' && path !== '/*')
}

const takeFaults = (): string[] => {
  const found = [...new Set(faults)]
  faults = []
  return found
}

const listFreeIds = ({ ids }: Firm): string[] =>
  ['liveNoteId', 'strikeEventId', 'excusalEventId', 'stepId', 'strikeId', 'excusalId', 'highlightId', 'caseId'].map(
    (name) => ids[name]!,
  )

/** Removes client-generated IDs and export filters. They may contain another firm's IDs without revealing anything. */
const withoutMadeUp = (row: string): string =>
  /^(live_notes|strike_notes|strike_events|excusal_events|selection_steps|audit_events) /.test(row)
    ? row.replace(/"id": "[^"]+"|\\"noteId\\":\\"[^"]+"|highlightIds[^\]]*\]/, '')
    : row.replace(/"highlightIds": \[[^\]]*\]/, '')

async function listRows({ mark, ids }: Unheard): Promise<string[]> {
  const rows = [...(await dumpTables(at))].flatMap(([table, each]) => each.map((row) => `${table} ${row}`))
  return rows.map(withoutMadeUp).filter((row) => mark.test(row) || uuidsIn(row).some((id) => ids.has(id)))
}

/** Rows about a rejected archive may contain its IDs because only the person who uploaded it can see them. */
const refusedArchives = /^(case_imports .*FORGED|notifications .*can’t be imported)/

async function expectUntouched(others: Unheard = otherFirm): Promise<void> {
  const after = (await listRows(others)).filter((row) => !refusedArchives.test(row))
  const [was, is] = [new Set(others.before), new Set(after)]
  const told = (rows: string[]) => rows.slice(0, 5).map((row) => row.slice(0, 400))
  expect(told(after.filter((row) => !was.has(row))), 'rows that are new or changed').toEqual([])
  expect(told(others.before.filter((row) => !is.has(row))), 'rows that are gone').toEqual([])
}

test('rejects strangers, suspended members, and ended sessions everywhere', async () => {
  const expired = await signInAgain(at, attacker, -1000)
  const { cookie: suspended } = ours.suspended
  const made = `venire_session=${'a'.repeat(43)}`
  for (const endpoint of closed()) {
    const url = buildUrl(endpoint.path, ours.ids)
    const input = sampleInput(endpoint, ours.ids)
    for (const cookie of [undefined, expired, suspended, made]) {
      const { statusCode } = await askEndpoint(endpoint, { url, input, ...(cookie ? { cookie } : {}) })
      if (statusCode !== 401) faults.push(`${nameEndpoint(endpoint)}: ${statusCode} without a session that counts`)
    }
  }
  for (const { method, path } of otherWays().filter((each) => each.path.startsWith('/api/')))
    for (const cookie of [undefined, expired, suspended]) {
      if (['/api/openapi.json', '/api/docs'].includes(path) || method === 'OPTIONS') continue
      const { statusCode } = await ask(path, { method, url: buildUrl(path, ours.ids), cookie })
      if (statusCode !== 401) faults.push(`${method} ${path}: ${statusCode} without a session that counts`)
    }
  expect(takeFaults(), 'open doors').toEqual([])
  await expectUntouched()
})

const frontiers = () => [
  { what: 'another firm', others: theirs, hears: otherFirm, person: attacker },
  { what: 'another case', others: walled, hears: otherCase, person: coLead },
]
const ofFirm = /^\/api\/(team|auth)\//

for (const frontier of [0, 1])
  test(`an ID of ${['another firm', 'another case'][frontier]} opens nothing, alone or next to own IDs`, async () => {
    const { others, hears, person } = frontiers()[frontier]!
    unheard = [otherFirm, ...(frontier === 0 ? [] : [otherCase])]
    const asMember = endpoints().filter(({ needs, path }) => needs === 'member' && !ofFirm.test(path))
    for (const endpoint of frontier === 0 ? endpoints().filter(({ needs }) => needs !== 'operator') : asMember) {
      const names = listParams(endpoint.path).map((name) => name !== 'field' && (frontier === 0 || name !== 'userId'))
      const positions = names.flatMap((isAttacked, index) => (isAttacked ? [index] : []))
      const choices = Array.from({ length: 2 ** positions.length - 1 }, (_each, mask) =>
        positions.filter((_position, at) => ((mask + 1) >> at) % 2 === 1),
      )
      const input = sampleInput(endpoint, ours.ids)
      const cookie = await signInAgain(at, person)
      for (const foreign of choices) {
        const url = buildUrl(endpoint.path, ours.ids, others.ids, foreign)
        const { statusCode } = await askEndpoint(endpoint, { url, input, cookie })
        if (statusCode !== 404) faults.push(`${nameEndpoint(endpoint)} with foreign ${foreign.join()}: ${statusCode}`)
      }
    }
    for (const { method, path } of otherWays().filter((each) => /^\/api\/.*:/.test(each.path))) {
      const headers = path.includes('uploads') ? { 'tus-resumable': '1.0.0', 'upload-offset': '0' } : {}
      const type = method === 'PATCH' ? { 'content-type': 'application/offset+octet-stream' } : {}
      const sent = { method, url: buildUrl(path, others.ids), cookie: person.cookie, headers: { ...headers, ...type } }
      const { statusCode } = await ask(path, method === 'PATCH' ? { ...sent, body: 'bytes' } : sent)
      if (statusCode !== 404) faults.push(`${method} ${path} of others: ${statusCode}`)
    }
    expect(takeFaults(), 'reached').toEqual([])
    await expectUntouched(hears)
  })

const weakestFirst = ['viewer', 'consultant', 'paralegal', 'attorney'] as const
const viewersChange = ['PATCH /api/videos/:videoId', 'POST /api/highlights/:highlightId/comments']

test('rejects every role as the matrix says, in its words', async () => {
  const actionByRefusal = new Map(caseActions.map((action) => [getCaseRefusal(action), action]))
  const answered: string[] = []
  for (const endpoint of closed()) {
    const url = buildUrl(endpoint.path, ours.ids)
    const input = sampleInput(endpoint, ours.ids)
    const sendAs = async (person: Person) => askEndpoint(endpoint, { url, input, cookie: person.cookie })
    if (endpoint.needs !== 'member') {
      for (const role of caseRoles) {
        const person = role === 'lead' && endpoint.needs === 'administrator' ? ours.people.attorney : ours.people[role]
        const { statusCode } = await sendAs(person)
        if (statusCode !== 403) faults.push(`${nameEndpoint(endpoint)} as ${role}: ${statusCode}`)
      }
      continue
    }
    if (!/:(caseId|sessionId|videoId|jurorId|highlightId|strikeId|excusalId|stepId|exportId)/.test(endpoint.path))
      continue
    const stranger = await sendAs(ours.colleague)
    if (stranger.statusCode !== 404) faults.push(`${nameEndpoint(endpoint)} as a colleague: ${stranger.statusCode}`)
    if (!isWrite(endpoint)) continue
    for (const [position, role] of weakestFirst.entries()) {
      const first = await sendAs(ours.people[role])
      const action = actionByRefusal.get(first.body)
      if (first.statusCode < 300 && role === 'viewer') answered.push(nameEndpoint(endpoint))
      if (first.statusCode < 300) break
      if (!action) continue
      const rule: { roles: readonly string[]; own?: readonly string[] } = casePermissions[action]
      for (const other of weakestFirst.slice(position + 1)) {
        if ([...rule.roles, ...(rule.own ?? [])].includes(other)) continue
        const { statusCode, body } = await sendAs(ours.people[other])
        if (statusCode !== 403 || body !== first.body)
          faults.push(`${nameEndpoint(endpoint)} as ${other}: ${statusCode} ${body.slice(0, 80)}`)
      }
      break
    }
  }
  expect(answered.toSorted(), 'what a viewer changes').toEqual(viewersChange)
  expect(takeFaults(), 'roles').toEqual([])
})

const hidden: Record<string, { of: () => Person; pattern: RegExp }> = {
  colleague: { of: () => ours.colleague, pattern: /MARKA-(?!users|firms)[\w-]+/ },
  administrator: { of: () => ours.administrator, pattern: /MARKA-(?!users|firms|cases-title|cases-case_number)[\w-]+/ },
  viewer: {
    of: () => ours.people.viewer,
    pattern: /MARKA-(strike|juror_ratings|jurors-notes|live_notes|restricted)[\w-]*/,
  },
  attorney: { of: () => ours.people.attorney, pattern: /MARKA-restricted[\w-]*/ },
}

const isMeasured = ({ touches }: Endpoint): boolean => touches.includes('operations')

test('no one reads beyond their role in their own firm', async () => {
  unheard = [otherFirm, otherCase]
  for (const [who, { of, pattern }] of Object.entries(hidden))
    for (const endpoint of closed().filter((each) => !isWrite(each) && each.needs === 'member' && !isMeasured(each))) {
      const input = { ...sampleInput(endpoint, ours.ids), ...(endpoint.path === '/api/search' ? { q: 'MARKA' } : {}) }
      const url = buildUrl(endpoint.path, ours.ids)
      const { body } = await askEndpoint(endpoint, { url, input, cookie: of().cookie })
      const found = pattern.exec(body)
      if (found) faults.push(`${nameEndpoint(endpoint)} tells ${who}: …${around(body, found[0])}…`)
    }
  expect(takeFaults(), 'read').toEqual([])
  unheard = [otherFirm]
  const seen = new Set<string>()
  for (const endpoint of closed().filter((each) => !isWrite(each) && each.needs !== 'operator')) {
    const sent = {
      url: buildUrl(endpoint.path, ours.ids),
      input: sampleInput(endpoint, ours.ids),
      cookie: attacker.cookie,
    }
    const { statusCode, body } = await askEndpoint(endpoint, sent)
    if (statusCode !== 200) faults.push(`${nameEndpoint(endpoint)} does not answer its own lead: ${statusCode} ${body}`)
    for (const [, table] of body.matchAll(/MARKA-([a-z_]+)/g)) seen.add(table!)
  }
  expect(takeFaults(), 'answers').toEqual([])
  expect([...seen]).toEqual(
    expect.arrayContaining(['strikes', 'strike_notes', 'juror_ratings', 'live_notes', 'restricted_records', 'jurors']),
  )
})

for (const frontier of [0, 1])
  test(`rejects an ID of ${['another firm', 'another case'][frontier]} in a body or query`, async () => {
    const { others, hears, person } = frontiers()[frontier]!
    unheard = [otherFirm, ...(frontier === 0 ? [] : [otherCase])]
    for (const endpoint of endpoints().filter((each) => takesIds(each) && each.needs !== 'operator')) {
      if (frontier === 1 && (ofFirm.test(endpoint.path) || endpoint.path.includes('/members'))) continue
      const url = buildUrl(endpoint.path, ours.ids)
      const tries = foreignInputs(endpoint, ours.ids, others.ids)
      for (const free of listFreeIds(others)) tries.push(sampleInput(endpoint, ours.ids, { free }))
      const foreign = tries
        .map((each) => JSON.stringify(each))
        .filter((each) => uuidsIn(each).some((id) => hears.ids.has(id)))
      const cookie = await signInAgain(at, person)
      for (const input of new Set(foreign)) {
        await askEndpoint(endpoint, { url, input: JSON.parse(input) as Record<string, unknown>, cookie })
      }
    }
    expect(takeFaults(), 'taken').toEqual([])
    await expectUntouched(hears)
    unheard = [otherFirm]
  })

const smuggled = () => ({
  firmId: theirs.ids.firmId,
  firm_id: theirs.ids.firmId,
  createdBy: theirs.ids.userId,
  isOperator: true,
  is_operator: true,
  emailProvenAt: '2020-01-01T00:00:00Z',
  canApproveStrikes: true,
})
test('rejects writes from another site and anything but JSON', async () => {
  const { rows: users } = await at.parts.database.pool.query('select count(*) from audit_events')
  for (const endpoint of endpoints().filter(isWrite)) {
    const url = buildUrl(endpoint.path, ours.ids)
    const body = JSON.stringify(sampleInput(endpoint, ours.ids))
    for (const headers of foreignSites) {
      const type = { 'content-type': 'application/json' }
      const sent = { method: endpoint.method, url, cookie: attacker.cookie, body, headers: { ...headers, ...type } }
      const { statusCode } = await ask(endpoint.path, sent)
      if (statusCode !== 403) faults.push(`${nameEndpoint(endpoint)} from ${JSON.stringify(headers)}: ${statusCode}`)
    }
    for (const type of otherTypes) {
      const sent = { method: endpoint.method, url, cookie: attacker.cookie, body, headers: { 'content-type': type } }
      const { statusCode } = await ask(endpoint.path, sent)
      if (![400, 403, 415].includes(statusCode)) faults.push(`${nameEndpoint(endpoint)} as ${type}: ${statusCode}`)
    }
  }
  for (const { method, path } of otherWays().filter((each) => !/GET|HEAD|OPTIONS/.test(each.method))) {
    const headers = foreignSites[0]!
    const { statusCode } = await ask(path, { method, url: path.replace(/:\w+/, 'x'), cookie: attacker.cookie, headers })
    if (statusCode !== 403) faults.push(`${method} ${path} from another site: ${statusCode}`)
  }
  expect(takeFaults(), 'taken').toEqual([])
  expect((await at.parts.database.pool.query('select count(*) from audit_events')).rows).toEqual(users)
})

test('no spelling of a URL or header bypasses access checks', async () => {
  const tricks = [
    {},
    { 'x-original-url': '/api/cases', 'x-rewrite-url': '/api/cases' },
    { 'x-http-method-override': 'GET' },
  ]
  for (const url of oddAddresses)
    for (const headers of tricks) {
      const { statusCode } = await ask('an address', { method: 'GET', url, headers })
      if (![400, 401, 404, 414].includes(statusCode)) faults.push(`${url} ${JSON.stringify(headers)}: ${statusCode}`)
    }
  for (const method of ['OPTIONS', 'PUT', 'TRACE', 'PROPFIND'])
    if ((await ask('cases', { method, url: '/api/cases' })).statusCode < 400) faults.push(`${method} /api/cases`)
  for (const endpoint of closed().filter(({ path }) => path.includes(':')))
    for (const id of ['%00', "'%20or%201=1", '..%2f..', '__proto__']) {
      const url = endpoint.path.replace(/:\w+/g, id)
      const { statusCode } = await askEndpoint(endpoint, {
        url,
        input: sampleInput(endpoint, ours.ids),
        cookie: attacker.cookie,
      })
      if (![400, 403, 404].includes(statusCode)) faults.push(`${endpoint.method} ${url}: ${statusCode}`)
    }
  expect(takeFaults(), 'around').toEqual([])
  await expectUntouched()
})

test('every sign-in gets a new session, and a token stays within its scope', async () => {
  const person = await at.person()
  const chosen = `venire_session=${'f'.repeat(43)}`
  const payload = { email: person.account.email, password: testPassword }
  const headers = { cookie: `${chosen}; ${person.cookie}` }
  const entered = await at.app.inject({ method: 'POST', url: '/api/auth/sign-in/email', payload, headers })
  const cookies = [entered.headers['set-cookie']].flat().map(String)
  const session = cookies.find((each) => each.startsWith('venire_session='))!
  expect(session).toMatch(/; Path=\/; .*HttpOnly; SameSite=Lax/)
  expect(session).not.toContain('f'.repeat(43))
  const replaced = { cookie: person.cookie }
  const again = await at.app.inject({ method: 'POST', url: '/api/auth/sign-in/email', payload, headers: replaced })
  expect(again.statusCode).toBe(200)
  for (const cookie of [chosen, person.cookie])
    expect((await at.app.inject({ url: '/api/auth/account', headers: { cookie } })).statusCode).toBe(401)

  const owner = await at.person()
  const ask = { name: 'Script', scopes: ['read'], days: 1, password: testPassword }
  const { token } = (await owner.call('POST', '/api/auth/tokens', ask)).json<{ token: string }>()
  const bearer = { authorization: `Bearer ${token}` }
  for (const endpoint of closed().filter((each) => isWrite(each) || each.personally)) {
    const input = sampleInput(endpoint, ours.ids)
    const { statusCode } = await askEndpoint(endpoint, {
      url: buildUrl(endpoint.path, ours.ids),
      input,
      headers: bearer,
    })
    if (statusCode !== 403) faults.push(`${nameEndpoint(endpoint)} by a token that reads: ${statusCode}`)
  }
  await at.parts.database.pool.query(`update members set status = 'suspended' where user_id = $1`, [owner.actor.userId])
  expect((await at.app.inject({ url: '/api/cases', headers: bearer })).statusCode).toBe(401)
  expect(takeFaults(), 'scope').toEqual([])
})

const hostileName = '../../etc/"\r\nSet-Cookie: pwned=1\u202Egnp.html'

test('files, share pages, and tables run nothing, whatever records are called', async () => {
  const person = await at.person()
  const { firmId } = person.actor
  const { caseId, sessionId, videoId } = await buildFullCase(at, person, await at.person({ firmId, role: 'member' }))
  const { pool } = at.parts.database
  await pool.query(`update videos set filename = $2, container = 'text/html' where id = $1`, [videoId, hostileName])
  await pool.query(`update video_files set mime = 'text/html; charset=utf-8' where video_id = $1`, [videoId])
  await pool.query(`update jurors set juror_number = '＝1+1|x' where case_id = $1 and juror_number = '12'`, [caseId])
  await pool.query(`update firms set name = '<script>alert(1)</script>' where id = $1`, [firmId])
  const html = await buildExport(at.parts, person.actor, {
    caseId,
    type: 'html',
    template: 'session_page',
    filename: hostileName,
  })
  for (const path of [
    ...['stream', 'download', 'poster', 'sprite', 'waveform', 'captions'].map(
      (kind) => `/api/videos/${videoId}/${kind}`,
    ),
    `/api/exports/${html.id}/file`,
  ])
    for (const range of [
      undefined,
      'bytes=0-',
      'bytes=0-0,0-0,0-0',
      'bytes=-99999999999',
      'bytes=9-1',
      'bytes=999999-',
      'x'.repeat(500),
    ]) {
      const response = await person
        .call('GET', path)
        .then((whole) =>
          range === undefined ? whole : at.app.inject({ url: path, headers: { cookie: person.cookie, range } }),
        )
      const { headers, statusCode } = response
      expect([path, range, statusCode < 500]).toEqual([path, range, true])
      expect([headers['set-cookie'], headers['x-content-type-options']]).toEqual([undefined, 'nosniff'])
      if (statusCode >= 300) continue
      expect([path, headers['content-security-policy']]).toEqual([path, expect.stringMatching(/^sandbox;/)])
      expect(String(headers['cache-control'])).toMatch(/private|no-store/)
      expect(String(headers['content-disposition'])).not.toMatch(/[\r\n/]|\.\.\/|\u202E/)
      const isPage = /html|svg|xml(?!formats)/.test(String(headers['content-type']))
      expect(isPage && !String(headers['content-disposition']).startsWith('attachment')).toBe(false)
    }
  const table = (await person.call('GET', `/api/sessions/${sessionId}/question-balance.csv`)).body
  expect(table).toContain("'＝1+1|x")
  const { url } = (await person.call('POST', `/api/exports/${html.id}/links`, {})).json<{ url: string }>()
  const page = await at.app.inject({ url: `${new URL(url).pathname}?t=1"><script>alert(1)</script>` })
  expect(page.body).not.toMatch(/<script|onerror=/)
  expect(page.headers).toMatchObject({
    'cache-control': 'no-store',
    'content-security-policy': expect.not.stringContaining('unsafe'),
  })
  // The password cookie for one link must not open another.
  const other = (
    await person.call('POST', `/api/exports/${html.id}/links`, { password: 'a password of the link 2' })
  ).json<{ url: string }>()
  const cookie = readCookie(page)
  const there = await at.app.inject({ url: `${new URL(other.url).pathname}/file`, headers: { cookie } })
  expect(there.statusCode).toBe(403)
  const gone = ['a'.repeat(43), 'short', '..%2f..%2fetc%2fpasswd', `${theirs.shareToken}x`]
  const pages = await Promise.all(gone.map((token) => at.app.inject({ url: `/s/${token}` })))
  expect(new Set(pages.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1)
})

test('an upload belongs to its sender, and its metadata leaks nowhere', async () => {
  const colleague = ours.colleague
  const encode = (text: string) => Buffer.from(text).toString('base64')
  const tus = { 'tus-resumable': '1.0.0', 'upload-length': '4' }
  const begin = (headers: Record<string, string>) =>
    ask('/api/uploads', {
      method: 'POST',
      url: '/api/uploads',
      cookie: colleague.cookie,
      headers: { ...tus, ...headers },
    })
  const begun = await begin({ 'upload-metadata': `filename ${encode(hostileName)}` })
  expect(begun.statusCode).toBe(201)
  const url = String(begun.headers.location)
  expect(url).toMatch(/^\/api\/uploads\/[0-9a-f-]{36}$/)
  const bytes = { 'tus-resumable': '1.0.0', 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }
  for (const { cookie } of [attacker, ours.people.viewer, await at.person()])
    for (const method of ['HEAD', 'PATCH', 'DELETE'] as const) {
      const response = await at.app.inject({
        method,
        url,
        headers: { cookie, ...bytes },
        ...(method === 'PATCH' ? { payload: 'evil' } : {}),
      })
      expect([method, response.statusCode]).toEqual([method, 404])
    }
  const hostileHeaders: Record<string, string>[] = [
    { 'upload-metadata': `filename ${encode('a\0b')}` },
    { 'upload-metadata': 'filename !!!,,, =' },
    { 'upload-metadata': `filename ${encode('x'.repeat(5000))}` },
    { 'upload-metadata': `filename ${encode('a.mp4')},caseId ${encode(theirs.ids.caseId!)}` },
    { 'upload-metadata': `filename ${encode('a.mp4')},caseId ${encode(ours.ids.caseId!)}` },
    { 'upload-metadata': `filename ${encode('a.mp4')}`, 'upload-length': '-1' },
    { 'upload-metadata': `filename ${encode('a.mp4')}`, 'upload-length': '999999999999999' },
    { 'upload-metadata': `filename ${encode('a.mp4')}`, 'upload-length': '1e3' },
    { 'upload-metadata': `filename ${encode('a.mp4')}`, 'upload-defer-length': '1', 'upload-length': '' },
  ]
  for (const headers of hostileHeaders) {
    const { statusCode } = await begin(headers)
    if (statusCode < 400) faults.push(`an upload begins with ${JSON.stringify(headers)}`)
  }
  expect(takeFaults(), 'uploads').toEqual([])
  await expectUntouched()
})

test('a forged archive imports nothing and reaches no one', async () => {
  const { caseId, videoId, firmId } = theirs.ids
  const forge = (change: Parameters<typeof forgeArchive>[2]) => forgeArchive(at, walled.ids.caseId!, change)
  const bomb = zipSync({ 'manifest.json': new Uint8Array(4_000_000), 'manifest.seal.json': new Uint8Array(10) })
  const link = zipSync({ 'files/link': [new Uint8Array(10), { level: 0, os: 3, attrs: 0o120777 << 16 }] })
  const forged: Record<string, Uint8Array> = {
    'a name that climbs': await forge(addFile('../../../../tmp/venire-climbed.html')),
    'a file of theirs': await forge(addFile(`files/videos/${videoId}/original/media`)),
    'a key of theirs': await forge(
      editRows('video_files', (row) => ({ ...row, key: `firms/${firmId}/videos/${videoId}/original/media` })),
    ),
    'a case of theirs': await forge(editRows('sessions', (row) => ({ ...row, case_id: caseId }))),
    'a type that runs': await forge(editRows('video_files', (row) => ({ ...row, mime: 'image/svg+xml' }))),
    'a bomb': bomb,
    'a link': link,
    'no zip': Buffer.from('PK\x03\x04 nothing'),
  }
  for (const [what, payload] of Object.entries(forged)) {
    const headers = { cookie: ours.administrator.cookie, 'content-type': 'application/zip' }
    const url = '/api/case-imports?caseNumber=FORGED'
    const sent = await at.app.inject({ method: 'POST', url, headers, payload: Buffer.from(payload) })
    const { id } = sent.json<{ id: string }>()
    const read = async () => (await ours.administrator.call('GET', `/api/case-imports/${id}`)).json<CaseImport>()
    const run = { id, attempt: 1, payload: { importId: id }, signal: new AbortController().signal }
    await runImport(at.parts, run).catch(() => {})
    const { found } = await read()
    if (found) {
      const people = found.people.map((each) => ({ id: each.id, userId: null }))
      await ours.administrator.call('POST', `/api/case-imports/${id}/confirm`, { people })
      await runImport(at.parts, run).catch(() => {})
    }
    const { status, failure } = await read()
    if (status !== 'failed') faults.push(`an archive with ${what} is ${status}`)
    if (wordsOfLibraries.test(failure ?? '') || !failure)
      faults.push(`an archive with ${what} is refused with ${failure}`)
  }
  expect((await readdir(tmpdir())).filter((each) => each.startsWith('venire-climbed'))).toEqual([])
  expect(takeFaults(), 'archives').toEqual([])
  await expectUntouched()
})

test('the server calls only URLs its operator named', async () => {
  const operator = await at.person({ isOperator: true })
  for (const host of foreignHosts)
    for (const url of [`http://${host}/`, `https://${host}:443/x`])
      for (const method of ['POST', 'PUT'] as const) {
        const path = method === 'POST' ? '/api/endpoints' : `/api/endpoints/${ours.ids['endpoints.id']}`
        const { statusCode } = await operator.call(method, path, { url, version: 1 })
        if (statusCode !== 400) faults.push(`${method} ${url}: ${statusCode}`)
      }
  for (const url of [
    'file:///etc/passwd',
    'gopher://127.0.0.1/',
    'javascript:alert(1)',
    '//127.0.0.1',
    'http://a:b@127.0.0.1/',
  ])
    if ((await operator.call('POST', '/api/endpoints', { url })).statusCode !== 400) faults.push(url)
  expect(takeFaults(), 'asked').toEqual([])
})

test("the audit record stays intact through all attacks and can't be changed", async () => {
  const { pool, db } = at.parts.database
  for (const statement of ['update audit_events set reason = null', 'delete from audit_events'])
    await expect(pool.query(statement)).rejects.toThrow(/audit/)
  expect((await verifyAudit(db)).filter(({ brokenAt }) => brokenAt !== null)).toEqual([])
  const rows = [...(await dumpTables(at)).values()].flat()
  expect(rows.filter((row) => row.includes(testPassword) || row.includes(ours.shareToken))).toEqual([])
})

const harm = ({ method, path }: Endpoint): number =>
  method === 'GET'
    ? 0
    : method === 'DELETE'
      ? 3
      : /archive|status|lock|sign-out|end-others|revoke|cancel|remove/.test(path)
        ? 2
        : 1

test("no body, query, or URL crashes the server or leaks a library's message", async () => {
  const before = asked
  for (const endpoint of endpoints().toSorted((a, b) => harm(a) - harm(b))) {
    const url = buildUrl(endpoint.path, ours.ids)
    const cookie = await signInAgain(at, attacker)
    const plain = sampleInput(endpoint, ours.ids, { all: true })
    const inputs = [
      ...hostileTexts.map((text) => sampleInput(endpoint, ours.ids, { all: true, text })),
      ...hostileNumbers.map((number) => sampleInput(endpoint, ours.ids, { all: true, number })),
      ...[['a'], null].map((value) => mapValues(plain, () => value) as typeof plain),
      { ...plain, ...smuggled() },
    ]
    if ('cursor' in plain)
      for (const text of [...hostileTexts, 'null', '0', '[]'])
        inputs.push({ ...plain, cursor: text.slice(0, 200) }, { ...plain, limit: text.slice(0, 20) })
    const distinct = new Map(inputs.map((input) => [JSON.stringify(input), input]))
    for (const input of distinct.values()) await askEndpoint(endpoint, { url, input, cookie })
    if (isWrite(endpoint))
      for (const body of endpoint.path.includes('annotations') ? rawBodies : rawBodies.slice(0, 4)) {
        const headers = { 'content-type': 'application/json' }
        const { statusCode } = await ask(endpoint.path, { method: endpoint.method, url, cookie, body, headers })
        if (statusCode < 300 && body.includes('proto')) faults.push(`${nameEndpoint(endpoint)} takes ${body}`)
      }
  }
  expect(asked - before).toBeGreaterThan(endpoints().length * 8)
  expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  const { rows } = await at.parts.database.pool.query(
    'select from users join members on user_id = id where firm_id = $1 and (is_operator or email_proven_at is not null)',
    [ours.ids.firmId],
  )
  expect(rows).toEqual([])
  expect(takeFaults(), 'failures').toEqual([])
  await expectUntouched()
})
