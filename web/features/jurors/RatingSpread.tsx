import { leans, type RatingSpread as Spread } from '#contract/jurors/jurors.ts'
import { cx } from '#web/ui/kit.ts'
import { leanMark } from './jurorWords.ts'

/** How many raters lie where, beside the mean: a divided team shows as two groups, not as a zero. */
export function RatingSpread({ spread }: { spread: Spread }) {
  if (spread.raters === 0) return <span className="text-sm whitespace-nowrap text-ink-3">Not rated</span>
  const words = leans
    .map((lean, index) => ({ lean, count: spread.counts[index] ?? 0 }))
    .filter(({ count }) => count > 0)
    .map(({ lean, count }) => `${count} at ${leanMark(lean)}`)
    .join(', ')
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap">
      {/* In the table of a tablet only the mean has room. */}
      <span aria-hidden="true" className="inline-flex items-center gap-0.5 md:max-xl:[td_&]:hidden">
        {leans.map((lean, index) => {
          const count = spread.counts[index] ?? 0
          return (
            <span
              key={lean}
              title={leanMark(lean)}
              className={cx(
                'tabular grid size-5 place-items-center rounded-mark border text-xs',
                count === 0 ? 'border-line text-transparent' : 'border-transparent font-medium',
                count > 0 && (lean < 0 ? 'bg-negative-soft text-negative-fg' : ''),
                count > 0 && (lean > 0 ? 'bg-positive-soft text-positive-fg' : ''),
                count > 0 && (lean === 0 ? 'bg-neutral-soft text-neutral-fg' : ''),
              )}
            >
              {count || ''}
            </span>
          )
        })}
      </span>
      <span className="tabular text-sm">{`mean ${leanMark(spread.mean ?? 0)}`}</span>
      <span className="sr-only">{`${words}; ${spread.raters} raters`}</span>
    </span>
  )
}
