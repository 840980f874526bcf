import { useRouterState } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'

/** Time for the new screen to set its title. */
const settleMs = 100

/** After a change of screen: moves the focus to the content and reads out the title, as a page load would. */
export function RouteAnnouncer() {
  const pathname = useRouterState({ select: (state) => state.resolvedLocation?.pathname })
  const shown = useRef<string | undefined>(undefined)
  const [announcement, setAnnouncement] = useState('')
  useEffect(() => {
    if (!pathname) return undefined
    const isFirst = shown.current === undefined
    const isSame = shown.current === pathname
    shown.current = pathname
    if (isFirst || isSame) return undefined
    const timer = setTimeout(() => {
      setAnnouncement(document.title)
      const isInside = document.activeElement?.closest('#main, [role="dialog"], [role="menu"]')
      if (!isInside) document.querySelector<HTMLElement>('#main')?.focus({ preventScroll: true })
    }, settleMs)
    return () => clearTimeout(timer)
  }, [pathname])
  return (
    <p aria-live="polite" className="sr-only">
      {announcement}
    </p>
  )
}
