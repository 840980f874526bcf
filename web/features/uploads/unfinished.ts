/** Browsers can't reopen a file after a reload, so the user selects it again to resume. */

const prefix = 'venire'

export const makeFingerprint = (file: File, userId: string): string =>
  [prefix, userId, file.name, file.size, file.lastModified].join('|')

export type Unfinished = { key: string; name: string; sizeBytes: number; startedAt: string; caseId: string | null }

/** tus-js-client stores one entry per upload under `tus::<fingerprint>::<number>`. */
const entryPattern = /^tus::venire\|([^|]*)\|(.*)\|(\d+)\|(\d+)::\d+$/

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
 * Returns the latest upload that can resume into `caseId`: one for the same case or, failing that, one without a case,
 * which is moved to the case at the end.
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
