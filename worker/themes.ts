import { eq } from 'drizzle-orm'
import type { CaseTheme } from '#engine/stage.ts'
import { refreshRun } from '#server/features/analysis/runs/runs.service.ts'
import { cases } from '#server/features/cases/cases.table.ts'
import { type VideoRow, videos } from '#server/features/videos/videos.table.ts'
import type { Db } from '#server/platform/db.ts'
import type { Parts } from '#server/platform/parts.ts'

export async function listThemes(db: Db, caseId: string | null): Promise<CaseTheme[]> {
  if (caseId === null) return []
  const [row] = await db.select({ issues: cases.issues }).from(cases).where(eq(cases.id, caseId))
  return (row?.issues ?? []).map(({ name, watchWords }) => ({ name, watchWords }))
}

export async function followThemes(
  parts: Parts,
  { id, caseId }: Pick<VideoRow, 'id' | 'caseId'>,
  read: readonly CaseTheme[],
): Promise<boolean> {
  return parts.database.db.transaction(async (tx) => {
    await tx.select({ id: videos.id }).from(videos).where(eq(videos.id, id)).for('update')
    if (JSON.stringify(await listThemes(tx, caseId)) === JSON.stringify(read)) return false
    return refreshRun(tx, parts, id, null)
  })
}
