import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { StrikeConflict, Strike, StrikeDetail } from '#contract/strikes/strikes.ts'
import type { Juror } from '#contract/jurors/jurors.ts'
import type { Notification } from '#contract/operations/notifications.ts'
import type { StrikeApproval } from '#contract/strikes/board.ts'
import type { Highlight } from '#contract/highlights/highlights.ts'
import { buildAnalysis, buildResults, buildTurn } from '#server/features/analysis/analysis.factory.ts'
import { auditEvents } from '#server/features/audit/audit.table.ts'
import { cases } from '#server/features/cases/cases.table.ts'
import { buildVideo, joinCase } from '#server/features/videos/videos.factory.ts'
import { newId } from '#server/platform/ids.ts'
import { type Person, testApp, type TestApp } from '#test/app.ts'
import { buildSelection, type Selection } from '../strikes.factory.ts'
import { remindOfApproval } from './approvals.ts'
import { strikes } from '../strikes.table.ts'

let at: TestApp
let lead: Person
let author: Person
let viewer: Person
beforeAll(async () => {
  at = await testApp()
  lead = await at.person()
  const member = () => at.person({ firmId: lead.actor.firmId, role: 'member' })
  ;[author, viewer] = [await member(), await member()]
})
afterAll(() => at.close())

let selection: Selection
beforeEach(async () => {
  selection = await buildSelection(at.parts.database.db, lead.actor)
  await joinCase(at.parts.database.db, author.actor, selection.caseId, 'consultant')
  await joinCase(at.parts.database.db, viewer.actor, selection.caseId, 'viewer')
})

const evidence = [{ source: 'page', cite: '12:3-12:9', quote: 'I would lean toward the officer.' }]
const reason = 'Said that an officer’s word weighs more than that of anybody else: “I would lean toward the officer.”'
const complete = { kind: 'cause', groundCode: 'actual_bias', rationale: reason, basis: ['stated_answer'], evidence }

const draft = (by: Person, body: object = {}) =>
  by.call('POST', `/api/sessions/${selection.sessionId}/strikes`, {
    ...{ eventId: newId(), jurorId: selection.jurorIds[13], kind: 'cause' },
    ...body,
  })
const move = (by: Person, { id, version }: Pick<Strike, 'id' | 'version'>, name: string, body: object = {}) =>
  by.call('POST', `/api/strikes/${id}/moves`, { eventId: newId(), version, move: name, ...body })
const read = async (by: Person, { id }: { id: string }) =>
  (await by.call('GET', `/api/strikes/${id}`)).json<StrikeDetail>()
const news = async (person: Person) =>
  (await person.call('GET', '/api/notifications')).json<Notification[]>().map(({ title }) => title)
const unread = async (person: Person) =>
  (await person.call('GET', '/api/notifications'))
    .json<Notification[]>()
    .flatMap((each) => (each.read ? [] : each.title))
const patch = (by: Person, { id, version }: Pick<Strike, 'id' | 'version'>, body: object) =>
  by.call('PATCH', `/api/strikes/${id}`, { version, ...body })

