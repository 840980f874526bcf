import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#server/platform/config.ts'
import type { Db } from '#server/platform/db.ts'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { DataStore, ERRORS, Upload } from '@tus/server'
import { eq } from 'drizzle-orm'
import { findUpload } from './stored.queries.ts'
import { readReceived, type Uploads } from './uploads.ts'
import { uploadKeepDays } from './upkeep.ts'
import { videos } from '../videos.table.ts'

/**
 * The declared size comes from the video's row and the received size from the file, so both are correct even if the
 * process was killed.
 */
export class UploadStore extends DataStore {
  readonly #uploads: Uploads

  constructor(uploads: Uploads) {
    super()
    this.#uploads = uploads
    this.extensions = ['creation', 'creation-with-upload', 'termination', 'expiration']
  }

  override async create(upload: Upload): Promise<Upload> {
    return upload
  }

  override async write(stream: Readable, videoId: string, offset: number): Promise<number> {
    const { folder, stored, locks } = this.#uploads
    const place = (await stored.received(videoId)) ? stored : folder
    return place
      .append(
        videoId,
        offset,
        (sink) => pipeline(stream, sink),
        () => locks.requireSafe(videoId),
      )
      .catch(async (error: unknown) => {
        // A chunk without a declared length was too long for the file, so all of it is discarded.
        if ((error as { status_code?: number } | null)?.status_code === 413) await place.truncateTo(videoId, offset)
        throw error
      })
  }

  override async getUpload(videoId: string): Promise<Upload> {
    const [video] = await this.#uploads.parts.database.db
      .select({
        sizeBytes: videos.sizeBytes,
        filename: videos.filename,
        createdAt: videos.createdAt,
        receivedAt: videos.receivedAt,
      })
      .from(videos)
      .where(eq(videos.id, videoId))
    const file = video && (await readReceived(this.#uploads, videoId))
    // Another request completed the upload in the meantime.
    if (video?.receivedAt) throw ERRORS.INVALID_OFFSET
    if (!file) throw ERRORS.FILE_NOT_FOUND
    return new Upload({
      id: videoId,
      size: video.sizeBytes,
      offset: file.bytes,
      metadata: { filename: video.filename },
      creation_date: video.createdAt.toISOString(),
    })
  }

  override getExpiration(): number {
    return uploadKeepDays * 86_400_000
  }
}

export async function uploadProgress(db: Db, config: Config, videoId: string, sizeBytes: number): Promise<number> {
  const file = await stat(join(config.DATA_DIR, 'uploads', videoId)).catch(() => null)
  if (sizeBytes === 0) return 0
  return percent((file?.size ?? (await findUpload(db, videoId))?.receivedBytes ?? 0) / sizeBytes)
}

export const percent = (share: number): number => Math.min(100, Math.max(0, Math.round(share * 1000) / 10))
