import { and, asc, eq, getTableColumns, sql, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { PreservationState, StrikeEvidence, StrikeState, Timecode } from '#contract/strikes/data.ts'
import { placeOf, placeOfCall, type SessionClock } from '#contract/strikes/clock.ts'
import { strikeLimits } from '#contract/strikes/data.ts'
import type { StrikeBudgets } from '#contract/strikes/moves.ts'
import type { Strike, StrikeDetail, StrikeEvent, StrikeNote } from '#contract/strikes/strikes.ts'
import { type Mover, movesFor, type MovingStrike, stateIn } from '#contract/strikes/workflow.ts'
import { mayOf, type SeenCase } from '#server/features/cases/cases.access.ts'
import { jurors } from '#server/features/jurors/jurors.table.ts'
import { users } from '#server/features/team/team.table.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Db } from '#server/platform/db.ts'
import { clocksOf } from '../evidence/clock.ts'
import { evidenceOfStrikes } from '../evidence/evidence.queries.ts'
import { readBudgets } from '../selection/budgets.queries.ts'
import { getStrikeLabel } from './strikes.labels.ts'
import { moverOf, seesWork, visibleStrikes } from './strikes.access.ts'
import { strikeEvents, strikeNotes, type StrikeRow, strikes } from '../strikes.table.ts'

const [authors, editors, approvers, exercisers] = [
  alias(users, 'authors'),
  alias(users, 'editors'),
  alias(users, 'approvers'),
  alias(users, 'exercisers'),
]

type Row = {
  strike: StrikeRow
  jurorNumber: string
  author: string
  editor: string
  approver: string | null
  exerciser: string | null
  hasPeremptory: boolean
}

/** We hold a peremptory on this juror. */
const hasPeremptory = sql<boolean>`exists (select from strikes as used where used.juror_id = ${strikes.jurorId}
  and used.kind = 'peremptory' and used.made_by = 'us' and used.state in ('exercised', 'ruled') and used.ruling <> 'disallowed')`

/** What a person sees of strikes of one case, in the order in which they were called, those not yet called last. */
export async function readStrikes(db: Db, actor: Actor, inCase: SeenCase, where: SQL): Promise<Strike[]> {
  return (await readClocked(db, actor, inCase, where)).map(({ strike }) => strike)
}

type Clocked = { strike: Strike; clock: SessionClock | null }

async function readClocked(db: Db, actor: Actor, inCase: SeenCase, where: SQL): Promise<Clocked[]> {
  const rows: Row[] = await db
    .select({
      strike: getTableColumns(strikes),
      jurorNumber: jurors.jurorNumber,
      author: authors.name,
      editor: editors.name,
      approver: approvers.name,
      exerciser: exercisers.name,
      hasPeremptory,
    })
    .from(strikes)
    .innerJoin(jurors, eq(jurors.id, strikes.jurorId))
    .innerJoin(authors, eq(authors.id, strikes.createdBy))
    .innerJoin(editors, eq(editors.id, strikes.updatedBy))
    .leftJoin(approvers, eq(approvers.id, strikes.approvedBy))
    .leftJoin(exercisers, eq(exercisers.id, strikes.exercisedBy))
    .where(and(eq(strikes.caseId, inCase.id), visibleStrikes(inCase), where))
    .orderBy(sql`${strikes.calledAt} nulls last`, asc(strikes.id))
  if (rows.length === 0) return []
  const evidence = seesWork(inCase)
    ? await evidenceOfStrikes(
        db,
        rows.map(({ strike }) => strike.id),
      )
    : new Map<string, StrikeEvidence[]>()
  const mover = await moverOf(db, actor, inCase)
  const needsBudget = rows.some(({ strike }) => strike.preservation !== null)
  const budgets = needsBudget ? await readBudgets(db, inCase) : null
  const clocks = await clocksOf(db, inCase)
  return rows.map((row) => {
    const clock = clocks.get(row.strike.sessionId) ?? null
    const from = { inCase, mover, budgets, clock, evidence: evidence.get(row.strike.id) ?? [] }
    return { strike: toStrike(row, from), clock }
  })
}

type Around = {
  inCase: SeenCase
  mover: Mover
  budgets: StrikeBudgets | null
  evidence: StrikeEvidence[]
  /** Null where the session of the strike has no recording. */
  clock: SessionClock | null
}

function toStrike({ strike, jurorNumber, author, editor, exerciser, ...row }: Row, around: Around): Strike {
  const { inCase, mover, evidence, clock } = around
  const sees = seesWork(inCase)
  const state = stateOf(inCase, strike)
  const iso = (date: Date | null) => date?.toISOString() ?? null
  const place = (at: Date | null, marked: Timecode | null) => clock && placeOfCall(iso(at), marked, clock)
  return {
    id: strike.id,
    caseId: strike.caseId,
    sessionId: strike.sessionId,
    kind: strike.kind,
    madeBy: strike.madeBy,
    jurorId: strike.jurorId,
    jurorNumber,
    target: strike.target,
    defendant: strike.defendant,
    number: strike.number,
    label: getStrikeLabel(strike),
    state,
    groundCode: strike.groundCode,
    privilege: strike.privilege,
    rationale: sees ? strike.rationale : null,
    basis: sees ? strike.basis : [],
    demeanor: sees ? strike.demeanor : null,
    evidence,
    comparators: sees ? strike.comparators : [],
    check: sees && strike.checkResult ? { ...strike.checkResult, at: iso(strike.checkedAt)! } : null,
    approval: sees && strike.madeBy === 'us' ? approvalOf(strike, row.approver) : null,
    preservation: sees && strike.preservation ? preservationOf(strike.preservation, row.hasPeremptory, around) : null,
    calledAt: iso(strike.calledAt),
    calledTimecode: strike.calledTimecode,
    calledPlace: place(strike.calledAt, strike.calledTimecode),
    phase: strike.phase,
    seat: strike.seat,
    leftAfter: strike.leftAfter,
    courtAllowed: sees ? strike.courtAllowed : '',
    exercisedBy: exerciser,
    exercisedById: strike.exercisedBy,
    exercisedAt: iso(strike.exercisedAt),
    opposingPosition: strike.opposingPosition,
    objection: strike.objection,
    ruling: strike.ruling,
    ruledAt: iso(strike.ruledAt),
    judgeWords: strike.judgeWords,
    rulingTimecode: strike.rulingTimecode,
    ruledPlace: place(strike.ruledAt, strike.rulingTimecode),
    remedy: strike.remedy,
    remedyRestored: strike.remedyRestored,
    endReason: sees ? strike.endReason : '',
    supersededBy: strike.supersededBy,
    createdBy: author,
    createdById: strike.createdBy,
    createdAt: strike.createdAt.toISOString(),
    updatedBy: editor,
    updatedAt: strike.updatedAt.toISOString(),
    version: strike.version,
    moves: movesNow(strike, state, mover, inCase),
    editable: mayOf(inCase).draftStrikes && isEditable({ ...strike, state }),
  }
}

const approvalOf = (strike: StrikeRow, by: string | null): NonNullable<Strike['approval']> => ({
  state: strike.approvalState,
  dueAt: strike.approvalDueAt?.toISOString() ?? null,
  by,
  at: strike.approvedAt?.toISOString() ?? null,
  selfApproved: strike.selfApproved,
  afterTheFact: strike.approvedAfter,
  acknowledgement: strike.acknowledgement,
  comment: strike.reviewComment,
})

const preservationOf = (
  recorded: NonNullable<StrikeRow['preservation']>,
  peremptoryUsedOnJuror: boolean,
  { budgets }: Around,
): PreservationState => ({
  ...recorded,
  peremptoryUsedOnJuror,
  left: budgets?.us.regular.remaining ?? null,
})

/** As people know it. An archived case is as it was before that. */
export const stateOf = (inCase: Pick<SeenCase, 'status' | 'statusBeforeArchive'>, { state }: StrikeRow): StrikeState =>
  stateIn(inCase.statusBeforeArchive ?? inCase.status, state)

export const movingOf = (strike: StrikeRow, state: StrikeState): MovingStrike => ({
  state,
  madeBy: strike.madeBy,
  ruling: strike.ruling,
  createdById: strike.createdBy,
  exercisedById: strike.exercisedBy,
  approvalPending: strike.approvalState === 'pending',
})

function movesNow(strike: StrikeRow, state: StrikeState, mover: Mover, inCase: SeenCase): Strike['moves'] {
  if (inCase.status === 'archived') return []
  const isRecent =
    strike.exercisedAt !== null && Date.now() - strike.exercisedAt.getTime() <= strikeLimits.undoSeconds * 1000
  return movesFor(movingOf(strike, state), mover, inCase.status).filter((move) => move !== 'undo' || isRecent)
}

/**
 * Words and evidence are ours to change while they are prepared; of a strike exercised before its approval until that is
 * given; of the other side's and the court's until the jury is sworn.
 */
export const isEditable = (strike: Pick<StrikeRow, 'madeBy' | 'approvalState'> & { state: StrikeState }): boolean =>
  strike.state === 'draft' ||
  strike.state === 'changes_requested' ||
  ((strike.state === 'exercised' || strike.state === 'ruled') &&
    (strike.madeBy !== 'us' || strike.approvalState === 'pending')) ||
  (strike.state === 'final' && strike.approvalState === 'pending')

/** The caller has checked that the actor may see it. */
export async function readStrike(db: Db, actor: Actor, inCase: SeenCase, strikeId: string): Promise<Strike> {
  const [found] = await readStrikes(db, actor, inCase, eq(strikes.id, strikeId))
  return found!
}

/** What happens in the court room as it is written down; the rest is done at a desk, maybe while something is recorded. */
const inCourt: readonly StrikeEvent['kind'][] = ['record', 'exercise', 'exercise_unapproved', 'rule', 'undo']

export async function readDetail(db: Db, actor: Actor, inCase: SeenCase, strikeId: string): Promise<StrikeDetail> {
  const [found] = await readClocked(db, actor, inCase, eq(strikes.id, strikeId))
  const { strike, clock } = found!
  const sees = seesWork(inCase)
  const events = (await eventsOf(db, strikeId)).map((each): StrikeEvent => ({
    ...each,
    place: !inCourt.includes(each.kind)
      ? null
      : each.at === strike.calledAt
        ? strike.calledPlace
        : clock && placeOf(each.at, clock),
  }))
  return {
    ...strike,
    // Comments and reasons are work product; that something happened in court is not.
    events: events.map((each) => (sees ? each : { ...each, text: '' })),
    notes: sees ? await notesOf(db, strikeId) : [],
  }
}

async function eventsOf(db: Db, strikeId: string): Promise<Omit<StrikeEvent, 'place'>[]> {
  const rows = await db
    .select({ event: strikeEvents, by: users.name })
    .from(strikeEvents)
    .innerJoin(users, eq(users.id, strikeEvents.byUser))
    .where(eq(strikeEvents.strikeId, strikeId))
    .orderBy(asc(strikeEvents.seq))
  return rows.map(({ event, by }) => ({
    id: event.id,
    kind: event.kind,
    from: event.fromState,
    to: event.toState,
    by,
    at: event.at.toISOString(),
    receivedAt: event.receivedAt.toISOString(),
    text: event.text,
  }))
}

export async function notesOf(db: Db, strikeId: string): Promise<StrikeNote[]> {
  const rows = await db
    .select({ note: strikeNotes, by: users.name })
    .from(strikeNotes)
    .innerJoin(users, eq(users.id, strikeNotes.createdBy))
    .where(eq(strikeNotes.strikeId, strikeId))
    .orderBy(asc(strikeNotes.id))
  return rows.map(({ note, by }) => ({ id: note.id, text: note.text, by, at: note.createdAt.toISOString() }))
}
