import { type MouseEvent, useRef } from 'react'

const withinMs = 500
const withinPixels = 40

/**
 * Blocks the second tap of a double tap on a confirmation, which would otherwise act on whatever is under the closed
 * dialog. Put `onClickCapture` on an element that contains both.
 */
export function useDoubleTapGuard() {
  const last = useRef({ x: 0, y: 0 })
  const confirmedAt = useRef(-Infinity)
  return {
    markConfirmed: () => {
      confirmedAt.current = performance.now()
    },
    onClickCapture: (event: MouseEvent) => {
      // A click triggered by the keyboard has no position.
      if (event.detail === 0) return
      const distance = Math.hypot(event.clientX - last.current.x, event.clientY - last.current.y)
      const isSecond = performance.now() - confirmedAt.current < withinMs && distance < withinPixels
      last.current = { x: event.clientX, y: event.clientY }
      if (!isSecond) return
      event.preventDefault()
      event.stopPropagation()
    },
  }
}
