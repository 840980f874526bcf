import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { type Tone, toneClass } from './tones.ts'

/** `dashed` marks what a machine suggested and nobody has confirmed. */
export function Badge({ tone = 'neutral', dashed, children }: { tone?: Tone; dashed?: boolean; children: ReactNode }) {
  return (
    <span
      className={cx(
        'inline-flex items-center gap-1 rounded-mark px-2 py-0.5 text-xs font-medium',
        toneClass[tone],
        dashed && 'border border-dashed border-current',
      )}
    >
      {children}
    </span>
  )
}
