import { boolean, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { JurorField } from '#contract/jurors/fields.ts'
import type { JurorStatus, QuestionnaireAnswer, Rating } from '#contract/jurors/jurors.ts'
import { time } from '#server/platform/database/columns.ts'

const answerColumns = {
  occupation: text('occupation').notNull().default(''),
  employer: text('employer').notNull().default(''),
  education: text('education').notNull().default(''),
  householdNote: text('household_note').notNull().default(''),
  priorJury: text('prior_jury').notNull().default(''),
  county: text('county').notNull().default(''),
} satisfies Record<JurorField, unknown>

export const jurors = pgTable('jurors', {
  id: uuid('id').primaryKey(),
  firmId: uuid('firm_id').notNull(),
  caseId: uuid('case_id').notNull(),
  jurorNumber: text('juror_number').notNull(),
  numberKey: text('number_key').generatedAlwaysAs('').notNull(),
  displayName: text('display_name'),
  status: text('status').$type<JurorStatus>().notNull().default('in_venire'),
  orderIndex: integer('order_index').notNull(),
  ...answerColumns,
  questionnaire: jsonb('questionnaire').$type<QuestionnaireAnswer[]>().notNull().default([]),
  questionnaireBytes: integer('questionnaire_bytes').generatedAlwaysAs(0).notNull(),
  tags: jsonb('tags').$type<string[]>().notNull().default([]),
  questionsToAsk: jsonb('questions_to_ask').$type<string[]>().notNull().default([]),
  notes: text('notes').notNull().default(''),
  createdBy: uuid('created_by').notNull(),
  createdAt: time('created_at').notNull().defaultNow(),
  updatedBy: uuid('updated_by').notNull(),
  updatedAt: time('updated_at').notNull().defaultNow(),
  version: integer('version').notNull().default(1),
  deletedAt: time('deleted_at'),
  deletedBy: uuid('deleted_by'),
})
export type JurorRow = typeof jurors.$inferSelect

export const jurorSeats = pgTable('juror_seats', {
  id: uuid('id').primaryKey(),
  sessionId: uuid('session_id').notNull(),
  jurorId: uuid('juror_id').notNull(),
  seat: integer('seat').notNull(),
  fromAt: time('from_at').notNull().defaultNow(),
  toAt: time('to_at'),
  movedBy: uuid('moved_by').notNull(),
})

export const jurorEvents = pgTable('juror_events', {
  id: uuid('id').primaryKey(),
  jurorId: uuid('juror_id').notNull(),
  sessionId: uuid('session_id'),
  kind: text('kind').notNull(),
  status: text('status').$type<JurorStatus>().notNull(),
  reason: text('reason').notNull().default(''),
  byUser: uuid('by_user').notNull(),
  at: time('at').notNull().defaultNow(),
})

export const jurorRatings = pgTable(
  'juror_ratings',
  {
    jurorId: uuid('juror_id').notNull(),
    userId: uuid('user_id').notNull(),
    lean: integer('lean').$type<Rating['lean']>().notNull(),
    confidence: integer('confidence').$type<Rating['confidence']>().notNull(),
    leader: boolean('leader').notNull().default(false),
    note: text('note').notNull().default(''),
    at: time('at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.jurorId, table.userId] })],
)
