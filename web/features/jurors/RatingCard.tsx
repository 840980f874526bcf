import { useState } from 'react'
import {
  type Juror,
  leans,
  type Rating,
  rateJuror,
  withdrawRating,
  type RatingSpread as Spread,
} from '#contract/jurors/jurors.ts'
import { useCommand } from '#web/platform/api.ts'
import { Failure } from '#web/platform/Failure.tsx'
import { toast } from '#web/platform/toast.ts'
import { useAccount } from '#web/platform/session.ts'
import { Button, Card, Checkbox, Select, TextField, cx } from '#web/ui/kit.ts'
import { formatLean, leanLabels } from './jurorLabels.ts'

const confidenceLabels = { 1: 'Low', 2: 'Medium', 3: 'High' } as const

export function RatingCard({ juror }: { juror: Juror }) {
  const { userId } = useAccount()
  const mine = juror.ratingList.find((each) => each.userId === userId) ?? null
  const save = useSaveRating(juror, mine)
  return (
    <Card title="Ratings" actions={juror.ratings && <RatingSpread spread={juror.ratings} />}>
      <div className="grid gap-4">
        {juror.may.rate && <RatingForm key={mine?.at ?? 'none'} save={save} mine={mine} />}
        {juror.ratingList.length > 0 && (
          <ul aria-label="Raters" className="divide-y divide-line">
            {juror.ratingList.map((each) => (
              <li key={each.userId} className="py-2">
                <p>
                  <span className="font-medium">{each.name}</span>
                  <span className="tabular">{` ${formatLean(each.lean)} · ${confidenceLabels[each.confidence].toLowerCase()} confidence`}</span>
                  {each.leader && ' · likely leader'}
                </p>
                {each.note && <p className="text-sm break-words text-ink-2">{each.note}</p>}
              </li>
            ))}
          </ul>
        )}
      </div>
    </Card>
  )
}

type OwnRating = Pick<Rating, 'lean' | 'confidence' | 'leader' | 'note'>

/** Used above the form because saving a rating remounts the form. */
function useSaveRating({ id, jurorNumber }: Juror, mine: Rating | null) {
  const rate = useCommand(rateJuror)
  const withdraw = useCommand(withdrawRating)
  const params = { jurorId: id }
  function put(rating: OwnRating | null, onSuccess?: () => void) {
    const then = onSuccess ? { onSuccess } : {}
    if (rating === null) withdraw.mutate({ params, input: {} }, then)
    else {
      const { lean, confidence, leader, note } = rating
      rate.mutate({ params, input: { lean, confidence, leader, note } }, then)
    }
  }
  return {
    error: rate.error ?? withdraw.error,
    isRating: rate.isPending,
    isWithdrawing: withdraw.isPending,
    put: (rating: OwnRating | null) =>
      put(rating, () =>
        toast({
          title: rating === null ? 'Rating withdrawn' : 'Rated',
          description: `Juror ${jurorNumber}`,
          action: { label: 'Undo', altText: 'Restore the previous rating', onAction: () => put(mine) },
        }),
      ),
  }
}

function RatingForm({ save, mine }: { save: ReturnType<typeof useSaveRating>; mine: Rating | null }) {
  const [lean, setLean] = useState<Rating['lean'] | null>(mine?.lean ?? null)
  const [confidence, setConfidence] = useState<Rating['confidence']>(mine?.confidence ?? 2)
  const [leader, setLeader] = useState(mine?.leader ?? false)
  const [note, setNote] = useState(mine?.note ?? '')
  return (
    <form
      noValidate
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (lean !== null) save.put({ lean, confidence, leader, note })
      }}
    >
      <fieldset className="min-w-0">
        <legend className="mb-1 text-sm font-medium">My rating, based only on experience and attitude</legend>
        <div className="grid max-w-md grid-cols-5 gap-1 sm:gap-2">
          {leans.map((value) => (
            <label
              key={value}
              className="tabular inline-flex min-h-9 cursor-pointer items-center justify-center gap-1 rounded-control border border-line-strong px-1 has-checked:border-accent has-checked:bg-accent-soft has-checked:text-accent-ink touch:min-h-11"
            >
              <input
                type="radio"
                name="lean"
                className="accent-accent"
                checked={lean === value}
                onChange={() => setLean(value)}
              />
              <span aria-hidden="true">{formatLean(value)}</span>
              <span className="sr-only">{leanLabels[value]}</span>
            </label>
          ))}
        </div>
        <p className="mt-1 text-sm text-ink-3">−2 is bad for our side, +2 is good.</p>
      </fieldset>
      <div className="grid items-end gap-3 sm:max-lg:grid-cols-[10rem_minmax(0,1fr)] xl:grid-cols-[10rem_minmax(0,1fr)]">
        <Select
          label="Confidence"
          value={String(confidence)}
          options={Object.entries(confidenceLabels).map(([value, label]) => ({ value, label }))}
          onChange={(event) => setConfidence(Number(event.target.value) as Rating['confidence'])}
        />
        <TextField
          label="Note"
          required={false}
          maxLength={500}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
      </div>
      <Checkbox
        label="Likely to lead deliberations"
        checked={leader}
        onChange={(event) => setLeader(event.target.checked)}
      />
      <Failure of={save.error} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={save.isRating} disabled={lean === null}>
          {mine ? 'Update rating' : 'Save rating'}
        </Button>
        {mine && (
          <Button busy={save.isWithdrawing} onClick={() => save.put(null)}>
            Withdraw
          </Button>
        )}
      </div>
    </form>
  )
}

export function RatingSpread({ spread }: { spread: Spread }) {
  if (spread.raters === 0) return <span className="text-sm text-ink-3">Not rated</span>
  const words = leans
    .map((lean, index) => ({ lean, count: spread.counts[index] ?? 0 }))
    .filter(({ count }) => count > 0)
    .map(({ lean, count }) => `${count} at ${formatLean(lean)}`)
    .join(', ')
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap">
      <span aria-hidden="true" className="inline-flex items-center gap-0.5">
        {leans.map((lean, index) => {
          const count = spread.counts[index] ?? 0
          return (
            <span
              key={lean}
              title={formatLean(lean)}
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
      <span className="tabular text-sm">
        <span className="md:max-xl:[td_&]:hidden">mean </span>
        {formatLean(spread.mean ?? 0)}
      </span>
      <span className="sr-only">{`${words}. ${spread.raters === 1 ? '1 rater' : `${spread.raters} raters`}.`}</span>
    </span>
  )
}
