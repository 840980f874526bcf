import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ActivityEvent, CaseDetail, CaseSummary, OpenCase } from '#contract/cases/cases.ts'
import { buildVideo } from '#server/features/videos/videos.factory.ts'
import { newId } from '#server/platform/ids.ts'
import { type Person, testApp, type TestApp } from '#test/app.ts'
import { maintainVideos } from '#worker/upkeep.ts'
import { cases } from './cases.table.ts'

let at: TestApp
beforeAll(async () => {
  at = await testApp()
})
afterAll(() => at.close())

const silent = { info: () => {}, warn: () => {}, error: (...words: unknown[]) => expect(words).toEqual([]) }
const complete = {
  caseType: 'criminal_felony',
  forumId: 'tx_criminal',
  forumRuleId: 'felony',
  court: '5th District Court',
  ourSide: 'defense',
  parties: [
    { name: 'The State', role: 'prosecution', side: 'plaintiff' },
    { name: 'Example', role: 'defendant', side: 'defense' },
  ],
}

async function newCase(person: Person, more: object = {}): Promise<OpenCase> {
  const body = { title: 'State v. Example', caseNumber: newId(), ...more }
  const created = await person.call('POST', '/api/cases', body)
  expect([created.statusCode, created.body]).toEqual([200, expect.anything()])
  return read(person, created.json<CaseSummary>().id)
}
const read = async (person: Person, id: string): Promise<OpenCase> => {
  const found = (await person.call('GET', `/api/cases/${id}`)).json<CaseDetail>()
  if (found.walled) throw new Error('walled')
  return found
}
const move = (person: Person, id: string, body: object) => person.call('POST', `/api/cases/${id}/status`, body)

test('a draft needs a title and number; activation needs the rest', async () => {
  const person = await at.person()
  const { id, version } = await newCase(person)
  const refused = await move(person, id, { to: 'active' })
  expect(refused.statusCode).toBe(400)
  const fields = JSON.parse(decodeURIComponent(String(refused.headers['x-error-fields']))) as object
  expect(Object.keys(fields).sort()).toEqual(['caseType', 'court', 'forumId', 'ourSide', 'parties'])
  expect((await person.call('PATCH', `/api/cases/${id}`, { version, ...complete })).statusCode).toBe(200)
  expect((await move(person, id, { to: 'active' })).json()).toMatchObject({ status: 'active' })
  const emptied = await person.call('PATCH', `/api/cases/${id}`, { version: version + 2, court: '' })
  expect([emptied.statusCode, emptied.body]).toEqual([400, 'Enter the court.'])
})

test('goes through every status and back only with a reason', async () => {
  const person = await at.person()
  const { id } = await newCase(person, complete)
  await move(person, id, { to: 'active' })
  expect((await move(person, id, { to: 'jury_seated' })).body).toBe(
    'Can’t change the status from active to jury seated.',
  )
  expect((await move(person, id, { to: 'in_selection' })).body).toMatch(/^Choose a selection method/)
  await person.call('PATCH', `/api/cases/${id}`, { version: 2, selectionMethod: 'struck_panel' })
  expect((await move(person, id, { to: 'in_selection' })).statusCode).toBe(200)
  expect((await move(person, id, { to: 'jury_seated' })).statusCode).toBe(200)
  expect((await move(person, id, { to: 'in_selection' })).body).toBe('Enter a reason for moving the case back.')
  expect((await move(person, id, { to: 'in_selection', reason: 'Sworn by mistake.' })).statusCode).toBe(200)
  expect((await move(person, id, { to: 'closed' })).body).toBe(
    'Enter the outcome, such as a verdict, settlement, or dismissal.',
  )
  const closed = (await move(person, id, { to: 'closed', outcome: 'Acquitted' })).json<OpenCase>()
  expect([closed.outcome, closed.closedAt === null]).toEqual(['Acquitted', false])
  const archived = (await move(person, id, { to: 'archived' })).json<OpenCase>()
  expect(Date.parse(archived.retainedUntil!) - Date.parse(archived.closedAt!)).toBe(365 * 86_400_000)
})

test('an archived case is read-only until restored to its status', async () => {
  const person = await at.person()
  const { id } = await newCase(person, complete)
  await move(person, id, { to: 'active' })
  await move(person, id, { to: 'archived' })
  const edit = await person.call('PATCH', `/api/cases/${id}`, { version: 3, judge: 'Judge 4' })
  expect([edit.statusCode, edit.body]).toEqual([
    423,
    'This case is archived and read-only. Restore it to make changes.',
  ])
  expect((await read(person, id)).may).toMatchObject({ editData: false, export: true, archive: true })
  expect((await person.call('POST', `/api/cases/${id}/restore`, {})).statusCode).toBe(200)
  expect(await read(person, id)).toMatchObject({ status: 'active', archivedAt: null })
  expect((await person.call('POST', `/api/cases/${id}/restore`, {})).statusCode).toBe(409)
})

