import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { type Tone, toneClass } from './tones.ts'

export function Badge({ tone = 'neutral', dashed, children }: { tone?: Tone; dashed?: boolean; children: ReactNode }) {
  return (
    <span
      className={cx(
        'inline-flex max-w-full items-center gap-1 rounded-mark px-2 py-0.5 text-xs font-medium',
        toneClass[tone],
        dashed && 'border border-dashed border-current',
      )}
    >
      {/* Breaks long single-word tags so that they don't overflow. */}
      {typeof children === 'string' ? <span className="min-w-0 break-words">{children}</span> : children}
    </span>
  )
}
