import { integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { number, time } from '#server/platform/database/columns.ts'

export const corrections = pgTable('corrections', {
  id: uuid('id').primaryKey(),
  /** Creation order. Two corrections may have the same timestamp. */
  seq: number('seq').generatedAlwaysAsIdentity(),
  videoId: uuid('video_id').notNull(),
  turn: integer('turn').notNull(),
  from: integer('word_from').notNull(),
  to: integer('word_to').notNull(),
  originalText: text('original_text').notNull(),
  newText: text('new_text').notNull(),
  replaces: jsonb('replaces').$type<string[]>().notNull().default([]),
  undoes: uuid('undoes'),
  createdBy: uuid('created_by').notNull(),
  createdAt: time('created_at').notNull().defaultNow(),
})
export type CorrectionRow = typeof corrections.$inferSelect
