import { eq } from 'drizzle-orm'
import { notify } from '#server/features/notifications/notifications.service.ts'
import { type VideoRow, videos } from '#server/features/videos/videos.table.ts'
import type { Db } from '#server/platform/db.ts'
import type { RunRow } from './analysis.table.ts'

type Subject = { video: VideoRow; run: Pick<RunRow, 'requestedBy'> }

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

export async function notifyAnalysisFailed(tx: Db, subject: Subject, reason: string): Promise<void> {
  const { id, filename } = subject.video
  await notify(tx, {
    ...toWhom(subject),
    topic: 'video.failed',
    type: 'error',
    title: 'Video analysis failed',
    message: `${filename}: ${reason}`,
    action: { url: `/videos/${id}`, label: 'Retry' },
  })
}

export async function notifyAnalysisLost(tx: Db, run: RunRow): Promise<void> {
  const [video] = await tx.select().from(videos).where(eq(videos.id, run.videoId))
  if (video && video.deletedAt === null) {
    await notifyAnalysisFailed(tx, { video, run }, 'The analysis was interrupted. Choose Reprocess to start it again.')
  }
}
