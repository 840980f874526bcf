import { and, eq, isNotNull, ne } from 'drizzle-orm'
import { begin } from '#law/selection/apply.ts'
import { remaining } from '#law/selection/budget.ts'
import type { SelectionSetup, SelectionSide, SelectionState, StrikeState } from '#contract/strikes/selection.ts'
import { setupOf } from '#law/selection/setup.ts'
import type { BudgetMeter, StrikeBudgets } from '#contract/strikes/moves.ts'
import type { CaseRow } from '#server/features/cases/cases.table.ts'
import type { Db } from '#server/platform/db.ts'
import { Refusal } from '#server/platform/errors.ts'
import { type StrikeRow, strikes } from '../strikes.table.ts'

/** Of whom a strike counts: the opposing side's are theirs. The court has none. */
export const sideOf = ({ madeBy }: Pick<StrikeRow, 'madeBy'>): SelectionSide => (madeBy === 'us' ? 'us' : 'them')

/** The setup of the case's selection, also before its method is chosen; null until a budget is set. */
export const setupNow = (inCase: CaseRow, jurors: SelectionSetup['jurors'] = []): SelectionSetup | null =>
  setupOf({ ...inCase, selectionMethod: inCase.selectionMethod ?? 'custom' }, jurors)

/**
 * What a case's peremptories have used so far, read from the rows and not from a replay: a budget must hold whatever
 * order the record is in. A void gives one back, and a disallowance whose remedy says so; a withdrawal does not.
 */
async function countSpent(db: Db, inCase: CaseRow): Promise<SelectionState | null> {
  const setup = setupNow(inCase)
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
  const spent = rows.map(({ number, remedyRestored, madeBy, ...row }): [string, StrikeState] => [
    row.id,
    {
      ...{ id: row.id, jurorId: row.jurorId, target: row.target, defendant: row.defendant, number: number ?? 0 },
      ...{ kind: 'peremptory', side: sideOf({ madeBy }), status: 'stands', stood: 'member', round: 1 },
      isSpent: !remedyRestored,
    },
  ])
  return { ...begin(setup), strikes: new Map(spent) }
}

export async function readBudgets(db: Db, inCase: CaseRow): Promise<StrikeBudgets | null> {
  const state = await countSpent(db, inCase)
  if (!state) return null
  const meters = (side: SelectionSide) => {
    const { allowed, used, left } = remaining(state, side)
    const meter = (target: 'regular' | 'alternate'): BudgetMeter => ({
      total: allowed[target],
      used: used[target],
      remaining: left[target],
    })
    return { regular: meter('regular'), alternates: meter('alternate') }
  }
  return { us: meters('us'), them: meters('them'), separate: state.setup.alternatesApart }
}

type Spending = Pick<StrikeRow, 'madeBy' | 'target' | 'defendant'>

/**
 * The hard stop; answers what the side has left. The caller holds the case's row, so that nobody spends the same
 * challenge meanwhile.
 */
export async function requireBudget(tx: Db, inCase: CaseRow, { madeBy, target, defendant }: Spending): Promise<number> {
  const state = await countSpent(tx, inCase)
  if (!state) {
    throw new Refusal('conflict', 'This case has no strike budget yet. Its lead sets one before a peremptory is used.')
  }
  const side = sideOf({ madeBy })
  const { left, joint, defendants } = remaining(state, side)
  const toThem = side === 'them' ? ' to the opposing side' : ''
  const wayOut = 'If the court allowed more, the lead changes the budget.'
  if (left[target] === 0) {
    const against = state.setup.alternatesApart && target === 'alternate' ? ' against alternates' : ''
    throw new Refusal('conflict', `No peremptory challenges remain${toThem}${against}. ${wayOut}`)
  }
  // Of challenges against alternates that are apart nobody has any alone: no defendant's share holds them up.
  if (state.setup.alternatesApart && target === 'alternate') return left[target]
  if (defendant !== null) {
    const own = defendants.find((each) => each.defendant === defendant)
    if (own?.left === 0) {
      throw new Refusal('conflict', `No peremptory challenges remain to ${defendant} alone. ${wayOut}`)
    }
  } else if (joint === 0) {
    throw new Refusal(
      'conflict',
      'No peremptory challenges remain to the defendants jointly. Name the defendant who uses one of their own.',
    )
  }
  return left[target]
}
