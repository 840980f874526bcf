import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { CaseListeners } from '#server/features/cases/cases.listeners.ts'
import { lockFlags } from '#server/features/videos/videos.access.ts'
import { videos } from '#server/features/videos/videos.table.ts'
import { refreshRun } from './runs/runs.service.ts'

export const caseAnalysisListeners: Pick<CaseListeners, 'themesChanged'> = {
  /**
   * Reruns the findings and summary stages of completed analyses. Queued runs read the themes when they start, and a
   * running one rechecks them at the end (`worker/analyze.ts`). Analyses in other states or in locked sessions don't
   * change.
   */
  async themesChanged(tx, parts, { caseId, by }) {
    const ofCase = await tx
      .select({ id: videos.id })
      .from(videos)
      .where(and(eq(videos.caseId, caseId), isNull(videos.deletedAt), sql`not ${lockFlags.isLocked}`))
      .orderBy(asc(videos.id))
      .for('update')
    for (const { id } of ofCase) await refreshRun(tx, parts, id, by)
  },
}
