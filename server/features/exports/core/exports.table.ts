import { sql } from 'drizzle-orm'
import { boolean, integer, jsonb, pgTable, real, text, uuid, primaryKey } from 'drizzle-orm/pg-core'
import type { Export, ExportDetail, ExportFilters, ExportOptions, ExportScope } from '#contract/exports/exports.ts'
import type { ShareAccess } from '#contract/exports/share.ts'
import type { CaseImport } from '#contract/exports/archives.ts'
import { number, time } from '#server/platform/database/columns.ts'

export const exports = pgTable('exports', {
  id: uuid('id').primaryKey(),
  firmId: uuid('firm_id').notNull(),
  caseId: uuid('case_id'),
  sessionId: uuid('session_id'),
  videoId: uuid('video_id'),
  type: text('type').$type<Export['type']>().notNull(),
  template: text('template').$type<Export['template']>().notNull(),
  title: text('title').notNull(),
  scope: jsonb('scope').$type<ExportScope>().notNull(),
  filters: jsonb('filters').$type<ExportFilters>().notNull(),
  options: jsonb('options').$type<ExportOptions>().notNull(),
  neverLinked: boolean('never_linked').notNull(),
  hasPassword: boolean('has_password').notNull(),
  sealedPassword: text('sealed_password'),
  filmId: uuid('film_id'),
  sealedLink: text('sealed_link'),
  status: text('status').$type<Export['status']>().notNull(),
  jobId: text('job_id'),
  claim: integer('claim').notNull().default(0),
  seenAt: time('seen_at'),
  progress: real('progress').notNull().default(0),
  step: text('step').notNull().default(''),
  secondsLeft: real('seconds_left'),
  failure: text('failure'),
  filename: text('filename').notNull(),
  mime: text('mime').notNull(),
  fileKey: text('file_key'),
  sizeBytes: number('size_bytes'),
  sha256: text('sha256'),
  manifest: jsonb('manifest').$type<ExportDetail['manifest']>(),
  expiresInHours: real('expires_in_hours'),
  expiresAt: time('expires_at'),
  warnedAt: time('warned_at'),
  rerunOf: uuid('rerun_of'),
  createdBy: uuid('created_by').notNull(),
  createdAt: time('created_at').notNull().defaultNow(),
  readyAt: time('ready_at'),
  endedAt: time('ended_at'),
})
export type ExportRow = typeof exports.$inferSelect

export const exportPolicies = pgTable('export_policies', {
  firmId: uuid('firm_id').primaryKey(),
  passwordRequired: boolean('password_required').notNull(),
  maxExpiryDays: integer('max_expiry_days').notNull(),
  allowNever: boolean('allow_never').notNull(),
  allowLinks: boolean('allow_links').notNull(),
  updatedBy: uuid('updated_by').notNull(),
  updatedAt: time('updated_at').notNull().defaultNow(),
})

export const exportDownloads = pgTable('export_downloads', {
  id: uuid('id').primaryKey(),
  exportId: uuid('export_id').notNull(),
  userId: uuid('user_id'),
  linkId: uuid('link_id'),
  ip: text('ip'),
  at: time('at').notNull().defaultNow(),
})

/** Includes the claim, so a worker that lost it can't replace or delete the new owner's file. */
export const exportKey = ({ firmId, id, claim }: Pick<ExportRow, 'firmId' | 'id' | 'claim'>): string =>
  `firms/${firmId}/exports/${id}/file-${claim}`

/** A worker may have stored the file without being able to record it, so upkeep gets its key. */
export const endUnfinished = (row: ExportRow) => ({
  sealedPassword: null,
  sealedLink: null,
  endedAt: sql`now()`,
  ...(row.claim > 0 && { fileKey: exportKey(row) }),
})

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

export const reelItems = pgTable(
  'reel_items',
  {
    sessionId: uuid('session_id').notNull(),
    userId: uuid('user_id').notNull(),
    highlightId: uuid('highlight_id').notNull(),
    position: integer('position').notNull(),
  },
  (table) => [primaryKey({ columns: [table.sessionId, table.userId, table.highlightId] })],
)

/** `id` is the placeholder user that the import created. `userId` is the member matched to that person. */
export type ImportedPerson = { id: string; email: string; name: string; userId?: string | null }

export const caseImports = pgTable('case_imports', {
  id: uuid('id').primaryKey(),
  firmId: uuid('firm_id').notNull(),
  caseId: uuid('case_id'),
  status: text('status').$type<CaseImport['status']>().notNull(),
  caseNumber: text('case_number'),
  failure: text('failure'),
  result: jsonb('result').$type<CaseImport['result']>(),
  people: jsonb('people').$type<ImportedPerson[]>().notNull().default([]),
  found: jsonb('found').$type<CaseImport['found']>(),
  matches: jsonb('matches').$type<{ id: string; userId: string | null }[]>(),
  createdBy: uuid('created_by'),
  createdAt: time('created_at').notNull().defaultNow(),
  endedAt: time('ended_at'),
})

export const importedAuditLines = pgTable(
  'imported_audit_lines',
  {
    importId: uuid('import_id').notNull(),
    position: integer('position').notNull(),
    line: text('line').notNull(),
  },
  (table) => [primaryKey({ columns: [table.importId, table.position] })],
)

export const quoteVerifications = pgTable(
  'quote_verifications',
  {
    sessionId: uuid('session_id').notNull(),
    videoId: uuid('video_id').notNull(),
    quoteSha256: text('quote_sha256').notNull(),
    verifiedBy: uuid('verified_by').notNull(),
    verifiedAt: time('verified_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.sessionId, table.videoId, table.quoteSha256] })],
)
