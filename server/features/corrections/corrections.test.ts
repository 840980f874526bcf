import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Corrected, Correction } from '#contract/videos/corrections.ts'
import type { VideoFinding } from '#contract/findings/findings.ts'
import type { Turn } from '#contract/videos/transcript.ts'
import { buildFinding, buildResults, buildRun, buildTurn } from '#server/features/analysis/analysis.factory.ts'
import { analyses } from '#server/features/analysis/analysis.table.ts'
import { storeResults } from '#server/features/analysis/runs/results.queries.ts'
import { buildCase, buildVideo, joinCase } from '#server/features/videos/videos.factory.ts'
import { newId } from '#server/platform/ids.ts'
import { type Person, testApp, type TestApp } from '#test/app.ts'
import { reapplyCorrections } from './corrections.queries.ts'

let at: TestApp
let person: Person
let colleague: Person
let caseId: string
let videoId: string
beforeAll(async () => {
  at = await testApp()
  person = await at.person()
  colleague = await at.person({ firmId: person.actor.firmId, role: 'member' })
  caseId = await buildCase(at.parts.database.db, person.actor)
  await joinCase(at.parts.database.db, colleague.actor, caseId, 'paralegal')
})
afterAll(() => at.close())

const said = 'I could not be fare to the officer.'
const timed = (text: string) =>
  text.split(' ').map((word, i) => ({
    text: word,
    startMs: i * 100,
    endMs: i * 100 + 90,
    confidence: 0.5,
    estimated: false,
  }))
const results = (text = said) =>
  buildResults({
    turns: [
      buildTurn(0, { speaker: 'THE COURT', role: 'judge', jurorNumber: null, text: 'Could you be fare?' }),
      buildTurn(1, { text, words: timed(text) }),
      buildTurn(2, { text: 'Yes.' }),
    ],
    findings: [
      buildFinding({ turn: 1, quote: said, question: 'Could you be fare?', exchange: 0 }),
      buildFinding({ turn: 2, quote: 'Yes.', question: '' }),
    ],
  })

beforeEach(async () => {
  videoId = (await buildVideo(at.parts, person.actor, { caseId })).id
  const run = await buildRun(at.parts.database.db, videoId)
  const stored = results()
  stored.exchanges = [
    {
      index: 0,
      questionTurns: [0],
      answerTurns: [1],
      askerRole: 'judge',
      speaker: 'JUROR 12',
      jurorNumber: '12',
      latencyMs: null,
      hedge: null,
    },
  ]
  await storeResults(at.parts.database.db, videoId, run.id, stored)
})

const correct = (given: object = {}, by = person) =>
  by.call('POST', `/api/videos/${videoId}/corrections`, { turn: 1, from: 4, to: 4, newText: 'fair', ...given })
const undo = (id: string, by = person) => by.call('DELETE', `/api/videos/${videoId}/corrections/${id}`)
const read = async <T>(path: string) => (await person.call('GET', `/api/videos/${videoId}/${path}`)).json<T>()
const turnNow = async () => (await read<Turn[]>('transcript'))[1]!
const history = async () =>
  (await read<Correction[]>('corrections')).map(({ newText, state }) => `${newText}: ${state}`)

test('shows corrected words with their times and keeps the original', async () => {
  const made = await correct()
  expect(made.statusCode).toBe(200)
  const { correction, turn } = made.json<Corrected>()
  expect(correction).toMatchObject({
    turn: 1,
    from: 4,
    to: 4,
    originalText: 'fare',
    newText: 'fair',
    state: 'live',
    by: person.account.name,
  })
  expect(turn.text).toBe('I could not be fair to the officer.')
  expect(await turnNow()).toEqual(turn)
  expect(turn.words[4]).toMatchObject({ text: 'fair', startMs: 400, endMs: 490 })
  expect(turn.words[5]).toEqual(timed(said)[5])
  expect((await read<Turn[]>('original-turns')).map(({ text }) => text)).toEqual([said])
  const { json } = await person.call('GET', `/api/videos/${videoId}`)
  expect(json<{ analysis: { transcriptText: string } }>().analysis.transcriptText).toContain('be fair to the officer')
  const { rows } = await at.parts.database.pool.query('select action, details from audit_events where entity_id = $1', [
    correction.id,
  ])
  expect(rows.map((row) => row.action)).toEqual(['transcript.corrected'])
  expect(JSON.stringify(rows)).not.toContain('fair')
})

test('a finding says if its quoted question or answer was corrected', async () => {
  const changed = async () => (await read<VideoFinding[]>('findings')).map((each) => [each.quote, each.quoteChanged])
  expect(await changed()).toEqual([
    [said, false],
    ['Yes.', false],
  ])
  const { correction } = (await correct()).json<Corrected>()
  expect(await changed()).toContainEqual([said, true])
  expect(await changed()).toContainEqual(['Yes.', false])
  await undo(correction.id)
  expect(await changed()).toContainEqual([said, false])
  await correct({ turn: 0, from: 3, to: 3, newText: 'fair?' })
  expect(await changed()).toContainEqual([said, true])
})

