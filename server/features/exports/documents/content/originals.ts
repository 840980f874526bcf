import { inArray } from 'drizzle-orm'
import { originalKey, videos } from '#server/features/videos/videos.table.ts'
import { oneLine } from './clean.ts'
import type { Gathered, Placed } from './gather.ts'
import type { MakerInput } from '../../core/maker.ts'

export type Original = {
  videoId: string
  filename: string
  sha256: string
  sizeBytes: number
  durationMs: number | null
  receivedAt: string
  /** Of this machine; empty where only an estimate is made. */
  path: string
  release(): Promise<void>
}

/** The recordings that highlights were chosen from, in the order of their videos. */
export async function originalsOf(
  { db, redact, ...rest }: Gathered & Partial<Pick<MakerInput, 'storage'>>,
  chosen: readonly Placed[],
): Promise<Original[]> {
  const ids = [...new Set(chosen.map(({ highlight }) => highlight.videoId))]
  if (ids.length === 0) return []
  const rows = await db.select().from(videos).where(inArray(videos.id, ids)).orderBy(videos.id)
  const found: Original[] = []
  for (const video of rows) {
    if (video.receivedAt === null || video.sha256 === null) continue
    const local = await rest.storage?.localCopy(originalKey(video))
    found.push({
      videoId: video.id,
      // A line break in it would write lines of its own into the certificate.
      filename: oneLine(redact.text(video.filename)),
      sha256: video.sha256,
      sizeBytes: video.sizeBytes,
      durationMs: video.durationMs,
      receivedAt: video.receivedAt.toISOString(),
      path: local?.path ?? '',
      release: async () => local?.release(),
    })
  }
  return found
}
