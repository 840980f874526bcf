import { and, asc, eq, gt, sql } from 'drizzle-orm'
import { findKey } from '#server/platform/keys/installation-key.ts'
import type { Db } from '#server/platform/db.ts'
import { findAuditTables, isKeyingMigrated } from './audit.queries.ts'
import {
  boundaryAction,
  brokenHeadAction,
  chainStart,
  computeHash,
  isGenuineHead,
  computeMac,
} from './audit.service.ts'
import { type AuditEventRow, type AuditHead, auditEvents, auditHeads } from './audit.table.ts'

/** `brokenAt` is the number of the first invalid event, or null if the chain is intact. */
export type ChainReport = { chain: string; events: number; brokenAt: number | null; fault: string | null }

const batchSize = 1000

export async function verifyAudit(db: Db): Promise<ChainReport[]> {
  const found = await findAuditTables(db)
  if (!found.events) throw new Error(recordIsGone)
  // Databases from older versions, including restored backups, have no keys.
  const isKeyed = found.mac && found.heads
  if (!isKeyed && (await isKeyingMigrated(db))) throw new Error(keysAreGone)
  const heads = isKeyed ? await db.select().from(auditHeads) : []
  const chains = await db.selectDistinct({ chain: auditEvents.chain }).from(auditEvents)
  const names = new Set([...heads, ...chains].map(({ chain }) => chain))
  const reports: ChainReport[] = []
  for (const chain of [...names].toSorted()) {
    const head = heads.find((each) => each.chain === chain)
    reports.push(await verifyChain(db, chain, isKeyed, head))
  }
  return reports
}

export const recordIsGone =
  'The audit record is gone: the database has no table audit_events. Restore the database from a backup.'

const keysAreGone =
  'The audit record was altered: the database has no table audit_heads, or audit_events has no column mac. Restore the database from a backup.'

type Walk = { seq: number; hash: string; isKeyed: boolean }

async function verifyChain(db: Db, chain: string, isKeyed: boolean, head?: AuditHead): Promise<ChainReport> {
  let at: Walk = { seq: 0, hash: chainStart, isKeyed: false }
  const broken = (brokenAt: number, fault: string): ChainReport => ({ chain, events: at.seq, brokenAt, fault })
  const { mac: _, keyFingerprint: __, ...older } = columns
  while (true) {
    const batch = await db
      .select(isKeyed ? columns : { ...older, mac: sql<null>`null`, keyFingerprint: sql<null>`null` })
      .from(auditEvents)
      .where(and(eq(auditEvents.chain, chain), gt(auditEvents.seq, at.seq)))
      .orderBy(asc(auditEvents.seq))
      .limit(batchSize)
    for (const event of batch) {
      const fault = await findFault(event, at)
      if (fault) return broken(Math.min(event.seq, at.seq + 1), fault)
      at = { seq: event.seq, hash: event.hash, isKeyed: event.mac !== null }
    }
    if (batch.length < batchSize) break
  }
  const fault = isKeyed ? await findHeadFault(at, head) : null
  return fault ? broken(at.seq + 1, fault) : { chain, events: at.seq, brokenAt: null, fault: null }
}

const { chain, seq, at, actorId, ip, action, entity, entityId, caseId, details, reason, previousHash, hash } =
  auditEvents
const { mac, keyFingerprint } = auditEvents
const columns = {
  ...{ chain, seq, at, actorId, ip, action, entity, entityId, caseId, details, reason, previousHash, hash },
  ...{ mac, keyFingerprint },
}

async function findFault(event: AuditEventRow, before: Walk): Promise<string | null> {
  const name = `event ${event.seq}`
  if (event.seq !== before.seq + 1) return `event ${before.seq + 1} is missing`
  if (event.previousHash !== before.hash) return `${name} doesn’t follow the one before it`
  if (computeHash(event) !== event.hash) return `${name} was changed`
  if (event.mac === null || event.keyFingerprint === null)
    return before.isKeyed ? `${name} was recorded without the installation key` : null
  const key = await findKey(event.keyFingerprint)
  if (!key) return `${name} was recorded with ${describeUnknown(event.keyFingerprint)}`
  if (computeMac(key, event.hash) !== event.mac) return `${name} was rewritten without the installation key`
  if (!before.isKeyed && before.seq > 0 && event.action !== boundaryAction)
    return `the events before ${name} were rewritten without the installation key`
  if (event.action === brokenHeadAction)
    return `${name} records that the end of the chain had been changed or removed before it`
  return null
}

const describeUnknown = (fingerprint: string) =>
  `the key ${fingerprint.slice(0, 16)}, which installation.key doesn’t contain. Restore that file from a backup of the data folder`

async function findHeadFault(at: Walk, head: AuditHead | undefined): Promise<string | null> {
  if (!head)
    return at.isKeyed
      ? 'the record of where the chain ends is missing'
      : 'the chain was written without the installation key'
  if (!(await findKey(head.keyFingerprint))) return `the chain ends with ${describeUnknown(head.keyFingerprint)}`
  if (!(await isGenuineHead(head))) return 'the record of where the chain ends was changed'
  if (head.seq > at.seq)
    return `${describeCount(head.seq - at.seq)} missing at the end: the chain had ${head.seq} events and now has ${at.seq}`
  return head.seq === at.seq && head.hash === at.hash ? null : 'the end of the chain was rewritten'
}

export const describeCount = (events: number): string => (events === 1 ? '1 event is' : `${events} events are`)
