import { and, eq, inArray, isNull } from 'drizzle-orm'
import { UploadEnded } from './permission.ts'
import { receiveUpload } from './receipt.ts'
import { readReceived, type Uploads } from './uploads.ts'
import { originalKey, type VideoRow, videos } from '../videos.table.ts'

export const uploadKeepDays = 7
/** If a non-resumable upload has stopped growing for this long, its client or server is gone. */
const abandonedAfterMs = 2 * 60_000

const dayMs = 86_400_000

type Outcome = { finished: number; discarded: number }

export async function maintainUploads(
  uploads: Uploads,
  report: (videoId: string, error: unknown) => void,
): Promise<Outcome> {
  const { parts } = uploads
  const outcome = { finished: 0, discarded: 0 }
  const unfinished = await parts.database.db.select().from(videos).where(isNull(videos.receivedAt))
  for (const video of unfinished) {
    try {
      const file = await readReceived(uploads, video.id)
      const stored = file ? null : await parts.storage.size(originalKey(video))
      if (video.resumable && (file?.bytes ?? stored) === video.sizeBytes) {
        await receiveUpload(uploads, video.id)
        outcome.finished += 1
        continue
      }
      if (!(await isAbandoned(uploads, video, file?.changedAt))) continue
      await discardUpload(uploads, video.id)
      outcome.discarded += 1
    } catch (error) {
      if (error instanceof UploadEnded) outcome.discarded += 1
      else report(video.id, error)
    }
  }
  for (const videoId of await uploads.stored.listEnded())
    await uploads.stored.remove(videoId).catch((error: unknown) => report(videoId, error))
  return outcome
}

/** `changedAt` is absent if nothing was received, or if another server receives the upload into its own DATA_DIR. */
async function isAbandoned({ locks }: Uploads, video: VideoRow, changedAt?: Date): Promise<boolean> {
  if (video.resumable) return getAgeMs(video.createdAt) >= uploadKeepDays * dayMs
  if (getAgeMs(changedAt ?? video.createdAt) < abandonedAfterMs) return false
  return changedAt !== undefined || !(await locks.isHeld(video.id))
}

const getAgeMs = (since: Date): number => Date.now() - since.getTime()

/** Every server does this because each may have its own DATA_DIR. */
export async function removeStrays({ parts, folder }: Uploads): Promise<void> {
  const old = await folder.listOlderThan(abandonedAfterMs)
  if (old.length === 0) return
  const known = await parts.database.db.select({ id: videos.id }).from(videos).where(inArray(videos.id, old))
  const ids = new Set(known.map((video) => video.id))
  for (const videoId of old) if (!ids.has(videoId)) await folder.discard(videoId)
}

export async function discardUpload({ parts, folder, stored }: Uploads, videoId: string): Promise<boolean> {
  const gone = await parts.database.db
    .delete(videos)
    .where(and(eq(videos.id, videoId), isNull(videos.receivedAt)))
    .returning({ id: videos.id, firmId: videos.firmId })
  const [video] = gone
  if (!video) return false
  await folder.discard(videoId)
  await stored.remove(videoId)
  await parts.storage.remove(originalKey(video))
  parts.live.publish({ firmId: video.firmId, nouns: ['videos'] })
  return true
}
