import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Finding } from '#contract/findings/findings.ts'
import type { Highlight } from '#contract/highlights/highlights.ts'
import type { Session } from '#contract/sessions/sessions.ts'
import type { Turn } from '#contract/videos/transcript.ts'
import type { Voices } from '#contract/speakers/voices.ts'
import {
  buildAnalysis,
  buildFinding,
  buildResults,
  buildRun,
  buildTurn,
} from '#server/features/analysis/analysis.factory.ts'
import { storeResults } from '#server/features/analysis/runs/results.queries.ts'
import { buildCase, buildVideo } from '#server/features/videos/videos.factory.ts'
import { reapplyVoices } from '#server/features/speakers/turns.queries.ts'
import { type Person, testApp, type TestApp } from '#test/app.ts'
import { followAnalysis, readSessionBefore } from './highlights.sync.ts'

let at: TestApp
let lead: Person
beforeAll(async () => {
  at = await testApp()
  lead = await at.person()
})
afterAll(() => at.close())

const db = () => at.parts.database.db
function spoken(index: number, speaker: string, text: string, startMs: number, endMs: number): Turn {
  const said = text.split(' ')
  const stepMs = (endMs - startMs) / said.length
  const words = said.map((word, place) => ({
    text: word,
    startMs: startMs + place * stepMs,
    endMs: startMs + (place + 1) * stepMs,
    confidence: null,
    estimated: false,
  }))
  return buildTurn(index, { speaker, role: 'unknown', jurorNumber: null, text, words, startMs, endMs })
}
const turns = [
  spoken(0, 'voice-1', 'Could you be fair?', 0, 4000),
  buildTurn(1, { speaker: null, role: 'note', jurorNumber: null, text: '(Pause)', startMs: 4000, endMs: 6000 }),
  spoken(2, 'voice-2', 'I could not be fair to any officer of that town.', 6000, 16_000),
  spoken(3, 'voice-1', 'Why?', 12_000, 13_000),
  spoken(4, 'voice-3', 'Me neither.', 20_000, 22_000),
]

let sessionId: string
let videoId: string
beforeEach(async () => {
  const caseId = await buildCase(db(), lead.actor)
  ;({ id: videoId } = await buildVideo(at.parts, lead.actor, { caseId, durationMs: 60_000 }))
  await buildAnalysis(db(), videoId, buildResults({ turns, findings: [] }))
  const plan = { type: 'jury_voir_dire', date: null }
  sessionId = (await lead.call('POST', `/api/cases/${caseId}/sessions`, plan)).json<Session>().id
  await lead.call('POST', `/api/sessions/${sessionId}/videos`, { videoId })
})

const mark = async (start: number, end: number) =>
  (await lead.call('POST', `/api/sessions/${sessionId}/highlights`, { videoId, start, end })).json<Highlight>()
const list = async () => (await lead.call('GET', `/api/sessions/${sessionId}/highlights`)).json<Highlight[]>()
const say = async (what: 'turns' | 'merge', body: object) => {
  const { version } = (await lead.call('GET', `/api/videos/${videoId}/voices`)).json<Voices>()
  expect((await lead.call('POST', `/api/videos/${videoId}/voices/${what}`, { version, ...body })).statusCode).toBe(200)
}
const correct = (turn: number, word: number, newText: string) =>
  lead.call('POST', `/api/videos/${videoId}/corrections`, { turn, from: word, to: word, newText, replaces: [] })
const analyzeAgain = (given: Parameters<typeof buildResults>[0]) =>
  db().transaction(async (tx) => {
    const before = await readSessionBefore(tx, videoId)
    const run = await buildRun(tx, videoId, { number: 2 })
    await storeResults(tx, videoId, run.id, buildResults(given))
    await reapplyVoices(tx, videoId)
    await followAnalysis(tx, videoId, before)
  })

test('a range with a note or overlap reads like the transcript until a word changes', async () => {
  expect(await mark(0, 10)).toMatchObject({
    quote: 'Could you be fair?\nI could not be fair',
    textChanged: false,
  })
  expect(await mark(10, 12.5)).toMatchObject({ quote: 'fair to any officer\nWhy?', textChanged: false })
  await correct(2, 7, 'office')
  expect((await list()).map(({ textChanged }) => textChanged)).toEqual([false, true])
  await correct(3, 0, 'How?')
  await correct(0, 3, 'fare?')
  expect((await list()).map(({ textChanged }) => textChanged)).toEqual([true, true])
})

test('after reanalysis, a marked range stays on the turns at its time', async () => {
  await mark(0, 10)
  await mark(20, 22)
  const shifted = [
    spoken(0, 'voice-1', 'Good morning.', 0, 0),
    ...turns.map((turn) => ({ ...turn, index: turn.index + 1 })),
  ]
  await analyzeAgain({ turns: shifted, findings: [] })
  expect((await list()).map((each) => [each.turn, each.speaker, each.textChanged])).toEqual([
    [1, 'voice-2', false],
    [5, 'voice-3', false],
  ])
})

test("a range's speaker follows the turn with its words, not its first turn", async () => {
  await mark(0, 10)
  const whose = async () => (await list()).map(({ speaker }) => speaker)
  expect(await whose()).toEqual(['voice-2'])
  await say('turns', { turns: [0], label: 'voice-3' })
  expect(await whose()).toEqual(['voice-2'])
  await say('turns', { turns: [2], label: null })
  expect(await whose()).toEqual(['voice-4'])
})