test('rejects a stale edit with the current case', async () => {
  const person = await at.person()
  const { id, version } = await newCase(person)
  expect((await person.call('PATCH', `/api/cases/${id}`, { version, judge: 'Judge 4' })).statusCode).toBe(200)
  const stale = await at.app.inject({
    method: 'PATCH',
    url: `/api/cases/${id}`,
    headers: { cookie: person.cookie, accept: 'application/problem+json' },
    payload: { version, judge: 'Judge 7' },
  })
  expect(stale.statusCode).toBe(409)
  expect(stale.json()).toMatchObject({ code: 'conflict', current: { judge: 'Judge 4', version: version + 1 } })
  expect((await read(person, id)).judge).toBe('Judge 4')
})

test('only one of fifty parallel edits to a version succeeds', async () => {
  const person = await at.person()
  const { id, version } = await newCase(person)
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, i) =>
      person.call('PATCH', `/api/cases/${id}`, { version, courtroom: `Room ${i}` }).then((each) => each.statusCode),
    ),
  )
  expect(answers.filter((each) => each === 200)).toHaveLength(1)
  expect(answers.filter((each) => each === 409)).toHaveLength(49)
})

test('an edit without changes creates no version or event', async () => {
  const person = await at.person()
  const { id, version } = await newCase(person, complete)
  const { forumId, parties } = complete
  const answer = (await person.call('PATCH', `/api/cases/${id}`, { version, forumId, parties })).json<OpenCase>()
  expect(answer.version).toBe(version)
})

test('names the invalid field and the fix', async () => {
  const person = await at.person()
  const { id, version } = await newCase(person)
  const bad = async (fields: object) => (await person.call('PATCH', `/api/cases/${id}`, { version, ...fields })).body
  expect(await bad({ voirDireDate: '2030-05-02', trialDate: '2030-05-01' })).toBe(
    'Voir dire can’t be after the trial date.',
  )
  expect(await bad({ jurySize: 24 })).toBe('Jury size must be 1 to 23.')
  expect(await bad({ alternates: 13 })).toBe('Alternates must be 0 to 12.')
  const budget = { us: 10, them: 10, alternatesUs: 0, alternatesThem: 0, source: 'order' }
  expect(await bad({ strikeBudget: budget })).toBe('Enter the court order that sets these numbers.')
  expect(await bad({ strikeBudget: { ...budget, us: 61 } })).toMatch(/^Strikes per side must be 0 to 60\./)
  expect(await bad({ secret: true })).toMatch(/secret/)
})

test('archives several cases and lists which failed', async () => {
  const person = await at.person()
  const [one, two] = [await newCase(person), await newCase(person)]
  await move(person, two.id, { to: 'archived' })
  const foreign = newId()
  const answer = await person.call('POST', '/api/cases/archive', { caseIds: [one.id, two.id, foreign] })
  expect(answer.json()).toEqual({
    archived: [one.id],
    refused: [
      { id: two.id, reason: 'State v. Example is already archived.' },
      { id: foreign, reason: 'This case doesn’t exist or you don’t have access to it.' },
    ],
  })
})

test('deleting a case hides its videos, frees its number, and can be undone', async () => {
  const person = await at.person()
  const made = await newCase(person)
  const video = await buildVideo(at.parts, person.actor, { caseId: made.id })
  expect((await person.call('DELETE', `/api/cases/${made.id}`, { reason: 'Entered twice.' })).statusCode).toBe(200)
  for (const url of [`/api/cases/${made.id}`, `/api/videos/${video.id}`]) {
    expect((await person.call('GET', url)).statusCode).toBe(404)
  }
  expect((await person.call('GET', '/api/cases')).json()).toEqual([])
  const listed = (await person.call('GET', '/api/cases?scope=deleted')).json<CaseSummary[]>()
  expect(listed.map((each) => [each.id, each.deletedAt === null])).toEqual([[made.id, false]])

  const twin = await newCase(person, { caseNumber: made.caseNumber })
  expect((await person.call('POST', `/api/cases/${made.id}/restore`, {})).body).toBe(
    'A case with this number already exists: State v. Example',
  )
  await person.call('PATCH', `/api/cases/${twin.id}`, { version: 1, caseNumber: newId() })
  expect((await person.call('POST', `/api/cases/${made.id}/restore`, {})).statusCode).toBe(200)
  expect((await person.call('GET', `/api/videos/${video.id}`)).statusCode).toBe(200)
})

test("a deleted case can't be restored once its recordings are being destroyed", async () => {
  const person = await at.person()
  const { id } = await newCase(person)
  const video = await buildVideo(at.parts, person.actor, { caseId: id })
  const deletedAt = new Date(Date.now() - (at.parts.config.DELETED_KEEP_DAYS + 1) * 86_400_000)
  await at.parts.database.db.update(cases).set({ deletedAt }).where(eq(cases.id, id))
  await maintainVideos(at.parts, silent)
  const left = await at.parts.database.pool.query('select id from videos where id = $1', [video.id])
  expect(left.rows).toEqual([])
  expect((await person.call('POST', `/api/cases/${id}/restore`, {})).statusCode).toBe(404)
})

