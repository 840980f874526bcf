import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { JurorTalk, ConsistencyPrompt } from '#contract/jurors/talk.ts'
import { type ImportReport, guessTarget, guessTargets, isForbiddenColumn } from '#contract/jurors/import.ts'
import type { SeatedJuror } from '#contract/jurors/seats.ts'
import type { Juror, JurorSummary } from '#contract/jurors/jurors.ts'
import type { CaseRole } from '#contract/account/permissions.ts'
import type { Session } from '#contract/sessions/sessions.ts'
import { buildAnalysis, buildResults, buildTurn } from '#server/features/analysis/analysis.factory.ts'
import { isNameHeard, findOpposedTopic } from '#server/features/analysis/reading/consistency.ts'
import { cases } from '#server/features/cases/cases.table.ts'
import { buildCase, buildVideo, joinCase } from '#server/features/videos/videos.factory.ts'
import { purgeRecords } from '#server/features/cases/cases.purge.ts'
import { type Person, testApp, type TestApp } from '#test/app.ts'

let at: TestApp
let lead: Person
beforeAll(async () => {
  at = await testApp()
  lead = await at.person()
})
afterAll(() => at.close())

const db = () => at.parts.database.db
const newCase = () => buildCase(db(), lead.actor)
async function add(caseId: string, input: { jurorNumber: string } & Record<string, unknown>): Promise<Juror> {
  return (await lead.call('POST', `/api/cases/${caseId}/jurors`, input)).json<Juror>()
}
const listed = async (caseId: string, person = lead) =>
  (await person.call('GET', `/api/cases/${caseId}/jurors`)).json<JurorSummary[]>()
async function member(role: CaseRole, caseId: string): Promise<Person> {
  const person = await at.person({ firmId: lead.actor.firmId, role: 'member' })
  await joinCase(db(), person.actor, caseId, role)
  return person
}
async function newSession(caseId: string, given: object = {}): Promise<Session> {
  const plan = { type: 'jury_voir_dire', date: '2026-03-14', ...given }
  return (await lead.call('POST', `/api/cases/${caseId}/sessions`, plan)).json<Session>()
}
const trail = async (caseId: string) =>
  (
    await at.parts.database.pool.query<{ action: string; details: string }>(
      'select action, details from audit_events where case_id = $1 order by seq',
      [caseId],
    )
  ).rows

test('a juror number is unique in a case, ignoring zeros and spaces', async () => {
  const caseId = await newCase()
  await add(caseId, { jurorNumber: '12', occupation: 'Nurse' })
  const twin = await lead.call('POST', `/api/cases/${caseId}/jurors`, { jurorNumber: ' 012' })
  expect([twin.statusCode, twin.body]).toEqual([409, 'This case already has a juror with this number.'])
  const hidden = await lead.call('POST', `/api/cases/${caseId}/jurors`, { jurorNumber: '\u200B12\u2060' })
  expect(hidden.statusCode).toBe(409)
  expect(await listed(caseId)).toMatchObject([
    { jurorNumber: '12', occupation: 'Nurse', status: 'in_venire', seat: null },
  ])
})

test('a stale edit returns 409; raters can edit only their notes', async () => {
  const caseId = await newCase()
  const { id, version } = await add(caseId, { jurorNumber: '1' })
  const consultant = await member('consultant', caseId)
  const edit = (input: object) => consultant.call('PATCH', `/api/jurors/${id}`, { version, ...input })
  expect((await edit({ occupation: 'Judge' })).statusCode).toBe(403)
  expect((await edit({ notes: 'Follow up on pay.' })).statusCode).toBe(200)
  expect((await lead.call('PATCH', `/api/jurors/${id}`, { version, county: 'Kings' })).statusCode).toBe(409)
})

