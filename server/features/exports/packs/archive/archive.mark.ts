import { inArray } from 'drizzle-orm'
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { videoPrefix, videos } from '#server/features/videos/videos.table.ts'
import type { Db } from '#server/platform/db.ts'
import { isMissing } from '#server/platform/errors.ts'
import type { Storage } from '#server/platform/storage.ts'

export const importsPrefix = 'imports/'

/** Names the videos whose files an import stores before it writes any records. */
export const markKey = (importId: string): string => `${importsPrefix}${importId}.stored`

const Mark = z.object({ firmId: z.string(), videoIds: z.array(z.string()) })

export const writeMark = (mark: z.output<typeof Mark>): Buffer => Buffer.from(JSON.stringify(mark))

/** Removes the files that a killed import stored. Call this only once no worker runs the import. */
export async function removeUnrecorded({ db, storage }: { db: Db; storage: Storage }, importId: string): Promise<void> {
  const text = await readMark(storage, importId)
  if (text === null) return
  const { firmId, videoIds } = Mark.parse(JSON.parse(text))
  const recorded = await db.select({ id: videos.id }).from(videos).where(inArray(videos.id, videoIds))
  const known = new Set(recorded.map(({ id }) => id))
  for (const id of videoIds) if (!known.has(id)) await storage.removeAll(videoPrefix({ id, firmId }))
  await storage.remove(markKey(importId))
}

async function readMark(storage: Storage, importId: string): Promise<string | null> {
  try {
    const copy = await storage.localCopy(markKey(importId))
    try {
      return await readFile(copy.path, 'utf8')
    } finally {
      await copy.release()
    }
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}
