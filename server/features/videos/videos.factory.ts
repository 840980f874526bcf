import { createHash } from 'node:crypto'
import type { CaseRole } from '#contract/account/permissions.ts'
import { caseMembers, cases } from '#server/features/cases/cases.table.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import type { Parts } from '#server/platform/parts.ts'
import { originalKey, type VideoRow, videos } from './videos.table.ts'

export async function buildCase(
  db: Db,
  actor: Actor,
  { role = 'lead', declared = true }: { role?: CaseRole; declared?: boolean } = {},
): Promise<string> {
  const id = newId()
  await db.insert(cases).values({
    id,
    firmId: actor.firmId,
    title: 'State v. Example',
    caseNumber: id,
    createdBy: actor.userId,
    ...(declared
      ? { recordingBasis: 'own_mock', recordingDeclaredBy: actor.userId, recordingDeclaredAt: new Date() }
      : {}),
  })
  await joinCase(db, actor, id, role)
  return id
}

export async function joinCase(db: Db, actor: Actor, caseId: string, role: CaseRole): Promise<void> {
  await db.insert(caseMembers).values({ caseId, userId: actor.userId, role })
}

export async function buildVideo(
  { database, storage }: Pick<Parts, 'database' | 'storage'>,
  actor: Actor,
  { bytes = Buffer.from('the bytes of a video'), ...given }: Partial<VideoRow> & { bytes?: Buffer } = {},
): Promise<VideoRow> {
  const id = given.id ?? newId()
  const [video] = await database.db
    .insert(videos)
    .values({
      id,
      firmId: actor.firmId,
      uploadedBy: actor.userId,
      filename: 'day-1.mp4',
      sizeBytes: bytes.length,
      resumable: false,
      receivedAt: new Date(),
      sha256: createHash('sha256').update(bytes).digest('hex'),
      ...given,
    })
    .returning()
  if (video!.receivedAt) await storage.put(originalKey(video!), bytes)
  return video!
}