test.each([
  ['leaves the case', (path: string) => lead.call('DELETE', path)],
  ['becomes a viewer', (path: string) => lead.call('PATCH', path, { role: 'viewer' })],
])('the lead hears of a strike sent back after its author %s, and can resubmit it', async (_what, leave) => {
  const { db } = at.parts.database
  const approver = await at.person({ firmId: lead.actor.firmId, role: 'member' })
  await joinCase(db, approver.actor, selection.caseId, 'attorney')
  await lead.call('PATCH', `/api/cases/${selection.caseId}/members/${approver.actor.userId}`, {
    canApproveStrikes: true,
  })
  const drafted = (await draft(author, complete)).json<Strike>()
  const submitted = (await move(author, drafted, 'submit')).json<Strike>()
  await leave(`/api/cases/${selection.caseId}/members/${author.actor.userId}`)
  const sent = (await move(approver, submitted, 'request_changes', { reason: 'Quote the answer.' })).json<Strike>()
  expect(await unread(lead)).toContain('Changes requested on a strike')
  expect(await news(author)).not.toContain('Changes requested on a strike')
  expect((await read(lead, sent)).moves).toContain('submit')
  expect((await read(approver, sent)).moves).not.toContain('submit')
  expect((await patch(lead, sent, { rationale: reason })).statusCode).toBe(200)
  const again = (await move(lead, { id: sent.id, version: sent.version + 1 }, 'submit')).json<Strike>()
  expect(again.state).toBe('submitted')
  const refused = await move(lead, again, 'approve')
  expect([refused.statusCode, refused.body]).toEqual([
    403,
    'The author no longer drafts strikes on this case, so someone other than the lead must approve this strike.',
  ])
  expect((await move(approver, again, 'approve')).json()).toMatchObject({ state: 'approved' })
})

test('a draft can be incomplete; submitting names each missing field', async () => {
  const response = await draft(author)
  expect(response.statusCode).toBe(200)
  const strike = response.json<Strike>()
  expect(strike).toMatchObject({
    ...{ state: 'draft', number: null, label: 'Challenge for cause (draft)', jurorNumber: '14', version: 1 },
    ...{ moves: ['submit', 'withdraw'], editable: true, privilege: 'work_product', approval: { state: 'none' } },
  })
  const refused = await move(author, strike, 'submit')
  expect(refused.statusCode).toBe(400)
  expect(JSON.parse(decodeURIComponent(String(refused.headers['x-error-fields'])))).toEqual({
    rationale: 'Write a rationale of 20 to 5000 characters.',
    basis: 'Choose a basis for the rationale.',
    evidence: 'Add a highlight, a video passage, a page and line, or a note explaining why there is none.',
    groundCode: 'Choose a ground for the challenge.',
  })
  expect((await patch(author, strike, { groundCode: 'tx_35_16_a_9' })).body).toBe(
    'Choose a ground from this forum’s list.',
  )
})

test('the board and case strikes name both sides by role and party', async () => {
  const { caseId, sessionId } = selection
  const parties = [{ name: 'The State', role: 'prosecution', side: 'plaintiff', representedBy: '' } as const]
  await at.parts.database.db
    .update(cases)
    .set({ parties: [...parties] })
    .where(eq(cases.id, caseId))
  const sides = {
    us: 'Our side (defense)',
    opposing: 'Opposing side (prosecution: The State)',
    court: 'The court',
  }
  expect((await viewer.call('GET', `/api/sessions/${sessionId}/strike-board`)).json()).toMatchObject({
    case: { sides },
  })
  expect((await viewer.call('GET', `/api/cases/${caseId}/strikes`)).json()).toMatchObject({ sides })
})

test('rejects a second live strike on a juror and names the first', async () => {
  await draft(author)
  const second = await draft(lead, { kind: 'peremptory' })
  expect([second.statusCode, second.body]).toEqual([
    409,
    'Juror 14 already has a live strike: Challenge for cause (draft).',
  ])
  expect((await draft(lead, { kind: 'peremptory', jurorId: selection.jurorIds[12] })).statusCode).toBe(200)
  expect((await draft(author, { jurorId: newId() })).body).toBe('Choose a juror in this case.')
})

test('a stale version returns 409 with both copies', async () => {
  const strike = (await draft(author)).json<Strike>()
  await patch(author, strike, { rationale: 'The first to save.' })
  const stale = await at.app.inject({
    method: 'PATCH',
    url: `/api/strikes/${strike.id}`,
    headers: { cookie: lead.cookie, accept: 'application/problem+json' },
    payload: { version: 1, rationale: 'The second to save.' },
  })
  expect(stale.statusCode).toBe(409)
  const { current } = stale.json<{ current: StrikeConflict }>()
  expect([current.theirs?.rationale, current.theirs?.version, current.yours, current.juror.number]).toEqual([
    'The first to save.',
    2,
    { version: 1, rationale: 'The second to save.' },
    '14',
  ])
  expect(await read(lead, strike)).toMatchObject({ rationale: 'The first to save.', version: 2 })
})

