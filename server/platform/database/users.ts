import { setTimeout } from 'node:timers/promises'
import type { Database } from '../db.ts'

const tries = 10
const waitMs = 200

/**
 * Returns true if another Venire process is connected. Retries because PostgreSQL needs a moment to end a stopped
 * process's connections. The embedded database has a lock instead.
 */
export async function isUsed({ kind, pool }: Database): Promise<boolean> {
  if (kind === 'embedded') return false
  for (let attempt = 1; ; attempt++) {
    const { rows } = await pool.query<{ users: number }>(`select count(*) as users from pg_stat_activity
      where datname = current_database() and application_name = 'venire' and pid <> pg_backend_pid()`)
    if (Number(rows[0]?.users) === 0) return false
    if (attempt === tries) return true
    await setTimeout(waitMs)
  }
}
