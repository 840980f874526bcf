import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { jurorFieldNames } from '#contract/jurors/fields.ts'
import type { SearchResult } from '#contract/operations/search.ts'
import type { Turn } from '#contract/videos/transcript.ts'
import { buildAnalysis, buildFinding, buildResults, buildTurn } from '#server/features/analysis/analysis.factory.ts'
import { jurors } from '#server/features/jurors/jurors.table.ts'
import { buildCase, buildVideo, joinCase } from '#server/features/videos/videos.factory.ts'
import { newId } from '#server/platform/ids.ts'
import { type Person, testApp, type TestApp } from '#test/app.ts'

let at: TestApp
let person: Person
beforeAll(async () => {
  at = await testApp()
})
afterAll(() => at.close())
beforeEach(async () => {
  await at.truncate()
  person = await at.person({ role: 'member' })
})

const ask = (q: string, by = person) => by.call('GET', `/api/search?q=${encodeURIComponent(q)}`)
const search = async (q: string, by = person) => (await ask(q, by)).json<SearchResult[]>()
const titles = async (q: string, by = person) => (await search(q, by)).map((each) => each.title)
const query = (text: string, values: unknown[]) => at.parts.database.pool.query(text, values)

const timed = (index: number, text: string, given: Partial<Turn> = {}): Turn =>
  buildTurn(index, {
    text,
    words: text.split(' ').map((word, place) => ({
      text: word,
      startMs: 60_000 + place * 1000,
      endMs: 60_400 + place * 1000,
      confidence: null,
      estimated: false,
    })),
    startMs: 60_000,
    ...given,
  })

async function buildTranscribed(caseId: string | null, turns: Turn[], findings = [buildFinding()]): Promise<string> {
  const { id } = await buildVideo(at.parts, person.actor, { caseId, filename: 'Panel-B_day 1.mp4' })
  await buildAnalysis(at.parts.database.db, id, buildResults({ turns, findings }))
  return id
}

test('opens the second at which the words were spoken', async () => {
  const caseId = await buildCase(at.parts.database.db, person.actor)
  const videoId = await buildTranscribed(caseId, [
    timed(0, 'Good morning everybody'),
    timed(1, 'Honestly I think that I could be fair to both sides', { page: 12, line: 3 }),
  ])
  const results = await search('"could be fair"')
  expect(results).toEqual([
    {
      id: `${videoId}:1`,
      type: 'other',
      title: 'JUROR 12',
      subtitle: 'State v. Example · Panel-B_day 1.mp4 · 1:05 · page 12, line 3',
      description: 'Honestly I think that I could be fair to both sides',
      href: `/videos/${videoId}?t=65`,
      metadata: { status: null, date: expect.stringMatching(/^20.*Z$/), court: null },
    },
  ])
})

test('finds words in any order, prefixes, and words without accents, but nothing else', async () => {
  await buildTranscribed(null, [timed(0, 'My café closed and I couldn’t pay the rent')])
  for (const hit of ['closed cafe', 'rent pay ""', 'clos', 'ren', 'CAFÉ ""', 'clo* my', '"pay the rent"', "couldn't"])
    expect([hit, await titles(hit)]).toEqual([hit, ['JUROR 12']])
  for (const miss of ['clos ""', '"the pay"', 'could ""', 'rent landlord ""', 'type:case rent'])
    expect([miss, await titles(miss)]).toEqual([miss, []])
})

test('accepts any text as a search', async () => {
  await buildTranscribed(null, [timed(0, "It's fair & square | (a:b)")])
  for (const q of [
    "it's",
    "a' & b | !c:*",
    '((("',
    '\\\\ \\',
    ":*'",
    '%_',
    'juror:',
    'type:',
    'a:b',
    '\u{1f600}\u{1f600}',
  ])
    expect([q, (await ask(q)).statusCode]).toEqual([q, 200])
  expect(await titles("it's")).toEqual(['JUROR 12'])
})

test('rejects fewer than two characters', async () => {
  for (const q of ['', 'a', ' a ']) {
    const response = await ask(q)
    expect([response.statusCode, response.body]).toEqual([400, 'Type at least 2 characters to search.'])
  }
  expect((await person.call('GET', '/api/search')).body).toBe('Type at least 2 characters to search.')
  expect((await ask('x'.repeat(201))).body).toBe('Search for at most 200 characters.')
})

