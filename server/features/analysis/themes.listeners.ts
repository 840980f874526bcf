/** A case whose themes changed has its videos read for the new ones. */
import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { CaseListeners } from '#server/features/cases/cases.listeners.ts'
import { standsStill } from '#server/features/videos/videos.access.ts'
import { videos } from '#server/features/videos/videos.table.ts'
import { refreshRun } from './runs/runs.service.ts'

export const caseAnalysisListeners: CaseListeners = {
  /**
   * Starts an analysis that goes on in the folder of the one before, where findings and summary alone are stale. A video whose
   * analysis waits reads the themes when it begins; one under way looks again at its end (`worker/analyze.ts`). What was never
   * analysed, failed or was cancelled stays so, and a locked session is not changed.
   */
  async themesChanged(tx, parts, { caseId, by }) {
    const ofCase = await tx
      .select({ id: videos.id })
      .from(videos)
      .where(and(eq(videos.caseId, caseId), isNull(videos.deletedAt), sql`not ${standsStill.isLocked}`))
      .orderBy(asc(videos.id))
      .for('update')
    for (const { id } of ofCase) await refreshRun(tx, parts, id, by)
  },
}
