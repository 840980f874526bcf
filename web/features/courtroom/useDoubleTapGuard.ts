import { type MouseEvent, useRef } from 'react'

const withinMs = 500
const withinPixels = 40

/**
 * The second tap of a double tap on a confirmation would act on whatever lies below the closed dialog. `onClickCapture`
 * belongs on an element that contains both.
 */
export function useDoubleTapGuard() {
  const last = useRef({ x: 0, y: 0 })
  const confirmedAt = useRef(-Infinity)
  return {
    markConfirmed: () => {
      confirmedAt.current = performance.now()
    },
    onClickCapture: (event: MouseEvent) => {
      // A key press has no position.
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
