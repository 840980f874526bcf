import type { AlertDialog, Dialog } from 'radix-ui'
import { type ReactNode, useRef } from 'react'
import { cx } from './cx.ts'

export type OverlayProps = { open: boolean; onOpenChange: (open: boolean) => void; children: ReactNode }

type ShellProps = OverlayProps & {
  parts: Pick<typeof Dialog | typeof AlertDialog, 'Root' | 'Portal' | 'Overlay' | 'Content'>
  isDescribed?: boolean
  /** Focuses the overlay itself so that Enter doesn't press its first button. */
  focusesItself?: boolean
  className: string
}

export const centeredClass =
  'appear top-1/2 left-1/2 max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] -translate-x-1/2 -translate-y-1/2 overflow-y-auto rounded-dialog border px-6 pt-6'

export function Overlay({
  parts,
  open,
  onOpenChange,
  isDescribed = false,
  focusesItself = false,
  className,
  children,
}: ShellProps) {
  const returnFocus = useReturnFocus(focusesItself)
  return (
    <parts.Root open={open} onOpenChange={onOpenChange}>
      <parts.Portal>
        <parts.Overlay className="appear fixed inset-0 z-50 bg-black/50" />
        <parts.Content
          {...returnFocus}
          {...(!isDescribed && { 'aria-describedby': undefined })}
          className={cx('fixed z-50 border-line bg-surface shadow-floating', className)}
        >
          {children}
        </parts.Content>
      </parts.Portal>
    </parts.Root>
  )
}

function findOpener(): HTMLElement | null {
  const active = document.activeElement
  const triggerId = active?.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  const opener = triggerId ? document.getElementById(triggerId) : active
  return opener instanceof HTMLElement ? opener : null
}

/** Radix restores focus only to its own trigger, but these dialogs are opened by state, so they have none. */
function useReturnFocus(focusesItself: boolean) {
  const opener = useRef<HTMLElement | null>(null)
  return {
    onOpenAutoFocus: (event: Event) => {
      opener.current = findOpener()
      if (!focusesItself || !(event.target instanceof HTMLElement)) return
      event.preventDefault()
      event.target.focus()
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      if (opener.current?.isConnected) opener.current.focus()
    },
  }
}
