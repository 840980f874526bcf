import { useDrag } from '@use-gesture/react'
import { useEffect, useState } from 'react'

/** Required by section 9 of the specification. */
const revealPx = 80
const hideAfterMs = 3000
const mostOfWidth = 0.3
const mostPx = 120

export type Revealed = 'left' | 'right' | null

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
      if (last) setRevealed(getRevealed(x))
    },
    { axis: 'x', filterTaps: true, pointer: { touch: true } },
  )
  return { bind, offset, revealed, hide: () => setRevealed(null) }
}

export function limitOffset(x: number, widthPx: number): number {
  const most = Math.min(widthPx * mostOfWidth, mostPx)
  return Math.max(-most, Math.min(most, x))
}

export const getRevealed = (x: number): Revealed => (x < -revealPx ? 'left' : x > revealPx ? 'right' : null)
