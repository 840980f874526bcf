import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Juror } from '#contract/jurors/jurors.ts'
import type { LiveNote } from '#contract/jurors/live-notes.ts'
import type { CaseRole } from '#contract/account/permissions.ts'
import type { Session } from '#contract/sessions/sessions.ts'
import { buildCase, joinCase } from '#server/features/videos/videos.factory.ts'
import { newId } from '#server/platform/ids.ts'
import { type Person, testApp, type TestApp } from '#test/app.ts'

let at: TestApp
let lead: Person
beforeAll(async () => {
  at = await testApp()
  lead = await at.person()
})
afterAll(() => at.close())

async function sitting() {
  const caseId = await buildCase(at.parts.database.db, lead.actor)
  const plan = { type: 'jury_voir_dire', date: '2026-03-14' }
  const session = (await lead.call('POST', `/api/cases/${caseId}/sessions`, plan)).json<Session>()
  const juror = (await lead.call('POST', `/api/cases/${caseId}/jurors`, { jurorNumber: '7' })).json<Juror>()
  const path = `/api/sessions/${session.id}/live-notes`
  const write = (input: object, by = lead) =>
    by.call('POST', path, { eventId: newId(), jurorId: juror.id, kind: 'note', text: 'Nods.', ...input })
  const list = async () => (await lead.call('GET', path)).json<LiveNote[]>()
  return { caseId, session, juror, path, write, list }
}
async function member(role: CaseRole, caseId: string): Promise<Person> {
  const person = await at.person({ firmId: lead.actor.firmId, role: 'member' })
  await joinCase(at.parts.database.db, person.actor, caseId, role)
  return person
}

test("a resent note is stored once, with the device's time", async () => {
  const { write, list } = await sitting()
  const input = { eventId: newId(), at: '2026-03-14T10:00:00.000Z', kind: 'answer', text: 'I could not be fair.' }
  const first = (await write(input)).json<LiveNote>()
  expect((await write(input)).json()).toEqual(first)
  expect(await list()).toEqual([first])
  expect(first).toMatchObject({ kind: 'answer', at: input.at, text: input.text })
})

test('stores fifty parallel notes and all their tags', async () => {
  const { write, list, juror } = await sitting()
  await Promise.all(
    Array.from({ length: 50 }, (_, n) => write(n < 15 ? { kind: 'tag', text: `tag ${n}` } : { text: `note ${n}` })),
  )
  expect(await list()).toHaveLength(50)
  expect((await lead.call('GET', `/api/jurors/${juror.id}`)).json<Juror>().tags).toHaveLength(15)
})

test("viewers can't read or write, another firm finds nothing, and another note's ID is rejected", async () => {
  const { caseId, path, write, juror } = await sitting()
  const viewer = await member('viewer', caseId)
  expect((await write({}, viewer)).statusCode).toBe(403)
  expect((await viewer.call('GET', path)).statusCode).toBe(403)
  const stranger = await at.person()
  expect((await write({}, stranger)).statusCode).toBe(404)
  const eventId = newId()
  await write({ eventId })
  const paralegal = await member('paralegal', caseId)
  expect((await write({ eventId, text: 'Another.' }, paralegal)).statusCode).toBe(409)
  const other = await sitting()
  expect((await other.write({ jurorId: juror.id })).statusCode).toBe(404)
})

test('an empty note and an overlong tag name the field', async () => {
  const { write } = await sitting()
  expect((await write({ text: ' ' })).body).toBe('Enter some text.')
  expect((await write({ kind: 'tag', text: 'x'.repeat(41) })).body).toBe('A tag can have at most 40 characters.')
})

test('its author can undo a note, which removes only a tag that the note added', async () => {
  const { caseId, write, list, juror } = await sitting()
  const tags = async () => (await lead.call('GET', `/api/jurors/${juror.id}`)).json<Juror>().tags
  const added = (await write({ kind: 'tag', text: 'leader' })).json<LiveNote>()
  const repeated = (await write({ kind: 'tag', text: 'leader' })).json<LiveNote>()
  const undo = ({ id }: LiveNote, by = lead) => by.call('DELETE', `/api/live-notes/${id}`)
  expect((await undo(added, await member('paralegal', caseId))).statusCode).toBe(404)
  expect((await undo(added, await at.person())).statusCode).toBe(404)
  expect((await undo(repeated)).json()).toEqual({ ok: true })
  expect(await tags()).toEqual(['leader'])
  expect((await undo(added)).statusCode).toBe(200)
  expect(await tags()).toEqual([])
  expect((await undo(added)).statusCode).toBe(404)
  expect(await list()).toEqual([])
})
