import { integer, jsonb, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { CaseImport } from '#contract/exports/archives.ts'

const time = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })

/** Who a person of the archive was, under the id that stands for them here. `userId`: the member they were matched to. */
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
