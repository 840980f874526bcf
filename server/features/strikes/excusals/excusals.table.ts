import { integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { HardshipFacts } from '#contract/findings/findings.ts'
import type { ExcusalRequest } from '#contract/strikes/excusals.ts'
import type { Timecode } from '#contract/strikes/data.ts'
import type { JurorBefore } from '../strikes.table.ts'

const time = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })

export const excusals = pgTable('excusals', {
  id: uuid('id').primaryKey(),
  firmId: uuid('firm_id').notNull(),
  caseId: uuid('case_id').notNull(),
  sessionId: uuid('session_id').notNull(),
  jurorId: uuid('juror_id').notNull(),
  state: text('state').$type<ExcusalRequest['state']>().notNull(),
  reason: text('reason').notNull(),
  facts: jsonb('facts').$type<HardshipFacts>().notNull(),
  position: text('position').$type<ExcusalRequest['position']>().notNull(),
  ruling: text('ruling').$type<ExcusalRequest['ruling']>().notNull().default('pending'),
  judgeWords: text('judge_words').notNull().default(''),
  ruledAt: time('ruled_at'),
  rulingTimecode: jsonb('ruling_timecode').$type<Timecode>(),
  jurorBefore: jsonb('juror_before').$type<JurorBefore>(),
  endReason: text('end_reason').notNull().default(''),
  createdBy: uuid('created_by').notNull(),
  createdAt: time('created_at').notNull().defaultNow(),
  updatedBy: uuid('updated_by').notNull(),
  updatedAt: time('updated_at').notNull().defaultNow(),
  version: integer('version').notNull().default(1),
})
export type ExcusalRow = typeof excusals.$inferSelect

export const excusalEvents = pgTable('excusal_events', {
  id: uuid('id').primaryKey(),
  excusalId: uuid('excusal_id').notNull(),
  kind: text('kind').notNull(),
  byUser: uuid('by_user').notNull(),
  at: time('at').notNull(),
  receivedAt: time('received_at').notNull().defaultNow(),
  text: text('text').notNull().default(''),
  answer: jsonb('answer').$type<ExcusalRequest>(),
})
