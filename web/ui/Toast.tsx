import { Toast as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { CloseIcon } from './icons.tsx'
import { iconButtonClass } from './IconButton.tsx'
import { cx } from './cx.ts'

const durationMs = 5000
const swipeThresholdPx = 50

export type ToastProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description?: string | undefined
  variant?: 'default' | 'destructive' | undefined
  /** `altText` describes another way to do the action, for screen reader users who can't reach the toast in time. */
  action?: { label: string; altText: string; onAction: () => void } | undefined
}

export function Toast({ open, onOpenChange, title, description, variant = 'default', action }: ToastProps) {
  const destructive = variant === 'destructive'
  return (
    <Radix.Root
      open={open}
      onOpenChange={onOpenChange}
      type={destructive ? 'foreground' : 'background'}
      className={cx(
        'appear flex items-start gap-3 rounded-card border p-4 shadow-floating data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)',
        destructive ? 'border-danger-solid bg-danger-soft text-danger-fg' : 'border-line bg-surface text-ink',
      )}
    >
      <div className="min-w-0 flex-1">
        <Radix.Title className="font-bold break-words">{title}</Radix.Title>
        {description && <Radix.Description className="break-words">{description}</Radix.Description>}
      </div>
      {action && (
        <Radix.Action
          altText={action.altText}
          onClick={action.onAction}
          className="min-h-8 rounded-control border border-current px-3 text-sm font-bold touch:min-h-11"
        >
          {action.label}
        </Radix.Action>
      )}
      <Radix.Close aria-label="Close" className={cx(iconButtonClass, '-mt-1 -mr-1')}>
        <CloseIcon />
      </Radix.Close>
    </Radix.Root>
  )
}

export function ToastRegion({ children }: { children: ReactNode }) {
  return (
    <Radix.Provider duration={durationMs} swipeDirection="right" swipeThreshold={swipeThresholdPx} label="Notification">
      {children}
      <Radix.Viewport
        hotkey={['F8']}
        className="fixed right-0 bottom-(--bottom-bar) z-60 grid w-full max-w-104 gap-2 p-4 outline-none md:bottom-0"
      />
    </Radix.Provider>
  )
}
