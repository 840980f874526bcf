import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Artifacts } from '#contract/videos/analysis.ts'
import { asOpenAi, startModel } from '#engine/opinion/llm.fixture.ts'
import { buildFinding, buildResults, buildRun, buildTurn } from '#server/features/analysis/analysis.factory.ts'
import { buildCase, buildVideo } from '#server/features/videos/videos.factory.ts'
import { type Person, testApp, type TestApp } from '#test/app.ts'
import { addOpinion } from './opinion.ts'

const quote = 'I lean to the officer'
const silent = { info: () => {}, warn: () => {}, error: () => {}, debug: () => {} } as unknown as Parameters<
  typeof addOpinion
>[1]
let model: Awaited<ReturnType<typeof startModel>>
let at: TestApp
let person: Person
let caseId: string
beforeAll(async () => {
  const review = { finding: 0, agrees: false, quote, why: 'The juror only leans to the officer.' }
  model = await startModel(() => asOpenAi({ reviews: [review, { ...review, quote: 'never said' }] }))
  at = await testApp({ OPINION_URL: model.url, OPINION_MODEL: 'counsel-7b' })
  person = await at.person()
  caseId = await buildCase(at.parts.database.db, person.actor)
})
afterAll(async () => {
  await at.close()
  await model.close()
})

const question = buildTurn(0, { speaker: 'THE COURT', role: 'judge', jurorNumber: null, text: 'Do you lean?' })
const results = () => {
  const { transcript, ...rest } = buildResults({
    turns: [question, buildTurn(1, { text: `Yes, ${quote}.` })],
    findings: [buildFinding({ turn: 1, exchange: 0 })],
  })
  const exchange = {
    index: 0,
    questionTurns: [0],
    answerTurns: [1],
    askerRole: 'judge',
    speaker: 'JUROR 12',
    jurorNumber: '12',
    latencyMs: null,
    hedge: null,
  }
  return { ...rest, align: transcript, exchanges: [exchange] } as unknown as Artifacts
}
async function give(of: string | null, parts = at.parts) {
  const video = await buildVideo(at.parts, person.actor, { caseId: of })
  const run = await buildRun(at.parts.database.db, video.id, { state: 'running' })
  const given = await addOpinion(parts, silent, { run, video }, results(), new AbortController().signal)
  const { rows } = await at.parts.database.pool.query<{ action: string }>(
    'select action from audit_events where entity_id = $1 order by seq',
    [video.id],
  )
  return { ...given, audit: rows.map(({ action }) => action) }
}
const url = () => `/api/cases/${caseId}/second-opinion`

test('sends nothing unless the case lead has it turned on', async () => {
  expect((await person.call('GET', url())).json()).toMatchObject({ enabled: false, service: { model: 'counsel-7b' } })
  expect((await give(caseId)).findings.findings).toHaveLength(1)
  expect((await give(null)).findings.findings).toHaveLength(1)
  expect(model.asked).toHaveLength(0)

  expect((await person.call('PUT', url(), { enabled: true })).json()).toMatchObject({ enabled: true })
  const given = await give(caseId)
  expect(model.asked).toHaveLength(1)
  expect(given.findings.findings).toMatchObject([
    {
      rules: ['test'],
      opinion: { model: 'counsel-7b', agrees: false, quote, why: 'The juror only leans to the officer.' },
    },
  ])
  expect(given.align.warnings).toEqual([expect.stringContaining('1 answer from counsel-7b misquoted the juror')])
  expect(given.audit).toEqual(['video.opinion_asked', 'video.opinion_given'])

  await person.call('PUT', url(), { enabled: false })
  await give(caseId)
  expect(model.asked).toHaveLength(1)
  const { rows } = await at.parts.database.pool.query<{ action: string }>(
    'select action from audit_events where entity_id = $1 order by seq',
    [caseId],
  )
  expect(rows.map(({ action }) => action)).toEqual(['case.opinion_switched_on', 'case.opinion_switched_off'])
})

test('names an external address and sends it nothing; a missing service is a warning', async () => {
  await person.call('PUT', url(), { enabled: true })
  const elsewhere = (OPINION_URL: string) => ({ ...at.parts, config: { ...at.parts.config, OPINION_URL } })
  const outside = await give(caseId, elsewhere('https://203.0.113.9/v1'))
  expect(outside.align.warnings).toEqual([expect.stringMatching(/^No second opinion: The language model/)])
  expect(outside.audit).toEqual([])
  const gone = await give(caseId, elsewhere('http://127.0.0.1:9/v1'))
  expect(gone.align.warnings).toEqual([expect.stringContaining('The other findings are unchanged.')])
  expect(gone.findings.findings).toHaveLength(1)
})

test("can't be turned on without a language model", async () => {
  const bare = await testApp()
  const lead = await bare.person()
  const id = await buildCase(bare.parts.database.db, lead.actor)
  const refused = await lead.call('PUT', `/api/cases/${id}/second-opinion`, { enabled: true })
  expect([refused.statusCode, refused.body]).toEqual([400, expect.stringContaining('OPINION_URL')])
  await bare.close()
})