test('a case deleted by retention stays after an administrator restores it', async () => {
  const person = await at.person()
  const { db } = at.parts.database
  const [over, within] = [await newCase(person), await newCase(person)]
  for (const { id } of [over, within]) {
    await db
      .update(cases)
      .set({ status: 'closed', closedAt: sql`now() - interval '366 days'` })
      .where(eq(cases.id, id))
    await move(person, id, { to: 'archived' })
    await db
      .update(cases)
      .set({ archivedAt: sql`now() - interval '8 days'` })
      .where(eq(cases.id, id))
  }
  await db
    .update(cases)
    .set({ closedAt: sql`now()` })
    .where(eq(cases.id, within.id))
  await maintainVideos(at.parts, silent)
  expect((await person.call('GET', `/api/cases/${over.id}`)).statusCode).toBe(404)
  await person.call('DELETE', `/api/cases/${within.id}`, { reason: 'Entered twice.' })
  for (const { id } of [over, within]) await person.call('POST', `/api/cases/${id}/restore`, {})
  await maintainVideos(at.parts, silent)
  expect((await read(person, over.id)).status).toBe('closed')
  expect((await read(person, within.id)).status).toBe('archived')
})

test('upkeep destroys old deletions, files first, and applies retention to archived cases', async () => {
  const person = await at.person()
  const { db } = at.parts.database
  const [old, fresh, kept] = [await newCase(person), await newCase(person), await newCase(person)]
  const video = await buildVideo(at.parts, person.actor, { caseId: old.id })
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
  await db
    .update(cases)
    .set({ deletedAt: daysAgo(31) })
    .where(eq(cases.id, old.id))
  await db
    .update(cases)
    .set({ deletedAt: daysAgo(29) })
    .where(eq(cases.id, fresh.id))
  await db
    .update(cases)
    .set({ status: 'archived', archivedAt: daysAgo(10), closedAt: daysAgo(366) })
    .where(eq(cases.id, kept.id))
  await maintainVideos(at.parts, silent)
  await maintainVideos(at.parts, silent)
  const left = await db
    .select({ id: cases.id, deletedAt: cases.deletedAt })
    .from(cases)
    .where(sql`firm_id = ${person.actor.firmId}`)
  expect(left.map((each) => each.id).sort()).toEqual([fresh.id, kept.id].sort())
  expect(left.find((each) => each.id === kept.id)?.deletedAt).not.toBeNull()
  const bytes = await db.execute(sql`select from videos where id = ${video.id}`)
  expect(bytes.rows).toEqual([])
})

test('a case archived long after it closed stays for a week', async () => {
  const person = await at.person()
  const { id } = await newCase(person)
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
  const put = (archivedAt: Date) =>
    at.parts.database.db
      .update(cases)
      .set({ status: 'archived', statusBeforeArchive: 'closed', closedAt: daysAgo(800), archivedAt })
      .where(eq(cases.id, id))
  const today = daysAgo(0)
  await put(today)
  await maintainVideos(at.parts, silent)
  const found = await read(person, id)
  expect([found.status, found.retainedUntil]).toEqual([
    'archived',
    new Date(today.getTime() + 7 * 86_400_000).toISOString(),
  ])
  await put(daysAgo(8))
  await maintainVideos(at.parts, silent)
  expect((await person.call('GET', `/api/cases/${id}`)).statusCode).toBe(404)
})

test('logs every change without names of people', async () => {
  const person = await at.person()
  const { id, version } = await newCase(person)
  await person.call('PATCH', `/api/cases/${id}`, { version, parties: complete.parties, judge: 'Judge 4' })
  await person.call('PATCH', `/api/cases/${id}`, {
    version: 2,
    strikeBudget: { us: 6, them: 10, alternatesUs: 0, alternatesThem: 0, source: 'order', orderNote: 'Order of 3 May' },
  })
  const events = (await person.call('GET', `/api/cases/${id}/activity`)).json<ActivityEvent[]>()
  expect(events.map((each) => each.action)).toEqual(['case.budget_changed', 'case.edited', 'case.created'])
  expect(events[1]).toMatchObject({
    actor: 'Test attorney',
    details: { after: { judge: 'Judge 4', parties: '2 entries' }, before: { judge: '' } },
  })
  expect(events[0]).toMatchObject({ details: { before: { strikeBudget: null }, after: { strikeBudget: { us: 6 } } } })
  const first = await person.call('GET', `/api/cases/${id}/activity?limit=2`)
  const rest = await person.call(
    'GET',
    `/api/cases/${id}/activity?limit=2&cursor=${String(first.headers['x-next-cursor'])}`,
  )
  expect(rest.json<ActivityEvent[]>().map((each) => each.action)).toEqual(['case.created'])
})
