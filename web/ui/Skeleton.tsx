import type { ReactNode } from 'react'
import { cx } from './cx.ts'

export function Skeleton({ className }: { className?: string }) {
  return (
    <div
      aria-hidden="true"
      className={cx('skeleton animate-pulse rounded-card bg-neutral-soft', className ?? 'h-4 w-full')}
    />
  )
}

/** Appears after 150 ms so that fast responses don't cause a flicker. */
export function SkeletonGroup({ label = 'Loading', children }: { label?: string; children: ReactNode }) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- <output> can't contain block elements
    <div role="status" className="appear-late">
      <span className="sr-only">{label}</span>
      {children}
    </div>
  )
}
