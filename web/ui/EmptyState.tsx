import type { ReactNode } from 'react'

type EmptyStateProps = { icon?: ReactNode; title: string; hint?: ReactNode; action?: ReactNode }

export function EmptyState({ icon, title, hint, action }: EmptyStateProps) {
  return (
    // `minmax(0, 1fr)` keeps a long file name from widening the page.
    <div className="grid grid-cols-[minmax(0,1fr)] justify-items-center gap-2 rounded-card border border-dashed border-line px-4 py-8 text-center wrap-anywhere in-data-card:border-0 in-data-card:pt-2 in-data-card:pb-4">
      {icon && <div className="text-ink-3">{icon}</div>}
      <p className="font-medium">{title}</p>
      {hint && <p className="max-w-prose text-balance text-ink-2">{hint}</p>}
      {action && <div className="mt-2">{action}</div>}
    </div>
  )
}
