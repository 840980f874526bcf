import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { StrikeState } from '#contract/strikes/data.ts'
import type { Strike } from '#contract/strikes/strikes.ts'
import { strikeMoves, type StrikeMoveName } from '#contract/strikes/moves.ts'
import { cases } from '#server/features/cases/cases.table.ts'
import { jurors } from '#server/features/jurors/jurors.table.ts'
import { joinCase } from '#server/features/videos/videos.factory.ts'
import { newId } from '#server/platform/ids.ts'
import { type Person, testApp, type TestApp } from '#test/app.ts'
import { strikeEvidence, type StoredState, strikes } from '../strikes.table.ts'
import { buildSelection, buildStrike, joinAsApprover, type Selection } from '../strikes.factory.ts'

type Who = 'lead' | 'approver' | 'attorney' | 'paralegal' | 'author' | 'viewer'
const everybody: readonly Who[] = ['lead', 'approver', 'attorney', 'paralegal', 'author', 'viewer']
const stored: readonly StoredState[] = [
  ...([
    'draft',
    'submitted',
    'changes_requested',
    'approved',
    'rejected',
    'exercised',
    'ruled',
    'withdrawn',
    'void',
  ] as const),
]

let at: TestApp
let people: Record<Who, Person>
let selection: Selection
beforeAll(async () => {
  at = await testApp()
  const lead = await at.person()
  const member = () => at.person({ firmId: lead.actor.firmId, role: 'member' })
  people = {
    ...{ lead, approver: await member(), attorney: await member(), paralegal: await member() },
    ...{ author: await member(), viewer: await member() },
  }
  const { db } = at.parts.database
  selection = await buildSelection(db, lead.actor, { count: 1, strikeBudget: null })
  await joinAsApprover(db, people.approver.actor, selection.caseId)
  for (const role of ['attorney', 'paralegal', 'viewer'] as const) {
    await joinCase(db, people[role].actor, selection.caseId, role)
  }
  await joinCase(db, people.author.actor, selection.caseId, 'consultant')
})
afterAll(() => at.close())

const legal: Record<StoredState, Partial<Record<StrikeMoveName, { to: StrikeState; by: readonly Who[] }>>> = {
  draft: {
    submit: { to: 'submitted', by: ['author'] },
    exercise_unapproved: { to: 'exercised', by: ['lead', 'approver', 'attorney'] },
    withdraw: { to: 'withdrawn', by: ['lead', 'author'] },
    void: { to: 'void', by: ['lead'] },
  },
  submitted: {
    approve: { to: 'approved', by: ['lead', 'approver'] },
    request_changes: { to: 'changes_requested', by: ['lead', 'approver'] },
    reject: { to: 'rejected', by: ['lead', 'approver'] },
    withdraw: { to: 'withdrawn', by: ['lead', 'author'] },
    void: { to: 'void', by: ['lead'] },
  },
  changes_requested: {
    submit: { to: 'submitted', by: ['author'] },
    withdraw: { to: 'withdrawn', by: ['lead', 'author'] },
    void: { to: 'void', by: ['lead'] },
  },
  approved: {
    exercise: { to: 'exercised', by: ['lead', 'approver', 'attorney'] },
    withdraw: { to: 'withdrawn', by: ['lead', 'author'] },
    void: { to: 'void', by: ['lead'] },
  },
  rejected: { void: { to: 'void', by: ['lead'] } },
  exercised: {
    approve_afterwards: { to: 'exercised', by: ['lead', 'approver'] },
    rule: { to: 'ruled', by: ['lead', 'approver', 'attorney', 'paralegal'] },
    withdraw: { to: 'withdrawn', by: ['lead', 'author'] },
    undo: { to: 'void', by: ['attorney'] },
    void: { to: 'void', by: ['lead'] },
  },
  ruled: {
    approve_afterwards: { to: 'ruled', by: ['lead', 'approver'] },
    rule: { to: 'ruled', by: ['lead', 'approver', 'attorney', 'paralegal'] },
    void: { to: 'void', by: ['lead'] },
  },
  withdrawn: { void: { to: 'void', by: ['lead'] } },
  void: {},
}

const sworn: readonly StrikeMoveName[] = ['rule', 'approve_afterwards']

const clean = () => ({
  checkResult: { level: 'ok' as const, version: '1', regimes: [], items: [] },
  checkedAt: new Date(),
})
const isSaid = (state: StoredState) => state === 'exercised' || state === 'ruled'

