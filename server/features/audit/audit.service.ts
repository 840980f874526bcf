import { createHash } from 'node:crypto'
import { and, desc, eq, ne, sql } from 'drizzle-orm'
import type { Actor } from '#server/platform/actor.ts'
import type { Db } from '#server/platform/db.ts'
import { type InstallationKey, findKey, getKeyring } from '#server/platform/keys/installation-key.ts'
import { lockName } from '#server/platform/lease.ts'
import { type AuditEventRow, type AuditHead, auditEvents, auditHeads } from './audit.table.ts'

export const installationChain = '00000000-0000-0000-0000-000000000000'
export const chainStart = '0'.repeat(64)

export type AuditEntry = {
  firmId: string | null
  actorId: string | null
  ip?: string | null
  /** A noun and a past-tense verb, such as `video.uploaded` or `sign_in.failed`. */
  action: string
  entity: string
  entityId?: string | null
  caseId?: string | null
  /** Must not contain transcript text, passwords, or tokens. */
  details?: Record<string, unknown>
  reason?: string | null
}

export type Who = { actor: Actor; ip: string }

export type Act = Omit<AuditEntry, 'firmId' | 'actorId' | 'ip'>

/** Tells a script's acts from those of the person whose token it uses. */
export const nameToken = ({ scopes, signInId }: Partial<Pick<Actor, 'scopes' | 'signInId'>>) =>
  scopes ? { apiToken: signInId } : {}

export const recordAct = (tx: Db, { actor, ...act }: Who & Act): Promise<void> =>
  recordAudit(tx, {
    firmId: actor.firmId,
    actorId: actor.userId,
    ...act,
    details: { ...act.details, ...nameToken(actor) },
  })

export async function recordActs(tx: Db, { actor, ip }: Who, acts: readonly Act[]): Promise<void> {
  for (const act of acts) await recordAct(tx, { actor, ip, ...act })
}

/**
 * Appends an event. Call this in the same transaction as the change. A lock serializes writers to a chain, so two
 * events can't get the same number.
 */
export const recordAudit = (tx: Db, entry: AuditEntry): Promise<void> =>
  append(tx, entry.firmId ?? installationChain, [entry])

async function append(tx: Db, chain: string, fresh: readonly AuditEntry[]): Promise<void> {
  await lockName(tx, `audit:${chain}`)
  const at = new Date()
  const { last, notice } = await findLast(tx, chain)
  const { current } = getKeyring()
  let { seq, hash } = last
  for (const each of notice ? [notice, ...fresh] : fresh) {
    const event = {
      chain,
      seq: seq + 1,
      at,
      actorId: each.actorId,
      ip: each.ip ?? null,
      action: each.action,
      entity: each.entity,
      entityId: each.entityId ?? null,
      caseId: each.caseId ?? null,
      details: JSON.stringify(each.details ?? {}),
      reason: each.reason ?? null,
      previousHash: hash,
    }
    seq = event.seq
    hash = computeHash(event)
    await tx
      .insert(auditEvents)
      .values({ ...event, hash, keyFingerprint: current.fingerprint, mac: computeMac(current, hash) })
  }
  const head = { seq, hash, keyFingerprint: current.fingerprint, mac: computeHeadMac(current, { chain, seq, hash }) }
  await tx
    .insert(auditHeads)
    .values({ chain, ...head })
    .onConflictDoUpdate({ target: auditHeads.chain, set: head })
}

type Last = { seq: number; hash: string }

/**
 * Uses the stored head instead of the last row so that deleting the newest rows leaves a gap. If the head is missing or
 * forged, also returns an event that records this.
 */
async function findLast(tx: Db, chain: string): Promise<{ last: Last; notice: AuditEntry | null }> {
  const [head] = await tx.select().from(auditHeads).where(eq(auditHeads.chain, chain))
  if (head && (await isGenuineHead(head))) return { last: head, notice: null }
  const [row] = await tx
    .select({ seq: auditEvents.seq, hash: auditEvents.hash, mac: auditEvents.mac })
    .from(auditEvents)
    .where(eq(auditEvents.chain, chain))
    .orderBy(desc(auditEvents.seq))
    .limit(1)
  const last = { seq: row?.seq ?? 0, hash: row?.hash ?? chainStart }
  if (!row && !head) return { last, notice: null }
  const isOlder = !head && row?.mac === null
  return {
    last,
    notice: {
      firmId: chain === installationChain ? null : chain,
      actorId: null,
      action: isOlder ? boundaryAction : brokenHeadAction,
      entity: 'audit',
      details: isOlder ? { unkeyedThrough: last.seq, hash: last.hash } : { goesOnFrom: last.seq },
    },
  }
}

export const boundaryAction = 'audit.keyed'
/** Recorded if a chain's head is missing or forged. `verify audit` reports it as a fault. */
export const brokenHeadAction = 'audit.head_changed'

export async function recordBoundaries(db: Db): Promise<void> {
  const older = await db
    .selectDistinct({ chain: auditEvents.chain })
    .from(auditEvents)
    .where(
      sql`${auditEvents.seq} = 1 and ${auditEvents.mac} is null
        and not exists (select from audit_heads where audit_heads.chain = ${auditEvents.chain})`,
    )
  for (const { chain } of older) await db.transaction((tx) => append(tx, chain, []))
}

export type AuditMark = { seq: number; hash: string; key: string | null }

/**
 * Returns the end of the firm's chain, printed on exports. Skips export events so that exporting the same content twice
 * produces the same bytes.
 */
export async function findAuditMark(db: Db, firmId: string): Promise<AuditMark | null> {
  const { chain, seq, hash, keyFingerprint, entity } = auditEvents
  const [mark] = await db
    .select({ seq, hash, key: keyFingerprint })
    .from(auditEvents)
    .where(and(eq(chain, firmId), ne(entity, 'export')))
    .orderBy(desc(seq))
    .limit(1)
  return mark ?? null
}

export const describeAuditMark = ({ seq, hash, key }: AuditMark): string =>
  `event ${seq}, SHA-256 ${hash}, key ${key ?? 'none'}`

export const computeMac = (key: InstallationKey, hash: string): string => key.hmac('audit', hash)

export const computeHeadMac = (key: InstallationKey, { chain, seq, hash }: Last & { chain: string }): string =>
  key.hmac('audit head', JSON.stringify([chain, seq, hash]))

export async function isGenuineHead(head: AuditHead): Promise<boolean> {
  const key = await findKey(head.keyFingerprint)
  return key !== undefined && computeHeadMac(key, head) === head.mac
}

/** Returns the SHA-256, in lowercase hex, of the fields in a fixed order, with the previous hash last. */
export function computeHash(event: Omit<AuditEventRow, 'hash' | 'keyFingerprint' | 'mac'>): string {
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
