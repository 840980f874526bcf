import { type ComponentProps, Fragment, useState } from 'react'
import { isRuledOn, type Strike } from '#contract/strikes/strikes.ts'
import { formatDateTime } from '#web/platform/format.ts'
import { Badge, ChevronIcon, cx, usePrinting } from '#web/ui/kit.ts'
import { getRulingLabel, stateLabels } from '../strikeLabels.ts'
import { StrikeCard } from './StrikeCard.tsx'

type StrikeTableProps = Omit<ComponentProps<typeof StrikeCard>, 'strike'> & {
  label: string
  strikes: readonly Strike[]
  openedId: string | undefined
}

export function StrikeTable({ label, strikes, openedId, ...card }: StrikeTableProps) {
  const isPrinting = usePrinting()
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(new Map())
  const { sides } = card.board.case
  return (
    <table className="w-full table-fixed border-collapse rounded-card border border-line bg-surface text-left">
      <caption className="sr-only">{label}</caption>
      <thead>
        <tr className="border-b border-line text-sm text-ink-3">
          {columns.map(({ name, className }) => (
            <th key={name} scope="col" className={cx('px-3 py-2 font-medium', className)}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {strikes.map((strike) => {
          const isOpen = isPrinting || (chosen.get(strike.id) ?? (strike.id === openedId || isWaiting(strike)))
          const { word, tone } = stateLabels[strike.state]
          return (
            <Fragment key={strike.id}>
              <tr className="border-b border-line">
                <th scope="row" className="px-3 py-1 font-medium">
                  <button
                    type="button"
                    aria-expanded={isOpen}
                    onClick={() => setChosen(new Map([...chosen, [strike.id, !isOpen]]))}
                    className="-ml-1 flex min-h-8 cursor-pointer items-center gap-1 text-left touch:min-h-11"
                  >
                    <span className={cx('shrink-0 transition-transform print:hidden', !isOpen && '-rotate-90')}>
                      <ChevronIcon />
                    </span>
                    {`Juror ${strike.jurorNumber}`}
                  </button>
                </th>
                <td className="px-3 py-1 break-words">{strike.label}</td>
                <td className={cx('px-3 py-1 break-words', wide)}>{sides[strike.madeBy]}</td>
                <td className="px-3 py-1">
                  <Badge tone={tone}>{word}</Badge>
                </td>
                <td className={cx('px-3 py-1', wide)}>{strike.exercisedAt === null ? '' : getRulingLabel(strike)}</td>
                <td className={cx('tabular px-3 py-1 text-sm text-ink-2', wide)}>
                  {strike.calledAt === null ? '' : formatDateTime(strike.calledAt)}
                </td>
              </tr>
              {isOpen && (
                <tr className="border-b border-line">
                  <td colSpan={columns.length} className="p-2">
                    <ul>
                      <StrikeCard strike={strike} {...card} />
                    </ul>
                  </td>
                </tr>
              )}
            </Fragment>
          )
        })}
      </tbody>
    </table>
  )
}

/** Hidden on narrow screens, where the card repeats these columns. */
const wide = 'max-md:hidden'

// The shares add up to 100%. Otherwise, an open row's `colSpan` would give hidden columns half of the width.
const columns = [
  { name: 'Juror', className: 'max-md:w-[32%]' },
  { name: 'Strike', className: 'max-md:w-[36%]' },
  { name: 'Side', className: wide },
  { name: 'Status', className: 'max-md:w-[32%]' },
  { name: 'Ruling', className: wide },
  { name: 'Called', className: wide },
]

const isWaiting = (strike: Strike): boolean =>
  strike.moves.some(
    (move) =>
      move === 'submit' ||
      move === 'approve' ||
      move === 'approve_afterwards' ||
      move === 'exercise' ||
      (move === 'rule' && isRuledOn(strike) && (strike.ruling === 'pending' || strike.ruling === 'reserved')),
  )
