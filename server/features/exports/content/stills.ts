import { inArray } from 'drizzle-orm'
import { join } from 'node:path'
import { originalKey, videos } from '#server/features/videos/videos.table.ts'
import type { MakerInput } from '../maker.ts'
import type { Doc } from './doc.ts'

/** So many pictures at most: each starts a program. */
const mostStills = 200

/** Has the pictures of a document taken from the originals. One that cannot be taken is left out. */
export async function addStills(
  doc: Doc,
  { db, storage, tools, folder }: MakerInput,
  signal: AbortSignal,
): Promise<void> {
  const wanted = doc.blocks.filter((block) => block.kind === 'still').slice(0, mostStills)
  const ids = [...new Set(wanted.map(({ videoId }) => videoId))]
  if (ids.length === 0) return
  const rows = await db.select().from(videos).where(inArray(videos.id, ids))
  for (const video of rows) {
    if (video.receivedAt === null) continue
    const original = await storage.localCopy(originalKey(video))
    try {
      for (const [at, still] of wanted.entries()) {
        if (still.videoId !== video.id) continue
        signal.throwIfAborted()
        const path = join(folder, `still-${at}.jpg`)
        const isTaken = await tools.still(original.path, still.atMs, path, signal).catch((error: unknown) => {
          if (signal.aborted) throw error
          return false
        })
        if (isTaken) still.path = path
      }
    } finally {
      await original.release()
    }
  }
}
