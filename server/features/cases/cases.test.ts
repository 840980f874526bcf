import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CaseSummary, OpenCase } from '#contract/cases/cases.ts'
import { newId } from '#server/platform/ids.ts'
import { testApp, type TestApp } from '#test/app.ts'

let at: TestApp
beforeAll(async () => {
  at = await testApp()
})
afterAll(() => at.close())

const draft = (caseNumber = newId()) => ({ title: 'State v. Example', caseNumber })

test('the creator becomes lead and sees the case', async () => {
  const person = await at.person()
  const created = (await person.call('POST', '/api/cases', draft())).json<CaseSummary>()
  expect(created).toMatchObject({ myRole: 'lead', status: 'draft', recordingDeclared: false })
  expect((await person.call('GET', '/api/cases')).json()).toEqual([{ ...created, sessions: 0, openStrikes: 0 }])
})

test('nonmembers and other firms see nothing', async () => {
  const person = await at.person()
  const { id } = (await person.call('POST', '/api/cases', draft())).json<CaseSummary>()
  const colleague = await at.person({ firmId: person.actor.firmId })
  for (const other of [colleague, await at.person()]) {
    expect((await other.call('GET', '/api/cases')).json()).toEqual([])
    expect((await other.call('PUT', `/api/cases/${id}/recording-permission`, { basis: 'own_mock' })).statusCode).toBe(
      404,
    )
  }
})

test('rejects a duplicate case number, ignoring case and spaces', async () => {
  const person = await at.person()
  await person.call('POST', '/api/cases', draft('23-CR 118'))
  const again = await person.call('POST', '/api/cases', draft('23-cr118'))
  expect([again.statusCode, again.body]).toEqual([409, 'A case with this number already exists: State v. Example'])
  expect((await (await at.person()).call('POST', '/api/cases', draft('23-CR 118'))).statusCode).toBe(200)
})

test("paralegals who aren't administrators can't create cases", async () => {
  const paralegal = await at.person({ role: 'member', profession: 'paralegal' })
  expect((await paralegal.call('POST', '/api/cases', draft())).statusCode).toBe(403)
})

test('declares the recording permission', async () => {
  const person = await at.person()
  const { id } = (await person.call('POST', '/api/cases', draft())).json<CaseSummary>()
  const declared = await person.call('PUT', `/api/cases/${id}/recording-permission`, {
    basis: 'court_order',
    note: 'Order of 1 November',
  })
  expect(declared.json()).toMatchObject({ id, recordingDeclared: true })
  expect((await person.call('PUT', `/api/cases/${id}/recording-permission`, { basis: 'hearsay' })).statusCode).toBe(400)
})

test('pages through many cases', async () => {
  const person = await at.person()
  for (let i = 0; i < 5; i++) await person.call('POST', '/api/cases', draft())
  const first = await person.call('GET', '/api/cases?limit=3')
  const rest = await person.call('GET', `/api/cases?limit=3&cursor=${String(first.headers['x-next-cursor'])}`)
  const ids = [...first.json<CaseSummary[]>(), ...rest.json<CaseSummary[]>()].map((each) => each.id)
  expect(new Set(ids).size).toBe(5)
  expect(rest.headers['x-next-cursor']).toBeUndefined()
})

test("copies the forum's separate alternate budget to the case unless overridden", async () => {
  const person = await at.person()
  const make = async (given: object) =>
    (await person.call('POST', '/api/cases', { ...draft(), ...given })).json<CaseSummary>().id
  const read = async (id: string) => (await person.call('GET', `/api/cases/${id}`)).json<OpenCase>()
  const apart = async (id: string) => (await read(id)).alternateStrikesSeparate
  const texas = await make({ forumId: 'tx_criminal' })
  expect(await apart(texas)).toBe(true)
  expect(await apart(await make({ forumId: 'il_criminal' }))).toBe(false)
  expect(await apart(await make({ forumId: 'tx_criminal', alternateStrikesSeparate: false }))).toBe(false)

  const change = async (given: object) => {
    const { version } = await read(texas)
    expect((await person.call('PATCH', `/api/cases/${texas}`, { version, ...given })).statusCode).toBe(200)
    return apart(texas)
  }
  expect(await change({ forumId: 'us_fed_civil' })).toBe(false)
  expect(await change({ forumId: 'us_fed_criminal' })).toBe(true)
  expect(await change({ alternateStrikesSeparate: false })).toBe(false)
  expect(await change({ forumId: 'us_fed_criminal', court: 'U.S. District Court' })).toBe(false)
})