test('from draft to approval: stores the check with its version and notifies everyone but the author', async () => {
  const strike = (await draft(author, complete)).json<Strike>()
  const submitted = (await move(author, strike, 'submit')).json<Strike>()
  expect(submitted).toMatchObject({
    state: 'submitted',
    version: 2,
    check: { level: 'ok', version: expect.any(String) },
  })
  expect(await news(lead)).toContain('Strike awaiting approval')
  const [waiting] = (await lead.call('GET', '/api/strike-approvals'))
    .json<StrikeApproval[]>()
    .filter((each) => each.strike.id === strike.id)
  expect(waiting).toMatchObject({ overdue: false, sessionName: 'Voir dire day 1' })
  expect((await author.call('GET', '/api/strike-approvals')).json()).toEqual([])

  expect((await move(lead, submitted, 'request_changes')).body).toBe(
    'Explain what must change or why you are rejecting the strike.',
  )
  const back = (await move(lead, submitted, 'request_changes', { reason: 'Quote the question, too.' })).json<Strike>()
  expect(back).toMatchObject({ state: 'changes_requested', approval: { comment: 'Quote the question, too.' } })
  expect(await news(author)).toContain('Changes requested on a strike')
  const edited = (await patch(author, back, { rationale: `${reason} The court had asked.` })).json<Strike>()
  await lead.call('PATCH', '/api/notifications/read-all')
  const again = (await move(author, edited, 'submit')).json<Strike>()
  expect(await unread(lead)).toEqual(['Strike awaiting approval'])
  expect((await patch(author, again, { rationale: 'Behind the approver’s back.' })).statusCode).toBe(409)
  const approved = (await move(lead, again, 'approve')).json<Strike>()
  expect(approved).toMatchObject({
    state: 'approved',
    approval: { state: 'approved', selfApproved: false, by: lead.account.name },
  })
  expect(await news(author)).toContain('Strike approved')

  const { events } = await read(author, strike)
  expect(events.map(({ kind, from, to }) => [kind, from, to])).toEqual([
    ['create', null, 'draft'],
    ['submit', 'draft', 'submitted'],
    ['request_changes', 'submitted', 'changes_requested'],
    ['edit', 'changes_requested', 'changes_requested'],
    ['submit', 'changes_requested', 'submitted'],
    ['approve', 'submitted', 'approved'],
  ])
  const audit = await at.parts.database.db
    .select()
    .from(auditEvents)
    .where(eq(auditEvents.entityId, strike.id))
    .orderBy(auditEvents.seq)
  expect(audit.map(({ action }) => action)).toEqual([
    ...[
      'strike.drafted',
      'strike.submitted',
      'strike.changes_requested',
      'strike.changed',
      'strike.submitted',
      'strike.approved',
    ],
  ])
  expect(JSON.parse(audit[1]!.details)).toMatchObject({ from: 'draft', to: 'submitted', check: { level: 'ok' } })
  expect(audit.map(({ details }) => details).join()).not.toContain('officer')
})

