import type { ReactNode } from 'react'
import { Button } from './Button.tsx'

type ErrorCardProps = {
  title?: string
  message?: string | undefined
  detail?: ReactNode
  retryLabel?: string
  isScreen?: boolean
  onRetry: () => void
  busy?: boolean
}

export function ErrorCard({
  title = 'Failed to load data',
  message,
  detail,
  retryLabel = 'Try Again',
  onRetry,
  busy = false,
  isScreen = false,
}: ErrorCardProps) {
  const Title = isScreen ? 'h1' : 'p'
  return (
    <div
      role="alert"
      className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start justify-items-start gap-2 rounded-card border border-danger-fg bg-surface p-4 in-data-card:border-0 in-data-card:p-0"
    >
      <Title className="text-lg font-bold text-danger-fg">{title}</Title>
      <p className="max-w-full wrap-anywhere">{message || 'An error occurred while fetching data'}</p>
      {detail && <p className="text-sm text-ink-3">{detail}</p>}
      <Button onClick={onRetry} busy={busy}>
        {retryLabel}
      </Button>
    </div>
  )
}
