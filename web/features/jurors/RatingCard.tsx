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
import { useAccount } from '#web/platform/session.ts'
import { Button, Card, Checkbox, Select, TextField, cx } from '#web/ui/kit.ts'
import { formatLean, leanLabels } from './jurorLabels.ts'

const confidenceLabels = { 1: 'Low', 2: 'Medium', 3: 'High' } as const

export function RatingCard({ juror }: { juror: Juror }) {
  const { userId } = useAccount()
  const mine = juror.ratingList.find((each) => each.userId === userId) ?? null
  return (
    <Card title="Ratings" actions={juror.ratings && <RatingSpread spread={juror.ratings} />}>
      <div className="grid gap-4">
        {juror.may.rate && <RatingForm key={mine?.at ?? 'none'} juror={juror} mine={mine} />}
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

function RatingForm({ juror, mine }: { juror: Juror; mine: Rating | null }) {
  const [lean, setLean] = useState<Rating['lean'] | null>(mine?.lean ?? null)
  const [confidence, setConfidence] = useState<Rating['confidence']>(mine?.confidence ?? 2)
  const [leader, setLeader] = useState(mine?.leader ?? false)
  const [note, setNote] = useState(mine?.note ?? '')
  const rate = useCommand(rateJuror)
  const withdraw = useCommand(withdrawRating)
  const params = { jurorId: juror.id }
  return (
    <form
      noValidate
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (lean !== null) rate.mutate({ params, input: { lean, confidence, leader, note } })
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
      <Failure of={rate.error} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={rate.isPending} disabled={lean === null}>
          {mine ? 'Update rating' : 'Save rating'}
        </Button>
        {mine && (
          <Button busy={withdraw.isPending} onClick={() => withdraw.mutate({ params, input: {} })}>
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
