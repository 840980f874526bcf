import { escapeIdentifier } from 'pg'
import type { Database } from '../db.ts'

const tidyEveryMs = 5 * 60_000

/**
 * Replaces autovacuum, which the embedded database lacks, with the same thresholds. Processes one table at a time so
 * that queries can run in between.
 */
export async function tidy(database: Database): Promise<string[]> {
  const { rows } = await database.pool.query<{ schema: string; name: string }>(`
    select schemaname as schema, relname as name from pg_stat_all_tables
    where schemaname not in ('pg_toast', 'information_schema')
      and (n_dead_tup > 50 + 0.2 * n_live_tup or n_mod_since_analyze > 50 + 0.1 * n_live_tup)`)
  const tables = rows.map((each) => `${escapeIdentifier(each.schema)}.${escapeIdentifier(each.name)}`)
  for (const table of tables) await database.patiently(() => database.pool.query(`vacuum (analyze) ${table}`))
  return tables
}

export function scheduleTidying(database: Database): () => void {
  const timer = setInterval(() => void tidy(database).catch(() => {}), tidyEveryMs)
  timer.unref()
  return () => clearInterval(timer)
}
