import { eq } from 'drizzle-orm'
import type { StageName } from '#contract/videos/analysis.ts'
import { recordAudit } from '#server/features/audit/audit.service.ts'
import { notify } from '#server/features/notifications/notifications.service.ts'
import { type VideoRow, videos } from '#server/features/videos/videos.table.ts'
import type { Db } from '#server/platform/db.ts'
import type { RunRow } from './analysis.table.ts'

type Subject = { video: VideoRow; run: Pick<RunRow, 'id' | 'requestedBy'> }

const toWhom = ({ video, run }: Subject) => ({
  firmId: video.firmId,
  actorId: null,
  caseId: video.caseId,
  entityId: video.id,
  category: 'video' as const,
  to: { userIds: [video.uploadedBy, run.requestedBy], caseRoles: ['lead'] as const },
})

export async function notifyAnalysisCompleted(tx: Db, subject: Subject, findings: number): Promise<void> {
  const { id, filename } = subject.video
  const found = findings === 1 ? '1 finding' : `${findings} findings`
  await notify(tx, {
    ...toWhom(subject),
    topic: 'video.completed',
    type: 'success',
    title: 'Video analysis completed',
    message: `${filename} is ready for review with ${found}.`,
    action: { url: `/videos/${id}`, label: 'View' },
  })
}

type RunFailure = { reason: string; stage: StageName | null; permanent: boolean }

export async function recordFailure(tx: Db, subject: Subject, failure: RunFailure): Promise<void> {
  const { id, filename, firmId, caseId } = subject.video
  await recordAudit(tx, {
    firmId,
    actorId: null,
    action: 'video.processing_failed',
    entity: 'video',
    entityId: id,
    caseId,
    details: { runId: subject.run.id, ...failure },
  })
  await notify(tx, {
    ...toWhom(subject),
    topic: 'video.failed',
    type: 'error',
    title: 'Video analysis failed',
    message: `${filename}: ${failure.reason}`,
    action: { url: `/videos/${id}`, label: 'Retry' },
  })
}

export async function recordLostRun(tx: Db, run: RunRow, reason: string): Promise<void> {
  const [video] = await tx.select().from(videos).where(eq(videos.id, run.videoId))
  if (video && video.deletedAt === null)
    await recordFailure(tx, { video, run }, { reason, stage: null, permanent: false })
}
