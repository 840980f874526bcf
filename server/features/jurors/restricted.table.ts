import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { RestrictedRecord } from '#contract/jurors/restricted-records.ts'
import { time } from '#server/platform/database/columns.ts'

export const restrictedRecordsOpen = pgTable('restricted_records_open', {
  caseId: uuid('case_id').primaryKey(),
  reason: text('reason').notNull(),
  openedBy: uuid('opened_by').notNull(),
  openedAt: time('opened_at').notNull().defaultNow(),
})

export const restrictedRecords = pgTable('restricted_records', {
  jurorId: uuid('juror_id').primaryKey(),
  caseId: uuid('case_id').notNull(),
  source: text('source').$type<RestrictedRecord['source']>().notNull(),
  value: text('value').notNull(),
  updatedBy: uuid('updated_by').notNull(),
  updatedAt: time('updated_at').notNull().defaultNow(),
})
