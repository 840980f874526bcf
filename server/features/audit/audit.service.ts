import { createHash } from 'node:crypto'
import { desc, eq, sql } from 'drizzle-orm'
import type { Actor } from '#server/platform/actor.ts'
import type { Db } from '#server/platform/db.ts'
import { type AuditEventRow, auditEvents } from './audit.table.ts'

/** The chain of what belongs to no firm: start of the installation, requests of strangers. */
export const installationChain = '00000000-0000-0000-0000-000000000000'
/** What the first event of a chain has in place of a hash before it. */
export const chainStart = '0'.repeat(64)

export type AuditEntry = {
  /** Null for the installation's own chain. */
  firmId: string | null
  actorId: string | null
  ip?: string | null
  /** Verb in the past tense with its noun: `video.uploaded`, `sign_in.failed`. */
  action: string
  entity: string
  entityId?: string | null
  caseId?: string | null
  /** No transcript text, no passwords, no tokens. */
  details?: Record<string, unknown>
  reason?: string | null
}

/** Who did it, and from where: what every request carries. */
export type Who = { actor: Actor; ip: string }

type Act = Who & Omit<AuditEntry, 'firmId' | 'actorId' | 'ip'>

/** Records what a signed-in person did, in the chain of that person's firm. */
export const recordAct = (tx: Db, { actor, ...act }: Act): Promise<void> =>
  recordAudit(tx, { firmId: actor.firmId, actorId: actor.userId, ...act })

/**
 * Appends an event to its chain. Call it in the transaction of the change it records, so that one does not exist
 * without the other. The lock makes writers of one chain take turns until they commit: two would take the same number.
 */
export async function recordAudit(tx: Db, entry: AuditEntry): Promise<void> {
  const chain = entry.firmId ?? installationChain
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`audit:${chain}`}, 0))`)
  const [last] = await tx
    .select({ seq: auditEvents.seq, hash: auditEvents.hash })
    .from(auditEvents)
    .where(eq(auditEvents.chain, chain))
    .orderBy(desc(auditEvents.seq))
    .limit(1)
  const event = {
    chain,
    seq: (last?.seq ?? 0) + 1,
    at: new Date(),
    actorId: entry.actorId,
    ip: entry.ip ?? null,
    action: entry.action,
    entity: entry.entity,
    entityId: entry.entityId ?? null,
    caseId: entry.caseId ?? null,
    details: JSON.stringify(entry.details ?? {}),
    reason: entry.reason ?? null,
    previousHash: last?.hash ?? chainStart,
  }
  await tx.insert(auditEvents).values({ ...event, hash: hashOf(event) })
}

/** SHA-256 over the event's fields in a fixed order, the previous hash last; lower-case hex. */
export function hashOf(event: Omit<AuditEventRow, 'hash'>): string {
  const { chain, seq, at, actorId, ip, action, entity, entityId, caseId, details, reason, previousHash } = event
  const text = JSON.stringify([
    chain,
    seq,
    at.toISOString(),
    actorId,
    ip,
    action,
    entity,
    entityId,
    caseId,
    details,
    reason,
    previousHash,
  ])
  return createHash('sha256').update(text).digest('hex')
}
