import { sql } from 'drizzle-orm'
import { BlockList, isIP } from 'node:net'
import type { EndpointRecord } from '#contract/operations/operations.ts'
import { recordAudit } from '#server/features/audit/audit.service.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Config } from '#server/platform/config.ts'
import type { Db } from '#server/platform/db.ts'
import { absent, Refusal, sqlState, uniqueViolation } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { listMonitoredEndpoints } from './endpoints.queries.ts'

const maxMonitors = 50

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

type Monitor = { path?: string | undefined; method: string; url: string }
type Request = { db: Db; actor: Actor; ip: string; config: Config }

/** Prevents server-side request forgery: allows only this machine and the hosts in MONITOR_HOSTS. */
export function mayMonitor(url: string, allowedHosts: readonly string[]): boolean {
  const host = new URL(url).hostname.toLowerCase().replace(/^\[|\]$/g, '')
  if (host === 'localhost' || allowedHosts.includes(host)) return true
  const version = isIP(host)
  return version !== 0 && loopback.check(host, version === 4 ? 'ipv4' : 'ipv6')
}

function requireAllowed({ url }: Monitor, config: Config): void {
  if (mayMonitor(url, config.MONITOR_HOSTS)) return
  const host = new URL(url).hostname
  const sentence = `${host} isn’t this machine and isn’t listed in MONITOR_HOSTS. Add it there, or enter an address on this machine.`
  throw new Refusal('invalid', sentence, { fields: { url: sentence } })
}

const toPath = ({ path, url }: Monitor): string => (path ?? new URL(url).pathname).slice(0, 200)

async function only(db: Db, id: string): Promise<EndpointRecord> {
  const [found] = await listMonitoredEndpoints(db, id)
  if (!found) throw absent('endpoint')
  return found
}

export async function addMonitor({ db, actor, ip, config }: Request, monitor: Monitor): Promise<EndpointRecord> {
  requireAllowed(monitor, config)
  return refuseDuplicates(monitor, () =>
    db.transaction(async (tx) => {
      const { rows } = await tx.execute<{ count: string }>(sql`select count(*) as count from monitored_endpoints`)
      if (Number(rows[0]?.count) >= maxMonitors) {
        throw new Refusal('conflict', `${maxMonitors} addresses, the maximum, are already monitored. Delete one first.`)
      }
      const id = newId()
      await tx.execute(sql`
        insert into monitored_endpoints (id, path, method, url, created_by)
        values (${id}, ${toPath(monitor)}, ${monitor.method}, ${monitor.url}, ${actor.userId})`)
      await recordAudit(tx, { ...entry(actor, ip, id), action: 'endpoint.added', details: { url: monitor.url } })
      return only(tx, id)
    }),
  )
}

export async function editMonitor(
  { db, actor, ip, config }: Request,
  id: string,
  { version, ...monitor }: Monitor & { version: number },
): Promise<EndpointRecord> {
  requireAllowed(monitor, config)
  return refuseDuplicates(monitor, () =>
    db.transaction(async (tx) => {
      const current = await only(tx, id)
      if (current.url !== monitor.url) {
        await tx.execute(sql`delete from monitored_endpoint_hours where endpoint_id = ${id}`)
      }
      const changed = await tx.execute(sql`
        update monitored_endpoints set path = ${toPath(monitor)}, method = ${monitor.method}, url = ${monitor.url},
          version = version + 1, updated_at = now(), checked_at = null, problem = null
        where id = ${id} and version = ${version} returning id`)
      if (changed.rows.length === 0) {
        throw new Refusal('conflict', 'Someone else changed this endpoint. Reload and try again.', { current })
      }
      await recordAudit(tx, { ...entry(actor, ip, id), action: 'endpoint.edited', details: { url: monitor.url } })
      return only(tx, id)
    }),
  )
}

export async function deleteMonitor({ db, actor, ip }: Request, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    const gone = await tx.execute<{ url: string }>(sql`delete from monitored_endpoints where id = ${id} returning url`)
    if (!gone.rows[0]) throw absent('endpoint')
    await recordAudit(tx, { ...entry(actor, ip, id), action: 'endpoint.deleted', details: { url: gone.rows[0].url } })
  })
}

const entry = (actor: Actor, ip: string, entityId: string) => ({
  firmId: null,
  actorId: actor.userId,
  ip,
  entity: 'endpoint',
  entityId,
})

async function refuseDuplicates<T>({ url }: Monitor, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (sqlState(error) !== uniqueViolation) throw error
    const sentence = `${url} is already monitored.`
    throw new Refusal('conflict', sentence, { fields: { url: sentence } })
  }
}
