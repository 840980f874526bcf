import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'
import type {
  createExcusal as createEndpoint,
  ExcusalRequest,
  moveExcusal as moveEndpoint,
  updateExcusal as updateEndpoint,
} from '#contract/strikes/excusals.ts'
import type { CaseAction } from '#contract/account/permissions.ts'
import { swornSentence } from '#contract/strikes/workflow.ts'
import { recordAct, type Who } from '#server/features/audit/audit.service.ts'
import { caseAccess } from '#server/features/cases/cases.table.ts'
import { requireSession, type SeenSession } from '#server/features/sessions/sessions.access.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Db } from '#server/platform/db.ts'
import { absent, Refusal } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import type { Context } from '#server/platform/route.ts'
import { keepEvidence, requireTimecode } from '../evidence/evidence.service.ts'
import { readExcusal, whatMay } from './excusals.queries.ts'
import { excusalEvents, type ExcusalRow, excusals } from './excusals.table.ts'
import { lockCase } from '../lifecycle/strikes.access.ts'
import { lockJuror, returnJuror, takeJuror, whyOut } from '../lifecycle/strikes.panel.ts'
import { momentOf } from '../lifecycle/strikes.record.ts'
import { refuseFaults } from '../lifecycle/strikes.validation.ts'

const stale = 'Somebody else changed this request meanwhile. Look at their copy and decide again.'

export function createExcusal(
  { db, actor, ip }: Context,
  sessionId: string,
  input: z.output<typeof createEndpoint.input>,
): Promise<ExcusalRequest> {
  return db.transaction(async (tx) => {
    const seen = await requireSession(tx, actor, sessionId, 'draftStrikes')
    const { inCase, session } = seen
    await lockCase(tx, inCase.id)
    const answer = await answeredBefore(tx, actor, input.eventId, null)
    if (answer) return answer
    refuseSworn(seen)
    const juror = await lockJuror(tx, inCase.id, input.jurorId)
    const out = whyOut(juror, inCase, false) ?? (await alreadyAsked(tx, juror))
    if (out) throw new Refusal('conflict', out)
    const [row] = await tx
      .insert(excusals)
      .values({
        id: input.id ?? newId(),
        firmId: actor.firmId,
        caseId: inCase.id,
        sessionId: session.id,
        jurorId: juror.id,
        state: 'open',
        reason: input.reason,
        facts: input.facts,
        position: input.position,
        createdBy: actor.userId,
        updatedBy: actor.userId,
      })
      .onConflictDoNothing({ target: excusals.id })
      .returning()
    if (!row) throw new Refusal('conflict', 'This id was used for another request. Make a new one.')
    await keepEvidence(tx, actor, inCase.id, { excusalId: row.id }, input.evidence)
    await audit(tx, { actor, ip }, 'excusal.requested', row)
    return answerWith(tx, { actor, ip }, seen, row, { kind: 'create', eventId: input.eventId, at: input.at })
  })
}

export function updateExcusal(
  { db, actor, ip }: Context,
  excusalId: string,
  { version, ...input }: z.output<typeof updateEndpoint.input>,
): Promise<ExcusalRequest> {
  return db.transaction(async (tx) => {
    const { seen, excusal } = await requireExcusal(tx, actor, excusalId, 'draftStrikes')
    await refuseStale(tx, actor, seen, excusal, { version, ...input })
    if (!whatMay(actor, seen, excusal).edit) throw new Refusal('conflict', closedSentence(seen, excusal))
    const change = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
    await write(tx, actor, excusal, change)
    await audit(tx, { actor, ip }, 'excusal.changed', excusal, { fields: Object.keys(change) })
    return readExcusal(tx, actor, seen, excusalId)
  })
}

export function moveExcusal(
  { db, actor, ip }: Context,
  excusalId: string,
  input: z.output<typeof moveEndpoint.input>,
): Promise<ExcusalRequest> {
  const who = { actor, ip }
  const action = ({ rule: 'recordRulings', withdraw: 'draftStrikes', void: 'overrideStrikes' } as const)[input.move]
  return db.transaction(async (tx) => {
    const { seen, excusal } = await requireExcusal(tx, actor, excusalId, action, input.move === 'rule')
    const answer = await answeredBefore(tx, actor, input.eventId, excusalId)
    if (answer) return answer
    const isTheirs = excusal.createdBy === actor.userId || seen.inCase.standing.role === 'lead'
    if (input.move === 'withdraw' && !isTheirs) {
      throw new Refusal('not_allowed', 'Only the author of this request or the lead of this case may withdraw it.')
    }
    await refuseStale(tx, actor, seen, excusal, input)
    if (!whatMay(actor, seen, excusal)[input.move]) throw new Refusal('conflict', closedSentence(seen, excusal))
    const at = momentOf(input.at, new Date())
    const row =
      input.move === 'rule'
        ? await rule(tx, who, seen, excusal, input, at)
        : await close(tx, who, excusal, input.move === 'withdraw' ? 'withdrawn' : 'void', input.reason)
    await audit(tx, who, `excusal.${row.state}`, row, { from: excusal.state, ruling: row.ruling }, input.reason)
    return answerWith(tx, who, seen, row, {
      kind: input.move,
      eventId: input.eventId,
      at: input.at,
      text: input.reason,
    })
  })
}

