import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { JurorSummary } from '#contract/jurors/jurors.ts'
import type { MotionJuror } from '#contract/highlights/motions.ts'
import type { SpeakerRole } from '#contract/videos/transcript.ts'
import { findFindings } from '#engine/findings/find.ts'
import { findExchanges } from '#engine/findings/language/exchanges.ts'
import { buildTurn } from '#server/features/analysis/analysis.factory.ts'
import { cases } from '#server/features/cases/cases.table.ts'
import { buildSitting, type Sitting } from '#server/features/exports/exports.factory.ts'
import { buildStrike } from '#server/features/strikes/strikes.factory.ts'
import { type Person, testApp, type TestApp } from '#test/app.ts'
import { makeExport, verifyMotionQuotes, waitMs } from '#test/exports.open.ts'
import { silent } from '#test/silent.ts'
import { startWorker } from '#worker/index.ts'

vi.setConfig({ testTimeout: 4 * waitMs, hookTimeout: 2 * waitMs })

let at: TestApp
let lead: Person
let sitting: Sitting
let folder: string
let worker: Awaited<ReturnType<typeof startWorker>>

const line = (index: number, role: SpeakerRole, text: string) =>
  role === 'juror'
    ? buildTurn(index, { text, page: 3, line: index + 1 })
    : buildTurn(index, { speaker: role.toUpperCase(), role, jurorNumber: null, text, page: 3, line: index + 1 })
const turns = [
  line(0, 'plaintiff_attorney', 'How do you feel about landlords?'),
  line(1, 'juror', 'I would lean against the landlord.'),
  line(2, 'judge', 'Can you set that aside?'),
  line(3, 'juror', 'I would try.'),
  line(4, 'judge', 'Yes or no, can you set it aside?'),
  line(5, 'juror', 'No, I can’t.'),
  line(6, 'defense_attorney', 'We move for cause.'),
  line(7, 'judge', 'Granted. Juror 12 is excused.'),
]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'venire-motion-'))
  at = await testApp()
  lead = await at.person()
  const exchanges = findExchanges(turns, { cueTimes: false })
  sitting = await buildSitting(at.parts, lead.actor, { turns, exchanges, ...findFindings(turns, exchanges) })
  const { db } = at.parts.database
  const party = { role: 'defendant' as const, side: 'defense' as const, representedBy: '' }
  const parties = [{ ...party, name: 'A. Example' }]
  const known = { ourSide: 'defense' as const, forumId: 'ca_criminal', parties, court: 'Sample Superior Court' }
  await db.update(cases).set(known).where(eq(cases.id, sitting.caseId))
  const strike = { jurorId: sitting.jurorId, rationale: 'WORKPRODUCT leans', groundCode: 'ca_225_actual' }
  await buildStrike(db, lead.actor, { ...sitting, jurorIds: [sitting.jurorId] }, strike)
  worker = await startWorker(at.parts, silent)
})
afterAll(async () => {
  worker.stop()
  await at.close()
  await rm(folder, { recursive: true, force: true })
})

const url = () => `/api/sessions/${sitting.sessionId}/motion-quotes`
const list = async () => (await lead.call('GET', url())).json<MotionJuror[]>()
const quotes = async () => (await list()).flatMap(({ chains }) => chains.flatMap((chain) => chain.quotes))
const plan = (given: object = {}) => ({
  type: 'pdf',
  template: 'cause_motion',
  scope: { kind: 'session', id: sitting.sessionId },
  ...given,
})
const order = (given: object = {}) => lead.call('POST', '/api/exports', plan(given))
const toText = (path: string) => execFileSync('pdftotext', ['-layout', path, '-']).toString()

test('takes nothing that a person has not confirmed', async () => {
  expect(await list()).toMatchObject([{ jurorNumber: '12', ground: { label: 'Actual bias' }, chains: [] }])
  const refused = await order()
  expect([refused.statusCode, refused.body]).toEqual([
    409,
    'First, draft a challenge for cause and confirm what the juror said.',
  ])
})

test('refuses quotes that nobody compared with the recording, and names them', async () => {
  await verifyMotionQuotes(lead, sitting.sessionId)
  const [concern] = await quotes()
  expect(concern).toMatchObject({
    ...{ part: 'concern', question: 'How do you feel about landlords?', text: 'I would lean against the landlord.' },
    ...{ page: 3, line: 2, verified: { by: 'Test attorney' } },
  })
  const off = { quoteId: concern!.id, videoId: sitting.videoId, verified: false }
  expect((await lead.call('PUT', url(), off)).statusCode).toBe(200)
  for (const type of ['pdf', 'docx']) {
    const refused = await order({ type })
    expect([refused.statusCode, refused.body]).toEqual([
      409,
      'Verify these quotes against the recording first: juror 12 at 3:2.',
    ])
  }
  const estimate = await lead.call('POST', '/api/exports/estimate', plan())
  expect(estimate.json<{ warnings: string[] }>().warnings).toContain(
    'Verify these quotes against the recording first: juror 12 at 3:2.',
  )
  await lead.call('PUT', url(), { ...off, verified: true })
  const { rows } = await at.parts.database.pool.query<{ action: string; details: object }>(
    `select action, details from audit_events where action like 'quote.%' order by seq desc limit 2`,
  )
  expect(rows.map(({ action }) => action)).toEqual(['quote.verified', 'quote.unverified'])
  expect(JSON.stringify(rows)).not.toContain('landlord')
})

