import { desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Highlight } from '#contract/highlights/highlights.ts'
import type { JurorSummary } from '#contract/jurors/jurors.ts'
import type { Session } from '#contract/sessions/sessions.ts'
import type { VoiceNaming } from '#contract/speakers/naming.ts'
import type { JurorStretches } from '#contract/speakers/proposals.ts'
import type { SessionSpeaker } from '#contract/speakers/speakers.ts'
import type { Turn } from '#contract/videos/transcript.ts'
import {
  buildAnalysis,
  buildFinding,
  buildResults,
  buildRun,
  buildTurn,
} from '#server/features/analysis/analysis.factory.ts'
import { analysisRuns } from '#server/features/analysis/analysis.table.ts'
import { storeResults } from '#server/features/analysis/runs/results.queries.ts'
import { storeProposals } from '#server/features/proposals/proposals.queries.ts'
import { buildCase, buildVideo, joinCase } from '#server/features/videos/videos.factory.ts'
import { type Person, testApp, type TestApp } from '#test/app.ts'
import { readVoiceAssignments } from './wishes.queries.ts'

let at: TestApp
let lead: Person
let caseId: string
let videoId: string
let sessionId: string
beforeAll(async () => {
  at = await testApp()
  lead = await at.person()
})
afterAll(() => at.close())

const db = () => at.parts.database.db
let runs = 0
/** Leaves room in the run numbers for the runs that commands start. */
const nextRun = () => (runs += 100)
const said: [voice: string, text: string][] = [
  ['voice-1', 'Would three weeks be a hardship for anyone here?'],
  ['voice-2', 'I would not be paid at all.'],
  ['voice-1', 'Thank you. And who else raised a hand?'],
  ['voice-3', 'I did, and I could not be fair to him.'],
]
const results = (
  method: 'voices' | 'transcript',
  voices = said.map(([voice]) => voice),
  role: Turn['role'] = 'unknown',
) => ({
  ...buildResults({
    turns: said.map(([, text], index) => buildTurn(index, { speaker: voices[index]!, role, jurorNumber: null, text })),
  }),
  speakers: {
    method,
    speakers: [],
    turnVoices: said.map((_, turn) => ({ turn, label: voices[turn]!, margin: [2, 0.4, 1, 3][turn]! })),
  },
})

beforeEach(async () => {
  caseId = await buildCase(db(), lead.actor)
  ;({ id: videoId } = await buildVideo(at.parts, lead.actor, { caseId, durationMs: 60_000 }))
  await buildAnalysis(db(), videoId, results('voices'))
  const plan = { type: 'jury_voir_dire', date: null }
  sessionId = (await lead.call('POST', `/api/cases/${caseId}/sessions`, plan)).json<Session>().id
  await lead.call('POST', `/api/sessions/${sessionId}/videos`, { videoId })
})

const read = async (by = lead) => (await by.call('GET', `/api/videos/${videoId}/voices/people`)).json<VoiceNaming>()
const say = (body: object, by = lead) => by.call('PUT', `/api/videos/${videoId}/voices/people`, body)
const jurors = async () => (await lead.call('GET', `/api/cases/${caseId}/jurors`)).json<JurorSummary[]>()
const command = (what: 'turns' | 'merge' | 'undo', body: object) =>
  lead.call('POST', `/api/videos/${videoId}/voices/${what}`, body)
const speakers = async () => (await lead.call('GET', `/api/sessions/${sessionId}/speakers`)).json<SessionSpeaker[]>()
const assign = (label: string, given: object) =>
  lead.call('PUT', `/api/sessions/${sessionId}/speakers`, {
    ...{ videoId, label, assignment: { role: 'judge', jurorId: null }, ...given },
  })
const labelsByTurn = async () =>
  (await lead.call('GET', `/api/videos/${videoId}/transcript`)).json<Turn[]>().map(({ speaker }) => speaker)
const juror = (jurorNumber: string) => ({ role: 'juror', jurorNumber })
async function regroup(voices: string[]) {
  const run = await buildRun(db(), videoId, { number: nextRun() })
  await storeResults(db(), videoId, run.id, results('voices', voices))
}

