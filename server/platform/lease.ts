import { sql } from 'drizzle-orm'
import type { Db } from './db.ts'

/** Uses the database's clock because machines' clocks differ. */
export type Lease = { name: string; holder: string; seconds: number }

/**
 * Acquires or renews a lease. Returns its fence, which increases each time a free lease is acquired, or null if another
 * holder has it. In a transaction, the lease can't change hands until the transaction ends.
 */
export async function acquireLease(db: Db, { name, holder, seconds }: Lease): Promise<number | null> {
  const { rows } = await db.execute<{ fence: string | number }>(sql`
    insert into leases (name, holder, until)
    values (${name}, ${holder}, clock_timestamp() + make_interval(secs => ${seconds}))
    on conflict (name) do update set
      fence = leases.fence + (leases.until < clock_timestamp())::int,
      wanted = leases.wanted and leases.until >= clock_timestamp(),
      holder = excluded.holder, until = excluded.until
    where leases.holder = excluded.holder or leases.until < clock_timestamp()
    returning fence`)
  return rows[0] ? Number(rows[0].fence) : null
}

export async function releaseLease(db: Db, { name, holder }: Pick<Lease, 'name' | 'holder'>): Promise<void> {
  await db.execute(
    sql`update leases set until = '-infinity', wanted = false where name = ${name} and holder = ${holder}`,
  )
}

/** Asks the holder to release its lease. */
export async function requestLease(db: Db, name: string): Promise<void> {
  await db.execute(sql`update leases set wanted = true where name = ${name}`)
}

export async function isLeaseWanted(db: Db, name: string): Promise<boolean> {
  const { rows } = await db.execute<{ wanted: boolean }>(sql`select wanted from leases where name = ${name}`)
  return rows[0]?.wanted ?? false
}

export async function isLeaseHeld(db: Db, name: string): Promise<boolean> {
  const { rows } = await db.execute(sql`select from leases where name = ${name} and until > clock_timestamp()`)
  return rows.length > 0
}

/** Waits until no other transaction holds the name. Released at the end of the transaction. */
export async function lockName(tx: Db, name: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`)
}

/** Use for work that only one process should do, once a minute. */
export const toPeriodic = (name: string, holder: string): Lease => ({ name, holder, seconds: 90 })

const keepHours = 24

export async function purgeLeases(db: Db): Promise<void> {
  await db.execute(sql`delete from leases where until < now() - make_interval(hours => ${keepHours})`)
}
