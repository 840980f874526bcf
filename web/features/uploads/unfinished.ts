/** Uploads that a reload or a closed page cut off. The browser cannot open the file again by itself: the person chooses it. */

const prefix = 'venire'

/** What a file is known by again: whose upload it is, name, size and time of its last change. */
export const makeFingerprint = (file: File, userId: string): string =>
  [prefix, userId, file.name, file.size, file.lastModified].join('|')

export type Unfinished = { key: string; name: string; sizeBytes: number; startedAt: string; caseId: string | null }

/** tus-js-client keeps one entry an upload under `tus::<fingerprint>::<number>`. */
const entryPattern = /^tus::venire\|([^|]*)\|(.*)\|(\d+)\|(\d+)::\d+$/

/** Those of this person: another's, on the same browser, are theirs alone to see and to go on with. */
export function listUnfinished(
  userId: string,
  storage: Pick<Storage, 'length' | 'key' | 'getItem'> = localStorage,
): Unfinished[] {
  const found: Unfinished[] = []
  for (let index = 0; index < storage.length; index++) {
    const key = storage.key(index) ?? ''
    const parts = entryPattern.exec(key)
    if (!parts || parts[1] !== userId) continue
    const entry = JSON.parse(storage.getItem(key) ?? '{}') as { creationTime?: string; metadata?: Metadata } | null
    const { creationTime: startedAt = '', metadata } = entry ?? {}
    found.push({ key, name: parts[2] ?? '', sizeBytes: Number(parts[3]), startedAt, caseId: metadata?.caseId ?? null })
  }
  return found
}

type Metadata = { caseId?: string }

/**
 * The latest upload of the same file that can go on to where this one goes. One to another case cannot: what was sent
 * would be filed there. One without a case can, and is put into the case at its end.
 */
export function previousFor<T extends { creationTime: string; metadata: Metadata }>(
  previous: readonly T[],
  caseId: string | null,
): T | undefined {
  const newestFirst = previous.toSorted((a, b) => Date.parse(b.creationTime) - Date.parse(a.creationTime))
  return (
    newestFirst.find(({ metadata }) => (metadata.caseId ?? null) === caseId) ??
    newestFirst.find(({ metadata }) => metadata.caseId === undefined)
  )
}

export function forgetUnfinished(key: string): void {
  localStorage.removeItem(key)
}