test('asks for every voice, longest speaking time first, with excerpts and the number spoken beside it', async () => {
  await storeProposals(db(), videoId, [
    {
      speaker: 'voice-2',
      jurorNumber: '3',
      seat: null,
      confidence: 0.9,
      stretches: [],
      excerpts: [{ turn: 1, startMs: 4000, quote: 'I would not be paid' }],
    },
  ])
  const now = await read()
  expect(now).toMatchObject({ method: 'voices', isAsking: true, leastCertain: null, mayName: true, mayUndo: false })
  expect(now.voices.map(({ label, turns }) => [label, turns])).toEqual([
    ['voice-1', 2],
    ['voice-2', 1],
    ['voice-3', 1],
  ])
  expect(now.voices[0]!.excerpts.map(({ turn }) => turn)).toEqual([0, 2])
  expect(now.voices[1]!.suggestion).toMatchObject({ jurorNumber: '3', quote: 'I would not be paid' })
})

test('a name adds the juror, groups the rest again at once, and offers the least certain turn next', async () => {
  const named = await say({ version: 0, label: 'voice-3', turns: [3], person: juror('12') })
  expect(named.json<VoiceNaming>()).toMatchObject({ version: 1, isAsking: true, isBusy: true, mayUndo: true })
  expect((await jurors()).map(({ jurorNumber }) => jurorNumber)).toEqual(['12'])
  expect(await readVoiceAssignments(db(), videoId)).toMatchObject({
    named: [{ startMs: 12_000, speaker: 'voice-3' }],
    people: { 'voice-3': { role: 'juror', jurorNumber: '12' } },
  })
  const [run] = await db()
    .select()
    .from(analysisRuns)
    .where(eq(analysisRuns.videoId, videoId))
    .orderBy(desc(analysisRuns.number))
  expect(run).toMatchObject({ state: 'queued', redoFrom: 'speakers' })
  expect((await read()).leastCertain).toBeNull()

  expect((await say({ version: 1, label: 'voice-2', turns: [1], person: juror('012') })).statusCode).toBe(200)
  expect(await jurors()).toHaveLength(1)
  await say({ version: 2, label: 'voice-1', turns: [0], person: { role: 'judge' } })
  expect(await read()).toMatchObject({ isAsking: false, leastCertain: { turn: 2, label: 'voice-1' } })
})

test('a name follows the excerpts a person saw, though regrouping gave their voice another label', async () => {
  await say({ version: 0, label: 'voice-1', turns: [0, 2], person: { role: 'judge' } })
  await regroup(['voice-1', 'voice-3', 'voice-1', 'voice-2'])
  await say({ version: 1, label: 'voice-3', turns: [3], person: juror('12') })
  const people = Object.fromEntries((await read()).voices.map(({ label, person }) => [label, person?.jurorNumber]))
  expect(people).toEqual({ 'voice-1': null, 'voice-2': '12', 'voice-3': undefined })

  await regroup(['voice-1', 'voice-1', 'voice-1', 'voice-2'])
  await say({ version: 2, label: 'voice-3', turns: [1], person: juror('7') })
  const now = await read()
  expect(now.voices.find(({ label }) => label === 'voice-1')?.person?.role).toBe('judge')
  expect(now.voices.find(({ excerpts }) => excerpts[0]?.turn === 1)?.person?.jurorNumber).toBe('7')
})

test('undo restores the names, splits, and merges as they were before the last change, once', async () => {
  await say({ version: 0, label: 'voice-1', turns: [0], person: { role: 'judge' } })
  const before = await readVoiceAssignments(db(), videoId)
  await lead.call('POST', `/api/videos/${videoId}/voices/merge`, { version: 1, from: 'voice-3', into: 'voice-2' })
  const undo = (version: number) => lead.call('POST', `/api/videos/${videoId}/voices/undo`, { version })
  expect((await undo(1)).statusCode).toBe(409)
  expect((await undo(2)).json<VoiceNaming>()).toMatchObject({ version: 3, mayUndo: false, isBusy: true })
  expect(await readVoiceAssignments(db(), videoId)).toEqual(before)
  expect((await undo(3)).body).toBe('This change can’t be undone anymore.')
})

