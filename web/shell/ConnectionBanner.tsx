import { useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { dismissBanner, useBannerMessage, useConnection } from '#web/platform/network/connection.ts'
import { CloseIcon, cx } from '#web/ui/kit.ts'
import { isPressed, subscribePressed } from './pressed.ts'

/**
 * In the flow below the header, so that it pushes the page down instead of covering it. It comes and goes only while
 * nothing is pressed: a shift would move a seat from under a drag.
 */
export function ConnectionBanner({ belowHeader = false }: { belowHeader?: boolean }) {
  const { isOnline } = useConnection()
  const wanted = useBannerMessage()
  const isHeld = useSyncExternalStore(subscribePressed, isPressed)
  const [shown, setShown] = useState({ message: wanted, isOnline })
  if (!isHeld && (shown.message !== wanted || shown.isOnline !== isOnline)) setShown({ message: wanted, isOnline })
  const { message } = shown
  useScrollWithPage(message !== null)

  function dismiss() {
    dismissBanner()
    document.getElementById('main')?.focus({ preventScroll: true })
  }
  return (
    <div
      data-connection={message === null ? undefined : ''}
      className={cx(
        'sticky z-30 flex items-center justify-center gap-2 text-center text-sm font-medium print:hidden',
        belowHeader ? 'top-14' : 'top-0',
        message !== null && 'py-0.5 pr-2 pl-4',
        shown.isOnline ? 'bg-warning-solid text-warning-on' : 'bg-danger-solid text-danger-on',
      )}
    >
      {/* Always in the page, so that a change is read out. */}
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a block, not a phrase */}
      <div role="status" className="min-w-0">
        {message}
      </div>
      {message !== null && (
        <button
          type="button"
          aria-label="Dismiss the connection message"
          onClick={dismiss}
          className="grid size-8 shrink-0 place-items-center rounded-control hover:bg-current/15 touch:size-11"
        >
          <CloseIcon />
        </button>
      )}
    </div>
  )
}

/** The browser would hold the page still and let the banner cover its first line. */
function useScrollWithPage(isShown: boolean): void {
  useLayoutEffect(() => {
    const { style } = document.documentElement
    style.overflowAnchor = 'none'
    const frame = requestAnimationFrame(() => requestAnimationFrame(() => (style.overflowAnchor = '')))
    return () => cancelAnimationFrame(frame)
  }, [isShown])
}