test('an undo is its own record and restores the previous text', async () => {
  const first = (await correct({ newText: 'fairr' })).json<Corrected>().correction
  const second = (await correct({ newText: 'fair', replaces: [first.id] })).json<Corrected>().correction
  expect((await turnNow()).text).toContain('be fair to')
  expect(await history()).toEqual(['fairr: replaced', 'fair: live'])
  expect((await undo(second.id)).statusCode).toBe(200)
  expect((await turnNow()).text).toContain('be fairr to')
  expect((await undo(first.id)).json<Corrected>().turn.text).toBe(said)
  expect(await history()).toEqual(['fairr: undone', 'fair: undone', 'fairr: undo', 'fare: undo'])
  expect(await read('original-turns')).toEqual([])
  const again = await undo(first.id)
  expect([again.statusCode, again.body]).toEqual([409, expect.stringContaining('no longer in effect')])
})

test('shows the second person both versions if two correct the same words', async () => {
  const theirs = (await correct({ newText: 'there' }, colleague)).json<Corrected>().correction
  const refused = await at.app.inject({
    method: 'POST',
    url: `/api/videos/${videoId}/corrections`,
    headers: { cookie: person.cookie, accept: 'application/problem+json' },
    payload: { turn: 1, from: 3, to: 5, newText: 'be fair to' },
  })
  expect(refused.statusCode).toBe(409)
  expect(refused.json()).toMatchObject({
    current: { theirs: [{ id: theirs.id, newText: 'there' }], yours: { newText: 'be fair to' } },
  })
  expect((await correct({ from: 3, to: 5, newText: 'be fair to', replaces: [theirs.id] })).statusCode).toBe(200)
  expect((await correct({ from: 7, to: 7, newText: 'sheriff.' }, colleague)).statusCode).toBe(200)
  expect((await turnNow()).text).toBe('I could not be fair to the sheriff.')
})

test('accepts exactly one of two simultaneous corrections', async () => {
  const both = await Promise.all([correct({ newText: 'one' }), correct({ newText: 'two' }, colleague)])
  expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
})

test.for([
  [{ to: 99 }, 400, 'This turn has 8 words, numbered 0 to 7.'],
  [{ from: 5, to: 4 }, 400, 'The last word can’t come before the first.'],
  [{ newText: 'fare' }, 400, 'This is already the current text.'],
  [{ newText: '\u0000' }, 400, 'Remove control characters.'],
  [{ from: 0, to: 7, newText: ' ' }, 400, 'A turn must keep at least one word.'],
  [{ newText: 'x'.repeat(2001) }, 400, 'New text must have at most 2,000 characters.'],
  [{ turn: 9 }, 404, 'This part of the transcript doesn’t exist'],
  [{ replaces: [newId()] }, 409, 'Someone else corrected these words.'],
] as const)('rejects %j', async ([given, status, words]) => {
  const refused = await correct(given)
  expect([refused.statusCode, refused.body]).toEqual([status, expect.stringContaining(words)])
  expect((await turnNow()).text).toBe(said)
})

test('rejects a range that splits an earlier correction', async () => {
  const wide = (await correct({ from: 2, to: 4, newText: "n't be fair" })).json<Corrected>().correction
  const refused = await correct({ replaces: [wide.id] })
  expect([refused.statusCode, refused.body]).toEqual([400, expect.stringContaining('Words 2 to 4')])
})

test('after reanalysis, corrections stay on unchanged words and detach elsewhere', async () => {
  await correct()
  const renew = (text: string) =>
    at.parts.database.db.transaction(async (tx) => {
      const [stored] = await tx.select({ runId: analyses.runId }).from(analyses).where(eq(analyses.videoId, videoId))
      await storeResults(tx, videoId, stored!.runId, results(text))
      await reapplyCorrections(tx, videoId)
    })
  await renew(said)
  expect((await turnNow()).text).toContain('be fair to')
  await renew('Nobody asked me about that at all.')
  expect((await turnNow()).text).toBe('Nobody asked me about that at all.')
  expect(await history()).toEqual(['fair: detached'])
})

test("history rows can't be changed", async () => {
  const { correction } = (await correct()).json<Corrected>()
  await expect(
    at.parts.database.pool.query('update corrections set new_text = $1 where id = $2', ['other', correction.id]),
  ).rejects.toThrow('corrections never change')
})

test('annotators can correct, viewers can read, and nonmembers see no video', async () => {
  const viewer = await at.person({ firmId: person.actor.firmId, role: 'member' })
  await joinCase(at.parts.database.db, viewer.actor, caseId, 'viewer')
  const { correction } = (await correct({}, colleague)).json<Corrected>()
  expect((await correct({}, viewer)).statusCode).toBe(403)
  expect((await undo(correction.id, viewer)).statusCode).toBe(403)
  expect((await viewer.call('GET', `/api/videos/${videoId}/corrections`)).statusCode).toBe(200)
  const other = await at.person()
  expect((await correct({}, other)).statusCode).toBe(404)
  expect((await undo(correction.id, other)).statusCode).toBe(404)
  const elsewhere = await buildVideo(at.parts, person.actor, { caseId })
  expect((await person.call('DELETE', `/api/videos/${elsewhere.id}/corrections/${correction.id}`)).statusCode).toBe(404)
})
