/** Uploads that a reload or a closed page cut off. The browser cannot open the file again by itself: the person chooses it. */

const prefix = 'venire'

/** What a file is known by again: name, size and time of its last change. */
export const fingerprintOf = (file: File): string => [prefix, file.name, file.size, file.lastModified].join('|')

export type Unfinished = { key: string; name: string; sizeBytes: number; startedAt: string }

/** tus-js-client keeps one entry an upload under `tus::<fingerprint>::<number>`. */
const entryPattern = /^tus::venire\|(.*)\|(\d+)\|(\d+)::\d+$/

export function listUnfinished(storage: Pick<Storage, 'length' | 'key' | 'getItem'> = localStorage): Unfinished[] {
  const found: Unfinished[] = []
  for (let index = 0; index < storage.length; index++) {
    const key = storage.key(index) ?? ''
    const parts = entryPattern.exec(key)
    if (!parts) continue
    const entry: unknown = JSON.parse(storage.getItem(key) ?? '{}')
    const startedAt =
      typeof entry === 'object' && entry !== null && 'creationTime' in entry ? String(entry.creationTime) : ''
    found.push({ key, name: parts[1] ?? '', sizeBytes: Number(parts[2]), startedAt })
  }
  return found
}

export function forgetUnfinished(key: string): void {
  localStorage.removeItem(key)
}
