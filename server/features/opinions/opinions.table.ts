import { boolean, pgTable, timestamp, uuid } from 'drizzle-orm/pg-core'

export const caseOpinions = pgTable('case_opinions', {
  caseId: uuid('case_id').primaryKey(),
  enabled: boolean('enabled').notNull(),
  agreedOnly: boolean('agreed_only').notNull().default(false),
  changedBy: uuid('changed_by').notNull(),
  changedAt: timestamp('changed_at', { withTimezone: true, precision: 3 }).notNull().defaultNow(),
})
