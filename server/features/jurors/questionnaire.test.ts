import { afterAll, beforeAll, expect, test } from 'vitest'
import { importLimits, type ImportReport } from '#contract/jurors/import.ts'
import { type Juror, jurorLimits, type JurorSummary } from '#contract/jurors/jurors.ts'
import type { JurorStatements } from '#contract/strikes/compare.ts'
import { buildCase } from '#server/features/videos/videos.factory.ts'
import { newId } from '#server/platform/ids.ts'
import { type Person, testApp, type TestApp } from '#test/app.ts'

let at: TestApp
let lead: Person
let caseId: string
beforeAll(async () => {
  at = await testApp()
  lead = await at.person()
  caseId = await buildCase(at.parts.database.db, lead.actor)
})
afterAll(() => at.close())

const long = 'A juror’s questionnaire can have up to 100 KB of text. Shorten some answers.'
const full = 'The questionnaires of a case can have up to 20 MB of text. Shorten some answers.'
const many = 'A questionnaire can have up to 200 answers. Remove some.'

const answers = (count: number, length: number) =>
  Array.from({ length: count }, (_, index) => ({ q: `Question ${index}`, a: 'x'.repeat(length) }))
const add = async (jurorNumber: string, questionnaire: object[], inCase = caseId) => {
  const made = await lead.call('POST', `/api/cases/${inCase}/jurors`, { jurorNumber, questionnaire })
  return made.statusCode === 200 ? made.json<Juror>() : made.body
}
const change = async ({ id, version }: Juror, questionnaire: object[]) => {
  const made = await lead.call('PATCH', `/api/jurors/${id}`, { version, questionnaire })
  return made.statusCode === 200 ? made.json<Juror>() : made.body
}
const importTable = (target: string, rows: unknown[][], columns = 1, into = caseId) =>
  lead.call('POST', `/api/cases/${into}/jurors/import`, {
    columns: [
      { header: 'Number', target: 'jurorNumber' },
      ...Array.from({ length: columns }, (_, index) => ({ header: `Question ${index}`, target })),
    ],
    rows,
  })

/** Writes questionnaires as an earlier version could have. */
const fill = (bytes: number, jurors: number, inCase: string) =>
  at.parts.database.pool.query(
    `insert into jurors (id, firm_id, case_id, juror_number, order_index, questionnaire, created_by, updated_by)
     select gen_random_uuid(), $1, $2, 'f' || n, n,
       jsonb_build_array(jsonb_build_object('q', 'Why?', 'a', repeat('x', $3 / $4))), $5, $5
     from generate_series(1, $4) as n`,
    [lead.actor.firmId, inCase, bytes, jurors, lead.actor.userId],
  )

test('limits a juror’s questionnaire, which can still be read and shortened if it’s longer', async () => {
  expect(await add('1', answers(11, 9900))).toBe(long)
  expect(await add('1', answers(201, 1))).toBe(many)
  const juror = (await add('1', answers(10, 9000))) as Juror
  expect(await change(juror, answers(11, 9900))).toBe(long)
  await at.parts.database.pool.query(
    `update jurors set questionnaire = (select jsonb_agg(jsonb_build_object('q', 'Q' || n, 'a', repeat('x', 9000)))
     from generate_series(1, 30) as n) where id = $1`,
    [juror.id],
  )
  const read = (await lead.call('GET', `/api/jurors/${juror.id}`)).json<Juror>()
  expect(read.questionnaire).toHaveLength(30)
  const shorter = (await change(read, read.questionnaire.slice(0, 20))) as Juror
  expect(shorter.questionnaire).toHaveLength(20)
  expect(await change(shorter, read.questionnaire)).toBe(long)
})

test('limits the questionnaires of a case, also when jurors are imported or restored', async () => {
  const inCase = await buildCase(at.parts.database.db, lead.actor)
  const deleted = (await add('d', answers(9, 9000), inCase)) as Juror
  const kept = (await add('k', answers(1, 10), inCase)) as Juror
  expect((await lead.call('DELETE', `/api/jurors/${deleted.id}`)).statusCode).toBe(200)
  await fill(jurorLimits.caseQuestionnaireBytes - 20_000, 100, inCase)
  expect(await add('2', answers(3, 9000), inCase)).toBe(full)
  expect(await change(kept, answers(3, 9000))).toBe(full)
  const imported = await importTable('questionnaire', [['3', ...answers(3, 9000).map(({ a }) => a)]], 3, inCase)
  expect([imported.statusCode, imported.body]).toEqual([400, full])
  const restored = await lead.call('POST', `/api/jurors/${deleted.id}/restore`)
  expect([restored.statusCode, restored.body]).toEqual([400, full])
  expect(await change(kept, [])).toMatchObject({ questionnaire: [] })
  const list = (await lead.call('GET', `/api/cases/${inCase}/jurors`)).json<JurorSummary[]>()
  expect(list.map(({ questionnaireAnswers }) => questionnaireAnswers).toSorted()).toEqual([
    0,
    ...Array<number>(100).fill(1),
  ])
})

