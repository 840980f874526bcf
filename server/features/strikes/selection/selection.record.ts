/** The record of a case as the selection engine replays it: what was set, and what happened, in the order it was heard of. */
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { type JurorStatus, liveJurorStatuses } from '#contract/jurors/jurors.ts'
import type { removalCauses, SelectionEvent } from '#contract/strikes/selection.ts'
import type { StrikeBoard } from '#contract/strikes/board.ts'
import type { CaseRow } from '#server/features/cases/cases.table.ts'
import { jurorEvents, jurors } from '#server/features/jurors/jurors.table.ts'
import type { Db } from '#server/platform/db.ts'
import { setupNow, sideOf } from './budgets.queries.ts'
import { selectionSteps, strikeEvents, type StrikeRow, strikes } from '../strikes.table.ts'

type Happened = { at: number; event: SelectionEvent }

export async function readSelection(
  db: Db,
  inCase: CaseRow,
  panel: { id: string; number: string }[],
): Promise<StrikeBoard['selection']> {
  const setup =
    inCase.selectionMethod &&
    setupNow(
      inCase,
      panel.map(({ id, number }) => ({ id, number })),
    )
  if (!setup) return null
  const happened = [
    ...(await strikesOf(db, inCase.id)),
    ...(await releasesOf(db, inCase.id)),
    ...(await stepsOf(db, inCase.id)),
  ].toSorted((a, b) => a.at - b.at)
  const known = new Set(panel.map(({ id }) => id))
  const events = happened.map(({ event }) => event).filter((each) => !('jurorId' in each) || known.has(each.jurorId))
  const life = inCase.statusBeforeArchive ?? inCase.status
  if (life === 'jury_seated' || life === 'closed') events.push({ kind: 'sworn' })
  return { setup, events }
}

async function strikesOf(db: Db, caseId: string): Promise<Happened[]> {
  const rows = await db
    .select({ event: strikeEvents, strike: strikes })
    .from(strikeEvents)
    .innerJoin(strikes, eq(strikes.id, strikeEvents.strikeId))
    .where(
      and(
        eq(strikes.caseId, caseId),
        inArray(strikeEvents.kind, ['record', 'exercise', 'exercise_unapproved', 'rule', 'withdraw', 'undo', 'void']),
        sql`${strikes.exercisedAt} is not null`,
      ),
    )
    .orderBy(asc(strikeEvents.seq))
  const lastRuling = new Map<string, string>()
  for (const { event } of rows) if (event.kind === 'rule') lastRuling.set(event.strikeId, event.id)
  return rows.flatMap(({ event, strike }) => {
    const isLastRuling = lastRuling.get(strike.id) === event.id
    const happened = toEvent(strike, event, isLastRuling)
    return happened ? [{ at: event.receivedAt.getTime(), event: happened }] : []
  })
}

type Step = Pick<typeof strikeEvents.$inferSelect, 'kind' | 'fromState' | 'answer'>

function toEvent(strike: StrikeRow, { kind, fromState, answer }: Step, isLastRuling: boolean): SelectionEvent | null {
  const { id: strikeId, jurorId, target, defendant } = strike
  const side = sideOf(strike)
  const isPeremptory = strike.kind === 'peremptory'
  const ruling = answer?.ruling
  switch (kind) {
    case 'record':
    case 'exercise':
    case 'exercise_unapproved':
      if (isPeremptory)
        return { kind: 'struck', strikeId, side, jurorId, target, ...(defendant !== null && { defendant }) }
      // The court asks nobody: it removes by its ruling.
      return strike.madeBy === 'court' ? null : { kind: 'challenged', strikeId, side, jurorId }
    case 'rule': {
      if (isPeremptory) {
        // A ruling that was corrected, and one on a strike that was a mistake, changed nothing in the end.
        if (ruling !== 'disallowed' || !isLastRuling || strike.state === 'void') return null
        const reseatsJuror = strike.remedy === 'juror_seated'
        return { kind: 'disallowed', strikeId, restoresStrike: strike.remedyRestored, reseatsJuror }
      }
      if (strike.madeBy === 'court')
        return courtRuling(jurorId, ruling === 'granted', isLastRuling && strike.state !== 'void')
      return ruling === 'granted' || ruling === 'denied' || ruling === 'reserved'
        ? { kind: 'ruled', strikeId, ruling }
        : null
    }
    case 'withdraw':
      return strike.state === 'void' ||
        (fromState !== 'exercised' && fromState !== 'ruled') ||
        strike.madeBy === 'court'
        ? null
        : { kind: 'withdrawn', strikeId }
    default:
      return strike.madeBy === 'court' ? null : { kind: 'voided', strikeId }
  }
}

const courtRuling = (jurorId: string, isGranted: boolean, counts: boolean): SelectionEvent | null =>
  isGranted && counts ? { kind: 'removed', jurorId, why: 'cause' } : null

const releases: Partial<Record<JurorStatus, (typeof removalCauses)[number]>> = {
  excused_hardship: 'hardship',
  excused_other: 'excused',
  no_show: 'no_show',
  dismissed: 'dismissed',
}

/** The court's releases of jurors, and their return: what a person or an excusal recorded on the juror. */
async function releasesOf(db: Db, caseId: string): Promise<Happened[]> {
  const rows = await db
    .select({ jurorId: jurorEvents.jurorId, status: jurorEvents.status, at: jurorEvents.at })
    .from(jurorEvents)
    .innerJoin(jurors, eq(jurors.id, jurorEvents.jurorId))
    .where(and(eq(jurors.caseId, caseId), isNull(jurors.deletedAt)))
    .orderBy(asc(jurorEvents.id))
  const released = new Set<string>()
  return rows.flatMap(({ jurorId, status, at }): Happened[] => {
    const why = releases[status]
    const when = at.getTime()
    if (why && !released.has(jurorId)) {
      released.add(jurorId)
      return [{ at: when, event: { kind: 'removed', jurorId, why } }]
    }
    if (liveJurorStatuses.includes(status) && released.delete(jurorId)) {
      return [{ at: when, event: { kind: 'reinstated', jurorId } }]
    }
    return []
  })
}

async function stepsOf(db: Db, caseId: string): Promise<Happened[]> {
  const rows = await db
    .select()
    .from(selectionSteps)
    .where(and(eq(selectionSteps.caseId, caseId), isNull(selectionSteps.undoneAt)))
    .orderBy(asc(selectionSteps.seq))
  return rows.map(({ id: stepId, kind, side, jurorId, receivedAt }) => ({
    at: receivedAt.getTime(),
    event: kind === 'passed' ? { kind, side: side!, stepId } : { kind, jurorId: jurorId!, stepId },
  }))
}
