import { sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '../db.ts'

/*
 * What pg-boss has no call for, on its table `pgboss.job` (its version is pinned). A claimed row is named by its id
 * and `retry_count`, which every claim raises: a worker that lost its claim changes nothing.
 */

/** What stands in a job's data: its payload, and the tries that failed; tries cut off by a crash are not counted. */
export const Envelope = z.object({ payload: z.unknown(), failures: z.number().int() })
export type Envelope = z.output<typeof Envelope>

/** A claim on a job. */
export type Claim = { name: string; id: string; retryCount: number }

const rows = async <Row>(db: Db, query: SQL): Promise<Row[]> => (await db.execute(query)).rows as Row[]
const list = (values: readonly string[]): SQL => sql`${sql.param([...values])}`

/** Which of these kinds have a job that could start now, the one that waits longest first. */
export async function waitingKinds(db: Db, names: readonly string[]): Promise<string[]> {
  const found = await rows<{ name: string }>(
    db,
    sql`select name from pgboss.job where name = any(${list(names)}) and state < 'active' and start_after <= now()
      group by name order by min(created_on)`,
  )
  return found.map((each) => each.name)
}

/** How many jobs of the kind stand before this one; null when it does not wait. */
export async function countBefore(db: Db, name: string, id: string): Promise<number | null> {
  const [found] = await rows<{ before: number }>(
    db,
    sql`select (select count(*) from pgboss.job other where other.name = mine.name and other.state < 'active'
        and (other.created_on, other.id) < (mine.created_on, mine.id)) as before
      from pgboss.job mine where mine.name = ${name} and mine.id = ${id} and mine.state < 'active'`,
  )
  return found?.before ?? null
}

const claimed = ({ name, id, retryCount }: Claim): SQL =>
  sql`name = ${name} and id = ${id} and state = 'active' and retry_count = ${retryCount}`

/** Lets a job wait again. `started_on` stays, so that the next claim raises `retry_count`. */
export async function putBack(db: Db, claim: Claim, failures: number, delaySeconds: number): Promise<void> {
  await db.execute(sql`update pgboss.job set state = 'retry', heartbeat_on = null,
    start_after = now() + make_interval(secs => ${delaySeconds}),
    data = jsonb_set(data, '{failures}', to_jsonb(${failures}::int)) where ${claimed(claim)}`)
}

/** Ends a job that failed for good. `reason` is kept for the operator until pg-boss removes the row. */
export async function giveUp(db: Db, claim: Claim, reason: string): Promise<void> {
  await db.execute(sql`update pgboss.job set state = 'failed', completed_on = now(),
    output = jsonb_build_object('reason', ${reason}::text) where ${claimed(claim)}`)
}

/** Which of these claims still hold; the others were cancelled, deleted or taken over. */
export async function claimsHeld(db: Db, claims: readonly Claim[]): Promise<Set<string>> {
  const found = await rows<{ id: string; retry_count: number }>(
    db,
    sql`select id, retry_count from pgboss.job where state = 'active'
      and id = any(${list(claims.map((each) => each.id))}::uuid[])`,
  )
  const retryCounts = new Map(found.map((each) => [each.id, each.retry_count]))
  return new Set(claims.filter((each) => retryCounts.get(each.id) === each.retryCount).map((each) => each.id))
}

/**
 * Lets jobs wait again whose worker is gone: silent for longer than its heartbeat, or, with `all`, any at all, for the
 * one process that can own the embedded database has just started. `mine` are running here and alive.
 */
export async function takeOver(
  db: Db,
  names: readonly string[],
  mine: readonly string[],
  all: boolean,
): Promise<number> {
  const stale = all ? sql`true` : sql`heartbeat_on < now() - make_interval(secs => heartbeat_seconds)`
  const result = await db.execute(sql`update pgboss.job set state = 'retry', heartbeat_on = null, start_after = now()
    where name = any(${list(names)}) and state = 'active' and not id = any(${list(mine)}::uuid[]) and ${stale}`)
  return result.rowCount ?? 0
}