test('status changes only through events with their conditions and reasons', async () => {
  const caseId = await newCase()
  const { id, version } = await add(caseId, { jurorNumber: '7' })
  const byHand = await lead.call('PATCH', `/api/jurors/${id}`, { version, status: 'selected' })
  expect(byHand.statusCode).toBe(400)
  const event = (kind: string, reason = '') => lead.call('POST', `/api/jurors/${id}/events`, { kind, reason })
  expect((await event('questioned')).json<Juror>().status).toBe('questioned')
  expect((await event('excused_hardship')).body).toContain('Enter a reason')
  expect((await event('excused_hardship', 'Sole earner, unpaid')).json<Juror>().status).toBe('excused_hardship')
  const after = await event('qualified')
  expect([after.statusCode, after.body]).toEqual([
    409,
    'Can’t mark juror 7 as qualified. Current status: excused hardship.',
  ])
  const back = (await event('reinstated', 'Schedule solved it')).json<Juror>()
  expect(back).toMatchObject({ status: 'in_venire' })
  expect(back.events.map(({ kind }) => kind)).toEqual(['questioned', 'excused_hardship', 'reinstated'])
})

test("seats, swaps, rejects a taken seat, frees an excused juror's seat, and keeps history", async () => {
  const caseId = await newCase()
  const session = await newSession(caseId)
  const [a, b, c] = [
    await add(caseId, { jurorNumber: '1' }),
    await add(caseId, { jurorNumber: '2' }),
    await add(caseId, { jurorNumber: '3' }),
  ]
  const move = (jurorId: string, seat: number | null) =>
    lead.call('POST', `/api/sessions/${session.id}/seats`, { jurorId, seat })
  await move(a.id, 1)
  await move(b.id, 2)
  expect((await move(c.id, 2)).body).toBe('Seat 2 is taken by juror 2. Choose a free seat.')
  expect((await move(c.id, 13)).body).toContain('from 1 to 12')
  expect((await move(a.id, 2)).json<SeatedJuror[]>()).toEqual([
    { seat: 1, jurorId: b.id },
    { seat: 2, jurorId: a.id },
  ])
  const filled = (await lead.call('POST', `/api/sessions/${session.id}/seats/fill`, {})).json<SeatedJuror[]>()
  expect(filled).toContainEqual({ seat: 3, jurorId: c.id })
  await lead.call('POST', `/api/jurors/${a.id}/events`, { kind: 'excused_other', reason: 'Knows the judge' })
  const seats = (await lead.call('GET', `/api/sessions/${session.id}/seats`)).json<SeatedJuror[]>()
  expect(seats.map(({ seat }) => seat)).toEqual([1, 3])
  expect((await move(a.id, 5)).body).toContain('can’t be seated')
  const history = (await lead.call('GET', `/api/jurors/${a.id}`)).json<Juror>().seatHistory
  expect(history.map(({ seat, to }) => [seat, to !== null])).toEqual([
    [1, true],
    [2, true],
  ])
  expect((await listed(caseId)).map(({ status }) => status)).toEqual(['excused_other', 'seated', 'seated'])
})

test('seats a pasted sheet in one action that can be undone', async () => {
  const caseId = await newCase()
  const session = await newSession(caseId)
  const [a, b, c] = [
    await add(caseId, { jurorNumber: '1' }),
    await add(caseId, { jurorNumber: '2' }),
    await add(caseId, { jurorNumber: '3' }),
  ]
  const stranger = await add(await newCase(), { jurorNumber: '1' })
  const path = `/api/sessions/${session.id}/seats`
  const arrange = async (places: SeatedJuror[], replaces?: SeatedJuror[]) =>
    lead.call('PUT', path, { places, replaces: replaces ?? (await lead.call('GET', path)).json() })
  const before = [
    { seat: 1, jurorId: a.id },
    { seat: 2, jurorId: b.id },
  ]
  const after = [
    { seat: 2, jurorId: a.id },
    { seat: 5, jurorId: c.id },
  ]
  expect((await arrange(before)).json()).toEqual(before)
  const stale = await arrange(after, [])
  expect([stale.statusCode, stale.body]).toEqual([409, expect.stringContaining('changed the seating')])
  expect((await arrange(after)).json()).toEqual(after)
  expect((await listed(caseId)).map(({ status }) => status)).toEqual(['seated', 'in_venire', 'seated'])
  expect((await arrange([{ seat: 13, jurorId: b.id }])).body).toBe('Seat must be a number from 1 to 12.')
  expect((await arrange([{ seat: 3, jurorId: stranger.id }])).statusCode).toBe(404)
  expect((await arrange([...before, { seat: 2, jurorId: c.id }])).body).toBe('Two jurors have the same seat.')
  await lead.call('POST', `/api/jurors/${b.id}/events`, { kind: 'no_show' })
  expect((await arrange(before)).body).toBe('Juror 2 can’t be seated. Current status: no show.')
  await lead.call('POST', `/api/jurors/${b.id}/events`, { kind: 'reinstated', reason: 'Arrived late' })
  expect((await arrange(before)).json()).toEqual(before)
  const history = (await lead.call('GET', `/api/jurors/${a.id}`)).json<Juror>().seatHistory
  expect(history.map(({ seat }) => seat)).toEqual([1, 2, 1])
})

