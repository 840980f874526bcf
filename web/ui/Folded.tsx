import { type ReactNode, useState } from 'react'

type FoldedProps = {
  title: ReactNode
  hint?: ReactNode
  isOpen?: boolean
  onShow?: (isShown: boolean) => void
  children: ReactNode
}

export function Folded({ title, hint, isOpen = false, onShow, children }: FoldedProps) {
  const [wasOpen, setWasOpen] = useState(isOpen)
  const [isShown, setShown] = useState(isOpen)
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen)
    if (isOpen) setShown(true)
  }
  const toggle = (to: boolean) => {
    setShown(to)
    onShow?.(to)
  }
  return (
    <details open={isShown} onToggle={(event) => toggle(event.currentTarget.open)}>
      <summary className="flex min-h-8 cursor-pointer items-center rounded-control select-none touch:min-h-11">
        <span className="mr-2 shrink-0 font-bold">{title}</span>
        {hint && <span className="min-w-0 truncate text-sm text-ink-2">{hint}</span>}
      </summary>
      <div className="mt-3">{children}</div>
    </details>
  )
}
