import type { Hasher } from '../hasher/hasher.ts'
import type { Storage } from '../storage.ts'

const keptMs = 600_000

type Kept = { version: string; until: number; sha256: Promise<string | null> }
const kept = new WeakMap<Storage, Map<string, Kept>>()

/** Hashes a stored file, or returns the hash from the last ten minutes if `version` is the same. */
export function digestOnce(
  storage: Storage,
  hasher: Pick<Hasher, 'digest'>,
  { key, version }: { key: string; version: string },
): Promise<string | null> {
  const all = kept.get(storage) ?? new Map<string, Kept>()
  kept.set(storage, all)
  const now = performance.now()
  for (const [each, { until }] of all) if (until < now) all.delete(each)
  const before = all.get(key)
  if (before?.version === version) return before.sha256
  const sha256 = storage.digest(key, hasher)
  const fresh = { version, until: now + keptMs, sha256 }
  all.set(key, fresh)
  sha256.catch(() => all.get(key) === fresh && all.delete(key))
  return sha256
}
