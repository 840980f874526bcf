import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Highlight } from '#contract/highlights/highlights.ts'
import type { ConsistencyPrompt, JurorTalk } from '#contract/jurors/talk.ts'
import type { Juror } from '#contract/jurors/jurors.ts'
import type { SearchResult } from '#contract/operations/search.ts'
import type { Session } from '#contract/sessions/sessions.ts'
import type { SessionSpeaker } from '#contract/speakers/speakers.ts'
import type { Strike } from '#contract/strikes/strikes.ts'
import type { Turn } from '#contract/videos/transcript.ts'
import type { VideoDetail } from '#contract/videos/videos.ts'
import type { Voices, VoiceTurn } from '#contract/speakers/voices.ts'
import {
  buildAnalysis,
  buildFinding,
  buildResults,
  buildRun,
  buildTurn,
} from '#server/features/analysis/analysis.factory.ts'
import { analysisRuns } from '#server/features/analysis/analysis.table.ts'
import { storeResults } from '#server/features/analysis/runs/results.queries.ts'
import { buildCase, buildVideo, joinCase } from '#server/features/videos/videos.factory.ts'
import { newId } from '#server/platform/ids.ts'
import { type Person, testApp, type TestApp } from '#test/app.ts'
import { reapplyVoices } from './turns.queries.ts'
import { readVoiceAssignments } from './wishes.queries.ts'

let at: TestApp
let lead: Person
beforeAll(async () => {
  at = await testApp()
  lead = await at.person()
})
afterAll(() => at.close())

const db = () => at.parts.database.db
let runs = 0
/** Leaves room in the run numbers for the runs that commands start. */
const nextRun = () => (runs += 100)
const heard = (index: number, speaker: string, text: string): Turn =>
  buildTurn(index, { speaker, role: 'unknown', jurorNumber: null, text })
const turns = [
  heard(0, 'voice-1', 'Is anyone close to you a police officer?'),
  heard(1, 'voice-2', 'Yes, my cousin.'),
  heard(2, 'voice-1', 'Could you be fair?'),
  heard(3, 'voice-3', 'I could not be fair to him.'),
  heard(4, 'voice-2', 'I would try.'),
]
const speakerOf = (label: string) => ({
  label,
  displayName: label.replace('voice-', 'Voice '),
  role: 'unknown' as const,
  jurorNumber: null,
  turns: 1,
  words: 1,
  talkMs: 3000,
  spans: [],
})
const exchange = (index: number, question: number, answer: number) => ({
  index,
  questionTurns: [question],
  answerTurns: [answer],
  askerRole: 'judge' as const,
  speaker: turns[answer]!.speaker,
  jurorNumber: null,
  latencyMs: null,
  hedge: null,
})
const results = (method: 'voices' | 'transcript' = 'voices') => ({
  ...buildResults({
    turns,
    exchanges: [exchange(0, 0, 1), exchange(1, 2, 3)],
    findings: [
      buildFinding({
        type: 'bias_indicator',
        quote: 'I could not be fair to him.',
        speaker: 'voice-3',
        jurorNumber: null,
        turn: 3,
        startMs: 12_000,
        endMs: 15_000,
      }),
    ],
  }),
  speakers: {
    method,
    speakers: ['voice-1', 'voice-2', 'voice-3'].map(speakerOf),
    overlaps: [{ startMs: 1, endMs: 2 }],
  },
})

let caseId: string
let sessionId: string
let videoId: string
beforeEach(async () => {
  caseId = await buildCase(db(), lead.actor)
  ;({ id: videoId } = await buildVideo(at.parts, lead.actor, { caseId, durationMs: 60_000 }))
  await buildAnalysis(db(), videoId, results())
  const plan = { type: 'jury_voir_dire', date: null }
  sessionId = (await lead.call('POST', `/api/cases/${caseId}/sessions`, plan)).json<Session>().id
  await lead.call('POST', `/api/sessions/${sessionId}/videos`, { videoId })
})

const voices = async () => (await lead.call('GET', `/api/videos/${videoId}/voices`)).json<Voices>()
const turnsOf = async (label: string) =>
  (await lead.call('GET', `/api/videos/${videoId}/voices/turns?label=${label}`)).json<VoiceTurn[]>()
const say = (what: 'turns' | 'merge' | 'regroup', body: object, by = lead) =>
  by.call('POST', `/api/videos/${videoId}/voices/${what}`, body)
const speakers = async () => (await lead.call('GET', `/api/sessions/${sessionId}/speakers`)).json<SessionSpeaker[]>()
const assign = async (label: string, juror: Juror) => {
  const { version } = (await speakers()).find((each) => each.label === label)!
  const assignment = { role: 'juror', jurorId: juror.id }
  return lead.call('PUT', `/api/sessions/${sessionId}/speakers`, { videoId, label, version, assignment })
}
const addJuror = async (jurorNumber: string, given: object = {}) =>
  (await lead.call('POST', `/api/cases/${caseId}/jurors`, { jurorNumber, ...given })).json<Juror>()
