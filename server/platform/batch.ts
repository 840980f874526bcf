import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { isTemporary } from './database/outage.ts'

/** A read that takes longer than this may be stuck, so the next one doesn't wait for it. */
const stuckMs = 100

/** Combines waiting calls into one read. A call never gets the result of a read that began before it. */
export function batchReads<Key, Value>(
  read: (keys: Key[]) => Promise<ReadonlyMap<Key, Value>>,
): (key: Key) => Promise<Value | undefined> {
  let waiting: { key: Key; resolve: (value: Value | undefined) => void; reject: (error: unknown) => void }[] = []
  let startedAt: number | null = null

  const run = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      startedAt = performance.now()
      try {
        const found = await read([...new Set(batch.map(({ key }) => key))])
        for (const { key, resolve } of batch) resolve(found.get(key))
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    startedAt = null
  }

  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject })
      if (startedAt !== null && performance.now() - startedAt < stuckMs) return
      startedAt = performance.now()
      // Include requests that arrived in the same turn of the event loop.
      setImmediate(() => void run())
    })
}

/**
 * Shares one read among waiting calls with the same key. A call never gets the result of a read that began before it.
 */
export function shareReads<Value>(): (key: string, read: () => Promise<Value>) => Promise<Value> {
  const waiting = new Map<string, Promise<Value>>()
  const running = new Map<string, Promise<unknown>>()

  const begin = async (key: string, read: () => Promise<Value>): Promise<Value> => {
    const earlier = running.get(key)
    await (earlier ? Promise.race([earlier, sleep(stuckMs, null, { ref: false })]) : nextTurn())
    waiting.delete(key)
    const result = read()
    const ended = Promise.allSettled([result])
    running.set(key, ended)
    void ended.then(() => running.get(key) === ended && running.delete(key))
    return result
  }

  return (key, read) => {
    const joined = waiting.get(key) ?? begin(key, read)
    waiting.set(key, joined)
    return joined
  }
}

/** Continues after a failure, so one file that can't be removed doesn't hold up the others. Stops at an outage. */
export async function tryEach<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const failures: unknown[] = []
  for (const item of items)
    await work(item).catch((error: unknown) => {
      if (isTemporary(error)) throw error
      failures.push(error)
    })
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} of ${items.length} failed`)
}