test("lists a juror's seat from the later of two same-day sessions", async () => {
  const caseId = await newCase()
  const afternoon = await newSession(caseId, { startTime: '14:00' })
  const morning = await newSession(caseId, { startTime: '09:00' })
  const { id: jurorId } = await add(caseId, { jurorNumber: '1' })
  for (const [{ id }, seat] of [
    [morning, 3],
    [afternoon, 8],
  ] as const)
    expect((await lead.call('POST', `/api/sessions/${id}/seats`, { jurorId, seat })).statusCode).toBe(200)
  expect((await listed(caseId)).map(({ seat, seatSessionId }) => [seat, seatSessionId])).toEqual([[8, afternoon.id]])
})

test('a juror whose seat was removed from the layout waits and can be reseated', async () => {
  const caseId = await newCase()
  const session = await newSession(caseId)
  const ids: string[] = []
  for (const jurorNumber of ['1', '2', '3']) ids.push((await add(caseId, { jurorNumber })).id)
  await lead.call('POST', `/api/sessions/${session.id}/seats/fill`, {})
  const one = { rows: 1, numbering: 'left_to_right', startCorner: 'front_left', gaps: [] }
  const shrink = { version: session.version, seatingLayout: { ...one, perRow: [2] } }
  const smaller = (await lead.call('PATCH', `/api/sessions/${session.id}`, shrink)).json<Session>()
  const seats = async () => (await lead.call('GET', `/api/sessions/${session.id}/seats`)).json<SeatedJuror[]>()
  expect((await seats()).map(({ seat }) => seat)).toEqual([1, 2])
  expect((await listed(caseId)).map(({ status }) => status)).toEqual(['seated', 'seated', 'in_venire'])
  const grow = { version: smaller.version, seatingLayout: { ...one, perRow: [4] } }
  await lead.call('PATCH', `/api/sessions/${session.id}`, grow)
  await lead.call('POST', `/api/sessions/${session.id}/seats`, { jurorId: ids[2], seat: 4 })
  expect((await seats()).at(-1)).toEqual({ seat: 4, jurorId: ids[2] })
})

test('a deleted juror can be restored for a while, then is destroyed', async () => {
  const caseId = await newCase()
  const { id } = await add(caseId, { jurorNumber: '1' })
  await lead.call('DELETE', `/api/jurors/${id}`)
  await purgeRecords(db(), 'jurors', 30)
  expect(await listed(caseId)).toEqual([])
  expect((await lead.call('POST', `/api/jurors/${id}/restore`, {})).statusCode).toBe(200)
  expect(await listed(caseId)).toHaveLength(1)
  await lead.call('DELETE', `/api/jurors/${id}`)
  await purgeRecords(db(), 'jurors', 0)
  expect((await lead.call('POST', `/api/jurors/${id}/restore`, {})).statusCode).toBe(404)
  expect((await trail(caseId)).at(-1)?.action).toBe('juror.destroyed')
})

