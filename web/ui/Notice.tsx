import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { showInDialog } from './showInDialog.ts'
import { type Tone, toneClass } from './tones.ts'

/** A sentence that stands out in the flow of a page. `alert` reads it out at once. */
export function Notice({ tone = 'info', alert, children }: { tone?: Tone; alert?: boolean; children: ReactNode }) {
  return (
    <div
      {...(alert && { role: 'alert', ref: showInDialog })}
      className={cx('rounded-card px-4 py-3 break-words', toneClass[tone])}
    >
      {children}
    </div>
  )
}