const talkOf = async (juror: Juror) =>
  (await lead.call('GET', `/api/cases/${caseId}/juror-talk`))
    .json<JurorTalk[]>()
    .find((each) => each.jurorId === juror.id)!
async function restore(given: ReturnType<typeof buildResults>) {
  const run = await buildRun(db(), videoId, { number: nextRun() })
  await storeResults(db(), videoId, run.id, given)
}
async function analyzeAgain(renumbered: Record<string, string> = {}) {
  const again = results()
  again.transcript = {
    ...again.transcript,
    turns: turns.map((turn) => ({ ...turn, speaker: renumbered[turn.speaker ?? ''] ?? turn.speaker })),
  }
  const run = await buildRun(db(), videoId, { number: nextRun() })
  await storeResults(db(), videoId, run.id, again)
  await reapplyVoices(db(), videoId)
}

test('questions, seconds, and consistency follow the juror assigned to a voice', async () => {
  const juror = await addJuror('7', {
    questionnaire: [{ q: 'Is anyone close to you in law enforcement or the police?', a: 'No' }],
  })
  expect(await talkOf(juror)).toMatchObject({ questionCount: null, speakingSeconds: null })
  expect((await assign('voice-2', juror)).statusCode).toBe(200)
  expect(await talkOf(juror)).toMatchObject({
    questionCount: 1,
    speakingSeconds: 6,
    firstQuestion: { videoId, seconds: 0 },
  })
  const prompts = (await lead.call('GET', `/api/cases/${caseId}/consistency`)).json<ConsistencyPrompt[]>()
  expect(prompts).toMatchObject([{ kind: 'answers_differ', jurorId: juror.id, heard: { answer: 'Yes, my cousin.' } }])
})

test('shows the assigned name on the video, in search, and in evidence, and unnamed voices by number', async () => {
  const juror = await addJuror('7')
  const names = async () => {
    const { analysis } = (await lead.call('GET', `/api/videos/${videoId}`)).json<VideoDetail>()
    return analysis!.speakerDiarization.map(({ displayName }) => displayName)
  }
  const find = async (q: string) =>
    (await lead.call('GET', `/api/search?q=${encodeURIComponent(q)}`))
      .json<SearchResult[]>()
      .filter(({ href }) => href.includes(videoId))
      .map(({ title }) => title)
  const draft = { eventId: newId(), jurorId: juror.id, kind: 'cause' }
  const strike = (await lead.call('POST', `/api/sessions/${sessionId}/strikes`, draft)).json<Strike>()
  const [highlight] = (await lead.call('GET', `/api/sessions/${sessionId}/highlights`)).json<Highlight[]>()
  const item = { source: 'highlight', highlightId: highlight!.id, note: '' }
  await lead.call('POST', `/api/strikes/${strike.id}/evidence`, { version: strike.version, item })
  const cited = async () =>
    (await lead.call('GET', `/api/strikes/${strike.id}`)).json<Strike>().evidence.map(({ speaker }) => speaker)
  expect(await names()).toEqual(['Voice 1', 'Voice 2', 'Voice 3'])
  expect([await find('cousin'), await cited()]).toEqual([['Voice 2'], ['Voice 3']])

  await assign('voice-3', juror)
  const assignment = { role: 'judge', jurorId: null }
  const { version } = (await speakers()).find(({ label }) => label === 'voice-1')!
  await lead.call('PUT', `/api/sessions/${sessionId}/speakers`, { videoId, label: 'voice-1', version, assignment })
  expect(await names()).toEqual(['Judge', 'Voice 2', 'Juror 7'])
  expect([await find('police officer'), await cited()]).toEqual([['Judge'], ['Juror 7']])
})

