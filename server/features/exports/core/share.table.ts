import { boolean, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { ShareAccess } from '#contract/exports/share.ts'

const time = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })

export const shareLinks = pgTable('share_links', {
  id: uuid('id').primaryKey(),
  exportId: uuid('export_id').notNull(),
  tokenHash: text('token_hash').notNull(),
  label: text('label').notNull().default(''),
  recipients: jsonb('recipients').$type<string[]>().notNull().default([]),
  passwordHash: text('password_hash'),
  emailCode: boolean('email_code').notNull().default(false),
  expiresAt: time('expires_at').notNull(),
  maxDownloads: integer('max_downloads'),
  downloads: integer('downloads').notNull().default(0),
  wrongTries: integer('wrong_tries').notNull().default(0),
  wrongSince: time('wrong_since'),
  lockedUntil: time('locked_until'),
  revokedAt: time('revoked_at'),
  revokedBy: uuid('revoked_by'),
  lastOpenedAt: time('last_opened_at'),
  createdBy: uuid('created_by').notNull(),
  createdAt: time('created_at').notNull().defaultNow(),
})
export type ShareLinkRow = typeof shareLinks.$inferSelect

export const shareOpenings = pgTable('share_openings', {
  tokenHash: text('token_hash').primaryKey(),
  linkId: uuid('link_id').notNull(),
  expiresAt: time('expires_at').notNull(),
  countedAt: time('counted_at'),
})

export const shareAccesses = pgTable('share_accesses', {
  id: uuid('id').primaryKey(),
  linkId: uuid('link_id').notNull(),
  kind: text('kind').$type<ShareAccess['kind']>().notNull(),
  ip: text('ip'),
  browser: text('browser').notNull().default(''),
  at: time('at').notNull().defaultNow(),
  recipient: text('recipient'),
})

export const shareCodes = pgTable('share_codes', {
  id: uuid('id').primaryKey(),
  linkId: uuid('link_id').notNull(),
  email: text('email').notNull(),
  codeHash: text('code_hash').notNull(),
  expiresAt: time('expires_at').notNull(),
  tries: integer('tries').notNull().default(0),
  usedAt: time('used_at'),
  createdAt: time('created_at').notNull().defaultNow(),
})
