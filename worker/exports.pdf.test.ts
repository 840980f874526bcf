import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { ExportEstimate } from '#contract/exports/exports.ts'
import type { Profile } from '#contract/account/profile.ts'
import type { SpeakerRole } from '#contract/videos/transcript.ts'
import { findFindings } from '#engine/findings/find.ts'
import { findExchanges } from '#engine/findings/language/exchanges.ts'
import { buildMedia, h264, picture } from '#engine/media/media.factory.ts'
import { buildTurn } from '#server/features/analysis/analysis.factory.ts'
import { cases } from '#server/features/cases/cases.table.ts'
import { buildSitting, type Sitting } from '#server/features/exports/exports.factory.ts'
import { buildStrike } from '#server/features/strikes/strikes.factory.ts'
import { type Person, testApp, type TestApp } from '#test/app.ts'
import { type MadeExport, makeExport, password, verifyMotionQuotes, waitMs } from '#test/exports.open.ts'
import { silent } from '#test/silent.ts'
import { startWorker } from './index.ts'

vi.setConfig({ testTimeout: 4 * waitMs, hookTimeout: 2 * waitMs })

let at: TestApp
let lead: Person
let sitting: Sitting
let folder: string
let worker: Awaited<ReturnType<typeof startWorker>>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'venire-pdf-'))
  at = await testApp()
  lead = await at.person()
  sitting = await buildSitting(at.parts, lead.actor)
  worker = await startWorker(at.parts, silent)
})
afterAll(async () => {
  worker.stop()
  await at.close()
  await rm(folder, { recursive: true, force: true })
})

async function make(given: object): Promise<MadeExport & { text: (password?: string) => string }> {
  const { made, path } = await makeExport(lead, folder, { type: 'pdf', ...given })
  const text = (word?: string) =>
    execFileSync('pdftotext', ['-layout', ...(word === undefined ? [] : ['-upw', word]), path, '-'], {
      stdio: ['ignore', 'pipe', 'pipe'],
    }).toString()
  return { made, path, text }
}

const session = () => ({ kind: 'session', id: sitting.sessionId })
const templates = [
  ['session_summary', () => session(), 'Jurors'],
  ['transcript', () => session(), 'I could be fair.'],
  ['transcript', () => ({ kind: 'video', id: sitting.videoId }), 'I could be fair.'],
  ['juror_report', () => ({ kind: 'juror', id: sitting.jurorId }), 'Dispatcher'],
  ['juror_report', () => ({ kind: 'case', id: sitting.caseId }), 'Juror 13'],
  ['cause_memo', () => session(), 'Cause memo'],
  ['seating_chart', () => session(), 'Front of the box'],
  ['excusal_list', () => session(), 'Hardship excusals'],
  ['video_report', () => ({ kind: 'video', id: sitting.videoId }), 'burden of proof'],
] as const

test('every template in every scope is a valid, tagged, navigable PDF without names', async () => {
  for (const [template, scope, phrase] of templates) {
    const { path, text, made } = await make({ template, scope: scope() })
    expect([template, spawnSync('qpdf', ['--check', path]).status]).toEqual([template, 0])
    const info = execFileSync('pdfinfo', [path]).toString()
    expect([template, info]).toEqual([template, expect.stringMatching(/Tagged:\s+yes/)])
    const pages = Number(/Pages:\s+(\d+)/.exec(info)![1])
    expect(text()).toContain(phrase)
    expect(text()).toContain(`Page ${pages} of ${pages}`)
    expect(text()).toMatch(/-[0-9A-F]{6}-000001$/m)
    expect([template, text().match(/Marchetti|Delphine|Quill|WORKPRODUCT/)]).toEqual([template, null])
    expect(text()).toContain('Scope and redactions')
    const tree = execFileSync('qpdf', ['--json', '--json-key=outlines', path]).toString()
    expect(tree).toContain('Caption')
    expect(made.filename).toMatch(/^[a-z-]+-[0-9a-f-]+\.pdf$/)
  }
})

const line = (index: number, role: SpeakerRole, text: string) =>
  buildTurn(index, { text, ...(role !== 'juror' && { speaker: role.toUpperCase(), role, jurorNumber: null }) })
const argument = [
  line(0, 'plaintiff_attorney', 'How do you feel about landlords?'),
  line(1, 'juror', 'I would lean against the landlord.'),
  line(2, 'judge', 'Can you set that aside?'),
  line(3, 'juror', 'No, I can’t.'),
  line(4, 'defense_attorney', 'We move for cause.'),
  line(5, 'judge', 'Granted. Juror 12 is excused.'),
]

async function buildArgued(): Promise<Sitting> {
  const exchanges = findExchanges(argument, { cueTimes: false })
  const found = { turns: argument, exchanges, ...findFindings(argument, exchanges) }
  const argued = await buildSitting(at.parts, lead.actor, found)
  const { db } = at.parts.database
  await db.update(cases).set({ ourSide: 'defense', forumId: 'ca_criminal' }).where(eq(cases.id, argued.caseId))
  const called = { calledAt: new Date('2026-03-02T10:00:00Z'), rationale: 'Leans', groundCode: 'ca_225_actual' }
  const strike = { ...called, kind: 'cause', madeBy: 'us', state: 'ruled', ruling: 'granted' } as const
  await buildStrike(db, lead.actor, { ...argued, jurorIds: [argued.jurorId] }, { ...strike, jurorId: argued.jurorId })
  await verifyMotionQuotes(lead, argued.sessionId)
  return argued
}

