import { backgroundPatience, withPatience } from '../database/patience.ts'

export type Repeating = { start(): void; soon(): void; stop(): Promise<void> }

/** Runs never overlap. `start` waits one interval before the first run, and `soon` runs immediately. */
export function every(intervalMs: number, work: () => Promise<void>, onError: (error: unknown) => void): Repeating {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let again = false
  let stopped = false
  const run = async (): Promise<void> => {
    try {
      // Otherwise, a request that calls `soon` would impose its own short limits.
      await withPatience(backgroundPatience, work)
    } catch (error) {
      onError(error)
    }
    running = undefined
    if (!stopped) schedule(again ? 0 : intervalMs)
    again = false
  }
  const schedule = (afterMs: number): void => {
    clearTimeout(timer)
    timer = setTimeout(() => void (running = run()), afterMs)
  }
  return {
    start: () => schedule(intervalMs),
    soon() {
      if (stopped) return
      if (running) again = true
      else schedule(0)
    },
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
