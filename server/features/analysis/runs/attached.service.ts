import { extname } from 'node:path'
import { eq } from 'drizzle-orm'
import { closedTranscripts, transcriptExtensions, transcriptMaxBytes } from '#contract/videos/transcript-files.ts'
import { recordAct } from '#server/features/audit/audit.service.ts'
import { requireMay, requireVideo } from '#server/features/videos/videos.access.ts'
import { videoPrefix, videos } from '#server/features/videos/videos.table.ts'
import { Refusal } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import type { Context } from '#server/platform/http/route.ts'
import { cancelRuns, startRun } from './runs.service.ts'

export async function attachTranscript(
  { db, actor, parts, ip }: Context,
  videoId: string,
  { name, text, base64 }: { name: string; text?: string | undefined; base64?: string | undefined },
): Promise<{ ok: true }> {
  const bytes = base64 === undefined ? Buffer.from(text ?? '') : Buffer.from(base64, 'base64')
  const message = refuseFormat(extname(name).toLowerCase(), bytes)
  if (message !== null) throw new Refusal('invalid', message, { fields: { name: message } })
  if (bytes.length > transcriptMaxBytes) throw new Refusal('too_large', 'The transcript file is larger than 20 MB.')
  const seen = await requireVideo(db, actor, videoId)
  requireMay(actor, seen, 'reprocess')

  const key = `${videoPrefix(seen)}transcripts/${newId()}`
  await parts.storage.put(key, bytes)
  try {
    await db.transaction(async (tx) => {
      const video = await requireVideo(tx, actor, videoId, 'lock')
      requireMay(actor, video, 'reprocess')
      if (!video.receivedAt) throw new Refusal('conflict', 'This video is still uploading.')
      await tx.update(videos).set({ transcriptKey: key, transcriptName: name }).where(eq(videos.id, videoId))
      await cancelRuns(tx, parts, videoId)
      await startRun(tx, parts, { video, by: actor.userId, resume: true })
      await recordAct(tx, {
        actor,
        ip,
        action: 'video.transcript_attached',
        entity: 'video',
        entityId: videoId,
        caseId: video.caseId,
        details: { name, sizeBytes: bytes.length },
      })
    })
  } catch (error) {
    await parts.storage.remove(key)
    throw error
  }
  return { ok: true }
}

/** Some E-Transcript files are plain text with a different file extension. */
function refuseFormat(extension: string, bytes: Buffer): string | null {
  const known: readonly string[] = transcriptExtensions
  const closed = closedTranscripts[extension]
  if (known.includes(extension) || (closed !== undefined && !bytes.subarray(0, 65_536).includes(0))) return null
  return closed ?? `Choose a transcript file: ${transcriptExtensions.join(', ')}.`
}