test('the name of a deleted juror stays as long as an anonymous jury needs it redacted', async () => {
  const caseId = await newCase()
  const [named, unnamed] = [
    await add(caseId, { jurorNumber: '1', displayName: 'Delphine Marchetti' }),
    await add(caseId, { jurorNumber: '2' }),
  ]
  await db().update(cases).set({ confidentiality: 'anonymous_jury' }).where(eq(cases.id, caseId))
  for (const { id } of [named, unnamed]) await lead.call('DELETE', `/api/jurors/${id}`)
  await purgeRecords(db(), 'jurors', 0)
  const left = await at.parts.database.pool.query('select id from jurors where case_id = $1', [caseId])
  expect(left.rows).toEqual([{ id: named.id }])
})

test('one rating per person; the spread is next to the mean; viewers see neither', async () => {
  const caseId = await newCase()
  const { id } = await add(caseId, { jurorNumber: '1', notes: 'Ask about pay', tags: ['leader'] })
  const consultant = await member('consultant', caseId)
  const viewer = await member('viewer', caseId)
  for (const lean of [1, -2]) await lead.call('PUT', `/api/jurors/${id}/rating`, { lean, leader: true })
  await consultant.call('PUT', `/api/jurors/${id}/rating`, { lean: 2, confidence: 3, note: 'Warm to our theme' })
  const juror = (await lead.call('GET', `/api/jurors/${id}`)).json<Juror>()
  expect(juror.ratings).toEqual({ counts: [1, 0, 0, 0, 1], raters: 2, mean: 0, leaders: 1 })
  expect(juror.myLean).toBe(-2)
  const seen = (await viewer.call('GET', `/api/jurors/${id}`)).json<Juror>()
  expect(seen).toMatchObject({ ratings: null, ratingList: [], notes: '', tags: [], myLean: null })
  expect((await viewer.call('PUT', `/api/jurors/${id}/rating`, { lean: 1 })).statusCode).toBe(403)
})

test('a new rating keeps the confidence and note it omits', async () => {
  const juror = await add(await newCase(), { jurorNumber: '1' })
  const rate = async (input: object) =>
    (await lead.call('PUT', `/api/jurors/${juror.id}/rating`, input)).json<Juror>().ratingList[0]
  expect(await rate({ lean: 1 })).toMatchObject({ lean: 1, confidence: 2, leader: false, note: '' })
  await rate({ lean: 2, confidence: 3, leader: true, note: 'Foreman before' })
  expect(await rate({ lean: -1 })).toMatchObject({ lean: -1, confidence: 3, leader: true, note: 'Foreman before' })
})

test('an anonymous jury hides names in every response and accepts none', async () => {
  const caseId = await newCase()
  const { id, version } = await add(caseId, { jurorNumber: '1', displayName: 'A. Sample' })
  await db().update(cases).set({ confidentiality: 'anonymous_jury' }).where(eq(cases.id, caseId))
  const answers = [
    await lead.call('GET', `/api/cases/${caseId}/jurors`),
    await lead.call('GET', `/api/jurors/${id}`),
    await lead.call('PATCH', `/api/jurors/${id}`, { version, county: 'Kings' }),
  ]
  for (const { body } of answers) expect(body).not.toContain('Sample')
  const named = await lead.call('POST', `/api/cases/${caseId}/jurors`, { jurorNumber: '2', displayName: 'B. Sample' })
  expect([named.statusCode, named.body]).toEqual([400, expect.stringContaining('anonymous jury')])
  const report = await lead.call('POST', `/api/cases/${caseId}/jurors/import`, {
    columns: [
      { header: 'No', target: 'jurorNumber' },
      { header: 'Name', target: 'displayName' },
      { header: 'Name (Last, First)', target: 'questionnaire' },
    ],
    rows: [['3', 'C. Sample', 'Sample, C.']],
  })
  const refusedColumns = ['Name', 'Name (Last, First)']
  expect(report.json()).toEqual({ added: 1, updated: 0, refusedColumns, skipped: [] })
  expect((await lead.call('GET', `/api/jurors/${(await listed(caseId)).at(-1)!.id}`)).json()).toMatchObject({
    questionnaire: [],
  })
  const { rows } = await at.parts.database.pool.query('select id from jurors where display_name = $1', ['C. Sample'])
  expect(rows).toEqual([])
  expect(JSON.stringify(await trail(caseId))).not.toContain('Sample')
})

