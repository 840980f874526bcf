/**
 * Attacks from inside a firm: each role on its own case, administrators outside a wall, API tokens, races, and sign-in
 * steps. The expected roles are written out here, independent of the product's own table of permissions.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { type CaseRole, caseRoles } from '#contract/account/permissions.ts'
import type { OpenCase } from '#contract/cases/cases.ts'
import type { CaseData } from '#contract/cases/data.ts'
import type { ExportDetail } from '#contract/exports/exports.ts'
import { uploadPaths } from '#contract/videos/uploads.ts'
import { buildSelection, buildStrike, joinAsApprover } from '#server/features/strikes/strikes.factory.ts'
import { buildCase, joinCase } from '#server/features/videos/videos.factory.ts'
import { newId } from '#server/platform/ids.ts'
import { type Person, testApp, type TestApp, testPassword } from './app.ts'
import {
  buildFirm,
  buildUrl,
  dumpTables,
  type Firm,
  nameEndpoint,
  sampleInput,
  signInAgain,
  uuidsIn,
  withQuery,
} from './attack.ts'

let at: TestApp
let ours: Firm
let walled: Firm
let theirs: Firm
beforeAll(async () => {
  at = await testApp({ SIGN_UP: 'open', QUOTA_GB: '1' })
  theirs = await buildFirm(at, 'MARKB')
  ours = await buildFirm(at, 'MARKA')
  walled = await buildFirm(at, 'MARKW', { firmId: ours.lead.actor.firmId })
})
afterAll(() => at.close())

const post = (url: string, payload: object, headers: Record<string, string> = {}) => {
  return at.app.inject({ method: 'POST', url, payload, headers })
}
const send = (endpoint: Endpoint, url: string, input: Record<string, unknown>, headers: Record<string, string>) => {
  const { method } = endpoint
  return at.app.inject(
    method === 'GET' ? { url: withQuery(url, input), headers } : { method, url, payload: input, headers },
  )
}
const endpoints = (): Endpoint[] => at.app.mounted.filter(({ needs }) => needs !== 'nobody')
const inCase = /:(caseId|sessionId|videoId|jurorId|highlightId|strikeId|excusalId|stepId|exportId)/

const all: readonly CaseRole[] = caseRoles
const team: readonly CaseRole[] = ['lead', 'attorney', 'paralegal', 'consultant']
const staff: readonly CaseRole[] = ['lead', 'attorney', 'paralegal']
const attorneys: readonly CaseRole[] = ['lead', 'attorney']
const lead: readonly CaseRole[] = ['lead']

const writers: readonly (readonly [RegExp, readonly CaseRole[]])[] = [
  [/^DELETE \/api\/cases\/:caseId$/, []],
  [/members|second-opinion|restricted-record|unlock$|\/cases\/:caseId\/restore$/, lead],
  [/^POST \/api\/exports\/:exportId\/(cancel|revoke)$|links\/:linkId\/revoke$/, lead],
  [/\/cases\/:caseId\/status$|\/exports\/:exportId\/links$|integrity-decision$/, attorneys],
  [/^(DELETE|PATCH) \/api\/videos\/:videoId$|\/videos\/:videoId\/restore$/, attorneys],
  [/^POST \/api\/highlights\/:highlightId\/comments$/, all],
  [
    /annotation|correction|\/voices|\/speakers|highlight|reel$|fact-quotes|excusals$|\/sessions\/:sessionId\/status$/,
    team,
  ],
  [/rating$|live-notes|\/exports|evidence|notes$|^PATCH \/api\/strikes|\/strikes$|\/moves$/, team],
  [/^PATCH \/api\/jurors\/:jurorId$|^(POST|PATCH) \/api\/sessions\/:sessionId\/videos/, team],
  [/./, staff],
]
const listWriters = (name: string): readonly CaseRole[] => writers.find(([pattern]) => pattern.test(name))![1]

const isWrite = ({ method }: Endpoint) => method !== 'GET'
const inputs: Readonly<Record<string, object>> = { 'PATCH /api/videos/:videoId': { caseId: null } }

test('each role writes only what its work needs', async () => {
  const found: string[] = []
  const writes = endpoints().filter((each) => isWrite(each) && each.needs === 'member' && inCase.test(each.path))
  for (const endpoint of writes) {
    const name = nameEndpoint(endpoint)
    const allowed = listWriters(name)
    for (const role of caseRoles.filter((each) => !allowed.includes(each))) {
      const { cookie } = ours.people[role]
      const url = buildUrl(endpoint.path, ours.ids)
      const { statusCode, body } = await send(
        endpoint,
        url,
        { ...sampleInput(endpoint, ours.ids), ...inputs[name] },
        { cookie },
      )
      if (![403, 404, 409].includes(statusCode)) found.push(`${role}: ${name}: ${statusCode} ${body.slice(0, 120)}`)
    }
  }
  expect(found).toEqual([])
})

test('an administrator outside a walled case sees its title and moves its status, and nothing else', async () => {
  const { cookie } = ours.administrator
  const before = await listRows(walled)
  const open: string[] = []
  for (const endpoint of endpoints().filter((each) => inCase.test(each.path) && !each.path.endsWith('/break-glass'))) {
    if (/^(DELETE \/api\/cases\/:caseId|POST \/api\/cases\/:caseId\/restore)$/.test(nameEndpoint(endpoint))) continue
    const url = buildUrl(endpoint.path, walled.ids)
    const { statusCode, body } = await send(endpoint, url, sampleInput(endpoint, walled.ids), { cookie })
    if (statusCode !== 404) open.push(`${nameEndpoint(endpoint)} ${statusCode}`)
    if (/MARKW-(?!users|firms|cases-title|cases-case_number)/.test(body)) open.push(`${nameEndpoint(endpoint)} ${body}`)
  }
  expect(open.toSorted()).toEqual(['GET /api/cases/:caseId 200', 'POST /api/cases/:caseId/status 409'])
  expect(await listRows(walled)).toEqual(before)
})

test("another firm's administrator changes nothing of ours by ID, on any endpoint or upload", async () => {
  const { pool } = at.parts.database
  const before = await listRows(ours)
  const attacker = theirs.people.attorney
  await pool.query(`update members set role = 'administrator' where user_id = $1`, [attacker.actor.userId])
  const found: string[] = []
  for (const endpoint of endpoints().filter(({ path, needs }) => path.includes(':') && needs !== 'operator')) {
    const cookie = await signInAgain(at, attacker)
    const url = buildUrl(endpoint.path, ours.ids)
    const { statusCode } = await send(endpoint, url, sampleInput(endpoint, ours.ids, { all: true }), { cookie })
    if (statusCode < 400) found.push(`${nameEndpoint(endpoint)} ${statusCode}`)
  }
  const bytes = { 'tus-resumable': '1.0.0', 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }
  const upload = `/api/uploads/${ours.ids['uploads.id']}`
  for (const { cookie } of [attacker, ours.people.attorney, ours.administrator])
    for (const method of ['HEAD', 'PATCH', 'DELETE'] as const) {
      const payload = method === 'PATCH' ? { payload: 'evil' } : {}
      const { statusCode } = await at.app.inject({ method, url: upload, headers: { cookie, ...bytes }, ...payload })
      if (statusCode !== 404) found.push(`${method} upload ${statusCode}`)
    }
  expect(found).toEqual([])
  expect(await listRows(ours)).toEqual(before)
})

async function listRows({ known }: Firm): Promise<string[]> {
  const dump = [...(await dumpTables(at))].filter(([table]) => !/^(audit|sign_ins|users|changes|members)/.test(table))
  return dump.flatMap(([table, rows]) =>
    rows.filter((row) => uuidsIn(row).some((id) => known.has(id))).map((row) => `${table} ${row}`),
  )
}

async function createToken(person: Person, scopes: string[]): Promise<{ authorization: string }> {
  const input = { name: scopes.join(), scopes, days: 1, password: testPassword }
  const { token } = (await person.call('POST', '/api/auth/tokens', input)).json<{ token: string }>()
  return { authorization: `Bearer ${token}` }
}

test('a token stays within its scopes on endpoints, uploads, archives, and files', async () => {
  const owner = await at.person({ isOperator: true })
  const [read, write, administer] = [
    await createToken(owner, ['read']),
    await createToken(owner, ['write']),
    await createToken(owner, ['administer']),
  ]
  const found: string[] = []
  for (const endpoint of endpoints()) {
    const needed = endpoint.needs === 'member' ? (isWrite(endpoint) ? write : read) : administer
    for (const token of [read, write, administer]) {
      if (token === needed && !endpoint.personally) continue
      const url = buildUrl(endpoint.path, ours.ids)
      const { statusCode } = await send(endpoint, url, sampleInput(endpoint, ours.ids), token)
      if (statusCode !== 403) found.push(`${nameEndpoint(endpoint)}: ${statusCode}`)
    }
  }
  const tus = { 'tus-resumable': '1.0.0', 'upload-length': '4', 'upload-metadata': 'filename YS5tcDQ=' }
  const begun = await at.app.inject({ method: 'POST', url: '/api/uploads', headers: { ...tus, ...write } })
  const url = String(begun.headers.location)
  const bytes = { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }
  const multipart = { 'content-type': 'multipart/form-data; boundary=x' }
  const file = '--x\r\ncontent-disposition: form-data; name="videos"; filename="a.mp4"\r\n\r\nabc\r\n--x--\r\n'
  for (const token of [read, administer])
    for (const asked of [
      { method: 'POST', url: '/api/uploads', headers: tus },
      { method: 'PATCH', url, headers: bytes, payload: 'evil' },
      { method: 'HEAD', url, headers: { ...bytes, 'x-http-method-override': 'PATCH' }, payload: 'evil' },
      { method: 'DELETE', url, headers: tus },
      { method: 'POST', url: uploadPaths.multipart, headers: multipart, payload: file },
      { method: 'POST', url: '/api/case-imports', headers: { 'content-type': 'application/zip' }, payload: 'PK' },
    ] as const) {
      const { statusCode } = await at.app.inject({ ...asked, headers: { ...asked.headers, ...token } })
      if (statusCode !== 403 && !(asked.method === 'HEAD' && token === read))
        found.push(`${asked.method} ${asked.url}: ${statusCode}`)
    }
  const left = await at.app.inject({ method: 'HEAD', url, headers: { ...tus, cookie: owner.cookie } })
  expect([left.statusCode, left.headers['upload-offset']]).toEqual([200, '0'])
  const personal = await at.app.inject({ url: '/api/profile/data', headers: read })
  expect([personal.statusCode, found]).toEqual([403, []])
})

test('a token never exceeds its owner and ends with them', async () => {
  const member = await at.person({ firmId: ours.administrator.actor.firmId, role: 'member', profession: 'paralegal' })
  const token = await createToken(member, ['read', 'write', 'administer'])
  const list = () => at.app.inject({ url: '/api/cases', headers: token })
  expect((await post('/api/team/invitations', { email: 'x@firm.example' }, token)).statusCode).toBe(403)
  expect((await post('/api/cases', { title: 'A case', caseNumber: '1' }, token)).statusCode).toBe(403)
  expect((await list()).statusCode).toBe(200)
  await ours.administrator.call('PATCH', '/api/firm', { requireTwoFactor: true })
  expect((await list()).statusCode).toBe(403)
  await at.parts.database.pool.query('update firms set require_two_factor = false')
  const reset = await ours.administrator.call('POST', `/api/team/${member.actor.userId}/reset-link`, {
    password: testPassword,
  })
  const link = reset.json<{ url: string }>().url.split('token=')[1]
  await post('/api/auth/password-reset/confirm', { token: link, password: `${testPassword} again` })
  expect((await list()).statusCode).toBe(401)
})

test('a share link ends with its creator’s access to the firm', async () => {
  const { firmId } = ours.administrator.actor
  const attorney = await at.person({ firmId, role: 'member' })
  await joinCase(at.parts.database.db, attorney.actor, ours.ids.caseId!, 'attorney')
  const share = async () => {
    const made = await attorney.call('POST', `/api/exports/${ours.ids.exportId}/links`, {})
    return new URL(made.json<{ url: string }>().url).pathname
  }
  const open = async (url: string) => (await at.app.inject({ url })).statusCode
  const member = `/api/team/${attorney.actor.userId}`
  const first = await share()
  expect(await open(first)).toBe(200)
  await ours.administrator.call('PATCH', member, { status: 'suspended' })
  expect(await open(first)).toBe(410)
  await ours.administrator.call('PATCH', member, { status: 'active' })
  expect(await open(first)).toBe(410)

  const cookie = await signInAgain(at, attorney)
  const again = await post(`/api/exports/${ours.ids.exportId}/links`, {}, { cookie })
  const second = new URL(again.json<{ url: string }>().url).pathname
  expect(await open(second)).toBe(200)
  await ours.administrator.call('DELETE', member, {})
  expect(await open(second)).toBe(410)
  const { rows } = await at.parts.database.pool.query(
    `select actor_id as by from audit_events where action = 'export.link_revoked' and details::jsonb->>'linkId' in
      (select id::text from share_links where created_by = $1)`,
    [attorney.actor.userId],
  )
  expect(rows).toEqual([{ by: ours.administrator.actor.userId }, { by: ours.administrator.actor.userId }])
})

test('a member revokes their own link to someone else’s export, and no one else’s', async () => {
  const { attorney, lead: owner, paralegal } = ours.people
  const links = `/api/exports/${ours.ids.exportId}/links`
  const { link } = (await attorney.call('POST', links, {})).json<{ link: { id: string } }>()
  const listMay = async (person: Person) => {
    const detail = (await person.call('GET', `/api/exports/${ours.ids.exportId}`)).json<ExportDetail>()
    return detail.links.filter(({ id }) => [link.id, ours.ids.linkId].includes(id)).map(({ mayRevoke }) => mayRevoke)
  }
  expect(await listMay(attorney)).toEqual([false, true])
  expect(await listMay(paralegal)).toEqual([false, false])
  expect(await listMay(owner)).toEqual([true, true])
  const revoke = (person: Person, id: string) => person.call('POST', `${links}/${id}/revoke`, {})
  expect((await revoke(attorney, ours.ids.linkId!)).statusCode).toBe(403)
  expect((await revoke(paralegal, link.id)).statusCode).toBe(403)
  expect((await revoke(attorney, link.id)).json()).toMatchObject({ state: 'revoked', mayRevoke: false })
})

test('only the lead lifts an anonymous jury, or changes sides after strikes', async () => {
  const { db } = at.parts.database
  const owner = await at.person()
  const paralegal = await at.person({ firmId: owner.actor.firmId, role: 'member' })
  const parties: CaseData['parties'] = [
    { name: 'Ann Baker', role: 'plaintiff', side: 'plaintiff', representedBy: '' },
    { name: 'Example Freight', role: 'defendant', side: 'defense', representedBy: '' },
  ]
  const place = await buildSelection(db, owner.actor, {
    ...{ ourSide: 'plaintiff', confidentiality: 'anonymous_jury', parties },
    ...{ caseType: 'civil_other', forumId: 'tx_civil', court: '1st District Court' },
  })
  const { caseId } = place
  await joinCase(db, paralegal.actor, caseId, 'paralegal')
  const change = async (person: Person, input: object) => {
    const { version } = (await person.call('GET', `/api/cases/${caseId}`)).json<OpenCase>()
    return (await person.call('PATCH', `/api/cases/${caseId}`, { version, ...input })).statusCode
  }
  expect(await change(paralegal, { confidentiality: 'standard' })).toBe(403)
  expect(await change(paralegal, { ourSide: 'defense' })).toBe(200)
  await buildStrike(db, owner.actor, place, { kind: 'peremptory', jurorId: place.jurorIds[0]! })
  expect(await change(paralegal, { ourSide: 'plaintiff' })).toBe(403)
  expect(await change(owner, { ourSide: 'plaintiff', confidentiality: 'standard' })).toBe(200)
  expect(await change(paralegal, { confidentiality: 'anonymous_jury' })).toBe(200)
})

const countDone = (answers: { statusCode: number }[]) => answers.filter(({ statusCode }) => statusCode === 200).length
const atOnce = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_each, index) => work(index)))

test('administrators can’t demote or remove each other so that none is left', async () => {
  for (const [method, body] of [
    ['PATCH', { role: 'member' }],
    ['PATCH', { status: 'suspended' }],
    ['DELETE', {}],
  ] as const) {
    const first = await at.person()
    const { firmId } = first.actor
    const others = await Promise.all([at.person({ firmId }), at.person({ firmId })])
    const people = [first, ...others]
    await atOnce(3, (index) => people[index]!.call(method, `/api/team/${people[(index + 1) % 3]!.actor.userId}`, body))
    const { rowCount } = await at.parts.database.pool.query(
      `select from members where firm_id = $1 and role = 'administrator' and status = 'active'`,
      [firmId],
    )
    expect([method, body, rowCount! > 0]).toEqual([method, body, true])
  }
})

const budget = { us: 2, them: 2, alternatesUs: 0, alternatesThem: 0, perDefendant: null, orderNote: '' }

test('parallel strikes never exceed the budget, and a strike is approved and exercised once', async () => {
  const { db } = at.parts.database
  const owner = await at.person()
  const approver = await at.person({ firmId: owner.actor.firmId, role: 'member' })
  const place = await buildSelection(db, owner.actor, { strikeBudget: { ...budget, source: 'default' } })
  await joinAsApprover(db, approver.actor, place.caseId)
  const ready = { kind: 'peremptory', state: 'approved', rationale: 'A rationale that is long enough.' } as const
  const strikes = await atOnce(6, (index) =>
    buildStrike(db, owner.actor, place, { ...ready, jurorId: place.jurorIds[index]! }),
  )
  const exercise = () => ({ eventId: newId(), version: 1, move: 'exercise' })
  const made = await atOnce(6, (index) => owner.call('POST', `/api/strikes/${strikes[index]!.id}/moves`, exercise()))
  expect(countDone(made)).toBe(2)
  const record = (index: number) => ({
    ...{ eventId: newId(), jurorId: place.jurorIds[10 + index], kind: 'peremptory', madeBy: 'opposing' },
  })
  const recorded = await atOnce(6, (index) =>
    approver.call('POST', `/api/sessions/${place.sessionId}/strikes`, record(index)),
  )
  expect(countDone(recorded)).toBe(2)

  const third = await at.person({ firmId: owner.actor.firmId, role: 'member' })
  await joinAsApprover(db, third.actor, place.caseId)
  const checkResult = { level: 'ok' as const, version: '1', regimes: [], items: [] }
  const given = { ...ready, state: 'submitted', jurorId: place.jurorIds[18]!, checkedAt: new Date() } as const
  const { id } = await buildStrike(db, owner.actor, place, { ...given, checkResult })
  const moves = ['approve', 'reject', 'approve', 'request_changes'] as const
  const decided = await atOnce(4, (index) =>
    [approver, third][index % 2]!.call('POST', `/api/strikes/${id}/moves`, {
      ...{ eventId: newId(), version: 1, move: moves[index], reason: 'Not now.' },
    }),
  )
  expect(countDone(decided)).toBe(1)
  const own = await owner.call('POST', `/api/strikes/${strikes[5]!.id}/moves`, {
    ...{ eventId: newId(), version: 1, move: 'approve' },
  })
  expect(own.statusCode).toBeGreaterThanOrEqual(400)
})

test('only those who record rulings add or remove the evidence of an objection', async () => {
  const { db } = at.parts.database
  const owner = await at.person()
  const consultant = await at.person({ firmId: owner.actor.firmId, role: 'member', profession: 'consultant' })
  const place = await buildSelection(db, owner.actor)
  await joinCase(db, consultant.actor, place.caseId, 'consultant')
  const said = { kind: 'peremptory', madeBy: 'opposing', state: 'exercised', exercisedAt: new Date() } as const
  const { id } = await buildStrike(db, owner.actor, place, said)
  const add = { version: 1, of: 'objection', item: { source: 'page', cite: '12:3', quote: 'The words.' } }
  const url = `/api/strikes/${id}/evidence`
  expect((await consultant.call('POST', url, add)).statusCode).toBe(403)
  const added = (await owner.call('POST', url, add)).json<{ version: number; evidence: { id: string }[] }>()
  const remove = `${url}/${added.evidence[0]!.id}/remove`
  expect((await consultant.call('POST', remove, { version: added.version })).statusCode).toBe(403)
  expect((await owner.call('POST', remove, { version: added.version })).statusCode).toBe(200)
})

test('an administrator can’t pass a wall by suspending the lead and taking over', async () => {
  const administrator = await at.person()
  const { firmId, userId } = administrator.actor
  const owner = await at.person({ firmId, role: 'member' })
  const caseId = await buildCase(at.parts.database.db, owner.actor)
  const suspend = { status: 'suspended', successorId: userId }
  const url = `/api/team/${owner.actor.userId}`
  expect((await administrator.call('PATCH', url, suspend)).statusCode).toBe(409)
  expect((await administrator.call('DELETE', url, { successorId: userId })).statusCode).toBe(409)
  expect((await administrator.call('GET', `/api/cases/${caseId}/members`)).statusCode).toBe(404)
  const reason = { reason: 'The lead has left the firm.' }
  expect((await administrator.call('POST', `/api/cases/${caseId}/break-glass`, reason)).statusCode).toBe(200)
  expect((await administrator.call('PATCH', url, suspend)).statusCode).toBe(200)
})

test('every write is on the audit record, except those of no consequence', async () => {
  const { pool } = at.parts.database
  const count = async () => (await pool.query<{ n: number }>('select count(*)::int as n from audit_events')).rows[0]!.n
  const firm = theirs
  await pool.query(`update members set role = 'administrator' where user_id = $1`, [firm.lead.actor.userId])
  await pool.query('update users set is_operator = true where id = $1', [firm.lead.actor.userId])
  const silent: string[] = []
  let done = 0
  for (const endpoint of endpoints().filter((each) => isWrite(each))) {
    const cookie = await signInAgain(at, firm.lead)
    const before = await count()
    const url = buildUrl(endpoint.path, firm.ids)
    const { statusCode } = await send(endpoint, url, sampleInput(endpoint, firm.ids), { cookie })
    if (statusCode === 200) done++
    if (statusCode === 200 && (await count()) === before) silent.push(nameEndpoint(endpoint))
  }
  expect(silent).toEqual([
    ...[
      'POST /api/auth/firm',
      'POST /api/auth/two-factor/begin',
      'POST /api/auth/two-factor/remove',
      'POST /api/auth/passkeys/options',
    ],
    ...['PATCH /api/notifications/:id/read', 'PATCH /api/notifications/read-all', 'DELETE /api/notifications/:id'],
    ...['PUT /api/notifications/settings', 'PATCH /api/cases/:caseId'],
  ])
  expect(done).toBeGreaterThan(25)
})

test('an archived case and a locked session stay as they are, even for the lead', async () => {
  const { pool } = at.parts.database
  const firm = walled
  const { cookie } = firm.lead
  const attempt = async (pattern: RegExp) => {
    const done: string[] = []
    for (const endpoint of endpoints().filter(
      (each) => isWrite(each) && pattern.test(each.path) && !/(unlock|restore)$/.test(each.path),
    )) {
      const url = buildUrl(endpoint.path, firm.ids)
      const input = { ...sampleInput(endpoint, firm.ids), ...inputs[nameEndpoint(endpoint)] }
      const { statusCode } = await send(endpoint, url, input, { cookie })
      if (statusCode < 300) done.push(nameEndpoint(endpoint))
    }
    return done
  }
  await pool.query('update sessions set locked_at = now() where id = $1', [firm.ids.sessionId])
  expect(await attempt(/:(sessionId|videoId|highlightId|strikeId|excusalId|stepId|liveNoteId)/)).toEqual([
    ...['POST /api/sessions/:sessionId/lock', 'PUT /api/sessions/:sessionId/reel'],
  ])
  await pool.query('update sessions set locked_at = null where id = $1', [firm.ids.sessionId])
  await pool.query(`update cases set status = 'archived', status_before_archive = 'active' where id = $1`, [
    firm.ids.caseId,
  ])
  expect(await attempt(inCase)).toEqual([
    ...['PATCH /api/cases/:caseId/members/:userId', 'DELETE /api/cases/:caseId/members/:userId'],
    ...['POST /api/exports/:exportId/rerun', 'POST /api/exports/:exportId/revoke'],
    'POST /api/exports/:exportId/links/:linkId/revoke',
  ])
})
