import { eq } from 'drizzle-orm'
import type { CaseTheme } from '#engine/stage.ts'
import { cases } from '#server/features/cases/cases.table.ts'
import type { Db } from '#server/platform/db.ts'

/** What the team of the video's case watches for; their descriptions are for people and change no result. */
export async function themesOf(db: Db, caseId: string | null): Promise<CaseTheme[]> {
  if (caseId === null) return []
  const [row] = await db.select({ issues: cases.issues }).from(cases).where(eq(cases.id, caseId))
  return (row?.issues ?? []).map(({ name, watchWords }) => ({ name, watchWords }))
}
