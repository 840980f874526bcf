import { useDrag } from '@use-gesture/react'
import { useEffect, useState } from 'react'

/** Specification, section 9: what a drag must exceed, px, and how long actions stay, ms. */
const revealPx = 80
const hideAfterMs = 3000
/** Most a row follows the finger: a part of the screen's width, and never more px. */
const mostOfWidth = 0.3
const mostPx = 120

export type Revealed = 'left' | 'right' | null

/** A row that reveals actions when it is dragged sideways by touch, and hides them by itself. */
export function useSwipe() {
  const [revealed, setRevealed] = useState<Revealed>(null)
  const [offset, setOffset] = useState(0)
  useEffect(() => {
    if (revealed === null) return
    const timer = setTimeout(() => setRevealed(null), hideAfterMs)
    return () => clearTimeout(timer)
  }, [revealed])
  const bind = useDrag(
    ({ movement: [x], last }) => {
      setOffset(last ? 0 : limitOffset(x, window.innerWidth))
      if (last) setRevealed(revealedBy(x))
    },
    { axis: 'x', filterTaps: true, pointer: { touch: true } },
  )
  return { bind, offset, revealed, hide: () => setRevealed(null) }
}

/** How far a row follows a finger that moved by `x` px on a screen of that width. */
export function limitOffset(x: number, widthPx: number): number {
  const most = Math.min(widthPx * mostOfWidth, mostPx)
  return Math.max(-most, Math.min(most, x))
}

/** A drag to the left reveals what stands at the right end and the other way round; a shorter one snaps back. */
export const revealedBy = (x: number): Revealed => (x < -revealPx ? 'left' : x > revealPx ? 'right' : null)