function readStructure(path: string) {
  const text = execFileSync('pdfinfo', ['-struct-text', path]).toString()
  const tags = [
    ...execFileSync('pdfinfo', ['-struct', path])
      .toString()
      .matchAll(/^ *([A-Z][A-Za-z0-9]*)/gm),
  ]
  const plain = execFileSync('qpdf', ['--qdf', '--object-streams=disable', path, '-'], { maxBuffer: 1 << 28 })
  let depth = 0
  const loose: string[] = []
  for (const [operator] of plain.toString('latin1').matchAll(/(?<=^|\s)(?:BMC|BDC|EMC|TJ|Tj)(?=\s)/gm)) {
    if (operator === 'BMC' || operator === 'BDC') depth++
    else if (operator === 'EMC') depth--
    else if (depth === 0) loose.push(operator)
  }
  return { text, tags: tags.map(([, tag]) => tag!), isAllMarked: loose.length === 0 && depth === 0 }
}

test('a screen reader finds the language, title, and page parts in reading order', async () => {
  const argued = await buildArgued()
  const inArgued = { kind: 'session', id: argued.sessionId }
  for (const [template, scope, title, order] of [
    ['session_summary', session(), 'Session summary', ['Jurors', 'I know the officer.']],
    ['strike_log_record', inArgued, 'Strike log record', ['Juror', 'Ruling', 'Granted']],
    ['comparative_analysis', inArgued, 'Comparative analysis', ['Juror 12: ', 'I would lean against the landlord.']],
    [
      'cause_motion',
      inArgued,
      'Motion to strike for cause',
      ['Actual bias', 'How do you feel about landlords?', 'I would lean against the landlord.', 'Granted. Juror 12'],
    ],
  ] as const) {
    const options = template === 'cause_motion' ? {} : { includeSuggestions: true }
    const { path, text } = await make({ template, scope, ...(template !== 'strike_log_record' && { options }) })
    const catalog: unknown[] = []
    const objects = execFileSync('qpdf', ['--json', '--json-key=qpdf', path]).toString()
    expect([template, objects]).toEqual([template, expect.stringMatching(/"\/DisplayDocTitle": ?true/)])
    JSON.parse(objects, (key, value: unknown) => {
      if (typeof value === 'object' && value !== null && '/Type' in value && value['/Type'] === '/Catalog')
        catalog.push(value)
      return value
    })
    expect(catalog).toEqual([expect.objectContaining({ '/Lang': 'u:en-US', '/StructTreeRoot': expect.any(String) })])
    expect(execFileSync('pdfinfo', [path]).toString()).toMatch(new RegExp(`^Title:\\s+${title}$`, 'm'))

    const { text: spoken, tags, isAllMarked } = readStructure(path)
    const places: number[] = []
    for (const words of ['Case No.', title, ...order, 'Scope and redactions'])
      places.push(spoken.indexOf(words, (places.at(-1) ?? -1) + 1))
    expect([template, places.indexOf(-1)]).toEqual([template, -1])
    const levels = tags.filter((tag) => /^H\d$/.test(tag)).map((tag) => Number(tag.slice(1)))
    expect([template, levels[0]]).toEqual([template, 1])
    expect(levels.filter((level, at) => at > 0 && level > levels[at - 1]! + 1)).toEqual([])
    const count = (tag: string) => tags.filter((each) => each === tag).length
    expect([template, count('Table') > 0, count('TH') >= count('Table')]).toEqual([template, true, true])
    expect([template, isAllMarked]).toEqual([template, true])
    // Page headers and footers are artifacts, so they're on the page but not read aloud.
    for (const outside of [/Page 1 of \d/, /-[0-9A-F]{6}-000001/]) {
      expect(text()).toMatch(outside)
      expect([template, outside.test(spoken)]).toEqual([template, false])
    }
  }
})

test('an unknown court, judge, or party becomes a line to fill in', async () => {
  const bare = await buildSitting(at.parts, lead.actor)
  const { db } = at.parts.database
  const defense = { name: 'שרה כהן', role: 'defendant' as const, side: 'defense' as const, representedBy: '' }
  await db
    .update(cases)
    .set({ court: '', judge: '', courtroom: '', caseNumber: '26-CR-7', parties: [defense] })
    .where(eq(cases.id, bare.caseId))
  const { text } = await make({ template: 'juror_report', scope: { kind: 'session', id: bare.sessionId } })
  expect(text()).toMatch(/^ *_{30}\n/)
  expect(text()).toMatch(/Judge _{30}/)
  expect(text()).toMatch(/_{30},\s+Case No\. 26-CR-7/)
  expect(text()).toContain('שרה כהן')
  expect(text()).toMatch(/Exhibits[^]*day-1\.mp4 +0:10:00 +[0-9a-f]{32}/)
})

