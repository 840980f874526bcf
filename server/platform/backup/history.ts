import { hostname } from 'node:os'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '../db.ts'

export const BackupMade = z.object({ folder: z.string(), bytes: z.number(), isWhole: z.boolean() })
export type BackupMade = z.output<typeof BackupMade>

const keepDays = 400

/** Backups may be stored anywhere, so the running server finds out about them from this table. */
export async function recordBackup(db: Db, { folder, bytes, isWhole }: BackupMade): Promise<void> {
  await db.execute(sql`insert into backups (host, folder, bytes, is_whole)
    values (${hostname()}, ${folder}, ${bytes}, ${isWhole})`)
  await db.execute(sql`delete from backups where finished_at < now() - make_interval(days => ${keepDays})`)
}

export async function readLastBackup(db: Db): Promise<{ folder: string; host: string; ageSeconds: number } | null> {
  const { rows } = await db.execute<{ folder: string; host: string; age: number }>(sql`
    select folder, host, extract(epoch from now() - finished_at)::float8 as age from backups
    where is_whole order by finished_at desc limit 1`)
  const [last] = rows
  return last ? { folder: last.folder, host: last.host, ageSeconds: last.age } : null
}
