import { and, eq, isNull } from 'drizzle-orm'
import { nameToken, recordAudit } from '#server/features/audit/audit.service.ts'
import { requireCase } from '#server/features/cases/cases.access.ts'
import { caseMembers, cases } from '#server/features/cases/cases.table.ts'
import { members } from '#server/features/team/team.table.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Db } from '#server/platform/db.ts'
import { Refusal } from '#server/platform/errors.ts'
import type { Uploads } from './uploads.ts'
import { originalKey, type VideoRow, videos } from '../videos.table.ts'

/** Empty if the server finished the upload alone. */
export type Sender = { ip: string | null; actor?: Partial<Pick<Actor, 'scopes' | 'signInId'>> }

export class UploadEnded extends Refusal {
  constructor() {
    super('not_allowed', 'You can no longer add videos to this case. The upload was stopped and its file was deleted.')
  }
}

/**
 * Throws `UploadEnded` if the uploader is no longer allowed to start this upload. `readLanding` handles archived cases.
 * `lock` prevents changes to access until the transaction ends.
 */
export async function requireUploader(
  tx: Db,
  video: Pick<VideoRow, 'firmId' | 'caseId' | 'uploadedBy'>,
  lock?: 'lock',
): Promise<void> {
  const { firmId, caseId, uploadedBy } = video
  if (lock && caseId) {
    // Uses the same lock order as team changes: the case, then its members.
    await tx.select({ id: cases.id }).from(cases).where(eq(cases.id, caseId)).for('share')
    await tx
      .select({ role: caseMembers.role })
      .from(caseMembers)
      .where(and(eq(caseMembers.caseId, caseId), eq(caseMembers.userId, uploadedBy)))
      .for('share')
  }
  const query = tx
    .select({ role: members.role, profession: members.profession, status: members.status })
    .from(members)
    .where(and(eq(members.firmId, firmId), eq(members.userId, uploadedBy)))
  const [member] = await (lock ? query.for('share') : query)
  if (member?.status !== 'active') throw new UploadEnded()
  if (caseId === null) return
  const { role, profession } = member
  const actor = { userId: uploadedBy, firmId, role, profession, isOperator: false, signInId: '' }
  try {
    await requireCase(tx, actor, caseId, 'uploadVideos')
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (error.code !== 'locked') throw new UploadEnded()
  }
}

export async function endUpload(
  { parts, folder, stored }: Uploads,
  videoId: string,
  { ip, actor = {} }: Sender,
): Promise<void> {
  const ended = await parts.database.db.transaction(async (tx) => {
    const [video] = await tx
      .delete(videos)
      .where(and(eq(videos.id, videoId), isNull(videos.receivedAt)))
      .returning()
    if (!video) return null
    await recordAudit(tx, {
      firmId: video.firmId,
      actorId: video.uploadedBy,
      ip,
      action: 'video.upload_refused',
      entity: 'video',
      entityId: videoId,
      caseId: video.caseId,
      details: { filename: video.filename, ...nameToken(actor) },
      reason: 'access ended before the upload finished',
    })
    return video
  })
  if (!ended) return
  await folder.discard(videoId)
  await stored.remove(videoId)
  await parts.storage.remove(originalKey(ended))
  parts.live.publish({ firmId: ended.firmId, nouns: ['videos', 'sessions'] })
}
