import type { ReactNode } from 'react'

type StatTileProps = { label: string; value: ReactNode; hint?: ReactNode; icon?: ReactNode }

export function StatTile({ label, value, hint, icon }: StatTileProps) {
  return (
    <div className="rounded-card border border-line bg-surface p-4">
      <dt className="flex items-center gap-2 text-sm text-ink-2">
        {icon}
        {label}
      </dt>
      <dd className="tabular mt-1 text-2xl font-bold">{value}</dd>
      {hint && <dd className="text-sm text-ink-3">{hint}</dd>}
    </div>
  )
}

export function StatTiles({ children }: { children: ReactNode }) {
  return <dl className="grid grid-cols-2 gap-3 md:grid-cols-4">{children}</dl>
}
