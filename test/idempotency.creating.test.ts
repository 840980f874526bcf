import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Highlight } from '#contract/highlights/highlights.ts'
import { buildAnalysis, buildResults, buildTurn } from '#server/features/analysis/analysis.factory.ts'
import { makeAuthenticator } from '#server/features/auth/two-factor/authenticator.fixture.ts'
import { buildExport, buildSitting, type Sitting } from '#server/features/exports/exports.factory.ts'
import { buildSelection, buildStrike, type Selection } from '#server/features/strikes/strikes.factory.ts'
import { buildCase, buildVideo } from '#server/features/videos/videos.factory.ts'
import { newId } from '#server/platform/ids.ts'
import { type Person, testApp, type TestApp, testPassword } from './app.ts'

const token = 'a-token-of-the-build'
let at: TestApp
let lead: Person
let colleague: Person
let sitting: Sitting
let selection: Selection
beforeAll(async () => {
  at = await testApp({ SIGN_UP: 'open', PIPELINE_TOKEN: token })
  lead = await at.person({ isOperator: true })
  colleague = await at.person({ firmId: lead.actor.firmId, role: 'member' })
  sitting = await buildSitting(at.parts, lead.actor)
  selection = await buildSelection(at.parts.database.db, lead.actor)
})
afterAll(() => at.close())

type Body = object | Buffer
type Act = { url: string; body?: Body; headers?: Record<string, string> }

const post = async <T>(url: string, body: object): Promise<T> => (await lead.call('POST', url, body)).json<T>()
const highlight = () =>
  post<Highlight>(`/api/sessions/${sitting.sessionId}/highlights`, { videoId: sitting.videoId, start: 1, end: 2 })
const strike = () => buildStrike(at.parts.database.db, lead.actor, selection, { jurorId: selection.jurorIds.pop()! })
const juror = () => selection.jurorIds.pop()!
const excusal = () =>
  post<{ id: string; version: number }>(`/api/sessions/${selection.sessionId}/excusals`, {
    ...{ eventId: newId(), jurorId: juror(), reason: 'No pay while serving' },
  })
const finished = async () => (await buildVideo(at.parts, lead.actor, { durationMs: 60_000, caseId: sitting.caseId })).id
async function voices(): Promise<string> {
  const { id } = await buildVideo(at.parts, lead.actor, { durationMs: 60_000, caseId: sitting.caseId })
  const turns = ['voice-1', 'voice-2'].map((speaker, index) => buildTurn(index, { speaker }))
  const results = buildResults({ turns })
  const speakers = { ...results.speakers, method: 'voices' as const }
  await buildAnalysis(at.parts.database.db, id, { ...results, speakers })
  return id
}
const multipart = { 'content-type': 'multipart/form-data; boundary=xx' }

