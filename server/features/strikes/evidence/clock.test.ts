import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { StrikeBoard } from '#contract/strikes/board.ts'
import type { Strike, StrikeDetail } from '#contract/strikes/strikes.ts'
import { cases } from '#server/features/cases/cases.table.ts'
import { sessions } from '#server/features/sessions/sessions.table.ts'
import { firms } from '#server/features/team/team.table.ts'
import { sessionVideos } from '#server/features/videos/placing/session-videos.table.ts'
import { buildVideo, joinCase } from '#server/features/videos/videos.factory.ts'
import { newId } from '#server/platform/ids.ts'
import { type Person, testApp, type TestApp } from '#test/app.ts'
import { buildSelection, buildStrike, type Selection } from '../strikes.factory.ts'

let at: TestApp
let lead: Person
let consultant: Person
beforeAll(async () => {
  at = await testApp()
  lead = await at.person()
  consultant = await at.person({ firmId: lead.actor.firmId, role: 'member' })
})
afterAll(() => at.close())

const minuteMs = 60_000

async function sitting() {
  const { db } = at.parts.database
  const selection = await buildSelection(db, lead.actor)
  await joinCase(db, consultant.actor, selection.caseId, 'consultant')
  await db.update(firms).set({ timeZone: 'UTC' }).where(eq(firms.id, lead.actor.firmId))
  const when = { date: '2026-03-14', startTime: '10:00' }
  await db.update(sessions).set(when).where(eq(sessions.id, selection.sessionId))
  return selection
}
async function attach({ caseId, sessionId }: Selection, offsetMs = 0): Promise<string> {
  const { db } = at.parts.database
  const { id: videoId } = await buildVideo(at.parts, lead.actor, { caseId, durationMs: 60 * minuteMs })
  await db.insert(sessionVideos).values({ videoId, sessionId, position: 0, offsetMs })
  return videoId
}
const called = (selection: Selection, time: string, jurorIndex = 0) => {
  const moment = new Date(`2026-03-14T${time}Z`)
  return buildStrike(at.parts.database.db, lead.actor, selection, {
    ...{ jurorId: selection.jurorIds[jurorIndex]!, kind: 'cause', state: 'exercised' },
    ...{ calledAt: moment, exercisedAt: moment, exercisedBy: lead.actor.userId },
  })
}
const read = async ({ id }: { id: string }, by = lead) =>
  (await by.call('GET', `/api/strikes/${id}`)).json<StrikeDetail>()
const mark = ({ id, version }: Pick<Strike, 'id' | 'version'>, timecode: object | null, by = lead) =>
  by.call('PUT', `/api/strikes/${id}/timecode`, { version, timecode })

test('estimates no time without a recording or time zone', async () => {
  const selection = await sitting()
  const strike = await called(selection, '15:10:00.000')
  const board = async () =>
    (await lead.call('GET', `/api/sessions/${selection.sessionId}/strike-board`)).json<StrikeBoard>()
  expect(await board()).toMatchObject({
    session: { recordings: 0 },
    strikes: [{ calledPlace: null, ruledPlace: null }],
  })
  const videoId = await attach(selection)
  expect(await board()).toMatchObject({ session: { recordings: 1 }, strikes: [{ calledPlace: null }] })
  // On March 14, 10:00 in Chicago is 15:00 UTC.
  await at.parts.database.db.update(firms).set({ timeZone: 'America/Chicago' }).where(eq(firms.id, lead.actor.firmId))
  expect(await read(strike)).toMatchObject({ calledPlace: { videoId, seconds: 600, basis: 'placed' } })
})

test('without a chosen time zone, the forum’s state gives it', async () => {
  const selection = await sitting()
  const strike = await called(selection, '17:10:00.000')
  const videoId = await attach(selection)
  const { pool } = at.parts.database
  await pool.query(
    "update cases set forum_id = 'ca_criminal' from sessions where sessions.case_id = cases.id and sessions.id = $1",
    [selection.sessionId],
  )
  // On March 14, 10:00 in California is 17:00 UTC.
  expect(await read(strike)).toMatchObject({ calledPlace: { videoId, seconds: 600, basis: 'placed' } })
})

test('one marked time places every other move in that recording', async () => {
  const selection = await sitting()
  const [first, second, late] = [
    await called(selection, '15:17:00.000'),
    await called(selection, '15:27:30.000', 1),
    await called(selection, '16:17:00.000', 2),
  ]
  const videoId = await attach(selection, 30_000)
  const marked = await mark(first, { videoId, seconds: 600 })
  expect([marked.statusCode, marked.json()]).toMatchObject([
    200,
    { calledTimecode: { videoId, seconds: 600 }, calledPlace: { videoId, seconds: 600, basis: 'marked' }, version: 2 },
  ])
  expect((await read(second)).calledPlace).toEqual({ videoId, seconds: 1230, basis: 'reckoned' })
  expect((await read(late)).calledPlace).toBeNull()
  const ruling = { eventId: newId(), at: '2026-03-14T15:28:00.000Z', version: 1, move: 'rule', ruling: 'granted' }
  const ruled = (await lead.call('POST', `/api/strikes/${second.id}/moves`, ruling)).json<Strike>()
  expect(ruled.ruledPlace).toEqual({ videoId, seconds: 1260, basis: 'reckoned' })
  const { events } = await read(second)
  expect(events.map(({ kind, place }) => [kind, place?.seconds])).toEqual([['rule', 1260]])
  expect((await read(first)).events.map(({ kind, place, text }) => [kind, place, text])).toEqual([
    ['edit', null, 'recording time set to 600 seconds'],
  ])
  expect((await mark(marked.json<Strike>(), null)).json()).toMatchObject({ calledTimecode: null, calledPlace: null })
  expect((await read(second)).calledPlace).toBeNull()
})

test('a mark needs a recording of that session, an exercised strike, and permission to record rulings', async () => {
  const selection = await sitting()
  const strike = await called(selection, '15:17:00.000')
  const videoId = await attach(selection)
  const { caseId } = selection
  const { id: elsewhere } = await buildVideo(at.parts, lead.actor, { caseId, durationMs: minuteMs })
  expect((await mark(strike, { videoId: elsewhere, seconds: 1 })).body).toBe(
    'Choose a recording of the session in which the strike was made.',
  )
  expect((await mark(strike, { videoId, seconds: 3601 })).body).toBe(
    'Choose a time within the recording, which is 3600 seconds long.',
  )
  expect((await mark(strike, { videoId, seconds: 1 }, consultant)).statusCode).toBe(403)
  expect((await mark({ ...strike, version: 7 }, { videoId, seconds: 1 })).statusCode).toBe(409)
  const draft = await buildStrike(at.parts.database.db, lead.actor, selection, { jurorId: selection.jurorIds[5]! })
  expect((await mark(draft, { videoId, seconds: 1 })).body).toBe('This strike isn’t on the record yet.')
})

test('recordings and marks can be added after the jury is sworn', async () => {
  const selection = await sitting()
  const strike = await called(selection, '15:17:00.000')
  const videoId = await attach(selection)
  await at.parts.database.db.update(cases).set({ status: 'jury_seated' }).where(eq(cases.id, selection.caseId))
  const marked = await mark(strike, { videoId, seconds: 60 })
  expect([marked.statusCode, marked.json()]).toMatchObject([200, { state: 'final', calledPlace: { basis: 'marked' } }])
})
