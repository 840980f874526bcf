import { readTrial, trialBannerDays } from '#contract/account/trial.ts'
import { nothingElse, useRead } from '#web/platform/api.ts'
import { cx, ReadNotice } from '#web/ui/kit.ts'

const pollMs = 3_600_000

export function TrialBanner() {
  const trial = useRead(readTrial, nothingElse, { pollMs })
  const { data } = trial
  if (!data && trial.error) return <ReadNotice of={trial} what="Free trial status" />
  if (!data || data.daysLeft === null) return null
  const { daysLeft } = data
  const isNear = daysLeft <= trialBannerDays
  const left = daysLeft <= 1 ? 'Your firm’s trial ends within a day.' : `Your firm’s trial ends in ${daysLeft} days.`
  return (
    <section
      aria-label="Trial"
      className={cx(
        'px-4 py-2 text-center text-sm text-balance print:hidden',
        data.isOver || isNear ? 'bg-warning-solid font-medium text-warning-on' : 'border-b border-line text-ink-2',
      )}
    >
      {data.isOver
        ? 'Your firm’s trial has ended. You can still view and export everything. To make changes, contact the operator of this installation.'
        : `${left}${isNear ? ' After that, everything is read-only but can still be exported.' : ''}`}
    </section>
  )
}