test('merging a voice includes ranges that only end with its words', async () => {
  await mark(0, 10)
  await say('merge', { from: 'voice-2', into: 'voice-3' })
  expect((await list()).map(({ speaker }) => speaker)).toEqual(['voice-3'])
})

test('cites a range by the page and line of its first word', async () => {
  const lines = [
    { word: 0, page: 12, line: 24 },
    { word: 4, page: 12, line: 25 },
    { word: 7, page: 13, line: 1 },
  ]
  const paged = turns.map((turn) => (turn.index === 2 ? { ...turn, page: 12, line: 24, lines } : turn))
  await analyzeAgain({ turns: paged, findings: [] })
  for (const [start, end] of [
    [6, 16],
    [10, 10.5],
    [14, 15],
  ] as const)
    await mark(start, end)
  expect((await list()).map(({ quote, page, line }) => [quote.split(' ')[0], page, line])).toEqual([
    ['I', 12, 24],
    ['fair', 12, 25],
    ['of', 13, 1],
  ])
})

test('an edited suggestion stays on its words after reanalysis', async () => {
  const finding = buildFinding({
    quote: 'Me neither.',
    speaker: 'voice-3',
    jurorNumber: null,
    turn: 4,
    startMs: 20_000,
    endMs: 22_000,
  })
  await analyzeAgain({ turns, findings: [finding] })
  const [suggested] = await list()
  const { id, version } = suggested!
  await lead.call('PATCH', `/api/highlights/${id}`, { version, severity: 'critical' })
  const shifted = [
    spoken(0, 'voice-1', 'Good morning.', 0, 0),
    ...turns.map((turn) => ({ ...turn, index: turn.index + 1 })),
  ]
  const run = await buildRun(db(), videoId, { number: 3 })
  await storeResults(db(), videoId, run.id, buildResults({ turns: shifted, findings: [{ ...finding, turn: 5 }] }))
  expect(await list()).toMatchObject([{ id, status: 'edited', severity: 'critical', turn: 5, textChanged: false }])
})

test('reanalysis writes only findings that changed, in few statements', async () => {
  const findings = Array.from({ length: 1200 }, (_, at) =>
    buildFinding({
      ...({ type: 'bias_indicator', sub: 'explicit_inability', severity: 'high', confidence: 0.8125678901 } as const),
      ...{ quote: `Number ${at}.`, speaker: 'voice-2', jurorNumber: null, turn: 2 },
      startMs: 6000 + at,
      endMs: 6500 + at,
    }),
  )
  const read = async () => {
    const columns = `xmin::text as writer, cmin::text as statement, quote, start_ms::int as start, confidence, severity,
      facts->>'why' as why, updated_by as "updatedBy"`
    const { rows } = await at.parts.database.pool.query(
      `select ${columns} from highlights where session_id = $1 order by start_ms, quote`,
      [sessionId],
    )
    return rows as Record<'writer' | 'statement' | 'quote' | 'why' | 'severity', string>[]
  }
  await analyzeAgain({ turns, findings })
  const first = await read()
  expect(first).toHaveLength(1200)

  const rerun = async (number: number, given: Finding[]) => {
    const run = await buildRun(db(), videoId, { number })
    await storeResults(db(), videoId, run.id, buildResults({ turns, findings: given }))
    expect(await list()).toHaveLength(50)
    return read()
  }
  expect(await rerun(3, findings)).toEqual(first)

  const shifted = findings.map((each) => ({
    ...each,
    startMs: each.startMs! + 100,
    why: 'Now “later”.',
    severity: 'low' as const,
  }))
  const second = await rerun(4, shifted)
  expect(second).toMatchObject(
    findings.map(({ quote, startMs }) => ({
      ...{ quote, start: startMs! + 100, confidence: 0.8125679, severity: 'low', why: 'Now “later”.', updatedBy: null },
    })),
  )
  expect(new Set(second.map(({ statement }) => statement)).size).toBeLessThanOrEqual(3)
})

const onServer = process.env.VENIRE_TEST_DATABASE === 'server'
test.runIf(onServer).each([
  ['moves an edited finding', true],
  ['keeps a confirmed finding that is gone', false],
])('reanalysis %s, decided on while it runs', async (_what, isFoundAgain) => {
  const finding = buildFinding({ quote: 'Me neither.', speaker: 'voice-3', jurorNumber: null, turn: 4 })
  await analyzeAgain({ turns, findings: [finding] })
  const [{ id }] = (await list()) as [Highlight]
  const run = await buildRun(db(), videoId, { number: 3 })
  const findings = isFoundAgain ? [{ ...finding, startMs: 1100 }] : []
  await storeResults(db(), videoId, run.id, buildResults({ turns, findings }))
  const { pool } = at.parts.database
  const editor = await pool.connect()
  let listing: Promise<unknown>
  try {
    await editor.query('begin')
    await editor.query(
      `update highlights set severity = 'critical', status = 'confirmed', updated_by = $2, decided_by = $2,
        decided_at = now(), version = version + 1
        where id = $1`,
      [id, lead.actor.userId],
    )
    listing = list()
    await vi.waitFor(async () => {
      const { rows } = await pool.query(`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%for update'`)
      expect(rows).toHaveLength(1)
    }, 10_000)
    await editor.query('commit')
  } finally {
    editor.release(true)
  }
  await listing
  const kept = { id, severity: 'critical', status: 'confirmed' }
  expect(await list()).toMatchObject([isFoundAgain ? { ...kept, start: 1.1 } : kept])
})
