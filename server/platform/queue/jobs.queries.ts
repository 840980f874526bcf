import { sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import type { Capability } from '#contract/operations/nodes.ts'
import type { Db } from '../db.ts'

/*
 * Operations on `pgboss.job` that pg-boss lacks. Every claim increments `retry_count`, so an update from a worker that
 * lost its claim does nothing.
 */

/** `failures` counts failed attempts, excluding crashes. `reqId` is the ID of the request that queued the job. */
export const Envelope = z.object({
  payload: z.unknown(),
  failures: z.number().int(),
  /** Counts claims since the job last ended or was returned. More than one means that workers were lost. */
  claims: z.number().int().optional(),
  reqId: z.string().optional(),
  traceparent: z.string().optional(),
  /** Stored for `listUnserved`, which doesn't have the job definitions. */
  lane: z.string().optional(),
  requires: z.array(z.string()).optional(),
})
export type Envelope = z.output<typeof Envelope>

export type Claim = { name: string; id: string; retryCount: number }

const rows = async <Row>(db: Db, query: SQL): Promise<Row[]> => (await db.execute(query)).rows as Row[]
const list = (values: readonly string[]): SQL => sql`${sql.param([...values])}`

type Able = readonly Capability[] | null

const isDue = sql`state < 'active' and not blocked and start_after <= now()`
const mayTake = (able: Able): SQL =>
  able === null ? sql`true` : sql`coalesce(data->'requires' <@ ${JSON.stringify(able)}::jsonb, true)`

export async function createQueue(db: Db, name: string, options: object): Promise<void> {
  await db.execute(sql`select pgboss.create_queue(${name}, ${JSON.stringify(options)}::jsonb)`)
}

/** Keeps workers from exceeding a firm's cap. The timeout frees the lock if a worker is paused. */
export async function lockClaims(tx: Db, name: string): Promise<void> {
  await tx.execute(sql`select set_config('idle_in_transaction_session_timeout', '5s', true),
    pg_advisory_xact_lock(hashtextextended(${`queue:${name}`}, 0))`)
}

export async function waitingKinds(db: Db, names: readonly string[], able: Able): Promise<string[]> {
  const found = await rows<{ name: string }>(
    db,
    sql`select name from pgboss.job where name = any(${list(names)}) and ${isDue} and ${mayTake(able)}
      group by name order by min(created_on)`,
  )
  return found.map((each) => each.name)
}

/**
 * Returns the firms with waiting jobs in turn order. The firm with the fewest running jobs goes first. Ties go to the
 * firm whose last job was longest ago. Jobs without a firm share one turn.
 */
export async function listTurns(
  db: Db,
  name: string,
  able: Able,
): Promise<{ firmId: string | null; running: number }[]> {
  return rows(
    db,
    sql`with waiting as (
        select group_id, min(created_on) as since from pgboss.job
        where name = ${name} and ${isDue} and ${mayTake(able)} group by group_id)
      select group_id as "firmId",
        (select count(*)::int from pgboss.job other
          where other.name = ${name} and other.state = 'active' and other.group_id is not distinct from waiting.group_id) as running
      from waiting
      order by running, (select max(started_on) from pgboss.job other
        where other.name = ${name} and other.group_id is not distinct from waiting.group_id) nulls first, since, group_id`,
  )
}

export type Claimed = Claim & { key: string | null; data: unknown }

/** pg-boss's own fetch can't filter by what a job requires. */
export async function claimOldest(
  db: Db,
  { name, firmId, able }: { name: string; firmId: string | null; able: Able },
): Promise<Claimed | undefined> {
  const [found] = await rows<Claimed>(
    db,
    sql`update pgboss.job set state = 'active', started_on = now(), heartbeat_on = now(),
        retry_count = retry_count + (started_on is not null)::int,
        data = jsonb_set(data, '{claims}', to_jsonb(coalesce((data->>'claims')::int, 0) + 1))
      where name = ${name} and state < 'active' and id = (
        select id from pgboss.job where name = ${name} and ${isDue} and ${mayTake(able)}
          and group_id is not distinct from ${firmId}::text
        order by priority desc, created_on limit 1 for update skip locked)
      returning name, id, retry_count as "retryCount", singleton_key as key, data`,
  )
  return found
}

export async function countBefore(db: Db, name: string, id: string): Promise<number | null> {
  const [found] = await rows<{ before: number }>(
    db,
    sql`with waiting as (
        select id, created_on, coalesce(group_id, '') as firm from pgboss.job where name = ${name} and state < 'active'),
      mine as (select * from waiting where id = ${id}),
      own as (select count(*) as ahead from waiting, mine
        where waiting.firm = mine.firm and (waiting.created_on, waiting.id) < (mine.created_on, mine.id))
      select (own.ahead + (select coalesce(sum(least(jobs, own.ahead + 1)), 0) from (
        select count(*) as jobs from waiting where firm <> (select firm from mine) group by firm) others))::int as before
      from mine, own`,
  )
  return found?.before ?? null
}

export async function isLive(db: Db, name: string, id: string): Promise<boolean> {
  const found = await rows(db, sql`select from pgboss.job where name = ${name} and id = ${id} and state <= 'active'`)
  return found.length > 0
}

export async function isOver(db: Db, name: string, keys: readonly string[]): Promise<boolean> {
  const some = sql.join(
    keys.map((key) => sql`${key}`),
    sql`, `,
  )
  const [found] = await rows<{ isOver: boolean | null }>(
    db,
    sql`select bool_and(state > 'active') as "isOver" from pgboss.job where name = ${name} and singleton_key in (${some})`,
  )
  return found?.isOver === true
}

export type Counts = { waiting: number; running: number; oldestSeconds: number }

export async function countByName(db: Db): Promise<Map<string, Counts>> {
  const found = await rows<Counts & { name: string }>(
    db,
    sql`select name, count(*) filter (where state < 'active')::int as waiting,
        count(*) filter (where state = 'active')::int as running,
        coalesce(extract(epoch from now() - min(greatest(created_on, start_after)) filter (where state < 'active')), 0)
          ::float8 as "oldestSeconds"
      from pgboss.job where state <= 'active' and start_after <= now() group by name`,
  )
  return new Map(found.map(({ name, ...counts }) => [name, counts]))
}

const claimed = ({ name, id, retryCount }: Claim): SQL =>
  sql`name = ${name} and id = ${id} and state = 'active' and retry_count = ${retryCount}`

/** Keeps `started_on` so that the next claim increments `retry_count`. Null `failures` keeps the stored number. */
export async function requeueJob(db: Db, claim: Claim, failures: number | null, delaySeconds: number): Promise<void> {
  const data =
    failures === null ? sql`data - 'claims'` : sql`jsonb_set(data - 'claims', '{failures}', to_jsonb(${failures}::int))`
  await db.execute(sql`update pgboss.job set state = 'retry', heartbeat_on = null,
    start_after = now() + make_interval(secs => ${delaySeconds}), data = ${data} where ${claimed(claim)}`)
}

export async function giveUp(db: Db, claim: Claim, reason: string): Promise<void> {
  await db.execute(sql`update pgboss.job set state = 'failed', completed_on = now(),
    output = jsonb_build_object('reason', ${reason}::text) where ${claimed(claim)}`)
}

/**
 * Returns the IDs of the claims that are still held and of those that were renewed. Doesn't renew a row locked by
 * another transaction, because waiting for the lock would delay the other renewals.
 */
export async function renewClaims(
  db: Db,
  claims: readonly Claim[],
): Promise<{ held: Set<string>; renewed: Set<string> }> {
  const found = await rows<{ id: string; renewed: boolean }>(
    db,
    sql`with held as (
        select job.name, job.id from pgboss.job join unnest(${list(claims.map((each) => each.name))}::text[],
          ${list(claims.map((each) => each.id))}::uuid[],
          ${list(claims.map((each) => String(each.retryCount)))}::int[]) as claim (name, id, retry_count)
          on job.name = claim.name and job.id = claim.id and job.retry_count = claim.retry_count
        where job.state = 'active'),
      free as (
        select job.name, job.id, job.retry_count from pgboss.job join held using (name, id)
        for no key update of job skip locked),
      renewed as (
        update pgboss.job set heartbeat_on = now() from free
        where job.name = free.name and job.id = free.id and job.state = 'active'
          and job.retry_count = free.retry_count returning job.id)
      select id, id in (select id from renewed) as renewed from held`,
  )
  const ids = (some: typeof found) => new Set(some.map(({ id }) => id))
  return { held: ids(found), renewed: ids(found.filter((each) => each.renewed)) }
}

/**
 * Requeues jobs whose workers stopped sending heartbeats. With `all`, requeues every running job not in `mine`. Use
 * that only at startup with the embedded database, when no other process can be running jobs.
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
