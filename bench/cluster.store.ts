import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { startS3 } from '#test/s3.ts'

export type StoreMood = 'well' | 'away' | 'slow' | 'busy' | 'halves'
export type StoredObject = { key: string; sizeBytes: number; sha256: string }
export type StoreReport = { url: string; objects: StoredObject[]; halfWritten: number }
export type StoreOrder = { mood: StoreMood } | { ageMs: number } | 'report'

/** Longer than the lease renewal interval, but shorter than client timeouts. */
const slowMs = 3000

const store = await startS3()
let parts = 0

const moods: Record<StoreMood, Parameters<typeof store.disturb>[0]> = {
  well: () => {},
  away: () => 'drop',
  slow: () => sleep(slowMs),
  busy: () => (Math.random() < 0.3 ? 503 : undefined),
  halves: ({ method }) => (method === 'PUT' && parts++ % 2 === 1 ? 'drop' : undefined),
}

process.once('disconnect', () => process.exit())
process.on('message', (order: StoreOrder) => {
  if (order === 'report') process.send!(report())
  else if ('mood' in order) store.disturb(moods[order.mood])
  else for (const upload of store.uploads.values()) upload.initiatedMs -= order.ageMs
})
process.send!(report())

function report(): StoreReport {
  const objects = [...store.objects].map(([key, versions]) => {
    const { bytes } = versions.at(-1)!
    return { key, sizeBytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
  })
  return { url: store.url, objects, halfWritten: store.uploads.size }
}
