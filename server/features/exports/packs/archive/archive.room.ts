import { readQuotaLeft } from '#server/features/videos/uploads/admission.ts'
import type { Config } from '#server/platform/config.ts'
import type { Db } from '#server/platform/db.ts'
import { DiskLow, Refusal } from '#server/platform/errors.ts'
import type { Storage } from '#server/platform/storage.ts'
import { requireSpace } from '#server/platform/storage/space.ts'
import type { OpenArchive } from './archive.rows.ts'

const sumBytes = (files: OpenArchive['files']): number => files.reduce((sum, { entry }) => sum + entry.size, 0)

/** If the disk is low already, the import waits. Files of an earlier attempt are written again in their place. */
export async function requireWholeSpace(
  storage: Storage,
  config: Pick<Config, 'DATA_DIR' | 'MIN_FREE_GB'>,
  archive: OpenArchive,
  prefixes: readonly string[],
): Promise<void> {
  let needed = sumBytes(archive.files) + archive.recordBytes
  for (const prefix of prefixes) for await (const { sizeBytes } of storage.list(prefix)) needed -= sizeBytes
  await requireSpace(storage, config, Math.max(0, needed))
}

/** Waiting wouldn't help, because the import itself fills the disk. */
export function throwDiskFull(error: unknown): never {
  throw error instanceof DiskLow ? new Refusal('no_space', error.message) : error
}

export async function requireQuota(
  db: Db,
  firmId: string,
  quotaGb: number | undefined,
  archive: OpenArchive,
  lock?: 'lock',
): Promise<void> {
  const left = await readQuotaLeft(db, firmId, quotaGb, lock)
  const originals = archive.files.filter(({ rest }) => rest === 'original/media')
  if (left !== null && sumBytes(originals) > left)
    throw new Refusal(
      'no_space',
      `This case doesn’t fit in your firm’s ${quotaGb} GB of storage. Delete videos or revoke exports you no longer need.`,
    )
}