test("rejects trait columns by header and keeps the court's questions", () => {
  const refused = ['Race', 'race/ethnicity', 'Gender', 'Sex (M/F)', 'Religion', 'DOB', 'Date of Birth', 'Age', 'Sexual orientation', 'What is your religion or faith?', 'How old are you today, in years?', 'National_Origin', 'What race or ethnicity are you, your own words: your race', 'R\u200bace', 'Rac\u0435', '\uff32\uff41\uff43\uff45'] // prettier-ignore
  expect(refused.filter((each) => !isForbiddenColumn(each))).toEqual([])
  const kept = ['Juror No', 'Occupation', 'Were you ever the victim of a sex crime?', 'Have religious beliefs ever kept anyone you know from judging others?', 'Average hours worked', 'County', 'Do you own a race horse or attend races?'] // prettier-ignore
  expect(kept.filter(isForbiddenColumn)).toEqual([])
  expect(['Juror #', 'No.', 'Name', 'Job', 'Home address', 'Race', 'Ever sued anybody?'].map(guessTarget)).toEqual([
    'jurorNumber',
    'jurorNumber',
    'displayName',
    'occupation',
    'leave_out',
    'leave_out',
    'questionnaire',
  ])
})

test('rejects trait headers with answer lists, formats, joined words, or other phrasing', () => {
  const refused = ['Date of Birth (MM/DD/YYYY)', 'DateOfBirth', 'JurorRace', 'Race (White/Black/Asian/Other)', 'Gender (M/F/Non-binary)', 'Race: White, Black, Asian, Other', 'Ethnicity (select one of the following)', 'Prospective Juror Date of Birth', 'Age at time of summons', 'Question 14: Date of birth (month, day, year)', 'Are you of Hispanic, Latino, or Spanish origin?', 'Which race or ethnicity do you identify with?', 'What religion, if any, do you practice?', 'What is the prospective juror’s race?', 'Race (check all that apply to you)'] // prettier-ignore
  const disguised = ['Race1', 'RACE1', 'sex2', 'racecode', 'RaceCode', 'M/F', 'M/F/X', 'Eth', 'Ethn.', 'Racé', 'R a c e', 'Black/White', 'Are you male or female?', 'LGBTQ', '1Race', '12sex', 'Q1Race', 'q3 2Gender', '#1Race', '1_Race_2', '\u00b9Race', '2.1Religion', '4. What is your 1religion?', '1M/F', '1R a c e', 'M-F', 'Juror M-F', 'Hours, gender M-F'] // prettier-ignore
  expect([...refused, ...disguised].filter((each) => !isForbiddenColumn(each))).toEqual([])
  const kept = ['Q1', 'Employer 2', 'Middle Name M.I.', 'F I S T', 'Were you a victim? (sex crime, robbery, other)', 'Religious beliefs (would they keep you from judging others?)', 'How long have you lived here since you were born?', 'Question 12: Have you been accused of a sex crime?', '1st choice', '2nd employer', '4H club', '401k', '3D printing', '1Traces', 'Q1Races attended', 'Hours (M-F)', 'Available M–F', 'Work schedule: M - F'] // prettier-ignore
  expect(kept.filter(isForbiddenColumn)).toEqual([])
})

test('recognizes name column headers and joins first and last names', async () => {
  const names = ['Name (Last, First)', 'LastName', 'First', 'Last Name, First Name', 'Prospective Juror Name', 'Family name', 'Middle Initial'] // prettier-ignore
  expect(names.filter((each) => guessTarget(each) !== 'displayName')).toEqual([])
  expect(['Employer name', 'Names of children', 'Family', 'Last employer'].filter((each) => guessTarget(each) === 'displayName')).toEqual([]) // prettier-ignore
  const caseId = await newCase()
  const columns = [
    { header: 'No', target: 'jurorNumber' },
    { header: 'Last Name', target: 'displayName' },
    { header: 'First Name', target: 'displayName' },
  ]
  const body = { columns, rows: [['1', 'Sample-Ort', 'Ann'], ['2', 'Sample', '']] } // prettier-ignore
  expect((await lead.call('POST', `/api/cases/${caseId}/jurors/import`, body)).json()).toMatchObject({ added: 2 })
  expect((await listed(caseId)).map(({ displayName }) => displayName)).toEqual(['Ann Sample-Ort', 'Sample'])
})