test('marks overlapping speech on the turn and counts it for no one, even after turns move', async () => {
  const overlaps = [{ startMs: 4500, endMs: 5500 }]
  const shared = turns.map((turn) => (turn.index === 1 ? { ...turn, overlaps } : turn))
  const before = results()
  await restore({ ...before, transcript: { ...before.transcript, turns: shared } })
  const juror = await addJuror('7')
  expect((await assign('voice-2', juror)).statusCode).toBe(200)
  const secondsOf = async (label: string) => [
    (await voices()).voices.find((each) => each.label === label)?.talkMs,
    (await speakers()).find((each) => each.label === label)?.talkMs,
  ]
  expect(await secondsOf('voice-2')).toEqual([5000, 5000])
  expect((await talkOf(juror)).speakingSeconds).toBe(5)
  const read = (await lead.call('GET', `/api/videos/${videoId}/transcript`)).json<Turn[]>()
  expect(read.map((turn) => turn.overlaps)).toEqual([undefined, overlaps, undefined, undefined, undefined])

  await say('turns', { version: (await voices()).version, turns: [1], label: 'voice-3' })
  expect(await secondsOf('voice-3')).toEqual([5000, 5000])
  const { analysis } = (await lead.call('GET', `/api/videos/${videoId}`)).json<VideoDetail>()
  expect(analysis?.speakerDiarization.find(({ label }) => label === 'voice-3')).toMatchObject({
    talkMs: 5000,
    spans: [
      { startMs: 4000, endMs: 4500 },
      { startMs: 5500, endMs: 7000 },
      { startMs: 12_000, endMs: 15_000 },
    ],
  })
})

test('says with the voices whether overlaps were detected', async () => {
  expect((await voices()).hearsOverlaps).toBe(false)
  const before = results()
  await restore({ ...before, speakers: { ...before.speakers, hearsOverlaps: true } })
  expect((await voices()).hearsOverlaps).toBe(true)
})

test("a manual assignment overrides a label's number", async () => {
  const [labeled, said] = [await addJuror('12'), await addJuror('13')]
  const other = await buildVideo(at.parts, lead.actor, { caseId })
  await lead.call('POST', `/api/sessions/${sessionId}/videos`, { videoId: other.id })
  await buildAnalysis(db(), other.id, buildResults({ turns: [buildTurn(0)] }))
  expect((await talkOf(labeled)).speakingSeconds).toBe(3)
  const body = { videoId: other.id, label: 'JUROR 12', version: 0, assignment: { role: 'juror', jurorId: said.id } }
  await lead.call('PUT', `/api/sessions/${sessionId}/speakers`, body)
  expect([(await talkOf(labeled)).speakingSeconds, (await talkOf(said)).speakingSeconds]).toEqual([null, 3])
})

test('a merge updates turns, timeline, juror, and highlight, and survives reanalysis', async () => {
  const juror = await addJuror('7')
  await assign('voice-3', juror)
  const [bias] = (await lead.call('GET', `/api/sessions/${sessionId}/highlights`)).json<Highlight[]>()
  await lead.call('POST', `/api/sessions/${sessionId}/highlight-decisions`, {
    decision: 'confirm',
    items: [{ id: bias!.id, version: bias!.version }],
  })
  const merged = await say('merge', { version: 1, from: 'voice-3', into: 'voice-2' })
  expect(merged.json<Voices>()).toMatchObject({
    version: 2,
    voices: [
      { label: 'voice-1', turns: 2 },
      { label: 'voice-2', turns: 3, talkMs: 9000, named: 3 },
    ],
  })
  expect((await talkOf(juror)).speakingSeconds).toBe(9)
  await analyzeAgain({ 'voice-2': 'voice-1', 'voice-1': 'voice-4' })
  expect((await turnsOf('voice-2')).map(({ turn }) => turn)).toEqual([1, 3, 4])
  expect((await talkOf(juror)).speakingSeconds).toBe(9)
  const after = (await lead.call('GET', `/api/sessions/${sessionId}/highlights`)).json<Highlight[]>()
  expect(after).toMatchObject([{ id: bias!.id, status: 'confirmed', speaker: 'voice-2', juror: { number: '7' } }])
})

test('merges transcript labels permanently', async () => {
  await restore(results('transcript'))
  expect((await say('merge', { version: 0, from: 'voice-3', into: 'voice-2' })).statusCode).toBe(200)
  expect((await say('merge', { version: 1, from: 'voice-2', into: 'voice-1' })).statusCode).toBe(200)
  await analyzeAgain()
  expect((await voices()).voices.map(({ label, turns: count }) => [label, count])).toEqual([['voice-1', 5]])
})

test('turns split off form a new voice with its own name, and the engine is told', async () => {
  const split = await say('turns', { version: 0, turns: [4], label: null })
  expect(split.json<Voices>().voices.map(({ label }) => label)).toEqual(['voice-1', 'voice-2', 'voice-3', 'voice-4'])
  expect(await turnsOf('voice-4')).toMatchObject([{ turn: 4, text: 'I would try.', isNamed: true }])
  await say('turns', { version: 1, turns: [1], label: 'voice-3' })
  await assign('voice-1', await addJuror('7'))
  expect(await readVoiceAssignments(db(), videoId)).toEqual({
    count: null,
    isClosed: false,
    named: [
      { startMs: 4000, endMs: 7000, speaker: 'voice-3' },
      { startMs: 16_000, endMs: 19_000, speaker: 'voice-4' },
      { startMs: 0, endMs: 3000, speaker: 'voice-1' },
      { startMs: 8000, endMs: 11_000, speaker: 'voice-1' },
    ],
    people: { 'voice-1': { role: 'juror', jurorNumber: '7' } },
  })
  await analyzeAgain()
  expect((await turnsOf('voice-3')).map(({ turn }) => turn)).toEqual([1, 3])
})

