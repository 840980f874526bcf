import { and, asc, eq, getTableColumns, isNotNull, isNull, sql, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { caseAllows, type CaseAction, type CaseRole, caseRule } from '#contract/account/permissions.ts'
import { type StrikeEvidence, strikeLimits, type StrikeState, type Timecode } from '#contract/strikes/data.ts'
import { getPlace, placeOfCall, type SessionClock } from '#contract/strikes/clock.ts'
import type {
  MoveInput,
  StrikeBudgets,
  StrikeConflict,
  Strike,
  StrikeDetail,
  StrikeEvent,
  StrikeNote,
} from '#contract/strikes/strikes.ts'
import { isLiveStrike, type Mover, movesFor, type StrikeMove } from '#contract/strikes/moves.ts'
import { selectShownName } from '#server/features/audit/shown-name.ts'
import { listRights, type SeenCase } from '#server/features/cases/cases.access.ts'
import { caseAccess, cases } from '#server/features/cases/cases.table.ts'
import { jurors, jurorSeats } from '#server/features/jurors/jurors.table.ts'
import { requireSession, type SeenSession } from '#server/features/sessions/sessions.access.ts'
import { members, users } from '#server/features/team/team.table.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Db } from '#server/platform/db.ts'
import { absent, fault, Refusal } from '#server/platform/errors.ts'
import { readClocks } from '../evidence/clock.ts'
import { findTimecodeFault, hasEvidence } from '../evidence/evidence.ts'
import { readStrikeEvidence } from '../evidence/evidence.queries.ts'
import { checkStrike } from '../evidence/rationale.ts'
import { type HeldJuror, requireSameAct, type Subject } from '../panel.ts'
import { readBudgets, readSpent, readStanding } from '../selection/selection.ts'
import { strikeEvents, strikeNotes, type StrikeRow, strikes } from '../strikes.table.ts'
import { type Facts, getState, getStrikeLabel, isEditable, toMoving } from './rules.ts'

export type SeenStrike = SeenSession & { strike: StrikeRow }

const seesWork = ({ standing }: Pick<SeenCase, 'standing'>): boolean => caseAllows(standing, 'seeWorkProduct')

/** Unexercised strikes are work product, so people who may not see work product see only exercised strikes. */
const visibleStrikes = (inCase: Pick<SeenCase, 'standing'>): SQL =>
  seesWork(inCase) ? sql`true` : isNotNull(strikes.exercisedAt)

/** Uses `no key update` so that other transactions can still insert rows that reference the case. */
export async function lockCase(tx: Db, caseId: string): Promise<void> {
  await tx.select({ id: cases.id }).from(cases).where(eq(cases.id, caseId)).for('no key update')
}

export async function lockJuror(tx: Db, caseId: string, jurorId: string): Promise<HeldJuror> {
  const [juror] = await tx
    .select()
    .from(jurors)
    .where(and(eq(jurors.id, jurorId), eq(jurors.caseId, caseId), isNull(jurors.deletedAt)))
    .for('update')
  if (!juror) throw fault('jurorId', 'Choose a juror in this case.')
  const seats = await tx
    .select({ sessionId: jurorSeats.sessionId, seat: jurorSeats.seat })
    .from(jurorSeats)
    .where(and(eq(jurorSeats.jurorId, jurorId), isNull(jurorSeats.toAt)))
  return { ...juror, seats }
}

export function toMoment(at: string | undefined, now: Date): Date {
  if (at === undefined) return now
  const moment = new Date(at)
  return moment > now ? now : moment
}

/** `lock` locks the case row so that two people can't both use the last challenge. */
export async function requireStrike(
  db: Db,
  actor: Actor,
  strikeId: string,
  action: CaseAction = 'see',
  { lock = false, evenLocked = action === 'see' }: { lock?: boolean; evenLocked?: boolean } = {},
): Promise<SeenStrike> {
  const find = () =>
    db
      .select({ strike: strikes })
      .from(strikes)
      .innerJoin(caseAccess, and(eq(caseAccess.caseId, strikes.caseId), eq(caseAccess.userId, actor.userId)))
      .where(and(eq(strikes.id, strikeId), eq(strikes.firmId, actor.firmId)))
  const [first] = await find()
  if (!first) throw absent('strike')
  if (lock) await lockCase(db, first.strike.caseId)
  const seen = await requireSession(db, actor, first.strike.sessionId)
  // This check comes before the permission check, whose error would reveal that the strike exists.
  if (!seesWork(seen.inCase) && first.strike.exercisedAt === null) throw absent('strike')
  if (action !== 'see') await requireSession(db, actor, first.strike.sessionId, action, { evenLocked })
  const [found] = lock ? await find() : [first]
  return { ...seen, strike: found!.strike }
}

type TeamMember = { userId: string; role: CaseRole; canApproveStrikes: boolean }

function listTeam(db: Db, caseId: string): Promise<TeamMember[]> {
  return db
    .select({
      userId: caseAccess.userId,
      role: caseAccess.role,
      canApproveStrikes: caseAccess.canApproveStrikes,
    })
    .from(caseAccess)
    .innerJoin(members, and(eq(members.userId, caseAccess.userId), eq(members.firmId, caseAccess.firmId)))
    .where(and(eq(caseAccess.caseId, caseId), eq(members.status, 'active')))
}

const listIds = (team: readonly TeamMember[], isMeant: (member: TeamMember) => boolean): string[] =>
  team.filter(isMeant).map(({ userId }) => userId)
const isApprover = ({ role, canApproveStrikes }: TeamMember) =>
  role === 'lead' || (role === 'attorney' && canApproveStrikes)
const isDrafter = ({ role }: TeamMember) => caseRule('draftStrikes').roles.includes(role)

export const findApprovers = async (db: Db, caseId: string): Promise<string[]> =>
  listIds(await listTeam(db, caseId), isApprover)

export const findDrafters = async (db: Db, caseId: string): Promise<string[]> =>
  listIds(await listTeam(db, caseId), isDrafter)

export async function getMover(
  db: Db,
  actor: Actor,
  { id, standing }: Pick<SeenCase, 'id' | 'standing'>,
): Promise<Mover> {
  const team = await listTeam(db, id)
  const { userId } = actor
  const isOnlyApprover = listIds(team, isApprover).every((each) => each === userId)
  return { userId, standing, isOnlyApprover, drafterIds: listIds(team, isDrafter) }
}

export async function findAnswer(tx: Db, actor: Actor, eventId: string, about: Subject): Promise<Strike | null> {
  const [event] = await tx.select().from(strikeEvents).where(eq(strikeEvents.id, eventId))
  return event ? requireSameAct(actor, event, about) : null
}

export async function findLive(tx: Db, jurorId: string, except: string | null): Promise<StrikeRow | null> {
  const rows = await tx.select().from(strikes).where(eq(strikes.jurorId, jurorId))
  return rows.find((each) => each.id !== except && isLiveStrike(each)) ?? null
}

export async function readFacts(
  tx: Db,
  actor: Actor,
  { strike, inCase }: SeenStrike,
  { needs }: StrikeMove,
  input: MoveInput,
): Promise<Facts> {
  const isValid = needs.includes('valid')
  const isRuling = needs.includes('ruling')
  const spends = strike.kind === 'peremptory' && needs.includes('budget')
  const now = new Date()
  return {
    strike,
    inCase,
    now,
    at: toMoment(input.at, now),
    mover: await getMover(tx, actor, inCase),
    juror: await lockJuror(tx, inCase.id, strike.jurorId),
    timecodeFault: await findTimecodeFault(tx, inCase.id, input.timecode),
    hasEvidence: isValid && (await hasEvidence(tx, strike.id)),
    check: isValid ? await checkStrike(tx, inCase, strike) : null,
    live: isRuling ? await findLive(tx, strike.jurorId, strike.id) : null,
    spent: spends || strike.remedyRestored ? await readSpent(tx, inCase) : null,
    standing: spends ? await readStanding(tx, inCase, strike.sessionId) : null,
  }
}

type About = { inCase: SeenCase; jurorId: string; strikeId: string | null }

export async function withCurrent(
  db: Db,
  actor: Actor,
  error: unknown,
  yours: unknown,
  find: () => Promise<About>,
): Promise<unknown> {
  if (!(error instanceof Refusal) || error.code !== 'conflict') return error
  const { inCase, jurorId, strikeId } = await find()
  const [juror] = await db
    .select({ id: jurors.id, number: jurors.jurorNumber, status: jurors.status })
    .from(jurors)
    .where(and(eq(jurors.id, jurorId), eq(jurors.caseId, inCase.id)))
  if (!juror) return error
  const theirs = strikeId === null ? null : await readStrike(db, actor, inCase, strikeId)
  const current: StrikeConflict = { theirs, yours, juror, budgets: await readBudgets(db, inCase) }
  return new Refusal(error.code, error.message, { ...error.detail, current })
}

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

const hasPeremptory = sql<boolean>`exists (select from strikes as used where used.juror_id = ${strikes.jurorId}
  and used.kind = 'peremptory' and used.made_by = 'us' and used.state in ('exercised', 'ruled') and used.ruling <> 'disallowed')`

export async function readStrikes(db: Db, actor: Actor, inCase: SeenCase, where: SQL): Promise<Strike[]> {
  return (await readClocked(db, actor, inCase, where)).map(({ strike }) => strike)
}

type Clocked = { strike: Strike; clock: SessionClock | null }

async function readClocked(db: Db, actor: Actor, inCase: SeenCase, where: SQL): Promise<Clocked[]> {
  const rows: Row[] = await db
    .select({
      strike: getTableColumns(strikes),
      jurorNumber: jurors.jurorNumber,
      author: selectShownName('authors', inCase.firmId),
      editor: selectShownName('editors', inCase.firmId),
      approver: selectShownName('approvers', inCase.firmId) as SQL<string | null>,
      exerciser: selectShownName('exercisers', inCase.firmId) as SQL<string | null>,
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
  const ids = rows.map(({ strike }) => strike.id)
  const evidence = seesWork(inCase)
    ? await readStrikeEvidence(db, { caseId: inCase.id, ids })
    : new Map<string, StrikeEvidence[]>()
  const mover = await getMover(db, actor, inCase)
  const needsBudget = rows.some(({ strike }) => strike.preservation !== null)
  const budgets = needsBudget ? await readBudgets(db, inCase) : null
  const clocks = await readClocks(db, inCase)
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
  clock: SessionClock | null
}

function toStrike({ strike, jurorNumber, author, editor, exerciser, ...row }: Row, around: Around): Strike {
  const { inCase, mover, evidence, clock } = around
  const sees = seesWork(inCase)
  const state = getState(inCase, strike)
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
    approval: sees && strike.madeBy === 'us' ? toApproval(strike, row.approver) : null,
    preservation:
      sees && strike.preservation
        ? {
            ...strike.preservation,
            peremptoryUsedOnJuror: row.hasPeremptory,
            left: around.budgets?.us.regular.remaining ?? null,
          }
        : null,
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
    moves: getMoves(strike, state, mover, inCase),
    editable: listRights(inCase).draftStrikes && isEditable({ ...strike, state }),
  }
}

const toApproval = (strike: StrikeRow, by: string | null): NonNullable<Strike['approval']> => ({
  state: strike.approvalState,
  dueAt: strike.approvalDueAt?.toISOString() ?? null,
  by,
  at: strike.approvedAt?.toISOString() ?? null,
  selfApproved: strike.selfApproved,
  afterTheFact: strike.approvedAfter,
  acknowledgement: strike.acknowledgement,
  comment: strike.reviewComment,
})

function getMoves(strike: StrikeRow, state: StrikeState, mover: Mover, inCase: SeenCase): Strike['moves'] {
  if (inCase.status === 'archived') return []
  const isRecent =
    strike.exercisedAt !== null && Date.now() - strike.exercisedAt.getTime() <= strikeLimits.undoSeconds * 1000
  return movesFor(toMoving(strike, state), mover, inCase.status).filter((move) => move !== 'undo' || isRecent)
}

/** Callers must check access. */
export async function readStrike(db: Db, actor: Actor, inCase: SeenCase, strikeId: string): Promise<Strike> {
  const [found] = await readStrikes(db, actor, inCase, eq(strikes.id, strikeId))
  return found!
}

/** Events that happen in court and therefore have a position in the recording. */
const inCourt: readonly StrikeEvent['kind'][] = ['record', 'exercise', 'exercise_unapproved', 'rule', 'undo']

export async function readDetail(db: Db, actor: Actor, inCase: SeenCase, strikeId: string): Promise<StrikeDetail> {
  const [found] = await readClocked(db, actor, inCase, eq(strikes.id, strikeId))
  const { strike, clock } = found!
  const sees = seesWork(inCase)
  const events = (await readEvents(db, inCase, strikeId)).map((each): StrikeEvent => ({
    ...each,
    place: !inCourt.includes(each.kind)
      ? null
      : each.at === strike.calledAt
        ? strike.calledPlace
        : clock && getPlace(each.at, clock),
  }))
  return {
    ...strike,
    // Comments and reasons are work product, but the events themselves aren't.
    events: events.map((each) => (sees ? each : { ...each, text: '' })),
    notes: sees ? await readNotes(db, inCase, strikeId) : [],
  }
}

async function readEvents(db: Db, { firmId }: SeenCase, strikeId: string): Promise<Omit<StrikeEvent, 'place'>[]> {
  const rows = await db
    .select({ event: strikeEvents, by: selectShownName('users', firmId) })
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

export async function readNotes(db: Db, { firmId }: SeenCase, strikeId: string): Promise<StrikeNote[]> {
  const rows = await db
    .select({ note: strikeNotes, by: selectShownName('users', firmId) })
    .from(strikeNotes)
    .innerJoin(users, eq(users.id, strikeNotes.createdBy))
    .where(eq(strikeNotes.strikeId, strikeId))
    .orderBy(asc(strikeNotes.id))
  return rows.map(({ note, by }) => ({ id: note.id, text: note.text, by, at: note.createdAt.toISOString() }))
}
