import { eq, isNotNull, sql } from 'drizzle-orm'
import { exports } from '#server/features/exports/core/exports.table.ts'
import { listHashes, verifyMedia } from '#server/features/videos/integrity.ts'
import { videoFiles, videos } from '#server/features/videos/videos.table.ts'
import type { Db } from '#server/platform/db.ts'
import type { Parts } from '#server/platform/parts.ts'

type Expected = { key: string; sizeBytes: number | null; sha256: string | null }
/** `file` is a storage key. For a recording, it starts with the recording's name. */
type Fault = { file: string; fault: 'missing' | 'changed' }
type StorageReport = { checked: number; faults: Fault[] }

/**
 * Checks recordings the way `verifyMedia` does, which also records changes to them, and checks every other file that a
 * row refers to.
 */
export async function verifyStorage(tools: Pick<Parts, 'storage' | 'hasher'> & { db: Db }): Promise<StorageReport> {
  const { db, storage, hasher } = tools
  const media = await verifyMedia(tools)
  const hashed = new Map(await listHashes(db))
  const faults = media.changed.map(({ id, filename, file, missing }): Fault => ({
    file: `${filename} (${id}), ${file}`,
    fault: missing ? 'missing' : 'changed',
  }))
  const others = (await listOthers(db)).filter(({ key }) => !hashed.has(key))
  for (const file of others) {
    const fault = await findFault(storage, hasher, file)
    if (fault) faults.push({ file: file.key, fault })
  }
  return { checked: hashed.size + others.length, faults }
}

async function findFault(
  storage: Parts['storage'],
  hasher: Parts['hasher'],
  { key, sizeBytes, sha256 }: Expected,
): Promise<Fault['fault'] | null> {
  const size = await storage.size(key)
  if (size === null) return 'missing'
  if (sizeBytes !== null && size !== sizeBytes) return 'changed'
  if (sha256 !== null && (await storage.digest(key, hasher)) !== sha256) return 'changed'
  return null
}

async function listOthers(db: Db): Promise<Expected[]> {
  const files = await db
    .select({ key: videoFiles.key, sizeBytes: videoFiles.sizeBytes, sha256: videoFiles.sha256 })
    .from(videoFiles)
  const transcripts = await db
    .select({ key: sql<string>`${videos.transcriptKey}`, sizeBytes: sql<null>`null`, sha256: sql<null>`null` })
    .from(videos)
    .where(isNotNull(videos.transcriptKey))
  const made = await db
    .select({ key: sql<string>`${exports.fileKey}`, sizeBytes: exports.sizeBytes, sha256: exports.sha256 })
    .from(exports)
    .where(eq(exports.status, 'ready'))
  return [...files, ...transcripts, ...made]
}
