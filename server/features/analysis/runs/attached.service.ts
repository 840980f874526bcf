import { createHash } from 'node:crypto'
import { extname } from 'node:path'
import { eq } from 'drizzle-orm'
import { closedTranscripts, transcriptExtensions, transcriptMaxBytes } from '#contract/videos/transcript-files.ts'
import { recordAct } from '#server/features/audit/audit.service.ts'
import { requireMay, requireVideo } from '#server/features/videos/videos.access.ts'
import { videoPrefix, videos } from '#server/features/videos/videos.table.ts'
import { isTemporary } from '#server/platform/database/outage.ts'
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
  if (bytes.length > transcriptMaxBytes) throw new Refusal('too_large', 'The transcript file is larger than 20 MB.')
  const seen = await requireVideo(db, actor, videoId)
  requireMay(actor, seen, 'reprocess')
  const message = refuseExtension(extname(name).toLowerCase()) ?? (await parts.checkTranscript(bytes, name))
  if (message !== null) throw new Refusal('invalid', message, { fields: { name: message } })

  const sha256 = createHash('sha256').update(bytes).digest('hex')
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
        details: { name, sizeBytes: bytes.length, sha256 },
      })
    })
  } catch (error) {
    // After an outage, the commit may have succeeded. If it didn't, the file goes when the video is destroyed.
    if (!isTemporary(error)) await parts.storage.remove(key)
    throw error
  }
  return { ok: true }
}

const extensions: ReadonlySet<string> = new Set([...transcriptExtensions, ...Object.keys(closedTranscripts)])

const refuseExtension = (extension: string): string | null =>
  extensions.has(extension) ? null : `Choose a transcript file: ${transcriptExtensions.join(', ')}.`
