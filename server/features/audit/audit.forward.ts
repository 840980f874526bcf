import { createSocket } from 'node:dgram'
import { hostname } from 'node:os'
import { getKeyring } from '#server/platform/keys/installation-key.ts'
import type { Parts } from '#server/platform/parts.ts'
import { readHeads, readTail } from './audit.anchors.ts'

const answerMs = 10_000
const syslogPort = 514
/** Syslog facility 13 (log audit), severity 5 (notice); see RFC 5424, section 6.2.1. */
const priority = 13 * 8 + 5

export async function forwardAnchor(
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
