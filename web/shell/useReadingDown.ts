import { useEffect, useState } from 'react'
import { isReadingDown } from './reading.ts'

/** True while somebody reads down the page: what floats above its words steps aside. */
export function useReadingDown(): boolean {
  const [isDown, setDown] = useState(false)
  useEffect(() => {
    let before = window.scrollY
    const onScroll = () => {
      const { scrollY, innerHeight } = window
      const left = document.documentElement.scrollHeight - innerHeight - scrollY
      // Made here: React may ask for the new state only after `before` has moved on.
      const scrolled = { before, now: scrollY, left }
      before = scrollY
      setDown((wasDown) => isReadingDown(scrolled, wasDown))
    }
    window.addEventListener('scroll', onScroll, { passive: true })
    return () => window.removeEventListener('scroll', onScroll)
  }, [])
  return isDown
}
