import { bigint, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'

export const auditEvents = pgTable(
  'audit_events',
  {
    chain: uuid('chain').notNull(),
    seq: bigint('seq', { mode: 'number' }).notNull(),
    at: timestamp('at', { withTimezone: true, precision: 3 }).notNull(),
    actorId: uuid('actor_id'),
    ip: text('ip'),
    action: text('action').notNull(),
    entity: text('entity').notNull(),
    entityId: text('entity_id'),
    caseId: uuid('case_id'),
    details: text('details').notNull().default('{}'),
    reason: text('reason'),
    previousHash: text('previous_hash').notNull(),
    hash: text('hash').notNull(),
    keyFingerprint: text('key_fingerprint'),
    mac: text('mac'),
  },
  (table) => [primaryKey({ columns: [table.chain, table.seq] })],
)
export type AuditEventRow = typeof auditEvents.$inferSelect

export const auditHeads = pgTable('audit_heads', {
  chain: uuid('chain').primaryKey(),
  seq: bigint('seq', { mode: 'number' }).notNull(),
  hash: text('hash').notNull(),
  keyFingerprint: text('key_fingerprint').notNull(),
  mac: text('mac').notNull(),
})
export type AuditHead = typeof auditHeads.$inferSelect
