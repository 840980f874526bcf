import { useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'

let isPrinting = false

function subscribe(listener: () => void): () => void {
  // Uses flushSync because the browser lays out pages as soon as the handler returns.
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

export const usePrinting = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => isPrinting,
    () => false,
  )
