import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { sql } from 'drizzle-orm'
import { type Capability, lanes, type NodeList, type NodeRecord } from '#contract/operations/nodes.ts'
import type { Config } from './config.ts'
import { readLatestMigration } from './database/migrate.ts'
import type { Database, Db } from './db.ts'
import { newId } from './ids.ts'
import { type Report, reportOnStderr } from './queue/boss.ts'
import { every } from './queue/repeat.ts'

export const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string
}

const heartbeatMs = 5000
const silentSeconds = 20
const keepHours = 24

/**
 * This process. `getRefusal` returns the reason it can't take work, or null. After `drain`, it takes none.
 * `hasOtherVersions` is true while a process with another version is running, as during a rolling upgrade.
 */
export type Node = {
  id: string
  capabilities: readonly Capability[] | null
  getRefusal(): string | null
  drain(): void
  hasOtherVersions(): Promise<boolean>
}

type NodeOptions = Partial<Pick<Node, 'capabilities'>> & {
  readKeys?: () => Promise<string | null>
  report?: Report
}

type NodeConfig = Pick<Config, 'ROLE' | 'LANES' | 'ANALYSES_AT_ONCE'>

type Found = { schema: string | null; floor: string | null }

/**
 * `floor` is the oldest schema whose processes can still use the database. Only migrations marked "works from" raise
 * it.
 */
function explainRefusal(own: string, { schema, floor }: Found): string | null {
  const because =
    schema === null || schema < own
      ? `The database has schema ${schema}, but this process (Venire ${version}) needs ${own}`
      : floor !== null && own < floor
        ? `The database was upgraded and needs schema ${floor} or later, but this process (Venire ${version}) has ${own}`
        : null
  return because && `${because}, so it takes no more work. Restart it with the same version as the other processes.`
}

export async function joinNodes(
  { db }: Database,
  config: NodeConfig,
  { capabilities = null, readKeys = async () => null, report = reportOnStderr }: NodeOptions = {},
): Promise<Node & { leave(): Promise<void> }> {
  const id = newId()
  const schema = await readLatestMigration()
  const lanes = config.ROLE === 'web' ? [] : config.LANES
  let refusal: string | null = null
  let isDraining = false

  const beat = async (): Promise<void> => {
    const keys = await readKeys().catch(() => null)
    const { rows } = await db.execute<Found>(sql`
      insert into nodes (id, host, role, lanes, capabilities, concurrency, version, schema, keys)
      values (${id}, ${hostname()}, ${config.ROLE}, ${sql.param([...lanes])}, ${sql.param(capabilities && [...capabilities])},
        ${config.ANALYSES_AT_ONCE}, ${version}, ${schema}, ${keys})
      on conflict (id) do update set seen_at = now(), keys = excluded.keys
      returning (select max(name) from schema_migrations) as schema,
        (select max(works_from) from schema_migrations) as floor`)
    const before = refusal
    refusal = explainRefusal(schema, rows[0]!)
    if (refusal !== null && before === null) report('this process takes no more work', new Error(refusal))
  }
  await db.execute(sql`delete from nodes where seen_at < now() - make_interval(hours => ${keepHours})`)
  await beat()
  const beating = every(heartbeatMs, beat, (error) => report('couldn’t record this process’s heartbeat', error))
  beating.start()
  return {
    id,
    capabilities,
    getRefusal: () => (isDraining ? 'This process is stopping.' : refusal),
    drain: () => void (isDraining = true),
    async hasOtherVersions() {
      const { rows } = await db.execute(sql`
        select from nodes where (version, schema) <> (${version}, ${schema})
          and seen_at > now() - make_interval(secs => ${silentSeconds})`)
      return rows.length > 0
    },
    async leave() {
      await beating.stop()
      await db.execute(sql`delete from nodes where id = ${id}`).catch(() => {})
    },
  }
}

export async function groupNodesByKeys(db: Db): Promise<{ keys: string; nodes: string[] }[]> {
  const { rows } = await db.execute<{ keys: string; nodes: string[] }>(sql`
    select keys, array_agg(role || ' on ' || host order by role, host) as nodes from nodes
    where keys is not null and seen_at > now() - make_interval(secs => ${silentSeconds})
    group by keys order by count(*) desc, min(started_at)`)
  return rows
}

export async function isOlderServing(db: Db, schema: string): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select from nodes where role <> 'worker' and schema < ${schema}
      and seen_at > now() - make_interval(secs => ${silentSeconds})`)
  return rows.length > 0
}

type NodeRow = Omit<NodeRecord, 'startedAt' | 'seenAt'> & { started_at: string; seen_at: string }

export async function listNodes(db: Db): Promise<NodeList['nodes']> {
  const { rows } = await db.execute<NodeRow>(sql`
    select id, host, role, lanes, capabilities, concurrency, version, schema, started_at, seen_at,
      case when seen_at < now() - make_interval(secs => ${silentSeconds}) then 'silent'
        when schema < (select max(works_from) from schema_migrations) then 'outdated'
        when schema > (select max(name) from schema_migrations) then 'outdated' else 'running' end as state
    from nodes order by role, host, started_at, id`)
  return rows.map(({ started_at: startedAt, seen_at: seenAt, ...row }) => ({
    ...row,
    startedAt: new Date(startedAt).toISOString(),
    seenAt: new Date(seenAt).toISOString(),
  }))
}

export async function listUnserved(db: Db): Promise<NodeList['unserved']> {
  const { rows: demands } = await db.execute<{ lane: string; requires: Capability[]; waiting: number }>(sql`
    select data->>'lane' as lane, data->'requires' as requires, count(*)::int as waiting from pgboss.job
    where state < 'active' and data ? 'requires' and start_after <= now() group by 1, 2 order by 1, 2`)
  if (demands.length === 0) return []
  const running = (await listNodes(db)).filter(({ state }) => state === 'running')
  return demands.flatMap(({ lane: name, requires, waiting }) => {
    const lane = lanes.find((each) => each === name)
    const workers = running.filter((node) => lane && node.lanes.includes(lane))
    const lacks = workers.map(({ capabilities }) =>
      requires.filter((each) => !(capabilities ?? requires).includes(each)),
    )
    if (!lane || lacks.length === 0 || lacks.some((each) => each.length === 0)) return []
    const nowhere = requires.filter((each) => lacks.every((missing) => missing.includes(each)))
    return { lane, needs: nowhere.length > 0 ? nowhere : requires, waiting }
  })
}