const creating: Record<string, () => Act | Promise<Act>> = {
  'POST /api/videos/:videoId/annotations': () => ({
    ...{ url: `/api/videos/${sitting.videoId}/annotations`, body: { title: 'Note', startTime: 1 } },
  }),
  'POST /api/videos/:videoId/findings/:findingId/annotation': async () => {
    const { rows } = await at.parts.database.pool.query<{ id: string }>('select id from findings where video_id = $1', [
      sitting.videoId,
    ])
    return { url: `/api/videos/${sitting.videoId}/findings/${rows[0]!.id}/annotation` }
  },
  'POST /api/cases/:caseId/members': () => ({
    ...{ url: `/api/cases/${sitting.caseId}/members`, body: { userId: colleague.actor.userId, role: 'viewer' } },
  }),
  'POST /api/cases/:caseId/break-glass': async () => {
    const { actor } = await at.person({ firmId: lead.actor.firmId, role: 'member' })
    return {
      url: `/api/cases/${await buildCase(at.parts.database.db, actor)}/break-glass`,
      body: { reason: 'The lead is in the hospital, and the court is calling.' },
    }
  },
  'POST /api/cases': () => ({ url: '/api/cases', body: { title: 'State v. Example', caseNumber: 'W-1' } }),
  'POST /api/contact': () => ({
    url: '/api/contact',
    body: {
      ...{ kind: 'demo', name: 'Somebody', email: 'somebody@firm.example', subject: 'A demo' },
      message: 'We would like to see the product next week.',
    },
  }),
  'POST /api/videos/:videoId/corrections': () => ({
    url: `/api/videos/${sitting.videoId}/corrections`,
    body: { turn: 1, from: 0, to: 0, newText: 'We' },
  }),
  'POST /api/exports': () => ({
    url: '/api/exports',
    body: { type: 'csv', template: 'jurors', scope: { kind: 'case', id: sitting.caseId } },
  }),
  'POST /api/exports/:exportId/rerun': async () => ({
    url: `/api/exports/${(await buildExport(at.parts, lead.actor, { caseId: sitting.caseId })).id}/rerun`,
    body: {},
  }),
  'POST /api/exports/:exportId/links': async () => ({
    url: `/api/exports/${(await buildExport(at.parts, lead.actor, { caseId: sitting.caseId })).id}/links`,
    body: {},
  }),
  'POST /api/sessions/:sessionId/highlights': () => ({
    url: `/api/sessions/${sitting.sessionId}/highlights`,
    body: { videoId: sitting.videoId, start: 1, end: 2 },
  }),
  'POST /api/highlights/:highlightId/comments': async () => ({
    ...{ url: `/api/highlights/${(await highlight()).id}/comments`, body: { text: 'Look at this.' } },
  }),
  'POST /api/cases/:caseId/jurors/import': () => ({
    url: `/api/cases/${sitting.caseId}/jurors/import`,
    body: { columns: [{ header: 'No', target: 'jurorNumber' }], rows: [['101'], ['102']] },
  }),
  'POST /api/cases/:caseId/jurors': () => ({
    ...{ url: `/api/cases/${sitting.caseId}/jurors`, body: { jurorNumber: '201' } },
  }),
  'POST /api/jurors/:jurorId/events': () => ({
    ...{ url: `/api/jurors/${sitting.jurorId}/events`, body: { kind: 'questioned' } },
  }),
  'POST /api/sessions/:sessionId/live-notes': () => ({
    url: `/api/sessions/${sitting.sessionId}/live-notes`,
    body: { eventId: newId(), jurorId: sitting.jurorId, kind: 'note', text: 'Nods.' },
  }),
  'POST /api/endpoints': () => ({ url: '/api/endpoints', body: { url: 'http://127.0.0.1:1/' } }),
  'POST /api/pipeline/report': () => ({
    url: '/api/pipeline/report',
    headers: { authorization: `Bearer ${token}` },
    body: { kind: 'build', run: '1', steps: [{ name: 'check', status: 'completed' }] },
  }),
  'POST /api/cases/:caseId/restricted-records': () => ({
    ...{ url: `/api/cases/${sitting.caseId}/restricted-records`, body: { reason: 'For an objection' } },
  }),
  'POST /api/sessions/:sessionId/videos': async () => ({
    ...{ url: `/api/sessions/${sitting.sessionId}/videos`, body: { videoId: await finished() } },
  }),
  'POST /api/cases/:caseId/sessions': () => ({
    ...{ url: `/api/cases/${sitting.caseId}/sessions`, body: { type: 'jury_voir_dire', date: null } },
  }),
  'POST /api/sessions/:sessionId/strikes': () => ({
    url: `/api/sessions/${selection.sessionId}/strikes`,
    body: { eventId: newId(), jurorId: juror(), kind: 'peremptory' },
  }),
  'POST /api/strikes/:strikeId/moves': async () => ({
    url: `/api/strikes/${(await strike()).id}/moves`,
    body: { eventId: newId(), version: 1, move: 'withdraw', reason: 'Solved' },
  }),
  'POST /api/strikes/:strikeId/evidence': async () => ({
    url: `/api/strikes/${(await strike()).id}/evidence`,
    body: { version: 1, item: { source: 'note', note: 'Seen in the hall.' } },
  }),
  'POST /api/strikes/:strikeId/notes': async () => ({
    ...{ url: `/api/strikes/${(await strike()).id}/notes`, body: { eventId: newId(), text: 'Ask again.' } },
  }),
  'POST /api/sessions/:sessionId/selection-steps': () => ({
    url: `/api/sessions/${selection.sessionId}/selection-steps`,
    body: { eventId: newId(), kind: 'moved_last', jurorId: juror() },
  }),
  'POST /api/sessions/:sessionId/excusals': () => ({
    url: `/api/sessions/${selection.sessionId}/excusals`,
    body: { eventId: newId(), jurorId: juror(), reason: 'No pay while serving' },
  }),
  'POST /api/excusals/:excusalId/moves': async () => {
    const { id, version } = await excusal()
    const body = { eventId: newId(), version, move: 'withdraw', reason: 'Solved' }
    return { url: `/api/excusals/${id}/moves`, body }
  },
  'POST /api/team/invitations': () => ({
    url: '/api/team/invitations',
    body: { email: 'b@firm.example', role: 'member', profession: 'attorney' },
  }),
  'POST /api/team/:userId/reset-link': () => ({
    url: `/api/team/${colleague.actor.userId}/reset-link`,
    body: { password: testPassword },
  }),
  'POST /api/auth/tokens': () => ({
    ...{ url: '/api/auth/tokens', body: { name: 'Script', scopes: ['read'], days: null, password: testPassword } },
  }),
  'POST /api/auth/passkeys/options': () => ({ url: '/api/auth/passkeys/options', body: { password: testPassword } }),
  'POST /api/auth/passkeys': async () => {
    type Challenge = { ticket: string; options: { challenge: string } }
    const { ticket, options } = await post<Challenge>('/api/auth/passkeys/options', { password: testPassword })
    const device = makeAuthenticator({ rpId: 'localhost', origin: 'http://localhost:3000' })
    const credential = device.register({ challenge: options.challenge })
    return { url: '/api/auth/passkeys', body: { ticket, name: 'Court laptop', credential } }
  },
  'POST /api/auth/two-factor/begin': () => ({ url: '/api/auth/two-factor/begin', body: { password: testPassword } }),
  'POST /api/auth/two-factor/confirm': async () => {
    const { secret } = await post<{ secret: string }>('/api/auth/two-factor/begin', { password: testPassword })
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
    return { url: '/api/auth/two-factor/confirm', body: { code } }
  },
  'POST /api/videos/:videoId/reprocess': async () => ({ url: `/api/videos/${await finished()}/reprocess` }),
  'POST /api/videos/:videoId/retry': () => ({
    ...{ url: `/api/videos/${sitting.videoId}/retry`, body: { stage: 'findings' } },
  }),
  'POST /api/videos/:videoId/voices/turns': async () => ({
    url: `/api/videos/${await voices()}/voices/turns`,
    body: { version: 0, turns: [0], label: 'voice-2' },
  }),
  'POST /api/videos/:videoId/voices/stretches': async () => {
    const videoId = await voices()
    const url = `/api/videos/${videoId}/voices/stretches`
    const { grouping } = (await lead.call('GET', url)).json<{ grouping: string }>()
    const names = [{ label: 'voice-1', fromTurn: 0, toTurn: 0, jurorNumber: '12' }]
    return { url, body: { version: 0, grouping, names } }
  },
  'POST /api/videos/:videoId/voices/merge': async () => ({
    url: `/api/videos/${await voices()}/voices/merge`,
    body: { version: 0, from: 'voice-1', into: 'voice-2' },
  }),
  'POST /api/videos/:videoId/voices/undo': async () => {
    const videoId = await voices()
    await lead.call('POST', `/api/videos/${videoId}/voices/turns`, { version: 0, turns: [0], label: 'voice-2' })
    return { url: `/api/videos/${videoId}/voices/undo`, body: { version: 1 } }
  },
  'POST /api/videos/:videoId/voices/regroup': async () => ({
    ...{ url: `/api/videos/${await voices()}/voices/regroup`, body: { version: 0, count: 2 } },
  }),
  'POST /api/videos/upload': () => ({
    url: '/api/videos/upload',
    headers: multipart,
    body: Buffer.from(
      '--xx\r\ncontent-disposition: form-data; name="videos"; filename="c.mp4"\r\n\r\nfilm\r\n--xx--\r\n',
    ),
  }),
  'POST /api/uploads': () => ({
    url: '/api/uploads',
    headers: {
      ...{ 'tus-resumable': '1.0.0', 'upload-length': '5' },
      'upload-metadata': `filename ${Buffer.from('a.mp4').toString('base64')}`,
    },
  }),
  'POST /api/case-imports': () => ({
    url: '/api/case-imports',
    headers: { 'content-type': 'application/zip' },
    body: Buffer.from('not a zip'),
  }),
}

