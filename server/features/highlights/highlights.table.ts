import { boolean, integer, jsonb, pgTable, primaryKey, real, text, uuid } from 'drizzle-orm/pg-core'
import type { Finding, Severity } from '#contract/findings/findings.ts'
import type { DismissReason, Highlight, HighlightStatus, HighlightType } from '#contract/highlights/highlights.ts'
import type { JurorField } from '#contract/jurors/fields.ts'
import { number, time } from '#server/platform/database/columns.ts'

export type HighlightFacts = Partial<
  Pick<Finding, 'trigger' | 'rules' | 'why' | 'chain' | 'stance' | 'latencyMs' | 'hardshipFacts' | 'themes' | 'opinion'>
>

export const highlights = pgTable('highlights', {
  id: uuid('id').primaryKey(),
  firmId: uuid('firm_id').notNull(),
  sessionId: uuid('session_id').notNull(),
  videoId: uuid('video_id').notNull(),
  findingKey: text('finding_key'),
  type: text('type').$type<HighlightType>().notNull(),
  sub: text('sub').notNull().default(''),
  startMs: number('start_ms'),
  endMs: number('end_ms'),
  quote: text('quote').notNull(),
  question: text('question').notNull().default(''),
  speaker: text('speaker'),
  jurorNumber: text('juror_number'),
  turn: integer('turn'),
  turnTo: integer('turn_to'),
  facts: jsonb('facts').$type<HighlightFacts>().notNull().default({}),
  severity: text('severity').$type<Severity>().notNull(),
  confidence: real('confidence'),
  source: text('source').$type<Highlight['source']>().notNull(),
  modelVersion: text('model_version'),
  status: text('status').$type<HighlightStatus>().notNull(),
  dismissReason: text('dismiss_reason').$type<DismissReason>(),
  decidedBy: uuid('decided_by'),
  decidedAt: time('decided_at'),
  pinned: boolean('pinned').notNull().default(false),
  tags: jsonb('tags').$type<string[]>().notNull().default([]),
  createdBy: uuid('created_by'),
  createdAt: time('created_at').notNull().defaultNow(),
  updatedBy: uuid('updated_by'),
  updatedAt: time('updated_at').notNull().defaultNow(),
  version: integer('version').notNull().default(1),
})
export type HighlightRow = typeof highlights.$inferSelect

export const highlightComments = pgTable('highlight_comments', {
  id: uuid('id').primaryKey(),
  highlightId: uuid('highlight_id').notNull(),
  text: text('text').notNull(),
  createdBy: uuid('created_by').notNull(),
  createdAt: time('created_at').notNull().defaultNow(),
})

export const highlightSources = pgTable(
  'highlight_sources',
  {
    sessionId: uuid('session_id').notNull(),
    videoId: uuid('video_id').notNull(),
    runId: uuid('run_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.sessionId, table.videoId] })],
)

export const factQuotes = pgTable(
  'fact_quotes',
  {
    jurorId: uuid('juror_id').notNull(),
    field: text('field').$type<JurorField>().notNull(),
    highlightId: uuid('highlight_id').notNull(),
    linkedBy: uuid('linked_by').notNull(),
    linkedAt: time('linked_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.jurorId, table.field] })],
)