test('asks about a transcript only if it leaves a speaker unknown, and tells the engine who its labels are', async () => {
  await buildRun(db(), videoId, { number: nextRun() }).then((run) =>
    storeResults(db(), videoId, run.id, results('transcript')),
  )
  expect((await read()).isAsking).toBe(true)
  await say({ version: 0, label: 'voice-2', turns: [1], person: juror('3') })
  expect(await readVoiceAssignments(db(), videoId)).toMatchObject({
    people: { 'voice-2': { role: 'juror', jurorNumber: '3' } },
  })
  await buildRun(db(), videoId, { number: nextRun() }).then((run) =>
    storeResults(db(), videoId, run.id, results('transcript', undefined, 'juror')),
  )
  expect((await read()).isAsking).toBe(false)
})

test('a viewer, another firm, a stale version, the unidentified, and a video without a case are refused', async () => {
  const name = { version: 0, label: 'voice-2', turns: [1], person: juror('3') }
  const viewer = await at.person({ firmId: lead.actor.firmId, role: 'member' })
  await joinCase(db(), viewer.actor, caseId, 'viewer')
  expect((await say(name, viewer)).statusCode).toBe(403)
  expect((await read(viewer)).mayName).toBe(false)
  expect(await jurors()).toEqual([])
  const other = await at.person()
  expect((await say(name, other)).statusCode).toBe(404)
  expect((await say({ ...name, turns: [77] })).statusCode).toBe(404)
  expect((await say({ ...name, label: 'Unidentified' })).statusCode).toBe(400)
  expect((await say({ ...name, person: { role: 'judge', jurorNumber: '3' } })).body).toContain(
    'Only a juror has a juror number.',
  )
  expect((await say(name)).statusCode).toBe(200)
  expect((await say(name)).statusCode).toBe(409)
  ;({ id: videoId } = await buildVideo(at.parts, lead.actor, { durationMs: 60_000 }))
  await buildAnalysis(db(), videoId, results('voices'))
  expect((await say(name)).body).toBe('Add this video to a case before you name a juror.')
})

test("a label from before a regrouping can't name, merge, or move voices", async () => {
  const { grouping, version } = await read()
  const [shown] = await speakers()
  expect(shown!.grouping).toBe(grouping)
  await regroup(['voice-1', 'voice-3', 'voice-1', 'voice-2'])
  const refused = [
    await command('merge', { version, grouping, from: 'voice-3', into: 'voice-2' }),
    await command('turns', { version, grouping, turns: [1], label: 'voice-2' }),
    await assign('voice-3', { version: 0, grouping }),
  ]
  expect(refused.map(({ statusCode, body }) => [statusCode, body])).toEqual([
    [409, 'Someone else changed the voices. Review their changes, then try again.'],
    [409, 'Someone else changed the voices. Review their changes, then try again.'],
    [409, 'Someone else assigned this speaker. Review their change, then try again.'],
  ])
  const now = await read()
  expect(now).toMatchObject({ version, voices: [{ person: null }, { person: null }, { person: null }] })
  const again = { version, grouping: now.grouping }
  expect((await command('merge', { ...again, from: 'voice-3', into: 'voice-2' })).statusCode).toBe(200)
})

test('the voices and the Juror tab refuse each other’s stale changes, also after an undo', async () => {
  await say({ version: 0, label: 'voice-1', turns: [0], person: { role: 'judge' } })
  const versions = async () => (await speakers()).find(({ label }) => label === 'voice-1')!.version
  const first = await versions()
  await say({ version: 1, label: 'voice-1', turns: [0], person: { role: 'clerk' } })
  expect((await assign('voice-1', { version: first })).statusCode).toBe(409)
  const second = await versions()
  expect((await command('undo', { version: 2 })).statusCode).toBe(200)
  expect((await assign('voice-1', { version: second })).statusCode).toBe(409)
  expect((await assign('voice-1', { version: first })).statusCode).toBe(409)

  const shown = await read()
  expect((await assign('voice-1', { version: await versions() })).statusCode).toBe(200)
  expect(await read()).toMatchObject({ version: shown.version + 1, mayUndo: false })
  expect((await say({ version: shown.version, label: 'voice-2', turns: [1], person: juror('3') })).statusCode).toBe(409)
})

