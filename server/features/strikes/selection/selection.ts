import { and, asc, eq, inArray, isNotNull, isNull, ne } from 'drizzle-orm'
import { begin } from '#law/selection/apply.ts'
import { remaining } from '#law/selection/budget.ts'
import { replay } from '#law/selection/replay.ts'
import { buildSetup } from '#law/selection/setup.ts'
import { type JurorStatus, liveJurorStatuses } from '#contract/jurors/jurors.ts'
import type { StrikeBoard } from '#contract/strikes/board.ts'
import { isSworn } from '#contract/strikes/moves.ts'
import type { BudgetMeter, StrikeBudgets } from '#contract/strikes/strikes.ts'
import type {
  removalCauses,
  SelectionEvent,
  SelectionSetup,
  SelectionSide,
  SelectionState,
  StrikeState,
} from '#contract/strikes/selection.ts'
import type { SeenCase } from '#server/features/cases/cases.access.ts'
import type { CaseRow } from '#server/features/cases/cases.table.ts'
import { jurorEvents, jurors } from '#server/features/jurors/jurors.table.ts'
import type { Db } from '#server/platform/db.ts'
import { readPanel } from '../panel.ts'
import { selectionSteps, strikeEvents, type StrikeRow, strikes } from '../strikes.table.ts'

/** The court counts as the opposing side because it has no budget of its own. */
export const getSide = ({ madeBy }: Pick<StrikeRow, 'madeBy'>): SelectionSide => (madeBy === 'us' ? 'us' : 'them')

export const getSetup = (inCase: CaseRow, panel: SelectionSetup['jurors'] = []): SelectionSetup | null =>
  buildSetup({ ...inCase, selectionMethod: inCase.selectionMethod ?? 'custom' }, panel)

/**
 * Counts strike rows because it may not be possible to replay the full record. Voiding a strike refunds the challenge,
 * and so does a remedy that restores it. Withdrawing a strike doesn't.
 */
export async function readSpent(db: Db, inCase: CaseRow): Promise<SelectionState | null> {
  const setup = getSetup(inCase)
  if (!setup) return null
  const rows = await db
    .select()
    .from(strikes)
    .where(
      and(
        eq(strikes.caseId, inCase.id),
        eq(strikes.kind, 'peremptory'),
        isNotNull(strikes.exercisedAt),
        ne(strikes.state, 'void'),
      ),
    )
  const spent = rows.map(({ number, remedyRestored, ...row }): [string, StrikeState] => [
    row.id,
    {
      ...{ id: row.id, jurorId: row.jurorId, target: row.target, defendant: row.defendant, number: number ?? 0 },
      ...{ kind: 'peremptory', side: getSide(row), status: 'stands', stood: 'member', round: 1 },
      isSpent: !remedyRestored,
    },
  ])
  return { ...begin(setup), strikes: new Map(spent) }
}

export async function readBudgets(db: Db, inCase: CaseRow): Promise<StrikeBudgets | null> {
  const spent = await readSpent(db, inCase)
  if (!spent) return null
  const meters = (side: SelectionSide) => {
    const { allowed, used, left } = remaining(spent, side)
    const meter = (target: 'regular' | 'alternate'): BudgetMeter => ({
      total: allowed[target],
      used: used[target],
      remaining: left[target],
    })
    return { regular: meter('regular'), alternates: meter('alternate') }
  }
  return { us: meters('us'), them: meters('them'), separate: spent.setup.alternatesApart }
}

export async function readStanding(db: Db, inCase: SeenCase, sessionId: string): Promise<SelectionState | null> {
  const selection = await readSelection(db, inCase, await readPanel(db, { id: sessionId, caseId: inCase.id }))
  return selection && replay(selection.setup, selection.events)
}

type Happened = { at: number; event: SelectionEvent }

export async function readSelection(
  db: Db,
  inCase: CaseRow,
  panel: { id: string; number: string }[],
): Promise<StrikeBoard['selection']> {
  const people = panel.map(({ id, number }) => ({ id, number }))
  const setup = inCase.selectionMethod && getSetup(inCase, people)
  if (!setup) return null
  const happened = [
    ...(await readStrikeEvents(db, inCase.id)),
    ...(await readReleases(db, inCase.id)),
    ...(await readSteps(db, inCase.id)),
  ].toSorted((a, b) => a.at - b.at)
  const known = new Set(panel.map(({ id }) => id))
  const events = happened.map(({ event }) => event).filter((each) => !('jurorId' in each) || known.has(each.jurorId))
  if (isSworn(inCase.statusBeforeArchive ?? inCase.status)) events.push({ kind: 'sworn' })
  return { setup, events }
}

