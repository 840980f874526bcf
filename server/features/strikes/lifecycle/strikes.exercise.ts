/** A strike is said in court: what it takes, and what follows when it is taken back. */
import { and, eq, ne, sql } from 'drizzle-orm'
import type { Timecode } from '#contract/strikes/data.ts'
import { recordAct, type Who } from '#server/features/audit/audit.service.ts'
import type { SeenCase } from '#server/features/cases/cases.access.ts'
import { cases } from '#server/features/cases/cases.table.ts'
import type { JurorRow } from '#server/features/jurors/jurors.table.ts'
import type { Db } from '#server/platform/db.ts'
import { Refusal } from '#server/platform/errors.ts'
import { requireBudget } from '../selection/budgets.queries.ts'
import { liveSentence, liveStrikeOf } from './strikes.conflict.ts'
import { requireOrder } from '../selection/order.ts'
import { returnJuror, seatOf, takeJuror, whyOut } from './strikes.panel.ts'
import { auditStrike, recordStep, writeStrike } from './strikes.record.ts'
import { type StrikeRow, strikes } from '../strikes.table.ts'
import { whyNotYet } from './strikes.validation.ts'

type Said = Pick<StrikeRow, 'id' | 'kind' | 'madeBy' | 'target' | 'defendant' | 'jurorId' | 'caseId' | 'sessionId'>
type Moment = { at: Date; timecode: Timecode | null; phase: StrikeRow['phase']; courtAllowed: string }

/** The columns of a strike that is said in court now. The caller holds the case's row. */
export async function exercise(
  tx: Db,
  who: Who,
  inCase: SeenCase,
  said: Said,
  juror: JurorRow,
  { at, timecode, phase, courtAllowed }: Moment,
): Promise<Partial<StrikeRow>> {
  const notYet = whyNotYet(inCase) ?? whyOut(juror, inCase, said.kind === 'peremptory', courtAllowed !== '')
  if (notYet) throw new Refusal('conflict', notYet)
  const isPeremptory = said.kind === 'peremptory'
  const leftAfter = isPeremptory ? (await requireBudget(tx, inCase, said)) - 1 : null
  const allowed = isPeremptory ? await requireOrder(tx, who, inCase, said, courtAllowed) : ''
  await beginSelection(tx, who, inCase)
  return {
    state: 'exercised',
    number: isPeremptory ? await nextNumber(tx, said) : null,
    calledAt: at,
    calledTimecode: timecode,
    ...{ phase, leftAfter, seat: await seatOf(tx, juror.id, said.sessionId) },
    courtAllowed: allowed,
    exercisedBy: who.actor.userId,
    exercisedAt: new Date(),
    jurorBefore: isPeremptory ? await takeJuror(tx, who, juror, peremptory(said)) : null,
  }
}

export const struckAs = ({ kind, madeBy }: Pick<StrikeRow, 'kind' | 'madeBy'>) =>
  kind === 'cause' ? 'struck_cause' : madeBy === 'us' ? 'struck_peremptory_us' : 'struck_peremptory_them'

const peremptory = (said: Said) => ({ kind: 'struck', status: struckAs(said), sessionId: said.sessionId }) as const

/** The lowest number that no strike of the side has: a void has given its number free. */
async function nextNumber(tx: Db, { caseId, madeBy, target }: Said): Promise<number> {
  const rows = await tx
    .select({ number: strikes.number })
    .from(strikes)
    .where(
      and(
        eq(strikes.caseId, caseId),
        eq(strikes.madeBy, madeBy),
        eq(strikes.target, target),
        eq(strikes.kind, 'peremptory'),
        ne(strikes.state, 'void'),
      ),
    )
  const taken = new Set(rows.map(({ number }) => number))
  let number = 1
  while (taken.has(number)) number++
  return number
}

/** The first strike said in court begins the selection. */
async function beginSelection(tx: Db, { actor, ip }: Who, inCase: SeenCase): Promise<void> {
  if (inCase.status !== 'active') return
  await tx
    .update(cases)
    .set({
      status: 'in_selection',
      updatedAt: new Date(),
      updatedBy: actor.userId,
      version: sql`${cases.version} + 1`,
    })
    .where(eq(cases.id, inCase.id))
  await recordAct(tx, {
    actor,
    ip,
    action: 'case.status_changed',
    entity: 'case',
    entityId: inCase.id,
    caseId: inCase.id,
    details: { from: 'active', to: 'in_selection' },
    reason: 'The first strike was exercised.',
  })
}

const prepared: readonly StrikeRow['state'][] = ['draft', 'submitted', 'changes_requested', 'approved']

/**
 * What we were preparing on a juror gives way to what the other side or the court has said; a strike that was said
 * already does not. Answers the one that gave way.
 */
export async function giveWay(tx: Db, who: Who, juror: JurorRow, at: Date): Promise<StrikeRow | null> {
  const live = await liveStrikeOf(tx, juror.id, null)
  if (!live) return null
  if (!prepared.includes(live.state)) throw new Refusal('conflict', liveSentence(juror.jurorNumber, live))
  const reason = `Juror ${juror.jurorNumber} was challenged by the other side or the court.`
  const withdrawn = await writeStrike(tx, who, live, {
    state: 'withdrawn',
    supersededState: live.state,
    endReason: reason,
  })
  await recordStep(tx, who, {
    kind: 'supersede',
    strikeId: live.id,
    from: live.state,
    to: 'withdrawn',
    at,
    text: reason,
  })
  await auditStrike(tx, who, 'superseded', withdrawn, { from: live.state, to: 'withdrawn' })
  return withdrawn
}

/** When the strike in whose favour ours gave way no longer stands, ours is where it was. */
async function comeBack(tx: Db, who: Who, over: StrikeRow, at: Date): Promise<void> {
  const rows = await tx
    .select()
    .from(strikes)
    .where(and(eq(strikes.supersededBy, over.id), eq(strikes.state, 'withdrawn')))
  for (const row of rows) {
    const state = row.supersededState
    if (state === null || (await liveStrikeOf(tx, row.jurorId, row.id))) continue
    const back = { state, supersededBy: null, supersededState: null, endReason: '' } as const
    const restored = await writeStrike(tx, who, row, back)
    await recordStep(tx, who, { kind: 'restore', strikeId: row.id, from: 'withdrawn', to: state, at })
    await auditStrike(tx, who, 'restored', restored, { from: 'withdrawn', to: state })
  }
}

/** Puts the juror of a strike that no longer stands back, and what had given way to it. Its row is already written. */
export async function undoEffects(
  tx: Db,
  who: Who,
  strike: StrikeRow,
  { at, reason }: { at: Date; reason: string },
): Promise<void> {
  if (strike.jurorBefore) {
    const event = { kind: 'strike_taken_back', sessionId: strike.sessionId, takenAs: struckAs(strike), reason } as const
    await returnJuror(tx, who, strike.jurorId, strike.jurorBefore, event)
  }
  await comeBack(tx, who, strike, at)
}