test('regrouping requests an analysis that resumes in the last folder', async () => {
  const [before] = await db().select().from(analysisRuns).where(eq(analysisRuns.videoId, videoId))
  expect((await say('regroup', { version: 0, count: null, isClosed: true })).body).toBe(
    'Assign at least one turn or identify one of the voices first.',
  )
  const asked = await say('regroup', { version: 0, count: 4 })
  expect(asked.json<Voices>()).toMatchObject({ count: 4, isClosed: false, isBusy: true, version: 1 })
  const runs = await db().select().from(analysisRuns).where(eq(analysisRuns.videoId, videoId))
  expect(runs.find(({ number }) => number === 2)).toMatchObject({ workId: before!.workId, state: 'queued' })
  expect((await say('regroup', { version: 1, count: 5 })).json<Voices>()).toMatchObject({ count: 5, version: 2 })
  await db().update(analysisRuns).set({ redoFrom: null }).where(eq(analysisRuns.videoId, videoId))
  expect((await say('regroup', { version: 2, count: 4 })).body).toBe(
    'This video is already being processed. Wait until it finishes.',
  )
})

test('rejects a stale copy, an unknown voice, an untimed turn, and a viewer', async () => {
  expect((await say('turns', { version: 0, turns: [4], label: null })).statusCode).toBe(200)
  expect((await say('merge', { version: 0, from: 'voice-3', into: 'voice-2' })).statusCode).toBe(409)
  expect((await say('merge', { version: 1, from: 'voice-9', into: 'voice-2' })).body).toBe(
    'Choose a voice in this video.',
  )
  expect((await say('merge', { version: 1, from: 'voice-2', into: 'voice-2' })).statusCode).toBe(400)
  expect((await say('turns', { version: 1, turns: [77], label: null })).statusCode).toBe(404)
  expect((await say('regroup', { version: 1, count: 0 })).statusCode).toBe(400)
  const viewer = await at.person({ firmId: lead.actor.firmId, role: 'member' })
  await joinCase(db(), viewer.actor, caseId, 'viewer')
  expect((await say('turns', { version: 1, turns: [4], label: null }, viewer)).statusCode).toBe(403)
  expect((await viewer.call('GET', `/api/videos/${videoId}/voices`)).json<Voices>().mayChange).toBe(false)
  const other = await at.person()
  expect((await other.call('GET', `/api/videos/${videoId}/voices`)).statusCode).toBe(404)
  await restore(buildResults({ turns: [buildTurn(0, { startMs: null, endMs: null })] }))
  expect((await say('turns', { version: 1, turns: [0], label: null })).body).toBe(
    'Choose spoken turns that have timecodes.',
  )
})

test("unidentified speech can't be named, merged, or filled", async () => {
  const nobody = 'Unidentified'
  await restore(buildResults({ turns: [buildTurn(0, { speaker: 'voice-1' }), buildTurn(1, { speaker: nobody })] }))
  const sentence = 'These turns are unidentified.'
  for (const [field, call] of Object.entries({
    from: () => say('merge', { version: 0, from: nobody, into: 'voice-1' }),
    into: () => say('merge', { version: 0, from: 'voice-1', into: nobody }),
    label: () => say('turns', { version: 0, turns: [0], label: nobody }),
    'label ': () =>
      lead.call('PUT', `/api/sessions/${sessionId}/speakers`, {
        videoId,
        label: nobody,
        version: 0,
        assignment: { role: 'juror', jurorId: null },
        applyToAll: false,
      }),
  })) {
    const answer = await call()
    expect([answer.statusCode, answer.body]).toEqual([400, expect.stringContaining(sentence)])
    const fields = JSON.parse(decodeURIComponent(String(answer.headers['x-error-fields']))) as object
    expect(Object.keys(fields)).toEqual([field.trim()])
  }
  expect((await say('turns', { version: 0, turns: [1], label: 'voice-1' })).statusCode).toBe(200)
})

test("a split-off voice doesn't inherit a juror from a voice without turns", async () => {
  const juror = await addJuror('7')
  await assign('voice-3', juror)
  await say('turns', { version: 1, turns: [3], label: 'voice-1' })
  const split = await say('turns', { version: 2, turns: [4], label: null })
  expect(split.json<Voices>().voices.map(({ label }) => label)).toEqual(['voice-1', 'voice-2', 'voice-4'])
  expect((await talkOf(juror)).speakingSeconds).toBeNull()
})
