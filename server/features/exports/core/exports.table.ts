import { bigint, boolean, integer, jsonb, pgTable, real, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { Export, ExportDetail, ExportFilters, ExportOptions, ExportScope } from '#contract/exports/exports.ts'

const time = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })

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
  sizeBytes: bigint('size_bytes', { mode: 'number' }),
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

/** Alone in its folder, so that one call destroys everything of an export. */
export const exportKey = ({ firmId, id }: Pick<ExportRow, 'firmId' | 'id'>): string =>
  `firms/${firmId}/exports/${id}/file`
