import { and, asc, eq, gt, gte, lt, notExists, isNull, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db.ts'
import { storedPieces, storedParts, storedUploads, videos } from '../videos.table.ts'

export type StoredUpload = typeof storedUploads.$inferSelect
export type Piece = typeof storedPieces.$inferSelect
export type Part = typeof storedParts.$inferSelect

export async function addUpload(db: Db, upload: Pick<StoredUpload, 'videoId' | 'firmId' | 'partBytes'>): Promise<void> {
  await db.insert(storedUploads).values(upload)
}

export async function findUpload(db: Db, videoId: string): Promise<StoredUpload | null> {
  const [upload] = await db.select().from(storedUploads).where(eq(storedUploads.videoId, videoId))
  return upload ?? null
}

export async function listEndedUploads(db: Db): Promise<string[]> {
  const waiting = db
    .select()
    .from(videos)
    .where(and(eq(videos.id, storedUploads.videoId), isNull(videos.receivedAt)))
  const rows = await db.select({ id: storedUploads.videoId }).from(storedUploads).where(notExists(waiting))
  return rows.map(({ id }) => id)
}

/** Returns false if bytes were counted in the meantime. */
export async function deleteUnchanged(db: Db, { videoId, receivedBytes }: StoredUpload): Promise<boolean> {
  const deleted = await db
    .delete(storedUploads)
    .where(and(eq(storedUploads.videoId, videoId), eq(storedUploads.receivedBytes, receivedBytes)))
    .returning({ id: storedUploads.videoId })
  return deleted.length > 0
}

/** Counts bytes only if they follow the last ones received. */
export async function countReceived(db: Db, videoId: string, start: number, bytes: number): Promise<boolean> {
  const counted = await db
    .update(storedUploads)
    .set({ receivedBytes: start + bytes, changedAt: sql`now()` })
    .where(and(eq(storedUploads.videoId, videoId), eq(storedUploads.receivedBytes, start)))
    .returning({ id: storedUploads.videoId })
  return counted.length > 0
}

export async function truncateUpload(db: Db, { videoId, partBytes }: StoredUpload, length: number): Promise<void> {
  await db.update(storedUploads).set({ receivedBytes: length }).where(eq(storedUploads.videoId, videoId))
  await db.delete(storedParts).where(and(eq(storedParts.videoId, videoId), gt(storedParts.start, length - partBytes)))
  await db.delete(storedPieces).where(and(eq(storedPieces.videoId, videoId), gte(storedPieces.start, length)))
}

/** Does nothing if another server reset the upload first, so what was resent since stays. */
export async function resetUpload(db: Db, upload: StoredUpload): Promise<void> {
  const isUnchanged = sql`${storedUploads.multipartId} is not distinct from ${upload.multipartId}`
  const reset = await db
    .update(storedUploads)
    .set({ multipartId: null })
    .where(and(eq(storedUploads.videoId, upload.videoId), isUnchanged))
    .returning({ id: storedUploads.videoId })
  if (reset.length > 0) await truncateUpload(db, upload, 0)
}

/** Returns the id that was set first, or null if the upload has ended. */
export async function setMultipartId(db: Db, videoId: string, id: string): Promise<string | null> {
  const [row] = await db
    .update(storedUploads)
    .set({ multipartId: sql`coalesce(multipart_id, ${id})` })
    .where(eq(storedUploads.videoId, videoId))
    .returning({ id: storedUploads.multipartId })
  return row?.id ?? null
}

export async function takePartNumber(db: Db, videoId: string): Promise<number | null> {
  const [row] = await db
    .update(storedUploads)
    .set({ lastNumber: sql`last_number + 1` })
    .where(eq(storedUploads.videoId, videoId))
    .returning({ number: storedUploads.lastNumber })
  return row?.number ?? null
}

export async function addPart(db: Db, part: Part): Promise<void> {
  await db.insert(storedParts).values(part)
}

export const listParts = (db: Db, videoId: string): Promise<Part[]> =>
  db.select().from(storedParts).where(eq(storedParts.videoId, videoId)).orderBy(asc(storedParts.start))

export async function addPiece(db: Db, piece: Piece): Promise<void> {
  await db.insert(storedPieces).values(piece)
}

export function listPieces(db: Db, videoId: string, from: number, to = Number.MAX_SAFE_INTEGER): Promise<Piece[]> {
  return db
    .select()
    .from(storedPieces)
    .where(and(eq(storedPieces.videoId, videoId), gte(storedPieces.start, from), lt(storedPieces.start, to)))
    .orderBy(asc(storedPieces.start))
}
