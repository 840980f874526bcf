import { useSyncExternalStore } from 'react'
import { describeError } from './apiError.ts'

const toastLimit = 1
const removeDelayMs = 1_000_000

export type ToastInput = {
  title: string
  description?: string
  variant?: 'default' | 'destructive'
  action?: { label: string; altText: string; onAction: () => void }
}
export type ToastEntry = ToastInput & { id: number; open: boolean }

export function createToastStore() {
  let toasts: readonly ToastEntry[] = []
  let nextId = 1
  const listeners = new Set<() => void>()
  const timers = new Map<number, ReturnType<typeof setTimeout>>()

  function set(next: readonly ToastEntry[]) {
    toasts = next
    for (const listener of listeners) listener()
  }

  function dismiss(id: number) {
    if (!toasts.some((each) => each.id === id && each.open)) return
    set(toasts.map((each) => (each.id === id ? { ...each, open: false } : each)))
    const remove = () => {
      timers.delete(id)
      set(toasts.filter((each) => each.id !== id))
    }
    timers.set(id, setTimeout(remove, removeDelayMs))
  }

  function add(input: ToastInput): { id: number; dismiss: () => void } {
    const id = nextId++
    const kept = [{ ...input, id, open: true }, ...toasts].slice(0, toastLimit)
    for (const gone of toasts.filter((each) => !kept.includes(each))) {
      clearTimeout(timers.get(gone.id))
      timers.delete(gone.id)
    }
    set(kept)
    return { id, dismiss: () => dismiss(id) }
  }

  return {
    add,
    dismiss,
    list: () => toasts,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

const store = createToastStore()

export const toast = store.add
export const dismissToast = store.dismiss

export const toastOnError = (title: string) => ({
  onError: (error: Error) => void toast({ title, description: describeError(error), variant: 'destructive' }),
})
export const useToasts = (): readonly ToastEntry[] => useSyncExternalStore(store.subscribe, store.list)
