import { pgTable, smallint, timestamp, uuid } from 'drizzle-orm/pg-core'

export const trials = pgTable('trials', {
  firmId: uuid('firm_id').primaryKey(),
  endsAt: timestamp('ends_at', { withTimezone: true, precision: 3 }).notNull(),
  toldDaysLeft: smallint('told_days_left'),
})
