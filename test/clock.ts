import { vi } from 'vitest'

/** Shifts this process's clock by `minutes` while `work` runs. The database keeps its own clock. */
export async function withWrongClock<T>(minutes: number, work: () => Promise<T>): Promise<T> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * 60_000 })
  try {
    return await work()
  } finally {
    vi.useRealTimers()
  }
}
