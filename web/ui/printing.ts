import { useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'

let isPrinting = false

function subscribe(listener: () => void): () => void {
  // The browser lays out the pages as soon as the event handler returns.
  const set = (to: boolean) => () => {
    isPrinting = to
    flushSync(listener)
  }
  const [begin, end] = [set(true), set(false)]
  window.addEventListener('beforeprint', begin)
  window.addEventListener('afterprint', end)
  return () => {
    window.removeEventListener('beforeprint', begin)
    window.removeEventListener('afterprint', end)
  }
}

/** True while printing. Paged and virtual lists then render in full. */
export const usePrinting = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => isPrinting,
    () => false,
  )
