import { sql } from 'drizzle-orm'
import type { Db } from '../db.ts'

/** Merges rows of closed connections into one row that no open connection uses. Totals don't change. */
export async function mergeChanges(db: Db): Promise<void> {
  await db.execute(sql`
    with closed as (
      delete from changes where connection <> 0 and connection not in (select pid from pg_stat_activity)
      returning firm_id, noun, number)
    insert into changes (firm_id, noun, connection, number)
    select firm_id, noun, 0, sum(number) from closed group by firm_id, noun
    on conflict (firm_id, noun, connection) do update set number = changes.number + excluded.number`)
}
