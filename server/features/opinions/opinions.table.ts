import { boolean, pgTable, uuid } from 'drizzle-orm/pg-core'
import { time } from '#server/platform/database/columns.ts'

export const caseOpinions = pgTable('case_opinions', {
  caseId: uuid('case_id').primaryKey(),
  enabled: boolean('enabled').notNull(),
  agreedOnly: boolean('agreed_only').notNull().default(false),
  changedBy: uuid('changed_by').notNull(),
  changedAt: time('changed_at').notNull().defaultNow(),
})