test("a warning needs an acknowledgment, a protected trait the lead's reason of 40 characters", async () => {
  const submit = async (rationale: string) => {
    const jurorId = selection.jurorIds.pop()
    const strike = (
      await draft(author, { ...complete, kind: 'peremptory', groundCode: null, rationale, jurorId })
    ).json<Strike>()
    return (await move(author, strike, 'submit')).json<Strike>()
  }
  const cautious = await submit('This juror rolled his eyes and stared whenever counsel spoke to the panel.')
  expect(cautious.check?.level).toBe('caution')
  expect((await move(lead, cautious, 'approve')).body).toMatch(/^The check raised a warning\./)
  expect((await move(lead, cautious, 'approve', { acknowledgement: 'Co-counsel saw it as well.' })).statusCode).toBe(
    200,
  )

  const trait = await submit('He is a Catholic, and a Catholic would not convict on this charge.')
  expect(trait.check?.level).toBe('protected_trait')
  const { db } = at.parts.database
  const approver = await at.person({ firmId: lead.actor.firmId, role: 'member' })
  await joinCase(db, approver.actor, selection.caseId, 'attorney')
  await lead.call('PATCH', `/api/cases/${selection.caseId}/members/${approver.actor.userId}`, {
    canApproveStrikes: true,
  })
  const long = { acknowledgement: 'The reason was reworded on the record and rests on the answer alone.' }
  expect((await move(approver, trait, 'approve', long)).statusCode).toBe(403)
  expect((await move(lead, trait, 'approve', { acknowledgement: 'Reworded on the record.' })).statusCode).toBe(400)
  expect((await move(lead, trait, 'approve', long)).json<Strike>()).toMatchObject({ state: 'approved' })
})

test('reports a reason that fits an unstruck juror until the author explains the difference', async () => {
  const ask = async (jurorId: string, a: string) => {
    const questionnaire = [{ q: 'Do you trust what a police officer says?', a }]
    const response = await lead.call('PATCH', `/api/jurors/${jurorId}`, { version: 1, questionnaire })
    expect(response.statusCode).toBe(200)
  }
  const [struck, other] = [selection.jurorIds[13]!, selection.jurorIds[4]!]
  await ask(struck, 'I would always believe a police officer over anybody else.')
  await ask(other, 'I would always believe a police officer over anybody else.')
  const strike = (await draft(author, { ...complete, kind: 'peremptory', groundCode: null })).json<Strike>()
  const submitted = (await move(author, strike, 'submit')).json<Strike>()
  expect(submitted.check?.items.find(({ rule }) => rule === 'fits_unstruck')?.sentence).toContain('Juror 5')
  const back = (await move(lead, submitted, 'request_changes', { reason: 'What of juror 5?' })).json<Strike>()
  const comparators = [{ jurorId: other, stance: 'explained', explanation: 'Took it back when the court asked.' }]
  const explained = (await patch(author, back, { comparators })).json<Strike>()
  const again = (await move(author, explained, 'submit')).json<Strike>()
  expect(again.check?.items.map(({ rule }) => rule)).not.toContain('fits_unstruck')
})