test("shows nothing from another firm, a nonmember's case, or someone else's video", async () => {
  const caseId = await buildCase(at.parts.database.db, person.actor)
  const said = [timed(0, 'The windmill was red')]
  const found = [buildFinding({ quote: 'a red windmill', why: 'windmill' })]
  await buildTranscribed(caseId, said, found)
  await buildTranscribed(null, said, found)
  await insertJuror(caseId, { occupation: 'windmill keeper' })
  await insertSession(caseId, 'Windmill day')
  await query(`update cases set title = 'The windmill case' where id = $1`, [caseId])
  await query(`update videos set filename = 'windmill.mp4'`, [])
  expect((await titles('windmill')).toSorted()).toHaveLength(1 + 1 + 1 + 2 + 2 + 2)

  const member = await at.person({ firmId: person.actor.firmId, role: 'member' })
  expect(await search('windmill', await at.person())).toEqual([])
  expect(await search('windmill', member)).toEqual([])
  await joinCase(at.parts.database.db, member.actor, caseId, 'viewer')
  expect(await titles('windmill', member)).toHaveLength(1 + 1 + 1 + 1 + 1 + 1)
  await query(`update case_members set expires_at = now() - interval '1 minute' where user_id = $1`, [
    member.actor.userId,
  ])
  expect(await search('windmill', member)).toEqual([])
})

test('finds nothing deleted', async () => {
  const caseId = await buildCase(at.parts.database.db, person.actor)
  const videoId = await buildTranscribed(caseId, [timed(0, 'The windmill was red')])
  await query(`update videos set deleted_at = now(), deleted_by = $2 where id = $1`, [videoId, person.actor.userId])
  expect(await search('windmill')).toEqual([])
  expect(await titles('state v')).toEqual(['State v. Example'])
  await query('update cases set deleted_at = now() where id = $1', [caseId])
  expect(await search('state v')).toEqual([])
})

test("shows an administrator behind the wall only a case's title and status", async () => {
  const caseId = await buildCase(at.parts.database.db, person.actor)
  await query(`update cases set court = 'Superior Court', case_number = '23-CR-118' where id = $1`, [caseId])
  const administrator = await at.person({ firmId: person.actor.firmId })
  expect(await search('23-CR-118', administrator)).toEqual([])
  expect(await search('superior', administrator)).toEqual([])
  expect(await search('state v', administrator)).toMatchObject([
    { type: 'case', title: 'State v. Example', href: `/cases/${caseId}`, metadata: { status: 'draft', court: null } },
  ])
  expect(await search('superior 23-cr')).toMatchObject([
    { subtitle: '23-CR-118', description: 'Superior Court', metadata: { court: 'Superior Court' } },
  ])
})

test('finds findings by type, juror, and words', async () => {
  const caseId = await buildCase(at.parts.database.db, person.actor)
  const videoId = await buildTranscribed(
    caseId,
    [timed(0, 'Nothing')],
    [
      buildFinding({
        type: 'bias_indicator',
        sub: 'party_lean',
        jurorNumber: '7',
        quote: 'I favor the police',
        startMs: 61_500,
      }),
      buildFinding({ type: 'hardship', sub: 'financial', jurorNumber: '12', quote: 'I am not paid', severity: 'high' }),
    ],
  )
  expect(await search('type:bias')).toMatchObject([
    {
      type: 'highlight',
      title: 'Bias indicator: leans toward one side',
      subtitle: 'Juror 7 · Panel-B_day 1.mp4 · 1:01',
      description: 'I favor the police',
      href: `/videos/${videoId}?t=61`,
      metadata: { status: 'suggested' },
    },
  ])
  expect(await titles('type:hardship paid')).toEqual(['Hardship: loss of income'])
  expect(await titles('type:bias paid')).toEqual([])
  expect(await titles('juror:07')).toEqual(['Bias indicator: leans toward one side'])
  expect(await titles('type:finding financial')).toEqual(['Hardship: loss of income'])
})

test('finds statements by juror numbers with letters or leading zeros', async () => {
  const lettered = { type: 'hardship', sub: 'financial', jurorNumber: 'B-12', quote: 'I lose my pay' } as const
  const padded = { type: 'hardship', sub: 'financial', jurorNumber: '0034', quote: 'I lose my tips' } as const
  const turns = [timed(0, 'I lose my pay.', { jurorNumber: 'B-12' })]
  await buildTranscribed(null, turns, [buildFinding(lettered), buildFinding(padded)])
  expect((await search('juror:b-12')).map(({ type, description }) => [type, description])).toEqual([
    ['highlight', 'I lose my pay'],
    ['other', 'I lose my pay.'],
  ])
  expect((await search('juror:34')).map(({ description }) => description)).toEqual(['I lose my tips'])
})

