import { useEffect } from 'react'

/** Scrolls to the URL hash, because lazy-loaded content isn't there when the browser tries. */
export function useAnchor(hash: string): void {
  useEffect(() => {
    if (hash) document.getElementById(hash)?.scrollIntoView()
  }, [hash])
}