async function place(state: StoredState): Promise<string> {
  const { db } = at.parts.database
  await db.delete(strikes)
  await db.update(jurors).set({ status: 'seated' }).where(eq(jurors.caseId, selection.caseId))
  const said = { calledAt: new Date(), exercisedAt: new Date(), exercisedBy: people.attorney.actor.userId }
  const { id } = await buildStrike(db, people.author.actor, selection, {
    state,
    groundCode: 'actual_bias',
    rationale: 'Said twice that the presumption of innocence would be hard to follow.',
    basis: ['stated_answer'],
    ruling: state === 'ruled' ? 'granted' : 'pending',
    ...clean(),
    ...(isSaid(state) && { ...said, approvalState: 'pending' }),
  })
  await db.insert(strikeEvidence).values({
    ...{ id: newId(), strikeId: id, source: 'page', cite: '12:3', quote: 'It would be hard.' },
    addedBy: people.author.actor.userId,
  })
  return id
}

const inputOf = (move: StrikeMoveName) => ({
  ...{ eventId: newId(), version: 1, move, reason: 'A reason for the record.', ruling: 'granted' },
  acknowledgement: 'Seen, and it stands on the juror’s own words.',
})

test.for(stored)('from %s, each move does what the table says for everyone', async (state) => {
  const wrong: string[] = []
  let placed: string | null = null
  for (const move of strikeMoves) {
    for (const who of everybody) {
      const id: string = (placed ??= await place(state))
      const response = await people[who].call('POST', `/api/strikes/${id}/moves`, inputOf(move))
      if (response.statusCode === 200) placed = null
      const rule = legal[state][move]
      const mayMove = rule?.by.includes(who) === true
      const got = response.statusCode === 200 ? response.json<Strike>().state : response.statusCode
      const refused = who === 'viewer' && !isSaid(state) ? [404] : rule ? [403] : [403, 409]
      const isRight = mayMove ? got === rule.to : refused.includes(got as number)
      if (!isRight)
        wrong.push(`${state} → ${move} by ${who}: ${got} ${response.statusCode === 200 ? '' : response.body}`)
      if (response.statusCode !== 200 && !/^[A-Z].+\.$/.test(response.body)) wrong.push(`no sentence: ${response.body}`)
    }
  }
  expect(wrong).toEqual([])
})

test('a strike lists the moves a person can make', async () => {
  for (const state of stored) {
    const id = await place(state)
    for (const who of everybody) {
      const response = await people[who].call('GET', `/api/strikes/${id}`)
      const expected = strikeMoves.filter((move) => legal[state][move]?.by.includes(who))
      const got = response.statusCode === 200 ? response.json<Strike>().moves : []
      expect([state, who, got.toSorted()]).toEqual([state, who, expected.toSorted()])
    }
  }
})

test('after the jury is sworn, strikes are final except for rulings and late approvals', async () => {
  const { db } = at.parts.database
  const wrong: string[] = []
  await db.update(cases).set({ status: 'jury_seated' }).where(eq(cases.id, selection.caseId))
  try {
    for (const state of stored) {
      for (const move of strikeMoves) {
        const id = await place(state)
        const rule = legal[state][move]
        const who = rule?.by[0] ?? 'lead'
        const response = await people[who].call('POST', `/api/strikes/${id}/moves`, inputOf(move))
        const allowed = rule !== undefined && sworn.includes(move)
        const got = response.statusCode === 200 ? response.json<Strike>().state : response.statusCode
        const said = response.body.includes('The jury is sworn')
        const isRight = allowed ? got === 'final' : rule ? got === 409 && said : got === 403 || got === 409
        if (!isRight) wrong.push(`${state} → ${move} by ${who}: ${got}`)
      }
    }
  } finally {
    await db.update(cases).set({ status: 'in_selection' }).where(eq(cases.id, selection.caseId))
  }
  expect(wrong).toEqual([])
})

test('the author can approve only as the lead and only approver, and that is logged', async () => {
  const { db } = at.parts.database
  const own = await buildSelection(db, people.lead.actor, { count: 1 })
  const submitted = async () => {
    await db.delete(strikes).where(eq(strikes.caseId, own.caseId))
    const given = { state: 'submitted', ...clean() } as const
    return (await buildStrike(db, people.lead.actor, own, given)).id
  }
  const alone = await people.lead.call('POST', `/api/strikes/${await submitted()}/moves`, inputOf('approve'))
  expect(alone.json<Strike>()).toMatchObject({ state: 'approved', approval: { selfApproved: true } })
  await joinAsApprover(db, people.approver.actor, own.caseId)
  const notAlone = await people.lead.call('POST', `/api/strikes/${await submitted()}/moves`, inputOf('approve'))
  expect([notAlone.statusCode, notAlone.body]).toEqual([403, 'Someone other than the author must approve this strike.'])
})
