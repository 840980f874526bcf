import { inArray } from 'drizzle-orm'
import { join } from 'node:path'
import { originalKey, videos } from '#server/features/videos/videos.table.ts'
import { oneLine } from './clean.ts'
import { Refusal } from '#server/platform/errors.ts'
import type { Gathered, Placed } from './gather.ts'
import type { MakerInput, OpenMedia } from '../../core/maker.ts'
import type { Doc } from './doc.ts'

export type Original = {
  videoId: string
  filename: string
  sha256: string
  sizeBytes: number
  durationMs: number | null
  receivedAt: string
  path: string
  release(): Promise<void>
}

/** Calls `openFile` with the number of highlights per recording. Estimates omit it, so they don't open any files. */
export async function openOriginals(
  { db, redact, openFile }: Gathered & { openFile?: OpenMedia },
  chosen: readonly Placed[],
): Promise<Original[]> {
  const ids = [...new Set(chosen.map(({ highlight }) => highlight.videoId))]
  if (ids.length === 0) return []
  const rows = await db.select().from(videos).where(inArray(videos.id, ids)).orderBy(videos.id)
  const found: Original[] = []
  for (const video of rows) {
    if (video.receivedAt === null || video.sha256 === null) continue
    const uses = chosen.filter(({ highlight }) => highlight.videoId === video.id).length
    const file = await openFile?.(originalKey(video), uses)
    found.push({
      videoId: video.id,
      // A line break in a filename would add a line to the certificate.
      filename: oneLine(redact.file(video.filename)),
      sha256: video.sha256,
      sizeBytes: video.sizeBytes,
      durationMs: video.durationMs,
      receivedAt: video.receivedAt.toISOString(),
      path: file?.path ?? '',
      release: async () => file?.release(),
    })
  }
  return found
}

/** Each still image takes a separate process. */
const maxStills = 200

export async function addStills(
  doc: Doc,
  { db, openMedia, tools, folder }: MakerInput,
  signal: AbortSignal,
): Promise<void> {
  const asked = doc.blocks.filter((block) => block.kind === 'still')
  const wanted = asked.slice(0, maxStills)
  const ids = [...new Set(wanted.map(({ videoId }) => videoId))]
  if (ids.length === 0) return
  const rows = await db.select().from(videos).where(inArray(videos.id, ids))
  for (const video of rows) {
    if (video.receivedAt === null) continue
    const uses = wanted.filter(({ videoId }) => videoId === video.id).length
    const original = await openMedia(originalKey(video), uses)
    try {
      for (const [at, still] of wanted.entries()) {
        if (still.videoId !== video.id) continue
        signal.throwIfAborted()
        const path = join(folder, `still-${at}.jpg`)
        const isTaken = await tools.still(original.path, still.atMs, path, signal).catch((error: unknown) => {
          // If file storage is down, the document would be missing stills that could be made later.
          if (signal.aborted || error instanceof Refusal) throw error
          return false
        })
        if (isTaken) still.path = path
      }
    } finally {
      await original.release()
    }
  }
  const failed = wanted.filter(({ path }) => path === null).length
  if (failed > 0) doc.notices.push(`${describeCount(failed)} could not be captured from the video.`)
  const over = asked.length - wanted.length
  if (over > 0)
    doc.notices.push(`This document includes the first ${maxStills} still images. ${over} more were omitted.`)
}

const describeCount = (count: number): string => (count === 1 ? '1 still image' : `${count} still images`)
