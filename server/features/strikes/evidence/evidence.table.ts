import { bigint, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { StrikeEvidence } from '#contract/strikes/data.ts'

const number = (name: string) => bigint(name, { mode: 'number' })

/** Of a strike or of an excusal request. */
export const strikeEvidence = pgTable('strike_evidence', {
  id: uuid('id').primaryKey(),
  strikeId: uuid('strike_id'),
  excusalId: uuid('excusal_id'),
  purpose: text('purpose').$type<StrikeEvidence['of']>().notNull().default('strike'),
  source: text('source').$type<StrikeEvidence['source']>().notNull(),
  highlightId: uuid('highlight_id'),
  videoId: uuid('video_id'),
  startMs: number('start_ms'),
  endMs: number('end_ms'),
  turn: integer('turn'),
  turnTo: integer('turn_to'),
  cite: text('cite'),
  quote: text('quote').notNull().default(''),
  question: text('question').notNull().default(''),
  speaker: text('speaker'),
  note: text('note').notNull().default(''),
  addedBy: uuid('added_by').notNull(),
  addedAt: timestamp('added_at', { withTimezone: true, precision: 3 }).notNull().defaultNow(),
})