test('with a password it is AES-256 revision 6 and opens only with it', async () => {
  const { path, text } = await make({ template: 'transcript', scope: session(), password })
  const shown = spawnSync('qpdf', [`--password=${password}`, '--show-encryption', path])
  expect(shown.stdout.toString()).toContain('R = 6')
  expect(shown.stdout.toString()).toContain('AESv3')
  expect(text(password)).toContain('I could be fair.')
  expect(() => text()).toThrow(/Incorrect password/)
  expect(() => text('Quartz-Lagoon-82!vexinG')).toThrow(/Incorrect password/)
  expect(spawnSync('qpdf', ['--check', path]).status).not.toBe(0)
})

test("the same content produces the same bytes; other options don't", async () => {
  const plan = { template: 'session_summary', scope: session(), options: { includeSuggestions: true } }
  const [one, two] = [await make(plan), await make(plan)]
  expect(two.made.sha256).toBe(one.made.sha256)
  const other = await make({ ...plan, options: { ...plan.options, paper: 'a4', watermark: 'DRAFT' } })
  expect(other.made.sha256).not.toBe(one.made.sha256)
  expect(execFileSync('pdfinfo', [other.path]).toString()).toMatch(/A4/)
  expect(other.text()).toContain('SUGGESTED, not confirmed by a person.')
  const links = execFileSync('qpdf', ['--json', '--json-key=qpdf', one.path]).toString()
  expect(links).toContain(`/sessions/${sitting.sessionId}/review?v=${sitting.videoId}&t=4`)
})

test('a long transcript has 25 numbered lines per page, and the estimate is close', async () => {
  const turns = Array.from({ length: 400 }, (_, index) => ({
    text: `Answer number ${index}: ${'I have thought about that a good deal and I believe that I could follow the law. '.repeat(2)}`,
  }))
  const long = await buildSitting(at.parts, lead.actor, { turns })
  const plan = { template: 'transcript', scope: { kind: 'session', id: long.sessionId } }
  const { path, text } = await make(plan)
  const pages = text().split('\f')
  expect(pages[3]).toMatch(/^\s*1 .*\n/m)
  expect(pages[3]).toMatch(/^\s*25 /m)
  const estimate = (await lead.call('POST', '/api/exports/estimate', { type: 'pdf', ...plan })).json<ExportEstimate>()
  const count = Number(/Pages:\s+(\d+)/.exec(execFileSync('pdfinfo', [path]).toString())![1])
  expect(Math.abs(estimate.pages! - count) / count).toBeLessThan(0.25)
  expect(spawnSync('qpdf', ['--check', path]).status).toBe(0)
})

test('adds stills of the recording next to quotes', async () => {
  const film = await buildMedia(join(folder, 'film.mp4'), [...picture(10), ...h264])
  const filmed = await buildSitting(at.parts, lead.actor, { bytes: await readFile(film) })
  const { path } = await make({
    template: 'session_summary',
    scope: { kind: 'session', id: filmed.sessionId },
    options: { includeSuggestions: true, stills: true },
  })
  expect(execFileSync('pdfimages', ['-list', path]).toString()).toMatch(/jpeg/)
  expect(spawnSync('qpdf', ['--check', path]).status).toBe(0)
})

test("a signature line has name, bar number, and firm, or the user's own block", async () => {
  const blank = await make({ template: 'juror_report', scope: session() })
  expect(blank.text()).toMatch(/_{30,}\s+Test attorney\s+Test firm\s+Date: _+/)
  const { email: _, avatar: __, ...profile } = (await lead.call('GET', '/api/profile')).json<Profile>()
  const admission = { state: 'Texas', status: 'active', number: '24001234', year: 2008 } as const
  const known = {
    ...profile,
    name: 'Lead Counsel',
    title: 'Partner',
    phone: '+1 312 555 0100',
    barAdmissions: [admission, { ...admission, state: 'Ohio', number: '77001', status: 'retired' }],
  }
  const saved = await lead.call('PUT', '/api/profile', known)
  expect([saved.statusCode, saved.body]).toEqual([200, expect.any(String)])
  for (const template of ['juror_report', 'cause_memo', 'session_summary', 'strike_log_record']) {
    const { text } = await make({ template, scope: session() })
    expect([template, text()]).toEqual([
      template,
      expect.stringMatching(
        /_{30,}\s+Lead Counsel\s+Partner\s+Bar No\. 24001234 \(Texas\)\s+Test firm\s+\+1 312 555 0100\s+Date: _+/,
      ),
    ])
    expect(text()).not.toContain('77001')
  }
  const { version } = saved.json<Profile>()
  await lead.call('PUT', '/api/profile', { ...known, version, signatureBlock: 'Counsel for the State\nSuite 400' })
  const own = await make({ template: 'cause_memo', scope: session() })
  expect(own.text()).toMatch(/Lead Counsel\s+Counsel for the State\s+Suite 400\s+Date: _+/)
  expect(own.text()).not.toContain('24001234')
})