test('finds jurors by number and words, and by name unless the jury is anonymous', async () => {
  const caseId = await buildCase(at.parts.database.db, person.actor)
  const jurorId = await insertJuror(caseId, { number: '012', name: 'Person Sample', occupation: 'Nurse' })
  expect(await search('juror:12')).toMatchObject([
    {
      type: 'other',
      title: 'Juror 012, Person Sample',
      description: 'Nurse',
      href: `/jurors/${jurorId}`,
      metadata: { status: 'in_venire' },
    },
  ])
  expect(await titles('sample nurse')).toEqual(['Juror 012, Person Sample'])
  await query(`update cases set confidentiality = 'anonymous_jury' where id = $1`, [caseId])
  expect(await titles('person sample')).toEqual([])
  expect((await ask('nurse')).body).not.toContain('Sample')
  expect(await titles('nurse')).toEqual(['Juror 012'])
})

test("finds jurors by the team's tags, except for viewers", async () => {
  const caseId = await buildCase(at.parts.database.db, person.actor)
  const jurorId = await insertJuror(caseId, { number: '5', name: 'Person Sample', occupation: 'Nurse' })
  await query('update jurors set tags = $2 where id = $1', [jurorId, '["unfavorable", "leader"]'])
  const viewer = await at.person({ firmId: person.actor.firmId, role: 'member' })
  await joinCase(at.parts.database.db, viewer.actor, caseId, 'viewer')
  expect(await titles('unfavorable nurse')).toEqual(['Juror 5, Person Sample'])
  for (const q of ['unfavorable', 'nurse unfavorable', 'juror:5 lead']) expect(await titles(q, viewer)).toEqual([])
  for (const q of ['nurse', 'sample', 'juror:5']) expect(await titles(q, viewer)).toEqual(['Juror 5, Person Sample'])
})

test('finds what a juror said in any field, for viewers too', async () => {
  const caseId = await buildCase(at.parts.database.db, person.actor)
  const viewer = await at.person({ firmId: person.actor.firmId, role: 'member' })
  await joinCase(at.parts.database.db, viewer.actor, caseId, 'viewer')
  for (const [index, field] of jurorFieldNames.entries()) {
    const id = await insertJuror(caseId, { number: `${index + 1}`, occupation: '' })
    await query(`update jurors set ${jurors[field].name} = 'Lighthouse' where id = $1`, [id])
    for (const each of [person, viewer])
      expect(await titles(`lighthouse juror:${index + 1}`, each), field).toEqual([`Juror ${index + 1}`])
  }
})

test('finds sessions and members of the firm', async () => {
  const caseId = await buildCase(at.parts.database.db, person.actor)
  const sessionId = await insertSession(caseId, 'Voir dire day 2')
  expect(await search('dire')).toMatchObject([
    {
      type: 'session',
      title: 'Voir dire day 2',
      subtitle: 'State v. Example',
      href: `/sessions/${sessionId}/progress`,
    },
  ])
  const colleague = await at.person({ firmId: person.actor.firmId, role: 'member', profession: 'paralegal' })
  expect(await search(colleague.account.email)).toMatchObject([
    {
      type: 'team_member',
      title: colleague.account.name,
      subtitle: 'Paralegal',
      href: '/team',
      metadata: { status: 'active' },
    },
  ])
})

test('ranks at most a few hundred passages for a common word', async () => {
  const turns = Array.from({ length: 1000 }, (_each, index) => timed(index, index === 3 ? 'fair fair fair' : 'be fair'))
  await buildTranscribed(null, turns)
  expect(await search('fair ""')).toHaveLength(10)
})

async function insertSession(caseId: string, name: string): Promise<string> {
  const id = newId()
  await query(
    `insert into sessions (id, firm_id, case_id, name, type, seating_layout, checklist, created_by, updated_by)
     values ($1, $2, $3, $4, 'mock', '{}', '{}', $5, $5)`,
    [id, person.actor.firmId, caseId, name, person.actor.userId],
  )
  return id
}

async function insertJuror(
  caseId: string,
  { number = '5', name = null, occupation }: { number?: string; name?: string | null; occupation: string },
): Promise<string> {
  const id = newId()
  await query(
    `insert into jurors (id, firm_id, case_id, juror_number, display_name, occupation, order_index, created_by, updated_by)
     values ($1, $2, $3, $4, $5, $6, 1, $7, $7)`,
    [id, person.actor.firmId, caseId, number, name, occupation, person.actor.userId],
  )
  return id
}
