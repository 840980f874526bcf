import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SearchResult } from '#contract/operations/search.ts'
import { buildSelection, buildStrike } from '#server/features/strikes/strikes.factory.ts'
import { joinCase } from '#server/features/videos/videos.factory.ts'
import { type Person, testApp, type TestApp } from '#test/app.ts'

let at: TestApp
beforeAll(async () => {
  at = await testApp()
})
afterAll(() => at.close())

const search = async (q: string, by: Person) =>
  (await by.call('GET', `/api/search?q=${encodeURIComponent(q)}`)).json<SearchResult[]>()
const strikesOf = async (q: string, by: Person) => (await search(q, by)).filter(({ type }) => type === 'strike')

test('finds a strike by juror, kind, and reason; viewers find only on-record strikes without reasons', async () => {
  const { db } = at.parts.database
  const lead = await at.person()
  const [viewer, stranger] = [await at.person({ firmId: lead.actor.firmId, role: 'member' }), await at.person()]
  const selection = await buildSelection(db, lead.actor)
  await joinCase(db, viewer.actor, selection.caseId, 'viewer')
  const rationale = 'Would lean toward the officer.'
  const draft = await buildStrike(db, lead.actor, selection, { rationale })
  const now = new Date()
  const said = await buildStrike(db, lead.actor, selection, {
    ...{ jurorId: selection.jurorIds[1]!, kind: 'peremptory', number: 3, state: 'exercised', rationale },
    ...{ exercisedAt: now, calledAt: now, exercisedBy: lead.actor.userId },
  })
  expect((await strikesOf('lean officer', lead)).map(({ id }) => id)).toEqual([said.id, draft.id])
  expect(await strikesOf('type:strike peremptory', lead)).toEqual([
    {
      ...{ id: said.id, type: 'strike', title: 'Peremptory 3 · Juror 2', subtitle: 'State v. Example' },
      ...{ description: rationale, href: `/sessions/${selection.sessionId}/strike-log#${said.id}` },
      metadata: { status: 'exercised', date: now.toISOString(), court: null },
    },
  ])
  expect((await strikesOf('juror:01', lead)).map(({ title }) => title)).toEqual([
    'Challenge for cause (draft) · Juror 1',
  ])
  expect(await strikesOf('lean officer', viewer)).toEqual([])
  expect(await strikesOf('challenge cause', viewer)).toEqual([])
  expect((await strikesOf('peremptory', viewer)).map(({ description }) => description)).toEqual([''])
  expect(await strikesOf('peremptory', stranger)).toEqual([])
})
