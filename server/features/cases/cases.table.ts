import { integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { CaseSummary, RecordingPermission } from '#contract/cases.ts'
import type { CaseRole } from '#contract/permissions.ts'

const time = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })

export const cases = pgTable('cases', {
  id: uuid('id').primaryKey(),
  firmId: uuid('firm_id').notNull(),
  title: text('title').notNull(),
  caseNumber: text('case_number').notNull(),
  numberKey: text('number_key').generatedAlwaysAs('').notNull(),
  status: text('status').$type<CaseSummary['status']>().notNull().default('draft'),
  recordingBasis: text('recording_basis').$type<RecordingPermission['basis']>(),
  recordingNote: text('recording_note').notNull().default(''),
  recordingDeclaredBy: uuid('recording_declared_by'),
  recordingDeclaredAt: time('recording_declared_at'),
  createdBy: uuid('created_by').notNull(),
  createdAt: time('created_at').notNull().defaultNow(),
  updatedAt: time('updated_at').notNull().defaultNow(),
  version: integer('version').notNull().default(1),
})

export const caseMembers = pgTable(
  'case_members',
  {
    caseId: uuid('case_id').notNull(),
    userId: uuid('user_id').notNull(),
    role: text('role').$type<CaseRole>().notNull(),
    createdAt: time('created_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.caseId, table.userId] })],
)
