import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import type { Annotation } from '#contract/findings/annotations.ts'
import { selectShownName } from '#server/features/audit/shown-name.ts'
import { users } from '#server/features/team/team.table.ts'
import type { Db } from '#server/platform/db.ts'
import { annotations } from './annotations.table.ts'

export const listAnnotations = (db: Db, videoId: string): Promise<Annotation[]> =>
  select(db, eq(annotations.videoId, videoId))

export async function findAnnotation(db: Db, videoId: string, id: string): Promise<Annotation | null> {
  const [found] = await select(db, and(eq(annotations.videoId, videoId), eq(annotations.id, id)))
  return found ?? null
}

async function select(db: Db, where: SQL | undefined): Promise<Annotation[]> {
  const rows = await db
    .select({
      id: annotations.id,
      title: annotations.title,
      description: annotations.description,
      startMs: annotations.startMs,
      endMs: annotations.endMs,
      category: annotations.category,
      severity: annotations.severity,
      tags: annotations.tags,
      isAiGenerated: annotations.isAiGenerated,
      findingId: annotations.findingId,
      createdAt: annotations.createdAt,
      createdBy: selectShownName('users', sql`(select firm_id from videos where videos.id = ${annotations.videoId})`),
      version: annotations.version,
    })
    .from(annotations)
    .innerJoin(users, eq(users.id, annotations.createdBy))
    .where(where)
    .orderBy(asc(annotations.startMs), asc(annotations.id))
  return rows.map(({ startMs, endMs, createdAt, ...row }) => ({
    ...row,
    startTime: startMs / 1000,
    endTime: endMs === null ? null : endMs / 1000,
    type: 'note',
    createdAt: createdAt.toISOString(),
  }))
}
