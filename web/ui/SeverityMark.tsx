import { cx } from './cx.ts'

export type SeverityLevel = 'low' | 'medium' | 'high' | 'critical'

/** Critical and high look alike to colorblind users, so each level has its own shape. */
const levels = {
  critical: { shape: '▲', word: 'Critical', soft: 'bg-critical-soft text-critical-fg' },
  high: { shape: '◆', word: 'High', soft: 'bg-high-soft text-high-fg' },
  medium: { shape: '■', word: 'Medium', soft: 'bg-medium-soft text-medium-fg' },
  low: { shape: '●', word: 'Low', soft: 'bg-low-soft text-low-fg' },
} as const satisfies Record<SeverityLevel, { shape: string; word: string; soft: string }>

export function SeverityMark({ level }: { level: SeverityLevel }) {
  const { shape, word, soft } = levels[level]
  return (
    <span className={cx('inline-flex items-center gap-1.5 rounded-mark px-2 py-0.5 text-xs font-medium', soft)}>
      <span aria-hidden="true" className="text-[0.625rem]">
        {shape}
      </span>
      {word}
    </span>
  )
}
