import { useEffect } from 'react'

/** Scrolls to the anchor of the address once the screen, whose code came later than the address, stands. */
export function useAnchor(hash: string): void {
  useEffect(() => {
    if (hash) document.getElementById(hash)?.scrollIntoView()
  }, [hash])
}