test('a draft is marked, privileged, and on no link; a filing is neither', async () => {
  const draft = await makeExport(lead, folder, plan())
  const text = toText(draft.path)
  for (const said of [
    'Sample Superior Court',
    'PRIVILEGED: ATTORNEY WORK PRODUCT',
    'The defense moves the Court to strike juror 12 for cause.',
    'Actual bias (Cal. CCP 225(b)(1)(C)).',
    'Q. How do you feel about landlords?',
    'I would lean against the landlord.',
    'page:line 3:2',
    'No, I can’t.',
    'Granted. Juror 12 is excused.',
    'To be completed by counsel',
  ])
    expect(text).toContain(said)
  expect(text).toMatch(/3:2 +Test attorney +\w+ \d+, \d{4}/)
  expect(text).toMatch(/1 +day-1\.mp4 +0:00:04 +0:00:07 +3:2/)
  expect(text).not.toContain('WORKPRODUCT')
  expect(draft.made.neverLinked).toBe(true)
  const filing = await makeExport(lead, folder, plan({ options: { filing: true } }))
  expect(filing.made.neverLinked).toBe(false)
  expect(toText(filing.path)).not.toMatch(/PRIVILEGED|DRAFT|Draft|Test attorney +\w+ \d+, \d{4}/)
})

function findXmlFault(xml: string): string | null {
  const open: string[] = []
  for (const [tag, end, name, , single] of xml
    .replace(/^<\?xml[^>]*\?>/, '')
    .matchAll(/<(\/?)([\w:]+)((?:\s[\w:]+="[^"<&]*(?:&\w+;[^"<&]*)*")*)\s*(\/?)>/g))
    if (end === '/') {
      if (open.pop() !== name) return tag
    } else if (single === '') open.push(name!)
  const rest = xml.replaceAll(/<\/?[\w:]+(?:\s[\w:]+="[^"<]*")*\s*\/?>/g, '').replace(/^<\?xml[^>]*\?>/, '')
  return open[0] ?? /[<>]|&(?!(?:amp|lt|gt|quot);)/.exec(rest)?.[0] ?? null
}

test('the Word file has a caption, headings, a language, page numbers, and sound XML', async () => {
  const { path } = await makeExport(lead, folder, plan({ type: 'docx' }))
  const parts = unzipSync(await readFile(path))
  for (const [name, bytes] of Object.entries(parts))
    expect([name, findXmlFault(strFromU8(bytes))]).toEqual([name, null])
  const read = (name: string) => strFromU8(parts[name]!)
  const document = read('word/document.xml')
  expect(document).toMatch(/Sample Superior Court[^]*A\. Example,[^]*Case No\. [^]*w:val="Title"/)
  expect(document.match(/<w:pStyle w:val="Heading1"\/>/g)!.length).toBeGreaterThan(3)
  expect(read('word/styles.xml')).toContain('<w:lang w:val="en-US"')
  expect(read('docProps/core.xml')).toContain('<dc:title>Motion to strike for cause</dc:title>')
  for (const field of ['PAGE', 'NUMPAGES']) expect(read('word/footer1.xml')).toContain(`> ${field} <`)
  expect(read('word/header1.xml')).toContain('DRAFT · PRIVILEGED: ATTORNEY WORK PRODUCT')
  for (const [, id] of document.matchAll(/r:id="(\w+)"/g))
    expect(read('word/_rels/document.xml.rels')).toContain(`Id="${id}"`)
})

test('a correction ends the verification of the words it changes', async () => {
  await lead.call('POST', `/api/videos/${sitting.videoId}/corrections`, { turn: 7, from: 0, to: 0, newText: 'Denied.' })
  const open = (await quotes()).filter(({ verified }) => verified === null)
  expect(open.map(({ text }) => text)).toEqual(['Denied. Juror 12 is excused.'])
  expect((await order()).body).toBe('Verify these quotes against the recording first: juror 12 at 3:8.')
  const stale = await lead.call('PUT', url(), {
    quoteId: '0'.repeat(64),
    videoId: sitting.videoId,
    verified: true,
  })
  expect([stale.statusCode, stale.body]).toEqual([409, expect.stringContaining('have changed')])
})

test('another firm verifies nothing', async () => {
  const [first] = await quotes()
  const body = { quoteId: first!.id, videoId: sitting.videoId, verified: false }
  const stranger = await at.person()
  expect((await stranger.call('GET', url())).statusCode).toBe(404)
  expect((await stranger.call('PUT', url(), body)).statusCode).toBe(404)
})

test('a quote reassigned to another juror needs verification again', async () => {
  for (const { id, videoId } of await quotes()) {
    expect((await lead.call('PUT', url(), { quoteId: id, videoId, verified: true })).statusCode).toBe(200)
  }
  const before = await quotes()
  expect(before.map(({ verified }) => verified?.by)).toEqual(before.map(() => 'Test attorney'))
  const jurors = (await lead.call('GET', `/api/cases/${sitting.caseId}/jurors`)).json<JurorSummary[]>()
  const jurorId = jurors.find(({ jurorNumber }) => jurorNumber === '13')!.id
  const { db } = at.parts.database
  const strike = { jurorId, rationale: 'Leans', groundCode: 'ca_225_actual' }
  await buildStrike(db, lead.actor, { ...sitting, jurorIds: [jurorId] }, strike)
  const assignment = { role: 'juror', jurorId }
  const given = { videoId: sitting.videoId, label: 'JUROR 12', version: 0, assignment }
  expect((await lead.call('PUT', `/api/sessions/${sitting.sessionId}/speakers`, given)).statusCode).toBe(200)
  const now = await quotes()
  expect(now.map(({ text }) => text)).toEqual(before.map(({ text }) => text))
  // Reassigning the juror doesn't affect the ruling because the court spoke it.
  const open = now.filter(({ verified }) => verified === null).map(({ part }) => part)
  expect(open).toEqual(before.map(({ part }) => part).filter((part) => part !== 'ruling'))
})
