import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ChainRecord } from '#contract/highlights/chains.ts'
import type { Session } from '#contract/sessions/sessions.ts'
import type { SpeakerRole } from '#contract/videos/transcript.ts'
import { findFindings } from '#engine/findings/find.ts'
import { findExchanges } from '#engine/findings/language/exchanges.ts'
import { buildAnalysis, buildResults, buildTurn } from '#server/features/analysis/analysis.factory.ts'
import { buildCase, buildVideo } from '#server/features/videos/videos.factory.ts'
import { type Person, testApp, type TestApp } from '#test/app.ts'

let at: TestApp
let lead: Person
let sessionId: string
let videoId: string
let url: string

const line = (index: number, role: SpeakerRole, text: string) =>
  role === 'juror'
    ? buildTurn(index, { text })
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
  at = await testApp()
  lead = await at.person()
  const { db } = at.parts.database
  const caseId = await buildCase(db, lead.actor)
  ;({ id: videoId } = await buildVideo(at.parts, lead.actor, { caseId, durationMs: 60_000 }))
  const exchanges = findExchanges(turns, { cueTimes: false })
  await buildAnalysis(db, videoId, buildResults({ turns, exchanges, ...findFindings(turns, exchanges) }))
  const plan = { type: 'jury_voir_dire', date: null }
  sessionId = (await lead.call('POST', `/api/cases/${caseId}/sessions`, plan)).json<Session>().id
  url = `/api/sessions/${sessionId}/chains`
  await lead.call('POST', `/api/sessions/${sessionId}/videos`, { videoId, offset: 30 })
})
afterAll(() => at.close())

const list = async (query = '') => (await lead.call('GET', url + query)).json<ChainRecord[]>()

test('a chain has a concern, questions with answers, an outcome, and a ruling', async () => {
  const [chain, ...others] = await list()
  expect(others).toEqual([])
  expect(chain).toMatchObject({
    videoId,
    number: 1,
    concern: { type: 'bias_indicator', quote: 'I would lean against the landlord.', status: 'suggested', chain: 1 },
    probes: [
      {
        question: { text: 'Can you set that aside?', turn: 2, start: 8, clock: 38, page: 3, line: 3 },
        askerRole: 'judge',
        answer: { text: 'I would try.', turn: 3, start: 12, end: 15 },
        hedge: 'weak',
      },
      { answer: { text: 'No, I can’t.' }, hedge: 'refusal' },
    ],
    outcome: 'reaffirmed',
    ruling: { text: 'Granted. Juror 12 is excused.', turn: 7, page: 3, line: 8, clock: 58 },
  })
  expect(chain!.probes[1]!.highlightIds).toHaveLength(1)
  expect(chain!.probes[1]!.highlightIds).not.toContain(chain!.concern.id)
})

test('shows corrected words', async () => {
  await lead.call('POST', `/api/videos/${videoId}/corrections`, { turn: 7, from: 0, to: 0, newText: 'Denied.' })
  expect((await list())[0]!.ruling!.text).toBe('Denied. Juror 12 is excused.')
})

test('pages through chains; an unknown cursor has nothing after it', async () => {
  const { db } = at.parts.database
  const video = await buildVideo(at.parts, lead.actor, { durationMs: 60_000 })
  const exchanges = findExchanges(turns, { cueTimes: false })
  await buildAnalysis(db, video.id, buildResults({ turns, exchanges, ...findFindings(turns, exchanges) }))
  await lead.call('POST', `/api/sessions/${sessionId}/videos`, { videoId: video.id })
  const first = await lead.call('GET', `${url}?limit=1`)
  expect(first.json<ChainRecord[]>().map((each) => each.videoId)).toEqual([videoId])
  const cursor = String(first.headers['x-next-cursor'])
  const next = await lead.call('GET', `${url}?limit=1&cursor=${cursor}`)
  expect(next.json<ChainRecord[]>().map((each) => each.videoId)).toEqual([video.id])
  expect(next.headers['x-next-cursor']).toBeUndefined()
  expect(await list('?cursor=gone')).toEqual([])
})

test('another firm sees no chains', async () => {
  const stranger = await at.person()
  expect((await stranger.call('GET', url)).statusCode).toBe(404)
})
