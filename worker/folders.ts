import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { endLeftover } from '#engine/host/leftover.ts'
import type { Claim } from '#server/features/analysis/runs/runs.queries.ts'
import type { ExportRow } from '#server/features/exports/core/exports.table.ts'
import type { Config } from '#server/platform/config.ts'
import { isMissing } from '#server/platform/errors.ts'
import { getStoragePlace } from '#server/platform/storage/open.ts'

export const workRoot = (config: Config): string => config.WORK_DIR ?? join(config.DATA_DIR, 'work')

/** A local store renames finished files into place, so exports are created on the same disk. */
export const exportRoot = (config: Config): string =>
  join(getStoragePlace(config).kind === 's3' ? workRoot(config) : config.DATA_DIR, 'exports')

/** Includes the root that was used before the files moved to another store. */
export const listExportRoots = (config: Config): string[] => [
  ...new Set([exportRoot(config), join(config.DATA_DIR, 'exports')]),
]

export const workFolder = (config: Config, { run, video }: Claim): string =>
  join(workRoot(config), video.id, `${run.workId}-${run.fence}`)

export const exportFolder = (config: Config, { id, claim }: ExportRow): string =>
  join(exportRoot(config), `${id}-${claim}`)

export async function listFolders(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: unknown) => {
    if (isMissing(error) || (error as NodeJS.ErrnoException).code === 'ENOTDIR') return []
    throw error
  })
}

/**
 * Creates a claim's folder by renaming the previous claim's folder on this machine, if there is one, so a worker that
 * lost the claim can't write to it. Deletes older folders because a later claim changed the results elsewhere.
 */
export async function openFencedFolder(path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const own = basename(path)
  const stem = own.slice(0, own.lastIndexOf('-'))
  const fence = readFence(own, stem)!
  let last: string | null = null
  for (const name of await listFolders(dirname(path))) {
    const made = readFence(name, stem)
    if (made === null || made > fence) continue
    const earlier = join(dirname(path), name)
    await endLeftover(earlier)
    if (made === fence - 1) last = earlier
    else await rm(earlier, { recursive: true, force: true })
  }
  if (last !== null)
    await rename(last, path).catch((error: unknown) => {
      if (!isMissing(error)) throw error
    })
  await mkdir(path, { recursive: true, mode: 0o700 })
}

/** Returns 0 for a folder from before fences were introduced, and null for an unrelated folder. */
export function readFence(name: string, stem: string): number | null {
  if (name === stem) return 0
  const fence = name.startsWith(`${stem}-`) ? name.slice(stem.length + 1) : ''
  return /^\d+$/.test(fence) ? Number(fence) : null
}