test('evidence keeps its words and says if the transcript was corrected', async () => {
  const { db } = at.parts.database
  const { id: videoId } = await buildVideo(at.parts, lead.actor, { caseId: selection.caseId, durationMs: 60_000 })
  const text = 'I could not be fair to him.'
  const words = text.split(' ').map((word, index) => ({
    ...{ text: word, startMs: 4000 + index * 400, endMs: 4400 + index * 400, confidence: null, estimated: false },
  }))
  await buildAnalysis(db, videoId, buildResults({ turns: [buildTurn(0, { text, words, startMs: 4000, endMs: 6800 })] }))
  await lead.call('POST', `/api/sessions/${selection.sessionId}/videos`, { videoId })
  const marked = { videoId, start: 4, end: 6.8, type: 'manual' }
  const highlight = (
    await lead.call('POST', `/api/sessions/${selection.sessionId}/highlights`, marked)
  ).json<Highlight>()
  const strike = (
    await draft(author, {
      evidence: [
        { source: 'highlight', highlightId: highlight.id },
        { source: 'video', videoId, start: 4.4, end: 5.6 },
        { source: 'note', note: 'Shook her head in the hall, no camera there.' },
      ],
    })
  ).json<Strike>()
  expect(strike.evidence.map(({ quote, textChanged, playable }) => [quote, textChanged, playable])).toEqual([
    [text, false, true],
    ['could not be', false, true],
    ['', false, false],
  ])
  expect(strike.evidence.map(({ textChangedAt }) => textChangedAt)).toEqual([null, null, null])
  const correction = { turn: 0, from: 2, to: 2, newText: 'never' }
  expect((await lead.call('POST', `/api/videos/${videoId}/corrections`, correction)).statusCode).toBe(200)
  const corrected = await read(author, strike)
  expect(corrected.evidence.map(({ quote, textChanged }) => [quote, textChanged])).toEqual([
    [text, true],
    ['could not be', true],
    ['', false],
  ])
  expect(corrected.evidence.map(({ textChangedAt }) => textChangedAt !== null)).toEqual([true, true, false])
  expect(Date.now() - new Date(corrected.evidence[0]!.textChangedAt!).getTime()).toBeLessThan(60_000)
  const added = { version: 1, item: { source: 'highlight', highlightId: newId() } }
  expect((await author.call('POST', `/api/strikes/${strike.id}/evidence`, added)).body).toBe(
    'Choose a highlight in this case.',
  )
  const gone = await author.call('POST', `/api/strikes/${strike.id}/evidence/${strike.evidence[2]!.id}/remove`, {
    version: 1,
  })
  expect(gone.json<Strike>()).toMatchObject({ version: 2, evidence: [{ quote: text }, { quote: 'could not be' }] })
})

test('viewers see no drafts and no reasons for on-record strikes', async () => {
  const strike = (await draft(author, complete)).json<Strike>()
  const list = (person: Person) => person.call('GET', `/api/sessions/${selection.sessionId}/strikes`)
  expect((await list(viewer)).json()).toEqual([])
  expect((await viewer.call('GET', `/api/strikes/${strike.id}`)).statusCode).toBe(404)
  await move(lead, strike, 'exercise_unapproved')
  await author.call('POST', `/api/strikes/${strike.id}/notes`, { eventId: newId(), text: 'The officer again.' })
  const [seen] = (await list(viewer)).json<Strike[]>()
  expect(seen).toMatchObject({
    state: 'exercised',
    rationale: null,
    basis: [],
    evidence: [],
    check: null,
    approval: null,
    moves: [],
  })
  expect((await viewer.call('GET', `/api/strikes/${strike.id}`)).body).not.toContain('officer')
  expect((await viewer.call('GET', `/api/sessions/${selection.sessionId}/strike-board`)).body).not.toContain('officer')
  expect((await viewer.call('GET', `/api/sessions/${selection.sessionId}/juror-statements`)).statusCode).toBe(403)
})

test("viewers don't see why a strike was voided in the juror's history", async () => {
  const strike = (await draft(author, complete)).json<Strike>()
  const called = (await move(lead, strike, 'exercise_unapproved')).json<Strike>()
  const struck = (await move(lead, called, 'rule', { ruling: 'granted' })).json<Strike>()
  expect((await move(lead, struck, 'void', { reason: 'The rationale would not survive Batson.' })).statusCode).toBe(200)
  const reasons = async (person: Person) =>
    (await person.call('GET', `/api/jurors/${strike.jurorId}`))
      .json<Juror>()
      .events.map(({ kind, reason: why }) => [kind, why])
  const history = (why: string) => [
    ['struck', ''],
    ['strike_taken_back', why],
  ]
  expect(await reasons(author)).toEqual(history('The rationale would not survive Batson.'))
  expect(await reasons(viewer)).toEqual(history(''))
})

