import { boolean, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { Annotation } from '#contract/findings/annotations.ts'
import { number, time } from '#server/platform/database/columns.ts'

export const annotations = pgTable('annotations', {
  id: uuid('id').primaryKey(),
  videoId: uuid('video_id').notNull(),
  title: text('title').notNull(),
  description: text('description').notNull(),
  startMs: number('start_ms').notNull(),
  endMs: number('end_ms'),
  category: text('category').$type<Annotation['category']>().notNull(),
  severity: text('severity').$type<Annotation['severity']>().notNull(),
  tags: jsonb('tags').$type<string[]>().notNull(),
  isAiGenerated: boolean('is_ai_generated').notNull().default(false),
  findingId: uuid('finding_id'),
  createdAt: time('created_at').notNull().defaultNow(),
  createdBy: uuid('created_by').notNull(),
  updatedAt: time('updated_at').notNull().defaultNow(),
  updatedBy: uuid('updated_by').notNull(),
  version: integer('version').notNull().default(1),
})
