import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CaseSummary, caseSorts, type ListedCase } from '#contract/cases/cases.ts'
import { buildSelection, buildStrike } from '#server/features/strikes/strikes.factory.ts'
import { joinCase } from '#server/features/videos/videos.factory.ts'
import { newId } from '#server/platform/ids.ts'
import { type Person, testApp, type TestApp } from '#test/app.ts'

let at: TestApp
let person: Person
beforeAll(async () => {
  at = await testApp()
  person = await at.person()
  for (const [title, more] of [
    ['Alder v. Birch', { caseType: 'civil_ip', court: 'Ninth Court', trialDate: '2031-01-05' }],
    ['cedar v. Dogwood', { caseType: 'family', judge: 'Judge 100%', trialDate: '2030-01-05' }],
    ['Elm v. Fir', { caseType: 'civil_ip', caseNumber: '23-CR 118' }],
  ] as const) {
    await person.call('POST', '/api/cases', { title, caseNumber: newId(), ...more })
  }
})
afterAll(() => at.close())

async function titles(query: string, by: Person = person): Promise<string[]> {
  const response = await by.call('GET', `/api/cases?${query}`)
  expect([response.statusCode, response.body]).toEqual([200, expect.anything()])
  return response.json<CaseSummary[]>().map((each) => each.title)
}
const [alder, cedar, elm] = ['Alder v. Birch', 'cedar v. Dogwood', 'Elm v. Fir']

test('searches title, number without spaces, court, and judge, with literal wildcards', async () => {
  expect(await titles('q=BIRCH')).toEqual([alder])
  expect(await titles('q=23cr118')).toEqual([])
  expect(await titles('q=23-cr118')).toEqual([elm])
  expect(await titles('q=ninth')).toEqual([alder])
  expect(await titles('q=100%25')).toEqual([cedar])
  expect(await titles('q=%25')).toEqual([cedar])
  expect(await titles('q=_')).toEqual([])
})

test('filters by type and status', async () => {
  expect(await titles('caseType=civil_ip&sort=title')).toEqual([alder, elm])
  expect(await titles('status=closed')).toEqual([])
})

test.for([
  ['newest', [elm, cedar, alder]],
  ['updated', [elm, cedar, alder]],
  ['title', [alder, cedar, elm]],
  ['trial_date', [cedar, alder, elm]],
] as const)('sorts by %s', async ([sort, expected]) => {
  expect(await titles(`sort=${sort}`)).toEqual(expected)
})

test('pages through every order without losing or repeating a case', async () => {
  for (const sort of caseSorts) {
    const all = await titles(`sort=${sort}`)
    const seen: string[] = []
    let cursor = ''
    do {
      const response = await person.call('GET', `/api/cases?sort=${sort}&limit=1${cursor && `&cursor=${cursor}`}`)
      seen.push(...response.json<CaseSummary[]>().map((each) => each.title))
      cursor = String(response.headers['x-next-cursor'] ?? '')
    } while (cursor)
    expect([sort, seen]).toEqual([sort, all])
  }
  expect((await person.call('GET', '/api/cases?cursor=guess')).body).toMatch(/^Invalid list cursor/)
})

test('counts cases per status within the scope', async () => {
  const { headers } = await person.call('GET', '/api/cases?q=birch')
  expect(JSON.parse(String(headers['x-totals']))).toEqual({ total: 3, byStatus: { draft: 3 } })
})

test('shows another administrator only titles and finds nothing behind the wall', async () => {
  const other = await at.person({ firmId: person.actor.firmId })
  expect(await titles('scope=mine', other)).toEqual([])
  expect(await titles('scope=firm&sort=title', other)).toEqual([alder, cedar, elm])
  const [row] = (await other.call('GET', '/api/cases?scope=firm&sort=title')).json<CaseSummary[]>()
  expect(row).toMatchObject({
    title: alder,
    status: 'draft',
    myRole: null,
    caseNumber: '',
    court: '',
    caseType: null,
    trialDate: null,
  })
  for (const query of ['q=ninth', 'q=23-cr118', 'caseType=civil_ip']) {
    expect([query, await titles(`scope=firm&${query}`, other)]).toEqual([query, []])
  }
  const member = await at.person({ firmId: person.actor.firmId, role: 'member' })
  for (const scope of ['firm', 'deleted']) {
    expect((await member.call('GET', `/api/cases?scope=${scope}`)).statusCode).toBe(403)
  }
})

test('counts sessions and open strikes for members, on-record strikes for viewers, nothing behind the wall', async () => {
  const { db } = at.parts.database
  const lead = await at.person({ role: 'member' })
  const { firmId } = lead.actor
  const [viewer, administrator] = [await at.person({ firmId, role: 'member' }), await at.person({ firmId })]
  const selection = await buildSelection(db, lead.actor, { count: 4 })
  await joinCase(db, viewer.actor, selection.caseId, 'viewer')
  const jurorId = (index: number) => ({ jurorId: selection.jurorIds[index]! })
  const said = { exercisedAt: new Date(), exercisedBy: lead.actor.userId }
  await buildStrike(db, lead.actor, selection)
  await buildStrike(db, lead.actor, selection, { ...jurorId(1), ...said, state: 'exercised' })
  await buildStrike(db, lead.actor, selection, { ...jurorId(2), ...said, state: 'ruled', ruling: 'granted' })
  await buildStrike(db, lead.actor, selection, { ...jurorId(3), state: 'withdrawn' })
  const counts = async (by: Person, scope = 'mine') =>
    (await by.call('GET', `/api/cases?scope=${scope}`))
      .json<ListedCase[]>()
      .map(({ sessions, openStrikes }) => [sessions, openStrikes])
  expect(await counts(lead)).toEqual([[1, 2]])
  expect(await counts(viewer)).toEqual([[1, 1]])
  expect(await counts(administrator, 'firm')).toEqual([[0, 0]])
})