test('seats number the jurors only if nothing else does, and give the call order only as whole numbers', () => {
  const guess = (headers: string[], ...rows: string[][]) => guessTargets({ headers, rows }, false)
  expect(guess(['Seat', 'Occupation'], ['A3', 'Nurse'])).toEqual(['jurorNumber', 'occupation'])
  expect(guess(['Seat No.', 'Juror #'], ['1', '18'], ['', '24'])).toEqual(['orderIndex', 'jurorNumber'])
  expect(guess(['Seat', 'Badge'], ['A3', '18'])).toEqual(['jurorNumber', 'questionnaire'])
  expect(guess(['Seat', 'Badge No.'], ['A3', '18'])).toEqual(['questionnaire', 'jurorNumber'])
  expect(guess(['Juror', 'Panel No.'], ['18', '2'])).toEqual(['jurorNumber', 'questionnaire'])
})

test('imports a table: drops traits, skips bad rows, updates existing jurors', async () => {
  const caseId = await newCase()
  await add(caseId, { jurorNumber: '2', occupation: 'Teacher', questionnaire: [{ q: 'Ever sued?', a: 'No' }] })
  const columns = [
    { header: 'Number', target: 'jurorNumber' },
    { header: 'Job', target: 'occupation' },
    { header: 'Race', target: 'questionnaire' },
    { header: 'Ever sued?', target: 'questionnaire' },
  ]
  const rows = [
    ['1', 'Nurse', 'X-TRAIT', 'No'],
    ['02', '', 'X-TRAIT', 'Yes, once'],
    ['1', 'Twin', '', ''],
    ['', 'Nobody', '', ''],
    ['', '', '', ''],
    ['3', 'x'.repeat(201), '', ''],
  ]
  const send = async (dryRun: boolean) =>
    (await lead.call('POST', `/api/cases/${caseId}/jurors/import`, { columns, rows, dryRun })).json<ImportReport>()
  const expected = { added: 1, updated: 1, refusedColumns: ['Race'] }
  const dry = await send(true)
  expect(dry).toMatchObject(expected)
  expect(await listed(caseId)).toHaveLength(1)
  const report = await send(false)
  expect(report).toEqual(dry)
  expect(report.skipped.map(({ row }) => row)).toEqual([3, 4, 6])
  const jurors = await listed(caseId)
  expect(jurors.map(({ jurorNumber, occupation }) => [jurorNumber, occupation])).toEqual([
    ['2', 'Teacher'],
    ['1', 'Nurse'],
  ])
  const two = (await lead.call('GET', `/api/jurors/${jurors[0]!.id}`)).json<Juror>()
  expect(two.questionnaire).toEqual([{ q: 'Ever sued?', a: 'Yes, once' }])
  const { rows: stored } = await at.parts.database.pool.query(
    `select 1 from jurors where jurors::text like '%X-TRAIT%'`,
  )
  expect(stored).toEqual([])
})

test('accepts text from old systems and phones without splitting characters', async () => {
  const caseId = await newCase()
  const juror = await add(caseId, { jurorNumber: '1', occupation: 'Nur\u0000se', tags: ['night\u0000', 'half \ud83d'] })
  expect([juror.occupation, juror.tags]).toEqual(['Nurse', ['night', 'half \ufffd']])
  const columns = [
    { header: 'No', target: 'jurorNumber' },
    { header: 'Tags', target: 'tags' },
    { header: `${'q'.repeat(499)}😀`, target: 'questionnaire' },
  ]
  const rows = [['B-12', `${'x'.repeat(39)}😀`, 'ye\u0000s']]
  const report = await lead.call('POST', `/api/cases/${caseId}/jurors/import`, { columns, rows })
  expect([report.statusCode, report.json()]).toMatchObject([200, { added: 1 }])
  const [, imported] = await listed(caseId)
  expect(imported?.tags).toEqual(['x'.repeat(39)])
  expect((await lead.call('GET', `/api/search?q=${encodeURIComponent('nur\u0000se')}`)).statusCode).toBe(200)
})

