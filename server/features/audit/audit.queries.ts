import { hostname } from 'node:os'
import { and, asc, eq, isNull, lt, or, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db.ts'
import { selectShownName } from './shown-name.ts'
import { anchorLease, type FileAccessRow, fileAccesses } from './audit.table.ts'

export async function findAuditTables(db: Db): Promise<{ events: boolean; heads: boolean; mac: boolean }> {
  const { rows } = await db.execute<{ events: boolean; heads: boolean; mac: boolean }>(sql`
    select to_regclass('audit_events') is not null as events, to_regclass('audit_heads') is not null as heads,
      exists (select from information_schema.columns where table_schema = current_schema()
        and table_name = 'audit_events' and column_name = 'mac') as mac`)
  return rows[0]!
}

/** Returns whether the migration that keys the chains has run. A later one proves it, too. */
export async function isKeyingMigrated(db: Db): Promise<boolean> {
  const { rows: tables } = await db.execute(sql`select where to_regclass('schema_migrations') is not null`)
  if (tables.length === 0) return false
  const { rows } = await db.execute(sql`select from schema_migrations where name >= '0044_audit_keys' limit 1`)
  return rows.length > 0
}

const anchorLeaseSeconds = 60

/**
 * Returns the lease's fence, or null if another process holds the lease. Locks the lease row until the transaction
 * ends. No process takes a lease longer than `anchorLeaseSeconds`, so a longer one was forged to block anchoring.
 */
export async function acquireAnchorLease(tx: Db, holder: string): Promise<number | null> {
  const { rows } = await tx.execute<{ fence: number }>(sql`
    insert into audit_anchor_lease as lease (id, holder, host, fence, expires_at)
    values (1, ${holder}, ${hostname()}, 1, now() + make_interval(secs => ${anchorLeaseSeconds}))
    on conflict (id) do update set holder = excluded.holder, host = excluded.host, expires_at = excluded.expires_at,
      fence = lease.fence + case when lease.holder = excluded.holder then 0 else 1 end
    where lease.holder = excluded.holder or lease.expires_at <= now()
      or lease.expires_at > now() + make_interval(secs => ${anchorLeaseSeconds})
    returning fence`)
  return rows[0] ? Number(rows[0].fence) : null
}

export async function releaseAnchorLease(db: Db, holder: string): Promise<void> {
  await db
    .update(anchorLease)
    .set({ expiresAt: sql`now()` })
    .where(eq(anchorLease.holder, holder))
}

/** Locks the lease row without changing its holder. */
export async function lockAnchorLease(tx: Db, holder: string): Promise<number> {
  const [lease] = await tx
    .insert(anchorLease)
    .values({ id: 1, holder, host: hostname(), fence: 1, expiresAt: sql`now()` })
    .onConflictDoUpdate({ target: anchorLease.id, set: { fence: anchorLease.fence } })
    .returning({ fence: anchorLease.fence })
  return lease!.fence
}

export async function readAnchorLease(
  db: Db,
): Promise<Pick<typeof anchorLease.$inferSelect, 'host' | 'holder' | 'expiresAt'> | undefined> {
  const { host, holder, expiresAt } = anchorLease
  const [lease] = await db.select({ host, holder, expiresAt }).from(anchorLease)
  return lease
}

/** Returns whether the day's forwarding is now up to this holder. */
export async function claimForwarding(db: Db, holder: string): Promise<boolean> {
  const { forwardedAt } = anchorLease
  const claimed = await db
    .update(anchorLease)
    .set({ forwardedAt: sql`now()` })
    .where(
      and(eq(anchorLease.holder, holder), or(isNull(forwardedAt), lt(forwardedAt, sql`now() - interval '23 hours'`))),
    )
    .returning({ id: anchorLease.id })
  return claimed.length > 0
}

export async function unclaimForwarding(db: Db, holder: string): Promise<void> {
  await db.update(anchorLease).set({ forwardedAt: null }).where(eq(anchorLease.holder, holder))
}

/** Returns each chain's first event that is older than `withinSeconds` and follows its `anchored` event. */
export async function listUnanchored(
  db: Db,
  anchored: ReadonlyMap<string, number>,
  withinSeconds: number,
): Promise<{ chain: string; seq: number; at: string }[]> {
  const { rows } = await db.execute<{ chain: string; seq: number; at: string }>(sql`
    select distinct on (e.chain) e.chain, e.seq::int as seq, e.at::text as at
    from audit_events e left join jsonb_each_text(${JSON.stringify(Object.fromEntries(anchored))}::jsonb) known
      on known.key = e.chain::text
    where e.seq > coalesce(known.value::bigint, 0) and e.at < now() - make_interval(secs => ${withinSeconds})
      and exists (select from audit_anchor_lease where host = ${hostname()} and expires_at > now())
    order by e.chain, e.seq`)
  return rows
}

const windowMinutes = 30
const silentMinutes = 2
const isSilent = sql`last_at < now() - make_interval(mins => ${silentMinutes})`

type NewAccess = Pick<
  FileAccessRow,
  'firmId' | 'caseId' | 'entity' | 'entityId' | 'file' | 'userId' | 'linkId' | 'ip' | 'id'
>

/** Returns null if the access needs a new record. */
export async function findOpenAccess(
  tx: Db,
  { entityId, caseId, file, userId, linkId }: NewAccess,
): Promise<{ id: string; leftSeconds: number } | null> {
  const [found] = await tx
    .select({
      id: fileAccesses.id,
      leftSeconds: sql<number>`extract(epoch from opened_at + make_interval(mins => ${windowMinutes}) - now())::float8`,
    })
    .from(fileAccesses)
    .where(
      and(
        eq(fileAccesses.entityId, entityId),
        eq(fileAccesses.file, file),
        isNull(fileAccesses.closedAt),
        sql`(user_id, link_id, case_id) is not distinct from (${userId}::uuid, ${linkId}::uuid, ${caseId}::uuid)`,
        sql`opened_at > now() - make_interval(mins => ${windowMinutes})`,
      ),
    )
    .limit(1)
  return found ?? null
}

export async function addAccess(tx: Db, access: NewAccess): Promise<{ id: string; leftSeconds: number }> {
  await tx.insert(fileAccesses).values(access)
  return { id: access.id, leftSeconds: windowMinutes * 60 }
}

export async function addAccessedBytes(db: Db, bytes: ReadonlyMap<string, number>): Promise<void> {
  const rows = sql.join(
    [...bytes].map(([id, each]) => sql`(${id}::uuid, ${each}::bigint)`),
    sql`, `,
  )
  await db.execute(sql`update file_accesses set bytes = file_accesses.bytes + counted.bytes, last_at = now()
    from (values ${rows}) as counted (id, bytes) where file_accesses.id = counted.id`)
}

export async function listEndedAccesses(db: Db): Promise<string[]> {
  const isOld = lt(fileAccesses.openedAt, sql`now() - make_interval(mins => ${windowMinutes})`)
  const rows = await db
    .select({ id: fileAccesses.id })
    .from(fileAccesses)
    .where(and(isNull(fileAccesses.closedAt), isOld, isSilent))
    .orderBy(asc(fileAccesses.openedAt))
    .limit(500)
  return rows.map(({ id }) => id)
}

/** Returns undefined if the access was closed or used in the meantime. */
export async function closeAccess(tx: Db, id: string): Promise<FileAccessRow | undefined> {
  const [closed] = await tx
    .update(fileAccesses)
    .set({ closedAt: sql`now()` })
    .where(and(eq(fileAccesses.id, id), isNull(fileAccesses.closedAt), isSilent))
    .returning()
  return closed
}

export type AccessRow = {
  id: string
  person: string | null
  inAnotherCase: boolean
  file: string
  openedAt: string
  bytes: number
}

export async function listAccesses(
  db: Db,
  {
    entityId,
    caseId,
    limit,
    cursor,
  }: { entityId: string; caseId: string | null; limit: number; cursor?: string | undefined },
): Promise<AccessRow[]> {
  const inAnotherCase = sql`(case_id is not null and case_id is distinct from ${caseId}::uuid)`
  const { rows } = await db.execute<AccessRow>(sql`
    select file_accesses.id, case when not ${inAnotherCase} then ${selectShownName('users', sql`file_accesses.firm_id`)} end as person,
      ${inAnotherCase} as "inAnotherCase", file, opened_at as "openedAt", bytes::float8 as bytes
    from file_accesses left join users on users.id = file_accesses.user_id
    where entity_id = ${entityId} and ${cursor === undefined ? sql`true` : sql`file_accesses.id < ${cursor}::uuid`}
    order by file_accesses.id desc limit ${limit}`)
  return rows
}
