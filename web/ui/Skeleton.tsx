import type { ReactNode } from 'react'
import { cx } from './cx.ts'

/** One grey block with the size of what will stand there. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <div aria-hidden="true" className={cx('animate-pulse rounded-mark bg-neutral-soft', className ?? 'h-4 w-full')} />
  )
}

/** Holds the skeleton of a layout; it appears after 300 ms, so that quick answers do not flicker. */
export function SkeletonGroup({ label = 'Loading', children }: { label?: string; children: ReactNode }) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <output> may not hold blocks
    <div role="status" className="appear-late">
      <span className="sr-only">{label}</span>
      {children}
    </div>
  )
}
