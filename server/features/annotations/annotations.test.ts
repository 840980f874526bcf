import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Annotation } from '#contract/findings/annotations.ts'
import type { VideoFinding } from '#contract/findings/findings.ts'
import type { VideoDetail } from '#contract/videos/videos.ts'
import { buildAnalysis, buildFinding, buildResults } from '#server/features/analysis/analysis.factory.ts'
import { buildCase, buildVideo, joinCase } from '#server/features/videos/videos.factory.ts'
import type { VideoRow } from '#server/features/videos/videos.table.ts'
import { newId } from '#server/platform/ids.ts'
import { type Person, testApp, type TestApp } from '#test/app.ts'

let at: TestApp
let person: Person
let video: VideoRow
beforeAll(async () => {
  at = await testApp()
  person = await at.person()
  video = await buildVideo(at.parts, person.actor, { durationMs: 154_000 })
})
afterAll(() => at.close())

const note = (given: object = {}) => ({ title: 'Knows the officer', startTime: 12.5, ...given })
const create = (given: object = {}, by = person, of = video.id) =>
  by.call('POST', `/api/videos/${of}/annotations`, note(given))
const shown = async () => (await person.call('GET', `/api/videos/${video.id}`)).json<VideoDetail>().annotations

test('creates, lists in time order, edits, and deletes', async () => {
  const created = await create({
    endTime: 14.25,
    description: 'See his answer.',
    category: 'key_statement',
    severity: 'high',
    tags: ['witness', 'police'],
    type: 'note',
    isAiGenerated: false,
  })
  expect(created.statusCode).toBe(200)
  const annotation = created.json<Annotation>()
  expect(annotation).toMatchObject({
    title: 'Knows the officer',
    description: 'See his answer.',
    startTime: 12.5,
    endTime: 14.25,
    category: 'key_statement',
    severity: 'high',
    tags: ['witness', 'police'],
    type: 'note',
    isAiGenerated: false,
    version: 1,
    createdBy: person.account.name,
  })
  const earlier = (await create({ title: 'Before', startTime: 1, endTime: null })).json<Annotation>()
  expect(await shown()).toEqual([earlier, annotation])

  const url = `/api/videos/${video.id}/annotations/${annotation.id}`
  const changed = await person.call('PUT', url, note({ title: 'Changed', version: 1 }))
  expect(changed.json()).toMatchObject({ id: annotation.id, title: 'Changed', endTime: null, version: 2 })
  expect((await person.call('DELETE', url, {})).json()).toEqual({ ok: true })
  expect((await person.call('DELETE', url)).statusCode).toBe(404)
  expect(await shown()).toEqual([earlier])
  const { rows } = await at.parts.database.pool.query(
    'select action from audit_events where entity_id = $1 order by seq',
    [annotation.id],
  )
  expect(rows.map((row) => row.action)).toEqual(['annotation.created', 'annotation.changed', 'annotation.deleted'])
})

test('rejects a stale edit with the current copy; without a version the last write wins', async () => {
  const { id } = (await create()).json<Annotation>()
  const url = `/api/videos/${video.id}/annotations/${id}`
  await person.call('PUT', url, note({ title: 'Theirs', version: 1 }))
  const stale = await at.app.inject({
    method: 'PUT',
    url,
    headers: { cookie: person.cookie, accept: 'application/problem+json' },
    payload: note({ title: 'Mine', version: 1 }),
  })
  expect(stale.statusCode).toBe(409)
  expect(stale.json()).toMatchObject({ current: { title: 'Theirs', version: 2 } })
  expect((await person.call('PUT', url, note({ title: 'Mine' }))).json()).toMatchObject({ title: 'Mine', version: 3 })
})

test.for([
  [{ title: ' ' }, 'Enter a title.'],
  [{ title: 'x'.repeat(201) }, 'Title must have at most 200 characters.'],
  [{ startTime: -1 }, 'Start time must be at least 0.'],
  [{ startTime: 'now' }, 'Start time must be a number.'],
  [{ startTime: 155 }, 'Start time must be within the video (0:00–2:34).'],
  [{ endTime: 12.5 }, 'End time must be after start time.'],
  [{ endTime: 12.5004 }, 'End time must be after start time.'],
  [{ endTime: 3 }, 'End time must be after start time.'],
  [{ endTime: 154.5 }, 'End time must be within the video (0:00–2:34).'],
  [{ category: 'gossip' }, 'Category must be bias, hardship, objection, key_statement, or note.'],
  [{ severity: 'huge' }, 'Severity must be low, medium, high, or critical.'],
  [{ tags: Array.from({ length: 21 }, (_, i) => `t${i}`) }, 'Tags must have at most 20 entries.'],
  [{ tags: ['x'.repeat(41)] }, 'Tag 1 must have at most 40 characters.'],
  [{ description: 'x'.repeat(10_001) }, 'Description must have at most 10,000 characters.'],
  [{ isAiGenerated: true }, 'Annotations written by people can’t be marked AI generated.'],
  [{ type: 'drawing' }, 'Type must be note.'],
  [{ color: 'red' }, 'Unknown field: color.'],
] as const)('rejects %j', async ([given, words]) => {
  const refused = await create(given)
  expect([refused.statusCode, refused.body]).toEqual([400, expect.stringContaining(words)])
})

