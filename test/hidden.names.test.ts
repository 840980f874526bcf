import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { gunzipSync } from 'node:zlib'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import {
  exportTemplates,
  type ExportTemplate,
  exportTypes,
  isMadeIn,
  templateRules,
} from '#contract/exports/templates.ts'
import type { ExportDetail } from '#contract/exports/exports.ts'
import type { Highlight } from '#contract/highlights/highlights.ts'
import type { Strike } from '#contract/strikes/strikes.ts'
import type { ExcusalRequest } from '#contract/strikes/excusals.ts'
import { buildApp } from '#server/app.ts'
import { buildExport, buildSitting, type Sitting } from '#server/features/exports/exports.factory.ts'
import { buildStrike } from '#server/features/strikes/strikes.factory.ts'
import { joinCase } from '#server/features/videos/videos.factory.ts'
import { newId } from '#server/platform/ids.ts'
import { loggerOptions } from '#server/platform/logs/log.ts'
import { startWorker } from '#worker/index.ts'
import { verifyMotionQuotes } from './exports.open.ts'
import { silent } from './silent.ts'
import { type Person, testApp, type TestApp } from './app.ts'

const names = /marchetti|delphine|bramwell|\botis\b|m-a-r-c-h/i
const waitMs = 60_000
vi.setConfig({ testTimeout: 4 * waitMs, hookTimeout: 2 * waitMs })

let at: TestApp
let people: Person[]
let lead: Person
let sitting: Sitting
let ids: Record<string, string>
const touched: string[] = []

beforeAll(async () => {
  at = await testApp()
  lead = await at.person()
  const { firmId } = lead.actor
  const [viewer, paralegal] = [await at.person({ firmId, role: 'member' }), await at.person({ firmId, role: 'member' })]
  people = [lead, paralegal, viewer]
  at.parts.live.subscribe(firmId, (nouns) => touched.push(JSON.stringify(nouns)))
  const turns = [{ text: 'Do you know the witness?', speaker: 'THE COURT', role: 'judge' as const, jurorNumber: null }]
  sitting = await buildSitting(at.parts, lead.actor, {
    turns: [...turns, { text: 'I know the officer. I work there.' }, { text: 'I could be fair.' }],
  })
  await joinCase(at.parts.database.db, paralegal.actor, sitting.caseId, 'paralegal')
  await joinCase(at.parts.database.db, viewer.actor, sitting.caseId, 'viewer')
  ids = await workOnIt()
  const { version } = (await lead.call('GET', `/api/cases/${sitting.caseId}`)).json<{ version: number }>()
  const change = await lead.call('PATCH', `/api/cases/${sitting.caseId}`, {
    version,
    confidentiality: 'anonymous_jury',
  })
  expect(change.statusCode).toBe(200)
})
afterAll(() => at.close())

