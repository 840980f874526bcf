import { useRef } from 'react'

/** What had the focus; for an item of a menu that is about to go, the button that opened the menu. */
function findOpener(): HTMLElement | null {
  const active = document.activeElement
  const triggerId = active?.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  const opener = triggerId ? document.getElementById(triggerId) : active
  return opener instanceof HTMLElement ? opener : null
}

/**
 * Props of a Radix dialog that is opened by state: without a trigger of its own it would leave the focus nowhere
 * when it closes.
 */
export function useReturnFocus() {
  const opener = useRef<HTMLElement | null>(null)
  return {
    onOpenAutoFocus: () => {
      opener.current = findOpener()
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      if (opener.current?.isConnected) opener.current.focus()
    },
  }
}
