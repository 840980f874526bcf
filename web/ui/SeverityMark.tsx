import { cx } from './cx.ts'

export type SeverityLevel = 'low' | 'medium' | 'high' | 'critical'

/** Critical and high look alike to colorblind users, so each level has its own shape. */
const levels = {
  critical: {
    shape: '▲',
    word: 'Critical',
    soft: 'bg-critical-soft text-critical-fg',
    solid: 'bg-critical-solid text-critical-on',
  },
  high: { shape: '◆', word: 'High', soft: 'bg-high-soft text-high-fg', solid: 'bg-high-solid text-high-on' },
  medium: {
    shape: '■',
    word: 'Medium',
    soft: 'bg-medium-soft text-medium-fg',
    solid: 'bg-medium-solid text-medium-on',
  },
  low: { shape: '●', word: 'Low', soft: 'bg-low-soft text-low-fg', solid: 'bg-low-solid text-low-on' },
} as const satisfies Record<SeverityLevel, { shape: string; word: string; soft: string; solid: string }>

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

export const severityWords: Record<SeverityLevel, string> = {
  critical: levels.critical.word,
  high: levels.high.word,
  medium: levels.medium.word,
  low: levels.low.word,
}

/** Shows only the shape, for tight spaces. The container must name the severity. */
export function SeverityShape({ level, isSuggested = false }: { level: SeverityLevel; isSuggested?: boolean }) {
  const { shape, soft, solid } = levels[level]
  return (
    <span
      aria-hidden="true"
      className={cx(
        'grid size-4 place-items-center rounded-mark text-[0.5rem] leading-none',
        isSuggested ? cx('border border-dashed border-current', soft) : solid,
      )}
    >
      {shape}
    </span>
  )
}
