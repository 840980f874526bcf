import { and, asc, eq, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import type { CaseAction } from '#contract/account/permissions.ts'
import type { StrikeEvidence } from '#contract/strikes/data.ts'
import type {
  createExcusal as createEndpoint,
  ExcusalRequest,
  moveExcusal as moveEndpoint,
  updateExcusal as updateEndpoint,
} from '#contract/strikes/excusals.ts'
import { swornSentence, isSworn, getRemovalReason } from '#contract/strikes/moves.ts'
import { selectShownName } from '#server/features/audit/shown-name.ts'
import { type Act, recordActs } from '#server/features/audit/audit.service.ts'
import { listRights } from '#server/features/cases/cases.access.ts'
import { caseAccess } from '#server/features/cases/cases.table.ts'
import { writeJurorEvent } from '#server/features/jurors/jurors.events.ts'
import { jurors } from '#server/features/jurors/jurors.table.ts'
import { requireSession, type SeenSession } from '#server/features/sessions/sessions.access.ts'
import { users } from '#server/features/team/team.table.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Db } from '#server/platform/db.ts'
import { absent, Refusal, fault, refuse } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import type { Context } from '#server/platform/http/route.ts'
import { findTimecodeFault, keepEvidence } from '../evidence/evidence.ts'
import { readExcusalEvidence } from '../evidence/evidence.queries.ts'
import { lockCase, lockJuror, toMoment } from '../lifecycle/read.ts'
import { requireSameAct, returnJuror, type Subject } from '../panel.ts'
import { excusalEvents, type ExcusalRow, excusals } from '../strikes.table.ts'

const [authors, editors] = [alias(users, 'authors'), alias(users, 'editors')]

/** Excusal requests aren't work product, but our position on them is. */
export const listExcusals = (db: Db, actor: Actor, seen: SeenSession): Promise<ExcusalRequest[]> =>
  select(db, actor, seen, eq(excusals.sessionId, seen.session.id))

async function readExcusal(db: Db, actor: Actor, seen: SeenSession, id: string): Promise<ExcusalRequest> {
  const [found] = await select(db, actor, seen, eq(excusals.id, id))
  return found!
}

async function select(db: Db, actor: Actor, seen: SeenSession, where: SQL): Promise<ExcusalRequest[]> {
  const rows = await db
    .select({
      excusal: excusals,
      jurorNumber: jurors.jurorNumber,
      author: selectShownName('authors', excusals.firmId),
      editor: selectShownName('editors', excusals.firmId),
    })
    .from(excusals)
    .innerJoin(jurors, eq(jurors.id, excusals.jurorId))
    .innerJoin(authors, eq(authors.id, excusals.createdBy))
    .innerJoin(editors, eq(editors.id, excusals.updatedBy))
    .where(and(eq(excusals.caseId, seen.inCase.id), where))
    .orderBy(asc(jurors.orderIndex), asc(excusals.id))
  const sees = listRights(seen.inCase).seeWorkProduct
  const ids = rows.map(({ excusal }) => excusal.id)
  const evidence = sees
    ? await readExcusalEvidence(db, { caseId: seen.inCase.id, ids })
    : new Map<string, StrikeEvidence[]>()
  return rows.map(({ excusal, jurorNumber, author, editor }) => ({
    id: excusal.id,
    caseId: excusal.caseId,
    sessionId: excusal.sessionId,
    jurorId: excusal.jurorId,
    jurorNumber,
    kind: 'hardship',
    state: excusal.state,
    reason: excusal.reason,
    facts: excusal.facts,
    position: sees ? excusal.position : 'open',
    evidence: evidence.get(excusal.id) ?? [],
    ruling: excusal.ruling,
    judgeWords: excusal.judgeWords,
    ruledAt: excusal.ruledAt?.toISOString() ?? null,
    rulingTimecode: excusal.rulingTimecode,
    endReason: sees ? excusal.endReason : '',
    createdBy: author,
    createdById: excusal.createdBy,
    createdAt: excusal.createdAt.toISOString(),
    updatedBy: editor,
    updatedAt: excusal.updatedAt.toISOString(),
    version: excusal.version,
    may: getExcusalRights(actor, seen, excusal),
  }))
}

function getExcusalRights({ userId }: Pick<Actor, 'userId'>, { inCase, session }: SeenSession, excusal: ExcusalRow) {
  const may = listRights(inCase)
  const isChangeable = !isSworn(inCase.status) && session.lockedAt === null
  const isOpen = excusal.state === 'open' && isChangeable
  return {
    edit: may.draftStrikes && isOpen,
    rule: may.recordRulings && (excusal.state === 'open' || excusal.state === 'ruled'),
    withdraw: may.draftStrikes && isOpen && (excusal.createdBy === userId || inCase.standing.role === 'lead'),
    void: may.overrideStrikes && excusal.state !== 'void' && isChangeable,
  }
}

export function createExcusal(
  context: Context,
  sessionId: string,
  input: z.output<typeof createEndpoint.input>,
): Promise<ExcusalRequest> {
  const { db, actor } = context
  return db.transaction(async (tx) => {
    const seen = await requireSession(tx, actor, sessionId, 'draftStrikes')
    const { inCase } = seen
    await lockCase(tx, inCase.id)
    const answer = await findAnswer(tx, actor, input.eventId, { sessionId })
    if (answer) return answer
    if (isSworn(inCase.status)) refuse(swornSentence)
    const juror = await lockJuror(tx, inCase.id, input.jurorId)
    refuse(getRemovalReason(juror, inCase, false) ?? (await findOpen(tx, juror)))

    const { reason, facts, position } = input
    const [excusal] = await tx
      .insert(excusals)
      .values({
        ...{ id: input.id ?? newId(), firmId: actor.firmId, caseId: inCase.id, sessionId, jurorId: juror.id },
        ...{ state: 'open', reason, facts, position, createdBy: actor.userId, updatedBy: actor.userId },
      })
      .onConflictDoNothing({ target: excusals.id })
      .returning()
    if (!excusal) throw new Refusal('conflict', 'This ID belongs to another request. Use a new one.')
    await keepEvidence(tx, actor, inCase.id, { excusalId: excusal.id }, input.evidence)

    return conclude(tx, context, seen, {
      action: 'excusal.requested',
      excusal,
      event: { kind: 'create', eventId: input.eventId, at: input.at },
    })
  })
}

export function updateExcusal(
  context: Context,
  excusalId: string,
  { version, ...input }: z.output<typeof updateEndpoint.input>,
): Promise<ExcusalRequest> {
  const { db, actor } = context
  return db.transaction(async (tx) => {
    const { seen, excusal } = await requireExcusal(tx, actor, excusalId, 'draftStrikes')
    await refuseStale(tx, actor, seen, excusal, { version, ...input })
    refuseClosed(getExcusalRights(actor, seen, excusal).edit, seen, excusal)
    const change = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
    await write(tx, actor, excusal, change)
    return conclude(tx, context, seen, { action: 'excusal.changed', excusal, details: { fields: Object.keys(change) } })
  })
}

type Move = z.output<typeof moveEndpoint.input>

const rights = {
  rule: 'recordRulings',
  withdraw: 'draftStrikes',
  void: 'overrideStrikes',
} as const satisfies Record<Move['move'], CaseAction>

export function moveExcusal(context: Context, excusalId: string, input: Move): Promise<ExcusalRequest> {
  const { db, actor, ip } = context
  const who = { actor, ip }
  const { move, reason } = input
  return db.transaction(async (tx) => {
    const { seen, excusal: before } = await requireExcusal(tx, actor, excusalId, rights[move], move === 'rule')
    const answer = await findAnswer(tx, actor, input.eventId, { id: excusalId })
    if (answer) return answer
    const isTheirs = before.createdBy === actor.userId || seen.inCase.standing.role === 'lead'
    if (move === 'withdraw' && !isTheirs) {
      throw new Refusal('not_allowed', 'Only the author of this request or the case lead can withdraw it.')
    }
    await refuseStale(tx, actor, seen, before, input)
    refuseClosed(getExcusalRights(actor, seen, before)[move], seen, before)
    const timecodeFault = move === 'rule' ? await findTimecodeFault(tx, seen.inCase.id, input.timecode) : null

    const { change, removesJuror, returnReason } = decide(before, input, timecodeFault)

    let { jurorBefore } = before
    const effects: Act[] = []
    if (removesJuror) {
      const juror = await lockJuror(tx, seen.inCase.id, before.jurorId)
      refuse(getRemovalReason(juror, seen.inCase, false))
      jurorBefore = { status: juror.status, seats: juror.seats }
      const event = { sessionId: before.sessionId, reason: before.reason, status: 'excused_hardship' } as const
      effects.push(await writeJurorEvent(tx, who, juror, { kind: 'excused_hardship', ...event }))
    }
    if (returnReason !== undefined) {
      const event = { kind: 'excusal_taken_back', reason: returnReason, takenAs: 'excused_hardship' } as const
      effects.push(...(await returnJuror(tx, who, before, event)))
      jurorBefore = null
    }
    const excusal = await write(tx, actor, before, { ...change, jurorBefore })

    const details = { from: before.state, ruling: excusal.ruling }
    return conclude(tx, context, seen, {
      ...{ action: `excusal.${excusal.state}`, excusal, details, reason, effects },
      event: { kind: move, eventId: input.eventId, at: input.at },
    })
  })
}

type Decision = { change: Partial<ExcusalRow>; removesJuror?: boolean; returnReason?: string }

function decide({ jurorBefore }: ExcusalRow, input: Move, timecodeFault: string | null): Decision {
  const { ruling, judgeWords, timecode: rulingTimecode, reason } = input
  if (input.move !== 'rule') {
    if (reason === '') throw fault('reason', 'Enter a reason for the record.')
    return {
      change: { state: input.move === 'withdraw' ? 'withdrawn' : 'void', endReason: reason },
      returnReason: reason,
    }
  }
  if (!ruling) throw fault('ruling', 'Choose the court’s ruling.')
  if (timecodeFault !== null) throw fault('timecode', timecodeFault)
  const ruledAt = toMoment(input.at, new Date())
  return {
    change: { state: 'ruled', ruling, judgeWords, ruledAt, rulingTimecode },
    ...(ruling === 'granted' ? { removesJuror: jurorBefore === null } : { returnReason: `Ruling: ${ruling}.` }),
  }
}

function refuseClosed(may: boolean, { inCase }: SeenSession, { state }: ExcusalRow): void {
  if (!may) refuse(isSworn(inCase.status) ? swornSentence : `A request that is ${state} can’t be changed this way.`)
}

async function findOpen(tx: Db, juror: { id: string; jurorNumber: string }): Promise<string | null> {
  const [open] = await tx
    .select({ id: excusals.id })
    .from(excusals)
    .where(and(eq(excusals.jurorId, juror.id), eq(excusals.state, 'open')))
  return open ? `Juror ${juror.jurorNumber} already has an open hardship request.` : null
}

async function requireExcusal(
  tx: Db,
  actor: Actor,
  excusalId: string,
  action: CaseAction,
  evenLocked = false,
): Promise<{ seen: SeenSession; excusal: ExcusalRow }> {
  const [found] = await tx
    .select({ excusal: excusals })
    .from(excusals)
    .innerJoin(caseAccess, and(eq(caseAccess.caseId, excusals.caseId), eq(caseAccess.userId, actor.userId)))
    .where(and(eq(excusals.id, excusalId), eq(excusals.firmId, actor.firmId)))
  if (!found) throw absent('request')
  await lockCase(tx, found.excusal.caseId)
  const seen = await requireSession(tx, actor, found.excusal.sessionId, action, { evenLocked })
  const [excusal] = await tx.select().from(excusals).where(eq(excusals.id, excusalId)).for('update')
  return { seen, excusal: excusal! }
}

async function refuseStale(
  tx: Db,
  actor: Actor,
  seen: SeenSession,
  excusal: ExcusalRow,
  yours: { version: number },
): Promise<void> {
  if (excusal.version === yours.version) return
  const theirs = await readExcusal(tx, actor, seen, excusal.id)
  const stale = 'Someone else changed this request. Review their version, then try again.'
  throw new Refusal('conflict', stale, { current: { theirs, yours } })
}

async function write(tx: Db, actor: Actor, row: ExcusalRow, change: Partial<ExcusalRow>): Promise<ExcusalRow> {
  const [written] = await tx
    .update(excusals)
    .set({ ...change, updatedBy: actor.userId, updatedAt: new Date(), version: row.version + 1 })
    .where(eq(excusals.id, row.id))
    .returning()
  return written!
}

async function findAnswer(tx: Db, actor: Actor, eventId: string, about: Subject): Promise<ExcusalRequest | null> {
  const [event] = await tx.select().from(excusalEvents).where(eq(excusalEvents.id, eventId))
  return event ? requireSameAct(actor, event, about) : null
}

type Deed = {
  action: string
  excusal: ExcusalRow
  details?: Record<string, unknown>
  reason?: string
  effects?: readonly Act[]
  event?: { kind: string; eventId: string; at?: string | undefined }
}

async function conclude(tx: Db, context: Context, seen: SeenSession, deed: Deed): Promise<ExcusalRequest> {
  const { actor } = context
  const { action, excusal, details, reason = '', effects = [], event } = deed
  const { id: entityId, caseId, sessionId, jurorId } = excusal
  const about = { action, entity: 'excusal', entityId, caseId }
  const own = { ...about, details: { sessionId, jurorId, ...details }, reason: reason || null }
  await recordActs(tx, context, [...effects, own])
  const answer = await readExcusal(tx, actor, seen, excusal.id)
  if (!event) return answer
  const receivedAt = new Date()
  await tx.insert(excusalEvents).values({
    ...{ id: event.eventId, excusalId: excusal.id, kind: event.kind, byUser: actor.userId, text: reason },
    ...{ at: toMoment(event.at, receivedAt), receivedAt, answer },
  })
  return answer
}