/** Endpoints that create no duplicates even without a key. */
const others = [
  'POST /api/auth/sign-up/email',
  'POST /api/auth/invitation/accept',
  'POST /api/auth/sign-in/email',
  'POST /api/auth/sign-in/demo',
  'POST /api/auth/sign-in/two-factor',
  'POST /api/auth/sign-in/passkey',
  'POST /api/auth/sign-in/passkey/options',
  'POST /api/auth/password-reset/request',
  'POST /api/auth/password-reset/confirm',
  'POST /api/profile/email/confirm',
  'POST /s/:token',
  'POST /api/auth/password',
  'POST /api/auth/passkeys/:passkeyId/remove',
  'POST /api/auth/sessions/end-others',
  'POST /api/auth/sign-out',
  'POST /api/auth/two-factor/remove',
  'POST /api/case-imports/:importId/confirm',
  'POST /api/cases/:caseId/restore',
  'POST /api/cases/:caseId/status',
  'POST /api/cases/archive',
  'POST /api/exports/:exportId/cancel',
  'POST /api/exports/:exportId/links/:linkId/revoke',
  'POST /api/exports/:exportId/revoke',
  'POST /api/jurors/:jurorId/restore',
  'POST /api/profile/email',
  'POST /api/auth/sign-up/confirmation',
  'POST /api/auth/firm',
  'POST /api/selection-steps/:stepId/undo',
  'POST /api/sessions/:sessionId/highlight-decisions',
  'POST /api/sessions/:sessionId/lock',
  'POST /api/sessions/:sessionId/restore',
  'POST /api/sessions/:sessionId/seats',
  'POST /api/sessions/:sessionId/seats/fill',
  'POST /api/sessions/:sessionId/status',
  'POST /api/sessions/:sessionId/unlock',
  'POST /api/strikes/:strikeId/evidence/:evidenceId/remove',
  'POST /api/videos/:videoId/cancel',
  'POST /api/videos/:videoId/integrity-decision',
  'POST /api/videos/:videoId/restore',
  'POST /api/auth/two-factor/recovery-codes',
  'POST /api/exports/estimate',
]

