import { useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { dismissBanner, useBannerMessage, useConnection } from '#web/platform/network/connection.ts'
import { CloseIcon, cx } from '#web/ui/kit.ts'

/**
 * Pushes the page down instead of covering it. Changes only while nothing is pressed because the shift could otherwise
 * move a seat during a drag.
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
      {/* A live region must exist before its text changes. */}
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- <output> can't contain block elements */}
      <div role="status" className="min-w-0">
        {message}
      </div>
      {message !== null && (
        <button
          type="button"
          aria-label="Dismiss connection message"
          onClick={dismiss}
          className="grid size-8 shrink-0 place-items-center rounded-control hover:bg-current/15 touch:size-11"
        >
          <CloseIcon />
        </button>
      )}
    </div>
  )
}

/** Turns off scroll anchoring for two frames so the banner doesn't cover the first line. */
function useScrollWithPage(isShown: boolean): void {
  useLayoutEffect(() => {
    const { style } = document.documentElement
    style.overflowAnchor = 'none'
    const frame = requestAnimationFrame(() => requestAnimationFrame(() => (style.overflowAnchor = '')))
    return () => cancelAnimationFrame(frame)
  }, [isShown])
}

/**
 * The click event of a tap fires after touchend. If the layout shifted in between, the click would hit the wrong
 * target.
 */
const settleMs = 300

const pointers = new Set<number>()
let fingers = 0
let held = false
let release = 0
const listeners = new Set<() => void>()

const isPressed = (): boolean => held

function subscribePressed(onChange: () => void): () => void {
  if (listeners.size === 0) listen()
  listeners.add(onChange)
  return () => void listeners.delete(onChange)
}

function set(to: boolean): void {
  if (held === to) return
  held = to
  for (const each of listeners) each()
}

function update(): void {
  clearTimeout(release)
  if (pointers.size > 0 || fingers > 0) set(true)
  else release = window.setTimeout(() => set(false), settleMs)
}

let isListening = false
function listen(): void {
  if (isListening) return
  isListening = true
  const options = { capture: true, passive: true }
  const down = ({ pointerId }: PointerEvent) => {
    pointers.add(pointerId)
    update()
  }
  const up = ({ pointerId }: PointerEvent) => {
    pointers.delete(pointerId)
    update()
  }
  // Browsers may cancel the pointer during a drag while the finger is still down.
  const touch = ({ touches }: TouchEvent) => {
    fingers = touches.length
    update()
  }
  window.addEventListener('pointerdown', down, options)
  window.addEventListener('pointerup', up, options)
  window.addEventListener('pointercancel', up, options)
  window.addEventListener('touchstart', touch, options)
  window.addEventListener('touchend', touch, options)
  window.addEventListener('touchcancel', touch, options)
  window.addEventListener('blur', () => {
    pointers.clear()
    fingers = 0
    update()
  })
}