async function readStrikeEvents(db: Db, caseId: string): Promise<Happened[]> {
  const rows = await db
    .select({ event: strikeEvents, strike: strikes })
    .from(strikeEvents)
    .innerJoin(strikes, eq(strikes.id, strikeEvents.strikeId))
    .where(
      and(
        eq(strikes.caseId, caseId),
        inArray(strikeEvents.kind, ['record', 'exercise', 'exercise_unapproved', 'rule', 'withdraw', 'undo', 'void']),
        isNotNull(strikes.exercisedAt),
      ),
    )
    .orderBy(asc(strikeEvents.seq))
  const lastRuling = new Map<string, string>()
  for (const { event } of rows) if (event.kind === 'rule') lastRuling.set(event.strikeId, event.id)
  return rows.flatMap(({ event, strike }) => {
    const happened = toEvent(strike, event, lastRuling.get(strike.id) === event.id)
    return happened ? [{ at: event.receivedAt.getTime(), event: happened }] : []
  })
}

type Step = Pick<typeof strikeEvents.$inferSelect, 'kind' | 'fromState' | 'answer'>

function toEvent(strike: StrikeRow, { kind, fromState, answer }: Step, isLastRuling: boolean): SelectionEvent | null {
  const { id: strikeId, madeBy } = strike
  switch (kind) {
    case 'record':
    case 'exercise':
    case 'exercise_unapproved':
      return toCall(strike)
    case 'rule':
      // Superseded rulings and rulings on voided strikes have no effect.
      return toRuling(strike, answer?.ruling, isLastRuling && strike.state !== 'void')
    case 'withdraw': {
      const wasSaid = fromState === 'exercised' || fromState === 'ruled'
      return strike.state !== 'void' && wasSaid && madeBy !== 'court' ? { kind: 'withdrawn', strikeId } : null
    }
    default:
      return madeBy === 'court' ? null : { kind: 'voided', strikeId }
  }
}

function toCall(strike: StrikeRow): SelectionEvent | null {
  const { id: strikeId, jurorId, target, defendant } = strike
  const side = getSide(strike)
  if (strike.kind === 'peremptory')
    return { kind: 'struck', strikeId, side, jurorId, target, ...(defendant !== null && { defendant }) }
  // The court removes jurors by ruling, not by challenge.
  return strike.madeBy === 'court' ? null : { kind: 'challenged', strikeId, side, jurorId }
}

function toRuling(strike: StrikeRow, ruling: StrikeRow['ruling'] | undefined, holds: boolean): SelectionEvent | null {
  const { id: strikeId, jurorId, remedyRestored: restoresStrike } = strike
  if (strike.kind === 'peremptory') {
    if (ruling !== 'disallowed' || !holds) return null
    return { kind: 'disallowed', strikeId, restoresStrike, reseatsJuror: strike.remedy === 'juror_seated' }
  }
  if (strike.madeBy === 'court')
    return ruling === 'granted' && holds ? { kind: 'removed', jurorId, why: 'cause' } : null
  return ruling === 'granted' || ruling === 'denied' || ruling === 'reserved'
    ? { kind: 'ruled', strikeId, ruling }
    : null
}

const releases: Partial<Record<JurorStatus, (typeof removalCauses)[number]>> = {
  excused_hardship: 'hardship',
  excused_other: 'excused',
  no_show: 'no_show',
  dismissed: 'dismissed',
}

async function readReleases(db: Db, caseId: string): Promise<Happened[]> {
  const rows = await db
    .select({ jurorId: jurorEvents.jurorId, status: jurorEvents.status, at: jurorEvents.at })
    .from(jurorEvents)
    .innerJoin(jurors, eq(jurors.id, jurorEvents.jurorId))
    .where(and(eq(jurors.caseId, caseId), isNull(jurors.deletedAt)))
    .orderBy(asc(jurorEvents.id))
  const released = new Set<string>()
  return rows.flatMap(({ jurorId, status, at }): Happened[] => {
    const why = releases[status]
    if (why && !released.has(jurorId)) {
      released.add(jurorId)
      return [{ at: at.getTime(), event: { kind: 'removed', jurorId, why } }]
    }
    const isBack = liveJurorStatuses.includes(status) && released.delete(jurorId)
    return isBack ? [{ at: at.getTime(), event: { kind: 'reinstated', jurorId } }] : []
  })
}

async function readSteps(db: Db, caseId: string): Promise<Happened[]> {
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