test('the restricted record is lead-only, closed until opened, audited on every view, and stored nowhere else', async () => {
  const caseId = await newCase()
  const { id } = await add(caseId, { jurorNumber: '1' })
  const path = `/api/jurors/${id}/restricted-record`
  const record = { source: 'self_reported', value: 'X-RESTRICTED' }
  expect((await lead.call('PUT', path, { record })).statusCode).toBe(409)
  await lead.call('POST', `/api/cases/${caseId}/restricted-records`, { reason: 'Objection expected under Batson' })
  expect((await lead.call('PUT', path, { record })).statusCode).toBe(200)
  for (let view = 0; view < 2; view++) {
    expect((await lead.call('GET', path)).json()).toMatchObject({ record: { value: 'X-RESTRICTED' } })
  }
  for (const role of ['attorney', 'paralegal', 'consultant', 'viewer'] as const) {
    const person = await member(role, caseId)
    for (const answer of [
      await person.call('GET', path),
      await person.call('GET', `/api/cases/${caseId}/restricted-records`),
    ]) {
      expect([role, answer.statusCode]).toEqual([role, 403])
    }
  }
  for (const url of [`/api/cases/${caseId}/jurors`, `/api/jurors/${id}`, `/api/cases/${caseId}/restricted-records`]) {
    expect((await lead.call('GET', url)).body).not.toContain('X-RESTRICTED')
  }
  const events = await trail(caseId)
  expect(events.filter(({ action }) => action === 'restricted_record.viewed')).toHaveLength(2)
  expect(JSON.stringify(events)).not.toContain('X-RESTRICTED')
  await lead.call('DELETE', `/api/cases/${caseId}/restricted-records`)
  const { rows } = await at.parts.database.pool.query('select 1 from restricted_records where juror_id = $1', [id])
  expect(rows).toEqual([])
})

test('restricted records of an archived case can be read but not changed', async () => {
  const caseId = await newCase()
  const { id } = await add(caseId, { jurorNumber: '1' })
  const [inCase, ofJuror] = [`/api/cases/${caseId}/restricted-records`, `/api/jurors/${id}/restricted-record`]
  const record = { source: 'self_reported', value: 'Sample' }
  await lead.call('POST', inCase, { reason: 'Objection expected under Batson' })
  await lead.call('PUT', ofJuror, { record })
  const readMay = async () => (await lead.call('GET', `/api/jurors/${id}`)).json<Juror>().may
  expect(await readMay()).toMatchObject({ restricted: true, keepRestricted: true })
  await lead.call('POST', `/api/cases/${caseId}/status`, { to: 'archived' })
  expect((await lead.call('PUT', ofJuror, { record: null })).statusCode).toBe(423)
  expect((await lead.call('DELETE', inCase, {})).statusCode).toBe(423)
  expect((await lead.call('POST', inCase, { reason: 'Another objection' })).statusCode).toBe(423)
  expect((await lead.call('GET', inCase)).json()).toMatchObject({ open: true })
  expect((await lead.call('GET', ofJuror)).json()).toMatchObject({ record })
  expect(await readMay()).toMatchObject({ restricted: true, keepRestricted: false })
})

