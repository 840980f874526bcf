import { useEffect, useState } from 'react'
import { isReadingDown } from './reading.ts'

/** What moves a page by hand. A page moves by itself too: to a section, or under a menu that closes. */
const hands = ['touchmove', 'wheel', 'keydown'] as const
const byHandMs = 500

/** True while somebody reads down the page: what floats above its words steps aside. */
export function useReadingDown(): boolean {
  const [isDown, setDown] = useState(false)
  useEffect(() => {
    let before = window.scrollY
    let handAt = -byHandMs
    const onHand = ({ timeStamp }: Event) => {
      handAt = timeStamp
    }
    const onScroll = ({ timeStamp }: Event) => {
      const { scrollY, innerHeight } = window
      const left = document.documentElement.scrollHeight - innerHeight - scrollY
      // Made here: React may ask for the new state only after `before` has moved on.
      const scrolled = { before, now: scrollY, left, isByHand: timeStamp - handAt < byHandMs }
      before = scrollY
      setDown((wasDown) => isReadingDown(scrolled, wasDown))
    }
    for (const hand of hands) window.addEventListener(hand, onHand, { passive: true })
    window.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      for (const hand of hands) window.removeEventListener(hand, onHand)
      window.removeEventListener('scroll', onScroll)
    }
  }, [])
  return isDown
}