test('undo of a merge into a named voice gives the turns back, so the next grouping doesn’t learn from them', async () => {
  await say({ version: 0, label: 'voice-2', turns: [1], person: juror('3') })
  const before = await readVoiceAssignments(db(), videoId)
  await command('merge', { version: 1, from: 'voice-3', into: 'voice-2' })
  expect(await labelsByTurn()).toEqual(['voice-1', 'voice-2', 'voice-1', 'voice-2'])
  await command('undo', { version: 2 })
  expect(await labelsByTurn()).toEqual(['voice-1', 'voice-2', 'voice-1', 'voice-3'])
  expect(await readVoiceAssignments(db(), videoId)).toEqual(before)

  await command('turns', { version: 3, turns: [3], label: 'voice-2' })
  await regroup(['voice-1', 'voice-2', 'voice-1', 'voice-2'])
  await command('undo', { version: 4 })
  expect(await labelsByTurn()).toEqual(['voice-1', 'voice-2', 'voice-1', 'voice-3'])
  expect(await readVoiceAssignments(db(), videoId)).toEqual(before)
})

test('undo reverts only the change it names and records what was restored', async () => {
  await say({ version: 0, label: 'voice-1', turns: [0], person: { role: 'judge' } })
  await say({ version: 1, label: 'voice-1', turns: [0], person: juror('3') })
  expect((await command('undo', { version: 1 })).statusCode).toBe(409)
  expect((await command('undo', { version: 2 })).statusCode).toBe(200)
  const { rows } = await at.parts.database.pool.query<{ details: string }>(
    "select details from audit_events where action = 'voice.undone' and entity_id = $1",
    [videoId],
  )
  expect(rows.map(({ details }) => JSON.parse(details) as object)).toEqual([
    { version: 2, people: [{ label: 'voice-1', role: 'judge', jurorId: null }] },
  ])
})

test('an undo that would name a permanently deleted juror is refused', async () => {
  await say({ version: 0, label: 'voice-1', turns: [0], person: juror('3') })
  await say({ version: 1, label: 'voice-1', turns: [0], person: { role: 'judge' } })
  await at.parts.database.pool.query('delete from jurors where case_id = $1', [caseId])
  expect((await read()).mayUndo).toBe(false)
  const refused = await command('undo', { version: 2 })
  expect([refused.statusCode, refused.body]).toEqual([409, 'This change can’t be undone anymore.'])
})

test("a rejected name doesn't add a juror", async () => {
  await say({ version: 0, label: 'voice-1', turns: [0], person: { role: 'judge' } })
  expect((await say({ version: 0, label: 'voice-2', turns: [1], person: juror('3') })).statusCode).toBe(409)
  expect((await say({ version: 1, label: 'voice-2', turns: [77], person: juror('3') })).statusCode).toBe(404)
  expect(await jurors()).toEqual([])
})

test.each([null, 'speakers'] as const)(
  'a name while an analysis runs resumes it as what it was (%s)',
  async (redoFrom) => {
    const run = await buildRun(db(), videoId, { number: nextRun(), state: 'running', redoFrom })
    await say({ version: 0, label: 'voice-1', turns: [0], person: { role: 'judge' } })
    const [last] = await db()
      .select()
      .from(analysisRuns)
      .where(eq(analysisRuns.videoId, videoId))
      .orderBy(desc(analysisRuns.number))
    expect(last).toMatchObject({ workId: run.workId, state: 'queued', redoFrom })
  },
)

