import { bigint, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

export const corrections = pgTable('corrections', {
  id: uuid('id').primaryKey(),
  /** Creation order. Two corrections may have the same timestamp. */
  seq: bigint('seq', { mode: 'number' }).generatedAlwaysAsIdentity(),
  videoId: uuid('video_id').notNull(),
  turn: integer('turn').notNull(),
  from: integer('word_from').notNull(),
  to: integer('word_to').notNull(),
  originalText: text('original_text').notNull(),
  newText: text('new_text').notNull(),
  replaces: jsonb('replaces').$type<string[]>().notNull().default([]),
  undoes: uuid('undoes'),
  createdBy: uuid('created_by').notNull(),
  createdAt: timestamp('created_at', { withTimezone: true, precision: 3 }).notNull().defaultNow(),
})
export type CorrectionRow = typeof corrections.$inferSelect
