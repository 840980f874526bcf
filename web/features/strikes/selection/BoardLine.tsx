import type { ReactNode } from 'react'
import { countSeats } from '#contract/sessions/seating.ts'
import type { StrikeBoard } from '#contract/strikes/board.ts'
import type { SelectionSide, SelectionState } from '#contract/strikes/selection.ts'
import type { StrikeBudgets } from '#contract/strikes/strikes.ts'
import { undrawn } from '#law/selection/line.ts'
import { cx } from '#web/ui/kit.ts'
import { isOut } from '../strikeLabels.ts'
import { ReachMark } from './JurorTile.tsx'
import { describeTurn, getReach, isPanelSplit } from './selection.ts'

type BoardLineProps = {
  board: Pick<StrikeBoard, 'session' | 'jurors'>
  budgets: StrikeBudgets | null
  state: SelectionState | null
}

/** Sums up the board in one line that can be read at arm's length. */
export function BoardLine({ board: { session, jurors }, budgets, state }: BoardLineProps) {
  const reach = state === null ? new Set<string>() : getReach(state)
  const isSplit = isPanelSplit(jurors, reach)
  const filled = jurors.filter(({ seat }) => seat !== null).length
  return (
    <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-8 gap-y-2">
      {state && <Turn state={state} />}
      <dl className="grid w-full auto-cols-fr grid-flow-col gap-x-2 md:w-auto md:auto-cols-auto md:gap-x-8">
        {budgets && <StrikesLeft label="Our strikes" side="us" budgets={budgets} />}
        {budgets && <StrikesLeft label="Their strikes" side="them" budgets={budgets} />}
        <Count label="Seats filled" figure={filled} rest={`of ${countSeats(session.seatingLayout)}`} />
        {reach.size > 0 && (
          <Count
            label={
              <>
                {isSplit && <ReachMark className="mr-1.5 mb-px" />}
                Strike zone
              </>
            }
            figure={isSplit ? reach.size : 'All'}
          />
        )}
      </dl>
    </div>
  )
}

function Turn({ state }: { state: SelectionState }) {
  const waitsForDraw = state.turn === null && undrawn(state).length > 0
  const turn = describeTurn(state) ?? (waitsForDraw ? 'Tap the juror the clerk drew.' : null)
  if (turn === null) return null
  const isOurs = state.turn === 'us'
  return (
    <output
      className={cx(
        'block rounded-control border-2 px-4 py-1 text-center text-xl font-bold max-md:w-full md:py-1.5',
        isOurs ? 'border-accent bg-accent text-on-accent' : 'border-line-strong bg-surface',
      )}
    >
      {turn}
    </output>
  )
}

function StrikesLeft({ label, side, budgets }: { label: string; side: SelectionSide; budgets: StrikeBudgets }) {
  const { regular, alternates } = budgets[side]
  return (
    <Count
      label={label}
      figure={regular.remaining}
      rest={`of ${regular.total} left`}
      note={budgets.separate && alternates.total > 0 && `Alternates: ${alternates.remaining}`}
      isSpent={regular.remaining === 0}
    />
  )
}

type CountProps = { label: ReactNode; figure: ReactNode; rest?: string; note?: string | false; isSpent?: boolean }

function Count({ label, figure, rest, note, isSpent = false }: CountProps) {
  return (
    <div className="tabular">
      <dt className="text-xs text-ink-2">{label}</dt>
      <dd className={cx('leading-tight whitespace-nowrap', isSpent && 'text-danger-fg')}>
        <span className="text-xl font-bold md:text-2xl">{figure}</span>
        {rest && <span className={cx('text-xs md:text-sm', !isSpent && 'text-ink-2')}>{` ${rest}`}</span>}
      </dd>
      {note && <dd className="text-xs text-ink-2">{note}</dd>}
    </div>
  )
}

export function PanelCount({ jurors }: Pick<StrikeBoard, 'jurors'>) {
  const panel = jurors.filter((each) => !isOut(each)).length
  const absent = jurors.filter(({ status }) => status === 'no_show').length
  const missing = absent === 0 ? '' : absent === 1 ? ', 1 no-show' : `, ${absent} no-shows`
  return <span className="tabular">{`${panel} on the panel${missing}`}</span>
}
