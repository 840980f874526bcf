import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SpeakerProposal } from '#contract/speakers/proposals.ts'
import { buildAnalysis, buildResults, buildTurn } from '#server/features/analysis/analysis.factory.ts'
import { buildVideo } from '#server/features/videos/videos.factory.ts'
import { type Person, testApp, type TestApp } from '#test/app.ts'
import { storeProposals } from './proposals.queries.ts'

let at: TestApp
let person: Person
beforeAll(async () => {
  at = await testApp()
  person = await at.person()
})
afterAll(() => at.close())

const proposal = (given: Partial<SpeakerProposal> = {}): SpeakerProposal => ({
  speaker: 'voice-1',
  jurorNumber: '41',
  seat: null,
  confidence: 0.85,
  stretches: [{ fromTurn: 0, toTurn: 1 }],
  excerpts: [{ turn: 0, startMs: 0, quote: 'I am juror 41.' }],
  ...given,
})

test('returns the latest proposals and marks corrected words', async () => {
  const { id } = await buildVideo(at.parts, person.actor)
  const { db } = at.parts.database
  const read = async () => (await person.call('GET', `/api/videos/${id}/speaker-proposals`)).json()
  expect(await read()).toEqual([])
  await buildAnalysis(db, id, buildResults({ turns: [buildTurn(0, { text: 'I am juror 41.' })] }))
  await storeProposals(db, id, [proposal({ jurorNumber: '14' })])
  await storeProposals(db, id, [proposal()])
  expect(await read()).toMatchObject([{ jurorNumber: '41', excerpts: [{ quoteChanged: false }] }])
  const correction = { turn: 0, from: 3, to: 3, newText: '42.' }
  expect((await person.call('POST', `/api/videos/${id}/corrections`, correction)).statusCode).toBe(200)
  expect(await read()).toMatchObject([{ jurorNumber: '41', excerpts: [{ quoteChanged: true }] }])
})

test('another firm sees no video', async () => {
  const { id } = await buildVideo(at.parts, person.actor)
  const other = await at.person()
  expect((await other.call('GET', `/api/videos/${id}/speaker-proposals`)).statusCode).toBe(404)
})
