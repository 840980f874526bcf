import { date, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { SeatingLayout } from '#contract/sessions/seating.ts'
import type { Session, SessionChecklist } from '#contract/sessions/sessions.ts'
import { time } from '#server/platform/database/columns.ts'

export const sessions = pgTable('sessions', {
  id: uuid('id').primaryKey(),
  firmId: uuid('firm_id').notNull(),
  caseId: uuid('case_id').notNull(),
  name: text('name').notNull(),
  type: text('type').$type<Session['type']>().notNull(),
  date: date('date', { mode: 'string' }),
  startTime: text('start_time'),
  endTime: text('end_time'),
  panelName: text('panel_name').notNull().default(''),
  venireSize: integer('venire_size'),
  seatingLayout: jsonb('seating_layout').$type<SeatingLayout>().notNull(),
  transcriptSource: text('transcript_source').$type<Session['transcriptSource']>().notNull().default('ai'),
  checklist: jsonb('checklist').$type<SessionChecklist>().notNull(),
  notes: text('notes').notNull().default(''),
  review: text('review').$type<'none' | 'in_review' | 'reviewed'>().notNull().default('none'),
  lockedAt: time('locked_at'),
  lockedBy: uuid('locked_by'),
  createdBy: uuid('created_by').notNull(),
  createdAt: time('created_at').notNull().defaultNow(),
  updatedBy: uuid('updated_by').notNull(),
  updatedAt: time('updated_at').notNull().defaultNow(),
  version: integer('version').notNull().default(1),
  deletedAt: time('deleted_at'),
  deletedBy: uuid('deleted_by'),
})
export type SessionRow = typeof sessions.$inferSelect
