import type { ReactNode } from 'react'
import { Badge } from './Badge.tsx'
import { Spinner } from './Spinner.tsx'

export type StatusKind = 'waiting' | 'busy' | 'done' | 'failed'

const tones = { waiting: 'neutral', busy: 'info', done: 'success', failed: 'danger' } as const
const marks: Record<StatusKind, ReactNode> = {
  waiting: <span aria-hidden="true">○</span>,
  busy: <Spinner />,
  done: <span aria-hidden="true">✓</span>,
  failed: <span aria-hidden="true">✕</span>,
}

export function StatusBadge({ kind, children }: { kind: StatusKind; children: ReactNode }) {
  return (
    <Badge tone={tones[kind]}>
      {marks[kind]}
      {children}
    </Badge>
  )
}