const shared = [
  'What is your number?',
  '41.',
  'I could not be fair.',
  'Anyone else?',
  'I know him.',
  'Juror 12. I do too.',
]
const sharedLabels = ['THE COURT', 'JUROR', 'JUROR', 'THE COURT', 'JUROR', 'JUROR']
const stretch = (jurorNumber: string, fromTurn: number, toTurn: number, confidence = 0.85) => ({
  ...{ speaker: 'JUROR', jurorNumber, seat: null, confidence, excerpts: [] },
  stretches: [{ fromTurn, toTurn, confidence, said: { turn: fromTurn, startMs: 0, quote: `${jurorNumber}.` } }],
})
async function shareLabel() {
  const turns = shared.map((text, index) =>
    buildTurn(index, {
      ...{ text, jurorNumber: null, speaker: sharedLabels[index]! },
      role: sharedLabels[index] === 'JUROR' ? 'juror' : 'judge',
    }),
  )
  const run = await buildRun(db(), videoId, { number: nextRun() })
  const speakers = { method: 'transcript' as const, speakers: [] }
  await storeResults(db(), videoId, run.id, { ...buildResults({ turns }), speakers })
  await storeProposals(db(), videoId, [stretch('41', 1, 2), stretch('12', 5, 5)])
}
const readNames = async () => (await lead.call('GET', `/api/videos/${videoId}/voices/stretches`)).json<JurorStretches>()
const applyNames = (names: object[], shown: { version: number; grouping: string | null }) =>
  lead.call('POST', `/api/videos/${videoId}/voices/stretches`, {
    ...{ version: shown.version, grouping: shown.grouping },
    names,
  })
const toName = ({ label, fromTurn, toTurn, jurorNumber }: JurorStretches['stretches'][number]) => ({
  ...{ label, fromTurn, toTurn, jurorNumber },
})

test('names several stretches of a shared label in one change, and nothing outside them, until undone', async () => {
  await shareLabel()
  const shown = await readNames()
  expect(shown.stretches.map(({ jurorNumber, turns, said }) => [jurorNumber, turns, said?.quote])).toEqual([
    ['41', 2, '41.'],
    ['12', 1, '12.'],
  ])
  expect((await applyNames(shown.stretches.map(toName), shown)).json<VoiceNaming>()).toMatchObject({
    version: shown.version + 1,
    mayUndo: true,
  })
  expect(await labelsByTurn()).toEqual(['THE COURT', 'JUROR 41', 'JUROR 41', 'THE COURT', 'JUROR', 'JUROR 12'])
  expect((await jurors()).map(({ jurorNumber }) => jurorNumber).toSorted()).toEqual(['12', '41'])
  expect((await readNames()).stretches).toEqual([])
  const people = (await speakers()).map(({ label, assignment }) => [label, assignment?.jurorNumber ?? null])
  expect(Object.fromEntries(people)).toEqual({ 'THE COURT': null, JUROR: null, 'JUROR 41': '41', 'JUROR 12': '12' })

  expect((await command('undo', { version: shown.version + 1 })).statusCode).toBe(200)
  expect(await labelsByTurn()).toEqual(sharedLabels)
  expect((await readNames()).stretches).toHaveLength(2)
})

test('named stretches keep their juror in the next analysis', async () => {
  await shareLabel()
  const shown = await readNames()
  await applyNames(shown.stretches.slice(0, 1).map(toName), shown)
  expect(await readVoiceAssignments(db(), videoId)).toMatchObject({
    named: [{ speaker: 'JUROR 41' }, { speaker: 'JUROR 41' }],
    people: { 'JUROR 41': { role: 'juror', jurorNumber: '41' } },
  })
})

test('a shared label is never named whole, and never suggested as one juror', async () => {
  await shareLabel()
  await storeProposals(db(), videoId, [
    {
      ...stretch('41', 0, 5),
      excerpts: [{ turn: 1, startMs: 0, quote: '41.' }],
      stretches: [{ fromTurn: 0, toTurn: 5 }],
    },
  ])
  expect((await readNames()).stretches).toEqual([])
  expect((await read()).voices.find(({ label }) => label === 'JUROR')?.suggestion).toBeNull()
})