async function workOnIt(): Promise<Record<string, string>> {
  const { caseId, sessionId, videoId, jurorId } = sitting
  const post = async <T>(url: string, body: object = {}, method: 'POST' | 'PUT' | 'PATCH' = 'POST'): Promise<T> => {
    const answer = await lead.call(method, url, body)
    expect([url, answer.statusCode, answer.body]).toEqual([url, 200, expect.any(String)])
    return answer.json<T>()
  }
  await post(`/api/jurors/${jurorId}`, { version: 1, displayName: 'Delphine Anne Marchetti' }, 'PATCH')
  await post(`/api/jurors/${jurorId}/rating`, { lean: 1, note: 'Open.' }, 'PUT')
  await post(`/api/sessions/${sessionId}/seats`, { jurorId, seat: 1 })
  await post(`/api/jurors/${jurorId}/events`, { kind: 'questioned' })
  await post(`/api/sessions/${sessionId}/live-notes`, { eventId: newId(), jurorId, kind: 'answer', text: 'Says yes.' })
  await post(
    `/api/sessions/${sessionId}/speakers`,
    { videoId, label: 'JUROR 12', version: 0, assignment: { role: 'juror', jurorId } },
    'PUT',
  )
  const [highlight] = (await lead.call('GET', `/api/sessions/${sessionId}/highlights`)).json<Highlight[]>()
  await post(`/api/highlights/${highlight!.id}/comments`, { text: `Look, @${people[1]!.account.name}.` })
  await post(`/api/jurors/${jurorId}/fact-quotes/occupation`, { highlightId: highlight!.id }, 'PUT')
  const evidence = [{ source: 'highlight', highlightId: highlight!.id }]
  const strike = await post<Strike>(`/api/sessions/${sessionId}/strikes`, {
    ...{ eventId: newId(), jurorId, kind: 'cause', evidence, rationale: 'Says the officer is a friend of the house.' },
  })
  const excusal = await post<ExcusalRequest>(`/api/sessions/${sessionId}/excusals`, {
    ...{ eventId: newId(), jurorId, reason: 'No pay while serving' },
  })
  const plan = { type: 'csv', template: 'jurors', scope: { kind: 'case', id: caseId }, options: { redactNames: false } }
  await post('/api/exports', plan)
  await post(`/api/cases/${caseId}/restricted-records`, { reason: 'The court asked for what the jurors reported.' })
  const { id: exportId } = await buildExport(at.parts, lead.actor, { caseId })
  const { link } = await post<{ link: { id: string } }>(`/api/exports/${exportId}/links`)
  return {
    ...{ caseId, sessionId, videoId, jurorId, exportId, userId: lead.actor.userId, field: 'occupation' },
    ...{ highlightId: highlight!.id, strikeId: strike.id, excusalId: excusal.id, linkId: link.id },
  }
}

const urlOf = (path: string) => path.replace(/:(\w+)/g, (_match, name: string) => ids[name] ?? newId())
const asked: Record<string, string[]> = {
  '/api/search': ['q=officer', 'q=juror%3A12', 'q=dispatcher', 'q=marchetti', 'q=delph', 'q=otis+bram', 'q=state'],
  '/api/videos/:videoId/transcript': ['', 'limit=2'],
}

const beforeAnyCase = ['/api/case-imports/:importId']

test('no endpoint returns a hidden name to anyone in the case', async () => {
  const reads = at.app.mounted.filter(
    ({ method, needs }: Endpoint) => method === 'GET' && needs !== 'nobody' && needs !== 'operator',
  )
  const statuses: [string, number][] = []
  for (const { path } of reads) {
    for (const query of asked[path] ?? ['']) {
      for (const person of people) {
        const url = `${urlOf(path)}${query && `?${query}`}`
        const { statusCode, body } = await person.call('GET', url)
        expect([url, body.match(names)?.[0]]).toEqual([url, undefined])
        if (person === lead) statuses.push([path, statusCode])
      }
    }
  }
  // Every read must succeed because a rejected one would pass the check above.
  const refused = statuses.filter(([path, status]) => status !== 200 && !beforeAnyCase.includes(path))
  expect(refused).toEqual([])
  expect(reads.length).toBeGreaterThan(40)
})

test('the live stream says what kind of data changed, never whose', () => {
  expect(touched.length).toBeGreaterThan(5)
  expect(touched.filter((each) => names.test(each))).toEqual([])
})

test('a log line contains no query values, even from a failed one', async () => {
  const lines: string[] = []
  const stream = new Writable({ write: (line: Buffer, _encoding, done) => (lines.push(line.toString()), done()) })
  const logger = { ...(loggerOptions({ ...at.parts.config, LOG_LEVEL: 'trace' }) as object), stream }
  const app = await buildApp(at.parts, { logger, webFolder: tmpdir() })
  const { pool } = at.parts.database
  try {
    await pool.query(`create function refuse_search() returns trigger language plpgsql as
      $$ begin raise exception 'the disk is full'; end $$;
      create trigger refuse_search before insert on highlight_comments execute function refuse_search()`)
    const text = 'Ask Delphine Marchetti again.'
    const headers = { cookie: lead.cookie }
    const url = `/api/highlights/${ids.highlightId}/comments`
    const failed = await app.inject({ method: 'POST', url, headers, payload: { text } })
    expect([failed.statusCode, failed.body]).toEqual([500, expect.not.stringMatching(names)])
    await app.inject({ method: 'GET', url: '/api/search?q=marchetti', headers })
  } finally {
    await pool.query('drop function if exists refuse_search() cascade')
    await app.close()
  }
  expect(lines.join('')).toContain('unexpected failure')
  expect(lines.join('')).toContain('insert into \\"highlight_comments\\"')
  expect(lines.filter((line) => names.test(line))).toEqual([])
})

