import { integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { number, time } from '#server/platform/database/columns.ts'

export const auditEvents = pgTable(
  'audit_events',
  {
    chain: uuid('chain').notNull(),
    seq: number('seq').notNull(),
    at: time('at').notNull(),
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
  seq: number('seq').notNull(),
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
  openedAt: time('opened_at').notNull().defaultNow(),
  lastAt: time('last_at').notNull().defaultNow(),
  bytes: number('bytes').notNull().default(0),
  closedAt: time('closed_at'),
})
export type FileAccessRow = typeof fileAccesses.$inferSelect

export const anchorLease = pgTable('audit_anchor_lease', {
  id: integer('id').primaryKey(),
  holder: uuid('holder').notNull(),
  host: text('host').notNull(),
  fence: number('fence').notNull(),
  expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  forwardedAt: timestamp('forwarded_at', { withTimezone: true }),
})
