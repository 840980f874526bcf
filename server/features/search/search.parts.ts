import { type SQL, sql } from 'drizzle-orm'
import { visibleTo } from '#server/features/videos/videos.access.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Db } from '#server/platform/db.ts'

/**
 * The videos that the actor may see, newest first. The queries on what was said get them as a list, because only then
 * does the planner know how much of the table is meant; each query asks the access rule again.
 */
export type Seen = { videoIds: string[] }

export async function seenVideos(db: Db, actor: Actor): Promise<Seen> {
  const { rows } = await db.execute<{ id: string }>(
    sql`select videos.id from videos where ${visibleTo(actor)} order by videos.id desc`,
  )
  return { videoIds: rows.map((row) => row.id) }
}

/** `juror` has no leading zeros; transcripts write 7, 07 and 007 for one juror. */
export const isJuror = (column: SQL, juror: string): SQL =>
  sql`${column} in (${juror}, ${`0${juror}`}, ${`00${juror}`})`

/** 3661 → "1:01:01". */
export function clock(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, Math.floor(seconds % 60)]
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`
}
