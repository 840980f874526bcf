import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { number } from '#server/platform/database/columns.ts'

export const sessionVideos = pgTable('session_videos', {
  videoId: uuid('video_id').primaryKey(),
  sessionId: uuid('session_id').notNull(),
  position: integer('position').notNull(),
  offsetMs: number('offset_ms').notNull().default(0),
  camera: text('camera').notNull().default(''),
})
