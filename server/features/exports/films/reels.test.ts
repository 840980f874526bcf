import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Highlight } from '#contract/highlights/highlights.ts'
import type { Reel } from '#contract/highlights/reels.ts'
import { newId } from '#server/platform/ids.ts'
import { joinCase } from '#server/features/videos/videos.factory.ts'
import { type Person, testApp, type TestApp } from '#test/app.ts'
import { buildSitting, type Sitting } from '../exports.factory.ts'
import { hideNames } from '../documents/content/transcript.ts'
import { buildRedactor } from '../documents/content/redact.ts'

let at: TestApp
let lead: Person
let sitting: Sitting
let ids: string[]
beforeAll(async () => {
  at = await testApp()
  lead = await at.person()
  sitting = await buildSitting(at.parts, lead.actor)
  const mark = (start: number) => ({ videoId: sitting.videoId, start, end: start + 1 })
  for (const start of [10, 20, 30])
    await lead.call('POST', `/api/sessions/${sitting.sessionId}/highlights`, mark(start))
  ids = (await lead.call('GET', `/api/sessions/${sitting.sessionId}/highlights`))
    .json<Highlight[]>()
    .map(({ id }) => id)
  expect(ids).toHaveLength(4)
})
afterAll(() => at.close())

const path = () => `/api/sessions/${sitting.sessionId}/reel`
const save = (person: Person, highlightIds: string[]) => person.call('PUT', path(), { highlightIds })
const read = async (person: Person) => (await person.call('GET', path())).json<Reel>().highlights.map(({ id }) => id)

test("keeps each user's own clip order", async () => {
  const [a, b, c] = ids as [string, string, string]
  expect(await read(lead)).toEqual([])
  expect((await save(lead, [c, a, b])).json<Reel>().highlights.map(({ id }) => id)).toEqual([c, a, b])
  expect(await read(lead)).toEqual([c, a, b])
  const mate = await at.person({ firmId: lead.actor.firmId, role: 'member', profession: 'paralegal' })
  await joinCase(at.parts.database.db, mate.actor, sitting.caseId, 'paralegal')
  expect(await read(mate)).toEqual([])
  await save(mate, [b])
  expect(await read(lead)).toEqual([c, a, b])
  await save(lead, [])
  expect(await read(lead)).toEqual([])
})

test("drops IDs outside the session's highlights and explains a rejected list", async () => {
  const [a] = ids as [string]
  expect((await save(lead, [newId(), a])).json<Reel>().highlights.map(({ id }) => id)).toEqual([a])
  const twice = await save(lead, [a, a])
  expect([twice.statusCode, twice.body]).toEqual([
    400,
    expect.stringContaining('A reel can include each highlight only once.'),
  ])
  const viewer = await at.person({ firmId: lead.actor.firmId, role: 'member', profession: 'paralegal' })
  await joinCase(at.parts.database.db, viewer.actor, sitting.caseId, 'viewer')
  expect((await viewer.call('GET', path())).statusCode).toBe(403)
  expect((await save(viewer, [a])).statusCode).toBe(403)
})

test('two parallel saves leave one of the two orders', async () => {
  const reversed = ids.toReversed()
  const answers = await Promise.all([save(lead, ids), save(lead, reversed), save(lead, ids)])
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  expect([ids, reversed]).toContainEqual(await read(lead))
})

test("an archived case's reels can't change", async () => {
  await at.parts.database.pool.query(`update cases set status = 'archived' where id = $1`, [sitting.caseId])
  expect((await save(lead, [])).statusCode).toBe(423)
  expect((await read(lead)).length).toBe(ids.length)
})

test('redacts a multi-word name as one, leaving neighboring words alone', () => {
  const redact = buildRedactor(
    [{ jurorNumber: '12', displayName: 'Anna Maria Smith', employer: 'Blue Harbour Lines' }],
    {
      names: true,
      employers: true,
    },
  )
  const words = (text: string) =>
    text
      .split(' ')
      .map((each, at) => ({ text: each, startMs: at * 500, endMs: at * 500 + 400, confidence: 1, estimated: at > 6 }))
  const hide = (text: string) => {
    const hidden = hideNames(words(text), redact)
    return [hidden.words.map((each) => each.text).join(' '), hidden.mutes]
  }
  expect(hide('Ms. Anna Maria Smith, good morning.')).toEqual([
    'Ms. [Juror 12], good morning.',
    [{ startMs: 420, endMs: 1980 }],
  ])
  expect(hide('Good morning, Smith.')).toEqual(['Good morning, [Juror 12].', [{ startMs: 920, endMs: 1480 }]])
  expect(hide('Anna said nothing.')).toEqual(['Anna said nothing.', []])
  expect(hide('a b c d e f g at Blue Harbour Lines now')).toEqual([
    'a b c d e f g at [employer] now',
    [{ startMs: 3700, endMs: 5700 }],
  ])
})

test('redacts and mutes a multi-word employer as a whole', () => {
  const employer = 'University of Texas Medical Branch at Galveston'
  const redact = buildRedactor([{ jurorNumber: '12', displayName: 'Anna Maria Smith', employer }], {
    names: true,
    employers: true,
  })
  const said = `I work at ${employer}, Ms. Anna.`
  const words = said
    .split(' ')
    .map((text, at) => ({ text, startMs: at * 500, endMs: at * 500 + 400, confidence: 1, estimated: false }))
  const hidden = hideNames(words, redact)
  expect(hidden.words.map(({ text }) => text).join(' ')).toBe('I work at [employer], Ms. [Juror 12].')
  expect(hidden.mutes).toEqual([
    { startMs: 1420, endMs: 4980 },
    { startMs: 5420, endMs: 5980 },
  ])
})