async function rule(
  tx: Db,
  who: Who,
  { inCase }: SeenSession,
  excusal: ExcusalRow,
  input: z.output<typeof moveEndpoint.input>,
  at: Date,
): Promise<ExcusalRow> {
  const { ruling, judgeWords, timecode } = input
  if (!ruling) {
    refuseFaults({ ruling: 'Say how the court ruled.' })
    return excusal
  }
  await requireTimecode(tx, inCase.id, timecode, 'timecode')
  let { jurorBefore } = excusal
  if (ruling === 'granted' && !jurorBefore) {
    const juror = await lockJuror(tx, inCase.id, excusal.jurorId)
    const out = whyOut(juror, inCase, false)
    if (out) throw new Refusal('conflict', out)
    const event = { kind: 'excused_hardship', sessionId: excusal.sessionId, reason: excusal.reason } as const
    jurorBefore = await takeJuror(tx, who, juror, { ...event, status: 'excused_hardship' })
  } else if (ruling !== 'granted') {
    await bringBack(tx, who, excusal, `The ruling: ${ruling}.`)
    jurorBefore = null
  }
  return write(tx, who.actor, excusal, {
    ...{ state: 'ruled', ruling, judgeWords, ruledAt: at, rulingTimecode: timecode, jurorBefore },
  })
}

async function close(
  tx: Db,
  who: Who,
  excusal: ExcusalRow,
  state: 'withdrawn' | 'void',
  reason: string,
): Promise<ExcusalRow> {
  if (reason === '') refuseFaults({ reason: 'Give the reason for the record.' })
  await bringBack(tx, who, excusal, reason)
  return write(tx, who.actor, excusal, { state, endReason: reason, jurorBefore: null })
}

async function bringBack(tx: Db, who: Who, { jurorBefore, jurorId, sessionId }: ExcusalRow, reason: string) {
  if (!jurorBefore) return
  const event = { kind: 'excusal_taken_back', sessionId, reason, takenAs: 'excused_hardship' } as const
  await returnJuror(tx, who, jurorId, jurorBefore, event)
}

const isSworn = ({ inCase: { status } }: SeenSession): boolean => status === 'jury_seated' || status === 'closed'
function refuseSworn(seen: SeenSession): void {
  if (isSworn(seen)) throw new Refusal('conflict', swornSentence)
}
const closedSentence = (seen: SeenSession, { state }: ExcusalRow): string =>
  isSworn(seen) ? swornSentence : `A request that is ${state} cannot be changed so.`

async function alreadyAsked(tx: Db, juror: { id: string; jurorNumber: string }): Promise<string | null> {
  const [open] = await tx
    .select({ id: excusals.id })
    .from(excusals)
    .where(and(eq(excusals.jurorId, juror.id), eq(excusals.state, 'open')))
  return open ? `Juror ${juror.jurorNumber} is on the list of hardships already.` : null
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

async function answeredBefore(
  tx: Db,
  actor: Actor,
  eventId: string,
  excusalId: string | null,
): Promise<ExcusalRequest | null> {
  const [event] = await tx.select().from(excusalEvents).where(eq(excusalEvents.id, eventId))
  if (!event) return null
  if (event.byUser === actor.userId && event.answer && (excusalId === null || event.excusalId === excusalId)) {
    return event.answer
  }
  throw new Refusal('conflict', 'This event id was used for something else. Make a new one for every move.')
}

type Step = { kind: string; eventId: string; at: string | undefined; text?: string }
async function answerWith(
  tx: Db,
  { actor }: Who,
  seen: SeenSession,
  row: ExcusalRow,
  step: Step,
): Promise<ExcusalRequest> {
  const answer = await readExcusal(tx, actor, seen, row.id)
  const receivedAt = new Date()
  await tx.insert(excusalEvents).values({
    ...{ id: step.eventId, excusalId: row.id, kind: step.kind, byUser: actor.userId, text: step.text ?? '' },
    ...{ at: momentOf(step.at, receivedAt), receivedAt, answer },
  })
  return answer
}

const audit = (
  tx: Db,
  { actor, ip }: Who,
  action: string,
  excusal: ExcusalRow,
  details: Record<string, unknown> = {},
  reason?: string,
): Promise<void> =>
  recordAct(tx, {
    actor,
    ip,
    action,
    entity: 'excusal',
    entityId: excusal.id,
    caseId: excusal.caseId,
    details: { sessionId: excusal.sessionId, jurorId: excusal.jurorId, ...details },
    reason: reason || null,
  })