test('checks only the order of times if the length is unknown', async () => {
  const unchecked = await buildVideo(at.parts, person.actor)
  expect((await create({ startTime: 99_999 }, person, unchecked.id)).statusCode).toBe(200)
})

test("viewers can't annotate, other members can, and nonmembers see no video", async () => {
  const caseId = await buildCase(at.parts.database.db, person.actor)
  const inCase = await buildVideo(at.parts, person.actor, { caseId })
  const viewer = await at.person({ firmId: person.actor.firmId, role: 'member' })
  const consultant = await at.person({ firmId: person.actor.firmId, role: 'member' })
  await joinCase(at.parts.database.db, viewer.actor, caseId, 'viewer')
  await joinCase(at.parts.database.db, consultant.actor, caseId, 'consultant')
  expect((await create({}, consultant, inCase.id)).statusCode).toBe(200)
  const refused = await create({}, viewer, inCase.id)
  expect([refused.statusCode, refused.body]).toEqual([
    403,
    expect.stringContaining('on this case can annotate its videos'),
  ])
  const other = await create({}, await at.person(), inCase.id)
  expect([other.statusCode, other.body]).toEqual([404, 'This video doesn’t exist or you don’t have access to it.'])
  const stranger = await at.app.inject({ method: 'POST', url: `/api/videos/${video.id}/annotations`, payload: note() })
  expect(stranger.statusCode).toBe(401)
})

test('reaches an annotation only through its own video', async () => {
  const { id } = (await create()).json<Annotation>()
  const second = await buildVideo(at.parts, person.actor)
  for (const url of [`/api/videos/${second.id}/annotations/${id}`, `/api/videos/${video.id}/annotations/${newId()}`]) {
    expect((await person.call('PUT', url, note())).statusCode).toBe(404)
    expect((await person.call('DELETE', url)).statusCode).toBe(404)
  }
})

test('marks a finding saved as an annotation as AI-generated, permanently', async () => {
  const { id } = await buildVideo(at.parts, person.actor, { durationMs: 9000 })
  const quote = 'No pay while serving.'
  const findings = [
    buildFinding({ type: 'hardship', sub: 'financial', severity: 'high', startMs: 8000, endMs: 9500, quote }),
    buildFinding({ startMs: null }),
  ]
  await buildAnalysis(at.parts.database.db, id, buildResults({ findings }))
  const listed = (await person.call('GET', `/api/videos/${id}/findings`)).json<VideoFinding[]>()
  const [timed, untimed] = listed.map((each) => each.id)
  const keep = (findingId?: string, by = person, videoId = id) =>
    by.call('POST', `/api/videos/${videoId}/findings/${findingId}/annotation`, {})

  const kept = (await keep(timed)).json<Annotation>()
  expect(kept).toMatchObject({
    ...{ title: 'Hardship: loss of income', category: 'hardship', severity: 'high', startTime: 8, endTime: 9 },
    ...{ isAiGenerated: true, findingId: timed, createdBy: person.account.name },
  })
  expect(kept.description).toContain(`“${quote}”`)
  const both = await Promise.all([keep(timed), keep(timed)])
  expect(both.map((each) => each.json<Annotation>().id)).toEqual([kept.id, kept.id])

  const url = `/api/videos/${id}/annotations/${kept.id}`
  for (const isAiGenerated of [true, false]) {
    const edited = await person.call('PUT', url, { title: 'No pay', startTime: 8, isAiGenerated })
    expect(edited.json()).toMatchObject({ title: 'No pay', isAiGenerated: true, findingId: timed })
  }
  const byHand = (await create()).json<Annotation>()
  const claimed = await person.call(
    'PUT',
    `/api/videos/${video.id}/annotations/${byHand.id}`,
    note({ isAiGenerated: true }),
  )
  expect([claimed.statusCode, claimed.body]).toEqual([
    400,
    'Annotations written by people can’t be marked AI generated.',
  ])

  const noTime = await keep(untimed)
  expect([noTime.statusCode, noTime.body]).toEqual([409, 'This finding has no timecode. Add an annotation manually.'])
  expect((await keep(timed, person, video.id)).statusCode).toBe(404)
  expect((await keep(timed, await at.person())).statusCode).toBe(404)
})
