/** A read that takes longer than this may be stuck, so the next one doesn't wait for it. */
const stuckMs = 100

/**
 * Combines calls that wait at the same time into one read. A call never gets the result of a read that began before it.
 */
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
      // Includes the other requests that arrived in this turn of the event loop.
      setImmediate(() => void run())
    })
}