const filmed: readonly ExportTemplate[] = ['highlight_reel', 'evidence_pack']
/** A case archive contains full records, which remain anonymous after import. Only leads can export one. */
const whole: readonly ExportTemplate[] = ['case_archive']

test('no exported file contains a hidden name, even a spoken one', async () => {
  const spoken =
    'Ms. Marchetti, M-A-R-C-H-E-T-T-I, or Delphine Anne Marchetti, do you know the officer, or does Otis Bramwell?'
  await at.parts.database.pool.query('update transcript_turns set text = $2 where video_id = $1 and index = 0', [
    sitting.videoId,
    spoken,
  ])
  const chain = { number: 1, concern: 0, probes: [], outcome: 'unresolved', ruling: null }
  await at.parts.database.pool.query('update analyses set chains = $2 where video_id = $1', [
    sitting.videoId,
    JSON.stringify([chain]),
  ])
  const motion = { jurorId: sitting.jurorId, state: 'ruled', ruling: 'denied' } as const
  await buildStrike(at.parts.database.db, lead.actor, { ...sitting, jurorIds: [sitting.jurorId] }, motion)
  const voiding = { eventId: newId(), version: 1, move: 'void', reason: 'Ms. Marchetti was meant.' }
  expect((await lead.call('POST', `/api/strikes/${ids.strikeId}/moves`, voiding)).statusCode).toBe(200)
  await verifyMotionQuotes(lead, sitting.sessionId)
  const folder = await mkdtemp(join(tmpdir(), 'venire-names-'))
  const worker = await startWorker(at.parts, silent)
  const made: string[] = []
  try {
    const templates = exportTemplates.filter((each) => ![...filmed, ...whole].includes(each) && !isMadeIn(each, 'mp4'))
    for (const template of templates) {
      const { scopes } = templateRules[template]
      const types = exportTypes.filter((type) => isMadeIn(template, type))
      const scope = {
        kind: scopes[0]!,
        id: { case: ids.caseId, session: ids.sessionId, video: ids.videoId, juror: ids.jurorId }[scopes[0]!],
      }
      const options = { redactNames: false, redactEmployers: false, includeSuggestions: true, includePrivileged: true }
      const created = await lead.call('POST', '/api/exports', { type: types[0], template, scope, options })
      if (created.statusCode === 400) continue
      expect([template, created.statusCode]).toEqual([template, 200])
      const { id } = created.json<{ id: string }>()
      const ready = await vi.waitFor(async () => {
        const now = (await lead.call('GET', `/api/exports/${id}`)).json<ExportDetail>()
        expect([template, now.status, now.failure]).toEqual([template, 'ready', null])
        return now
      }, waitMs)
      const bytes = (await lead.call('GET', `/api/exports/${id}/file`)).rawPayload
      const text = await textOf(join(folder, ready.filename), bytes)
      expect([template, `${JSON.stringify(ready)} ${text}`.match(names)?.[0]]).toEqual([template, undefined])
      if (text.length > 100) made.push(template)
    }
  } finally {
    worker.stop()
    await rm(folder, { recursive: true, force: true })
  }
  expect(made).toEqual(expect.arrayContaining(['transcript', 'session_page', 'jurors', 'strikes', 'audit']))
})

async function textOf(path: string, bytes: Buffer): Promise<string> {
  await writeFile(path, bytes)
  if (path.endsWith('.pdf')) return spawnSync('pdftotext', ['-layout', path, '-']).stdout.toString()
  if (path.endsWith('.zip') || path.endsWith('.xlsx'))
    return Object.values(unzipSync(bytes))
      .map((each) => Buffer.from(each).toString())
      .join('\n')
  return bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes).toString() : bytes.toString()
}
