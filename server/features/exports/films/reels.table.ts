import { integer, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core'

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