test('jurors restored at the same time can’t exceed the limit together', async () => {
  const inCase = await buildCase(at.parts.database.db, lead.actor)
  const deleted = [await add('a', answers(9, 9000), inCase), await add('b', answers(9, 9000), inCase)] as Juror[]
  for (const { id } of deleted) await lead.call('DELETE', `/api/jurors/${id}`)
  await fill(jurorLimits.caseQuestionnaireBytes - 120_000, 100, inCase)
  const restored = await Promise.all(deleted.map(({ id }) => lead.call('POST', `/api/jurors/${id}/restore`)))
  expect(restored.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 400])
})

test('an import skips rows whose questionnaire is too long', async () => {
  const cells = Array.from({ length: 11 }, () => 'y'.repeat(9900))
  const report = (
    await importTable(
      'questionnaire',
      [
        ['50', ...cells],
        ['51', 'short'],
      ],
      11,
    )
  ).json<ImportReport>()
  expect(report).toMatchObject({ added: 1, skipped: [{ row: 1, reason: long }] })
  const tags = ',a'.repeat(importLimits.cell / 2)
  expect((await importTable('tags', [['52', tags]])).json<ImportReport>()).toMatchObject({ added: 1 })
  expect((await importTable('tags', [['53', 'a', 'b']], 2)).body).toBe(
    'Two columns are mapped to the same field. Choose one.',
  )
})

test('checks access before a table, and names at most 100 faults', async () => {
  const wrong = Array.from({ length: 50 }, () => Array.from({ length: 50 }, () => 1))
  const unknown = await importTable('questionnaire', wrong, 1, newId())
  expect(unknown.statusCode).toBe(404)
  const refused = await at.app.inject({
    method: 'POST',
    url: `/api/cases/${caseId}/jurors/import`,
    headers: { cookie: lead.cookie, accept: 'application/problem+json' },
    payload: { columns: [{ header: 'Number', target: 'jurorNumber' }], rows: wrong },
  })
  expect(refused.statusCode).toBe(400)
  expect(Object.keys(refused.json<{ fields: object }>().fields)).toHaveLength(100)
})

test('rejects a table with millions of entries before parsing it', async () => {
  const post = (count: number) =>
    at.app.inject({
      method: 'POST',
      url: `/api/cases/${caseId}/jurors/import`,
      headers: { cookie: lead.cookie, 'content-type': 'application/json' },
      payload: `{"columns":[${'[],'.repeat(count - 1)}[]],"rows":[["1"]]}`,
    })
  expect((await post(121)).body).toBe('Columns must have at most 120 entries.')
  expect((await post(3_000_000)).body).toBe('The request body has too many values.')
})

test('statements carry only answers to the questions that the juror was asked', async () => {
  const inCase = await buildCase(at.parts.database.db, lead.actor)
  const created = await lead.call('POST', `/api/cases/${inCase}/sessions`, {
    name: 'Day 1',
    type: 'jury_voir_dire',
    date: '2026-03-02',
  })
  const { id: sessionId } = created.json<{ id: string }>()
  const own = (await add('1', [{ q: 'Have you served before?', a: 'Yes' }], inCase)) as Juror
  await add('2', [{ q: 'have you served before', a: 'No' }, ...answers(3, 10)], inCase)
  await add('3', answers(3, 10), inCase)
  const read = async (query = '') =>
    (await lead.call('GET', `/api/sessions/${sessionId}/juror-statements${query}`))
      .json<JurorStatements>()
      .jurors.map((each) => each.answers.map(({ a }) => a))
  expect(await read(`?jurorId=${own.id}`)).toEqual([['Yes'], ['No'], []])
  expect(await read()).toEqual([[], [], []])
})

test('statements stay small however much the jurors wrote', async () => {
  const inCase = await buildCase(at.parts.database.db, lead.actor)
  const created = await lead.call('POST', `/api/cases/${inCase}/sessions`, {
    name: 'Day 1',
    type: 'jury_voir_dire',
    date: '2026-03-02',
  })
  const { id: sessionId } = created.json<{ id: string }>()
  await at.parts.database.pool.query(
    `insert into jurors (id, firm_id, case_id, juror_number, order_index, questionnaire, created_by, updated_by)
     select gen_random_uuid(), $1, $2, 'f' || n, n,
       (select jsonb_agg(jsonb_build_object('q', 'Q' || k, 'a', repeat('x', 9000))) from generate_series(1, 50) as k), $3, $3
     from generate_series(1, 80) as n`,
    [lead.actor.firmId, inCase, lead.actor.userId],
  )
  const [first] = (await lead.call('GET', `/api/cases/${inCase}/jurors`)).json<JurorSummary[]>()
  const { rawPayload } = await lead.call('GET', `/api/sessions/${sessionId}/juror-statements?jurorId=${first!.id}`)
  expect(rawPayload.length).toBeGreaterThan(1_000_000)
  expect(rawPayload.length).toBeLessThan(4_000_000)
})
