import { bigint, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'

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

export const fileAccesses = pgTable('file_accesses', {
  id: uuid('id').primaryKey(),
  firmId: uuid('firm_id').notNull(),
  caseId: uuid('case_id'),
  entity: text('entity').$type<'video' | 'export'>().notNull(),
  entityId: uuid('entity_id').notNull(),
  file: text('file').notNull(),
  userId: uuid('user_id'),
  linkId: uuid('link_id'),
  ip: text('ip'),
  openedAt: timestamp('opened_at', { withTimezone: true, precision: 3 }).notNull().defaultNow(),
  lastAt: timestamp('last_at', { withTimezone: true, precision: 3 }).notNull().defaultNow(),
  bytes: bigint('bytes', { mode: 'number' }).notNull().default(0),
  closedAt: timestamp('closed_at', { withTimezone: true, precision: 3 }),
})
export type FileAccessRow = typeof fileAccesses.$inferSelect

export const anchorLease = pgTable('audit_anchor_lease', {
  id: integer('id').primaryKey(),
  holder: uuid('holder').notNull(),
  host: text('host').notNull(),
  fence: bigint('fence', { mode: 'number' }).notNull(),
  expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  forwardedAt: timestamp('forwarded_at', { withTimezone: true }),
})
