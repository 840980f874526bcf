import { cx } from './cx.ts'

type ProgressBarProps = {
  value: number | null
  label: string
  tone?: 'accent' | 'success' | 'danger'
}

const fills = { accent: 'bg-accent', success: 'bg-success-solid', danger: 'bg-danger-solid' } as const

export function ProgressBar({ value, label, tone = 'accent' }: ProgressBarProps) {
  const percent = value === null ? null : Math.round(Math.min(100, Math.max(0, value)))
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- browsers render <progress> too differently to style
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent ?? undefined}
      className="h-1.5 w-full overflow-hidden rounded-full bg-neutral-soft"
    >
      <div
        className={cx(
          'h-full rounded-full transition-[width] duration-200',
          fills[tone],
          percent === null && 'w-1/3 animate-pulse',
        )}
        {...(percent !== null && { style: { width: `${percent}%` } })}
      />
    </div>
  )
}
