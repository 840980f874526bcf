import { useEffect } from 'react'

/** Scrolls to the URL hash because lazy content isn't rendered yet when the browser scrolls. */
export function useAnchor(hash: string): void {
  useEffect(() => {
    if (hash) document.getElementById(hash)?.scrollIntoView()
  }, [hash])
}