const traces = ['audit_events', 'audit_heads', 'notifications']

const countRows = async (): Promise<Record<string, number>> => {
  const { pool } = at.parts.database
  const { rows } = await pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'idempotency_keys'`,
  )
  const each = rows.map(({ name }) => `select '${name}' as name, count(*)::int as n from "${name}"`)
  const counted = await pool.query<{ name: string; n: number }>(each.join(' union all '))
  return Object.fromEntries(counted.rows.map(({ name, n }) => [name, n]))
}

test('every POST is sent twice here or creates no row', () => {
  const posts = at.app.waysIn.filter((way) => way.startsWith('POST '))
  expect([...Object.keys(creating), ...others].toSorted()).toEqual(posts.toSorted())
})

test.each(Object.keys(creating))('%s creates one row per key and repeats its response', async (name) => {
  const { url, body, headers } = await creating[name]!()
  const key = newId()
  const send = () =>
    at.app.inject({
      method: 'POST',
      url,
      headers: { cookie: lead.cookie, 'idempotency-key': key, ...headers },
      ...(body && { payload: body }),
    })
  const before = await countRows()
  const first = await send()
  expect([first.statusCode < 300, first.body]).toEqual([true, first.body])
  const after = await countRows()
  const second = await send()
  const grown = Object.keys(after).filter((table) => after[table]! > before[table]! && !traces.includes(table))
  expect(grown).not.toEqual([])
  expect(await countRows()).toEqual(after)
  expect([second.statusCode, second.body]).toEqual([first.statusCode, first.body])
  expect(second.headers['idempotent-replayed']).toBe('true')
})

test('a repeated sign-up and invitation create one account', async () => {
  const { url } = await post<{ url: string }>('/api/team/invitations', {
    ...{ email: 'invited@firm.example', role: 'member', profession: 'paralegal' },
  })
  const token = new URL(url).searchParams.get('token')
  const account = { name: 'Somebody', password: testPassword }
  const entries: [string, object][] = [
    ['/api/auth/sign-up/email', { ...account, firmName: 'A Firm', email: 'new@firm.example' }],
    ['/api/auth/invitation/accept', { ...account, token }],
  ]
  for (const [address, payload] of entries) {
    const send = () =>
      at.app.inject({ method: 'POST', url: address, payload, headers: { 'idempotency-key': 'the-same' } })
    expect((await send()).statusCode).toBe(200)
    const after = await countRows()
    expect((await send()).statusCode).toBeGreaterThanOrEqual(400)
    expect(await countRows()).toEqual(after)
  }
})
