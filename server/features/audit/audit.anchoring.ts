import type { Config } from '#server/platform/config.ts'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { getKeyring } from '#server/platform/keys/installation-key.ts'
import type { Parts } from '#server/platform/parts.ts'
import { every } from '#server/platform/queue/repeat.ts'
import { appendLines, getAnchorsSize, readHeads, readTail, type Tail } from './audit.anchors.ts'
import {
  acquireAnchorLease,
  claimForwarding,
  lockAnchorLease,
  readAnchorLease,
  releaseAnchorLease,
  unclaimForwarding,
} from './audit.queries.ts'
import { createSocket } from 'node:dgram'
import { hostname } from 'node:os'

const anchorEveryMs = 10_000
const forwardEveryMs = 3_600_000

type Anchoring = { anchor(): Promise<void>; stop(): Promise<void> }
type Log = { warn(details: Record<string, unknown>, message: string): void }

/**
 * Writes chain heads to DATA_DIR/audit-anchors.log and, if AUDIT_FORWARD_TO is set, forwards them daily. Only one
 * process writes at a time: the lease row stays locked until the lines are flushed.
 */
export async function startAnchoring(
  parts: Pick<Parts, 'config' | 'database' | 'mailer'>,
  log: Log,
): Promise<Anchoring> {
  const { config, database } = parts
  const { db } = database
  const holder = newId()
  let tail: Tail | null = null
  let isHolder = false

  const anchor = (): Promise<void> =>
    db.transaction(async (tx) => {
      const lease = await acquireAnchorLease(tx, holder)
      // Whoever holds the lease could stop anchoring, so the log must show every change of holder.
      if (isHolder && lease === null)
        log.warn({ ...(await readAnchorLease(tx)) }, 'another process now anchors the audit record')
      isHolder = lease !== null
      if (lease === null) return void (tail = null)
      const isCurrent = tail?.bytes === (await getAnchorsSize(config.DATA_DIR))
      const known = tail && isCurrent ? tail : await readTail(config.DATA_DIR)
      const heads = await readHeads(tx)
      const fresh = heads.filter(({ chain, seq }) => (known.heads.get(chain) ?? 0) < seq)
      tail = fresh.length === 0 ? known : null
      if (fresh.length === 0) return
      const lines = fresh.map((head) => ({ kind: 'anchor' as const, heads: [head] }))
      await appendLines(config.DATA_DIR, known, { key: getKeyring().current, fence: lease, fresh: lines })
      tail = known
    })

  const forward = async (): Promise<void> => {
    if (!config.AUDIT_FORWARD_TO || !(await claimForwarding(db, holder))) return
    try {
      await forwardAnchor(parts, config.AUDIT_FORWARD_TO)
    } catch (error) {
      await unclaimForwarding(db, holder)
      throw error
    }
  }

  await anchor()
  const anchoring = every(anchorEveryMs, anchor, (err) => log.warn({ err }, 'failed to anchor the audit record'))
  const forwarding = every(forwardEveryMs, forward, (err) => log.warn({ err }, 'failed to forward the audit anchor'))
  anchoring.start()
  forwarding.soon()
  return {
    anchor,
    async stop() {
      await Promise.all([anchoring.stop(), forwarding.stop()])
      await anchor()
      await releaseAnchorLease(db, holder)
    },
  }
}

/** Records a restore from an older backup so that verification doesn't report the later anchors as faults. */
export async function recordRestore(db: Db, config: Config, reason: string): Promise<void> {
  await db.transaction(async (tx) => {
    const fence = await lockAnchorLease(tx, newId())
    const tail = await readTail(config.DATA_DIR)
    await appendLines(config.DATA_DIR, tail, {
      key: getKeyring().current,
      fence,
      fresh: [{ kind: 'restored', heads: await readHeads(tx), reason }],
    })
  })
}

const answerMs = 10_000
const syslogPort = 514
/** Syslog facility 13 (log audit), severity 5 (notice); see RFC 5424, section 6.2.1. */
const priority = 13 * 8 + 5

async function forwardAnchor(
  { config, database, mailer }: Pick<Parts, 'config' | 'database' | 'mailer'>,
  to: string,
): Promise<void> {
  const { current } = getKeyring()
  const { n, mac, at } = await readTail(config.DATA_DIR)
  const heads = await readHeads(database.db)
  const anchor = { at: new Date().toISOString(), lines: n, lastAt: at, lastMac: mac, key: current.fingerprint }
  const url = new URL(to)
  if (url.protocol === 'syslog:') {
    const text = JSON.stringify(anchor)
    return sendSyslog(url, JSON.stringify({ ...anchor, signature: current.sign(Buffer.from(text)) }))
  }
  const text = JSON.stringify({ ...anchor, heads })
  const signature = current.sign(Buffer.from(text))
  if (url.protocol === 'mailto:') {
    const letter = {
      to: decodeURIComponent(url.pathname),
      subject: `Venire audit anchor for ${anchor.at.slice(0, 10)}`,
      text: `Keep this message: it proves where the audit record ended.\n\n${text}\n\nEd25519 signature: ${signature}\n`,
    }
    return database.db.transaction((tx) => mailer.send(tx, letter, null))
  }
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-venire-signature': signature },
    body: text,
    redirect: 'error',
    signal: AbortSignal.timeout(answerMs),
  })
  await answer.body?.cancel()
  if (!answer.ok) throw new Error(`${url.host} responded with status ${answer.status}.`)
}

function sendSyslog({ hostname: host, port }: URL, message: string): Promise<void> {
  const line = `<${priority}>1 ${new Date().toISOString()} ${hostname()} venire ${process.pid} audit-anchor - ${message}`
  const socket = createSocket(host.startsWith('[') ? 'udp6' : 'udp4')
  return new Promise<void>((resolve, reject) => {
    socket.once('error', reject)
    socket.send(line, Number(port) || syslogPort, host.replaceAll(/^\[|\]$/g, ''), (error) =>
      error ? reject(error) : resolve(),
    )
  }).finally(() => socket.close())
}