test('returns questions and seconds only for jurors with a known voice', async () => {
  const caseId = await newCase()
  const [known, unknown] = [await add(caseId, { jurorNumber: '12' }), await add(caseId, { jurorNumber: '40' })]
  await lead.call('PATCH', `/api/jurors/${known.id}`, {
    version: known.version,
    questionnaire: [{ q: 'Have you or a relative worked in law enforcement or the police?', a: 'No' }],
  })
  await db()
    .update(cases)
    .set({ witnesses: [{ name: 'Officer Ann Rosewater', firm: '', side: 'prosecution' }] as never })
    .where(eq(cases.id, caseId))
  const video = await buildVideo(at.parts, lead.actor, { caseId })
  const turns = [
    buildTurn(0, {
      speaker: 'THE COURT',
      role: 'judge',
      jurorNumber: null,
      text: 'Is anyone close to you a police officer?',
    }),
    buildTurn(1, { text: 'Yes. My cousin works with Ann Rosewater.' }),
  ]
  const results = buildResults({ turns })
  await buildAnalysis(db(), video.id, {
    ...results,
    exchanges: [
      { index: 0, questionTurns: [0], answerTurns: [1], askerRole: 'judge', speaker: 'JUROR 12', jurorNumber: '012', latencyMs: null, hedge: null }, // prettier-ignore
    ],
    speakers: {
      method: 'transcript',
      speakers: [{ label: 'JUROR 12', displayName: 'Juror 12', role: 'juror', jurorNumber: '12', turns: 1, words: 7, talkMs: 3000, spans: [] }], // prettier-ignore
    },
  })
  const talk = (await lead.call('GET', `/api/cases/${caseId}/juror-talk`)).json<JurorTalk[]>()
  expect(talk).toEqual([
    { jurorId: known.id, questionCount: 1, speakingSeconds: 3, firstQuestion: { videoId: video.id, seconds: 0 } },
    { jurorId: unknown.id, questionCount: null, speakingSeconds: null, firstQuestion: null },
  ])
  const prompts = (await lead.call('GET', `/api/cases/${caseId}/consistency`)).json<ConsistencyPrompt[]>()
  expect(prompts).toMatchObject([
    { kind: 'answers_differ', topic: 'Law enforcement', heard: { seconds: 4 } },
    { kind: 'name_heard', name: 'Officer Ann Rosewater', list: 'witness' },
  ])
  const viewer = await member('viewer', caseId)
  expect((await viewer.call('GET', `/api/cases/${caseId}/consistency`)).statusCode).toBe(403)
})

test('prompts only if yes meets no on one topic, and for whole capitalized names', () => {
  const asked = { q: 'Have you ever been the victim of a crime?', a: 'No.' }
  const spoken = (answer: string, question = 'Has anyone been a victim of burglary?') => ({ question, answer })
  expect(findOpposedTopic(asked, spoken('Yes, I was robbed.'))).toBe('Crime victim')
  expect(findOpposedTopic(asked, spoken('No, never.'))).toBeNull()
  expect(findOpposedTopic(asked, spoken('It was years ago.'))).toBeNull()
  expect(findOpposedTopic(asked, spoken('Yes.', 'Do you work nights?'))).toBeNull()
  const pay = { q: 'Would you be paid during jury service?', a: 'Yes, paid.' }
  expect(findOpposedTopic(pay, spoken('No. Not one day.', 'Does your employer pay you for jury service?'))).toBe(
    'Pay while serving',
  )
  expect(isNameHeard('Dr. Ann Hill', 'I know Hill from church.')).toBe(true)
  expect(isNameHeard('Dr. Ann Hill', 'We live on a hill in Hillside.')).toBe(false)
})

test('matches a listed name in any format', () => {
  const heard = [
    ['Delgado, Maria', 'I know Mr. Delgado.'],
    ['James Ortega, Jr.', 'Ortega coached my son.'],
    ['John Smith III', 'I know Smith.'],
    ['Jane Roe, Esq.', 'Roe is my lawyer.'],
    ['Robert Lee, M.D.', 'Dr. Lee treated me.'],
    ['MARIA RODRIGUEZ', 'I know Rodriguez.'],
    ['José Muñoz', 'I know Munoz.'],
    ['Jose Munoz', 'I know Muñoz.'],
    ['de la Cruz, Ana', 'I know Ms. De La Cruz.'],
    ['García Márquez, Gabriel', 'I know García.'],
    ['Sean O’Neil-Hart', "I know O'Neil Hart."],
  ] as const
  expect(heard.filter(([name, words]) => !isNameHeard(name, words))).toEqual([])
  expect(isNameHeard('Delgado, Maria', 'My sister Maria knows.')).toBe(false)
  expect(isNameHeard('Custodian Jr.', 'Junior said Jr. to me.')).toBe(false)
})