test('asks who gives uncertain answers with the lines around the first, until somebody answers', async () => {
  const label = 'A. (Juror 5?)'
  await regroup(['voice-1', label, 'voice-1', 'voice-3'])
  await storeProposals(db(), videoId, [
    {
      ...{ speaker: label, jurorNumber: '5', seat: null, confidence: 0.5 },
      stretches: [{ fromTurn: 0, toTurn: 3 }],
      excerpts: [{ turn: 1, startMs: 4000, quote: said[1]![1] }],
    },
  ])
  const [asked] = (await readNames()).stretches
  expect(asked).toMatchObject({ kind: 'answers', jurorNumber: '5', turns: 1 })
  expect(asked!.lines.map(({ turn }) => turn)).toEqual([0, 1, 2])
  await say({ version: 0, label, turns: [1], person: { role: 'unknown' } })
  expect((await readNames()).stretches).toEqual([])
  expect(await jurors()).toEqual([])
})

test('two jurors for the same turns, a stale grouping, and turns that aren’t there are refused without adding jurors', async () => {
  await shareLabel()
  const shown = await readNames()
  const [first] = shown.stretches.map(toName)
  const twice = await applyNames([first!, { ...first!, jurorNumber: '7', toTurn: 1 }], shown)
  expect(twice.statusCode).toBe(400)
  expect(twice.body).toContain('Two names claim the same turns. Choose one of them for juror 7.')
  expect((await applyNames([{ ...first!, fromTurn: 3, toTurn: 3 }], shown)).statusCode).toBe(404)
  expect((await applyNames([first!], { ...shown, version: shown.version + 1 })).statusCode).toBe(409)
  await shareLabel()
  expect((await applyNames([first!], shown)).statusCode).toBe(409)
  expect(await jurors()).toEqual([])
})

test('a video that moves to another case neither takes along its jurors nor leaves its words behind', async () => {
  const findings = [buildFinding({ turn: 3, speaker: 'voice-3', jurorNumber: null, quote: said[3]![1] })]
  const run = await buildRun(db(), videoId, { number: nextRun() })
  await storeResults(db(), videoId, run.id, { ...results('voices'), findings: buildResults({ findings }).findings })
  const person = { jurorNumber: '12', displayName: 'Walled Person' }
  const { id: jurorId } = (await lead.call('POST', `/api/cases/${caseId}/jurors`, person)).json<JurorSummary>()
  await say({ version: 0, label: 'voice-3', turns: [3], person: juror('12') })
  await say({ version: 1, label: 'voice-1', turns: [0], person: { role: 'judge' } })
  const [found] = (await lead.call('GET', `/api/sessions/${sessionId}/highlights`)).json<Highlight[]>()
  await lead.call('PUT', `/api/jurors/${jurorId}/fact-quotes/occupation`, { highlightId: found!.id })
  const listLeft = async () => [
    (await lead.call('GET', `/api/jurors/${jurorId}/fact-quotes`)).json<unknown[]>().length,
    (await lead.call('GET', `/api/cases/${caseId}/juror-findings`)).json<unknown[]>().length,
  ]
  expect(await listLeft()).toEqual([1, 1])

  const otherId = await buildCase(db(), lead.actor)
  const colleague = await at.person({ firmId: lead.actor.firmId, role: 'member' })
  await joinCase(db(), colleague.actor, otherId, 'attorney')
  await db().update(analysisRuns).set({ state: 'completed' }).where(eq(analysisRuns.videoId, videoId))
  await lead.call('DELETE', `/api/sessions/${sessionId}/videos/${videoId}`)
  expect((await lead.call('PATCH', `/api/videos/${videoId}`, { caseId: otherId })).statusCode).toBe(200)
  const plan = { type: 'jury_voir_dire', date: null }
  const { id } = (await lead.call('POST', `/api/cases/${otherId}/sessions`, plan)).json<Session>()
  await lead.call('POST', `/api/sessions/${id}/videos`, { videoId })

  const [shown] = (await colleague.call('GET', `/api/sessions/${id}/highlights`)).json<Highlight[]>()
  expect(shown).toMatchObject({ speaker: 'voice-3', juror: null })
  const now = await read(colleague)
  const people = Object.fromEntries(now.voices.map((voice) => [voice.label, voice.person?.role]))
  expect(people).toEqual({ 'voice-1': 'judge', 'voice-2': undefined, 'voice-3': undefined })
  expect(now).toMatchObject({ mayName: true, mayUndo: false, isBusy: true })
  expect(await listLeft()).toEqual([0, 0])
})