test("exercises first, approves within a day, and reminds approvers once it's overdue", async () => {
  const { db } = at.parts.database
  const strike = (await draft(author)).json<Strike>()
  const said = (await move(lead, strike, 'exercise_unapproved')).json<Strike>()
  const dueInHours = (new Date(said.approval!.dueAt!).getTime() - Date.now()) / 3_600_000
  expect(said).toMatchObject({ state: 'exercised', approval: { state: 'pending' }, editable: true })
  expect(Math.round(dueInHours)).toBe(24)
  const { rows } = await at.parts.database.pool.query<{ hours: number; firmId: string }>(
    `select extract(epoch from start_after - now())::float8 / 3600 as hours, group_id as "firmId" from pgboss.job
      where name = 'strike-reminder' and data -> 'payload' ->> 'strikeId' = $1`,
    [strike.id],
  )
  expect(rows.map(({ hours, firmId }) => [Math.round(hours), firmId])).toEqual([[24, lead.actor.firmId]])
  await remindOfApproval(at.parts, strike.id)
  expect(await news(lead)).not.toContain('Approval overdue')
  const yesterday = new Date(Date.now() - 25 * 3_600_000)
  await db.update(strikes).set({ exercisedAt: yesterday }).where(eq(strikes.id, strike.id))
  const setStatus = (status: 'archived' | 'in_selection') =>
    db.update(cases).set({ status }).where(eq(cases.id, selection.caseId))
  await setStatus('archived')
  await remindOfApproval(at.parts, strike.id)
  expect(await news(lead)).not.toContain('Approval overdue')
  await setStatus('in_selection')
  await remindOfApproval(at.parts, strike.id)
  expect(await news(lead)).toContain('Approval overdue')
  const [first] = (await lead.call('GET', '/api/strike-approvals')).json<StrikeApproval[]>()
  expect([first?.strike.id, first?.overdue]).toEqual([strike.id, true])

  expect((await move(lead, said, 'approve_afterwards')).statusCode).toBe(400)
  const { evidence: _evidence, ...fields } = complete
  const written = (await patch(author, said, fields)).json<Strike>()
  const item = { version: written.version, item: evidence[0] }
  const proved = (await author.call('POST', `/api/strikes/${strike.id}/evidence`, item)).json<Strike>()
  const approved = (await move(lead, proved, 'approve_afterwards')).json<Strike>()
  expect(approved).toMatchObject({
    state: 'exercised',
    editable: false,
    approval: { state: 'approved', afterTheFact: true },
  })
  expect((await patch(author, approved, { rationale: 'Rewritten.' })).statusCode).toBe(409)
})

test('adds notes after the jury is sworn, once per ID, without a new version', async () => {
  const strike = (await draft(author)).json<Strike>()
  await move(lead, strike, 'exercise_unapproved')
  await at.parts.database.db.update(cases).set({ status: 'jury_seated' }).where(eq(cases.id, selection.caseId))
  const note = { eventId: newId(), text: 'Ask the clerk for the page.' }
  const add = () => author.call('POST', `/api/strikes/${strike.id}/notes`, note)
  expect([(await add()).statusCode, (await add()).statusCode]).toEqual([200, 200])
  const detail = await read(lead, strike)
  expect([detail.state, detail.version, detail.notes.map(({ text }) => text)]).toEqual(['final', 2, [note.text]])
  expect((await draft(author, { jurorId: selection.jurorIds[0] })).body).toContain('The jury is sworn')
})

test("a juror or session in the strike log can't be deleted", async () => {
  const [jurorId, other] = selection.jurorIds
  const path = `/api/sessions/${selection.sessionId}/strikes`
  await lead.call('POST', path, { eventId: newId(), jurorId, kind: 'peremptory' })
  const juror = await lead.call('DELETE', `/api/jurors/${jurorId}`)
  expect([juror.statusCode, juror.body]).toEqual([
    409,
    expect.stringMatching(/is in the strike log and can’t be deleted/),
  ])
  expect((await lead.call('DELETE', `/api/sessions/${selection.sessionId}`)).statusCode).toBe(409)
  expect((await lead.call('DELETE', `/api/jurors/${other}`)).statusCode).toBe(200)
})
