import { type JurorSummary, leans, rateJuror, withdrawRating } from '#contract/jurors/jurors.ts'
import { useCommand } from '#web/platform/api.ts'
import { describeError } from '#web/platform/apiError.ts'
import { toast } from '#web/platform/toast.ts'
import { cx } from '#web/ui/kit.ts'
import { formatLean, leanLabels } from './jurorLabels.ts'

type Lean = JurorSummary['myLean']

export function QuickRating({ juror, mayRate }: { juror: JurorSummary; mayRate: boolean }) {
  const { id, jurorNumber, ratings, myLean } = juror
  const rate = useCommand(rateJuror)
  const withdraw = useCommand(withdrawRating)
  if (ratings === null) return null
  if (!mayRate) return <Fixed lean={myLean} />
  const params = { jurorId: id }
  const onError = (error: unknown) =>
    void toast({ title: 'Couldn’t rate juror', description: describeError(error), variant: 'destructive' })
  function save(lean: Lean, onSuccess?: () => void) {
    const then = { onError, ...(onSuccess && { onSuccess }) }
    if (lean === null) withdraw.mutate({ params, input: {} }, then)
    else rate.mutate({ params, input: { lean } }, then)
  }
  function choose(lean: Lean) {
    // Withdrawing a rating would discard its note, so lists only change ratings.
    if (lean === null) return
    save(lean, () =>
      toast({
        title: 'Rated',
        description: `Juror ${jurorNumber}: ${leanLabels[lean]}.`,
        action: { label: 'Undo', altText: 'Restore the previous rating', onAction: () => save(myLean) },
      }),
    )
  }
  return (
    <select
      aria-label={`My rating of juror ${jurorNumber}`}
      value={myLean ?? ''}
      onChange={(event) => choose(leans.find((each) => String(each) === event.target.value) ?? null)}
      className={cx(
        'tabular h-8 min-w-16 cursor-pointer rounded-control border border-line-strong px-2 text-sm font-medium touch:h-11',
        getTone(myLean),
      )}
    >
      {myLean === null && <option value="">Rate</option>}
      {leans.map((lean) => (
        <option key={lean} value={lean}>
          {formatLean(lean)}
        </option>
      ))}
    </select>
  )
}

function getTone(lean: Lean): string {
  if (lean === null) return 'bg-surface text-ink-2'
  if (lean === 0) return 'bg-neutral-soft text-neutral-fg'
  return lean > 0 ? 'bg-positive-soft text-positive-fg' : 'bg-negative-soft text-negative-fg'
}

function Fixed({ lean }: { lean: Lean }) {
  if (lean === null) return null
  return (
    <span className="tabular font-medium">
      <span className="md:hidden">Mine </span>
      {formatLean(lean)}
    </span>
  )
}
