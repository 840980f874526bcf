import { bigint, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'

export const sessionVideos = pgTable('session_videos', {
  videoId: uuid('video_id').primaryKey(),
  sessionId: uuid('session_id').notNull(),
  position: integer('position').notNull(),
  offsetMs: bigint('offset_ms', { mode: 'number' }).notNull().default(0),
  camera: text('camera').notNull().default(''),
})
