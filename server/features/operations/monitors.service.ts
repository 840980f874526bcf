import { BlockList, isIP } from 'node:net'
import type { EndpointRecord } from '#contract/operations/operations.ts'
import { recordAudit } from '#server/features/audit/audit.service.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Config } from '#server/platform/config.ts'
import type { Db } from '#server/platform/db.ts'
import { absent, Refusal, sqlState, uniqueViolation } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { classify, noDurations } from './durations.ts'
import {
  addMonitoredEndpoint,
  countMonitoredEndpoints,
  deleteMonitoredEndpoint,
  editMonitoredEndpoint,
  listMonitoredEndpoints,
  listMonitors,
  type Monitor,
} from './endpoints.queries.ts'
import { type IsCounting, recordCheck } from './measured.queries.ts'

const maxMonitors = 50

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

type Given = Omit<Monitor, 'path'> & { path?: string | undefined }
type Request = { db: Db; actor: Actor; ip: string; config: Config }

/** Prevents server-side request forgery: allows only this machine and the hosts in MONITOR_HOSTS. */
export function mayMonitor(url: string, allowedHosts: readonly string[]): boolean {
  const host = new URL(url).hostname.toLowerCase().replace(/^\[|\]$/g, '')
  if (host === 'localhost' || allowedHosts.includes(host)) return true
  const version = isIP(host)
  return version !== 0 && loopback.check(host, version === 4 ? 'ipv4' : 'ipv6')
}

function requireAllowed({ url }: Given, config: Config): void {
  if (mayMonitor(url, config.MONITOR_HOSTS)) return
  const host = new URL(url).hostname
  const sentence = `${host} isn’t this machine and isn’t listed in MONITOR_HOSTS. Add it there, or enter an address on this machine.`
  throw new Refusal('invalid', sentence, { fields: { url: sentence } })
}

const toPath = ({ path, url }: Given): string => (path ?? new URL(url).pathname).slice(0, 200)

async function only(db: Db, id: string): Promise<EndpointRecord> {
  const [found] = await listMonitoredEndpoints(db, id)
  if (!found) throw absent('endpoint')
  return found
}

export async function addMonitor({ db, actor, ip, config }: Request, monitor: Given): Promise<EndpointRecord> {
  requireAllowed(monitor, config)
  return refuseDuplicates(monitor, () =>
    db.transaction(async (tx) => {
      if ((await countMonitoredEndpoints(tx)) >= maxMonitors) {
        throw new Refusal('conflict', `${maxMonitors} addresses, the maximum, are already monitored. Delete one first.`)
      }
      const id = newId()
      await addMonitoredEndpoint(tx, id, { ...monitor, path: toPath(monitor) }, actor.userId)
      await recordAudit(tx, { ...entry(actor, ip, id), action: 'endpoint.added', details: { url: monitor.url } })
      return only(tx, id)
    }),
  )
}

export async function editMonitor(
  { db, actor, ip, config }: Request,
  id: string,
  { version, ...monitor }: Given & { version: number },
): Promise<EndpointRecord> {
  requireAllowed(monitor, config)
  return refuseDuplicates(monitor, () =>
    db.transaction(async (tx) => {
      const current = await only(tx, id)
      if (!(await editMonitoredEndpoint(tx, id, { ...monitor, path: toPath(monitor) }, version))) {
        throw new Refusal('conflict', 'Someone else changed this endpoint. Reload and try again.', { current })
      }
      await recordAudit(tx, { ...entry(actor, ip, id), action: 'endpoint.edited', details: { url: monitor.url } })
      return only(tx, id)
    }),
  )
}

export async function deleteMonitor({ db, actor, ip }: Request, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    const url = await deleteMonitoredEndpoint(tx, id)
    if (url === null) throw absent('endpoint')
    await recordAudit(tx, { ...entry(actor, ip, id), action: 'endpoint.deleted', details: { url } })
  })
}

const entry = (actor: Actor, ip: string, entityId: string) => ({
  firmId: null,
  actorId: actor.userId,
  ip,
  entity: 'endpoint',
  entityId,
})

async function refuseDuplicates<T>({ url }: Given, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (sqlState(error) !== uniqueViolation) throw error
    const sentence = `${url} is already monitored.`
    throw new Refusal('conflict', sentence, { fields: { url: sentence } })
  }
}

const timeoutMs = 5000
const atOnce = 5

type Check = { ms: number; problem: string | null }

export async function checkMonitors(db: Db, config: Config, isCounting: IsCounting = async () => true): Promise<void> {
  if (!(await isCounting(db))) return
  const monitors = await listMonitors(db)
  for (let at = 0; at < monitors.length; at += atOnce) {
    await Promise.all(
      monitors.slice(at, at + atOnce).map(async ({ id, method, url }) => {
        const check = mayMonitor(url, config.MONITOR_HOSTS)
          ? await ask(method, url)
          : { ms: 0, problem: 'The host is no longer listed in MONITOR_HOSTS.' }
        const durations = noDurations()
        durations[classify(check.ms)] = 1
        await recordCheck(db, id, { ...check, durations }, new Date(), isCounting)
      }),
    )
  }
}

/** Doesn't follow redirects, which could lead to a disallowed host. Doesn't read the body. */
export async function ask(method: string, url: string): Promise<Check> {
  const started = performance.now()
  const since = () => performance.now() - started
  try {
    const response = await fetch(url, {
      method,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
      headers: { 'user-agent': 'Venire-Check' },
    })
    const ms = since()
    await response.body?.cancel()
    return { ms, problem: response.status < 400 ? null : `Responded with status ${response.status}.` }
  } catch (error) {
    const slow = error instanceof Error && error.name === 'TimeoutError'
    return {
      ms: since(),
      problem: slow ? `No response within ${timeoutMs / 1000} seconds.` : 'Couldn’t reach the address.',
    }
  }
}
