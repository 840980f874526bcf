import { boolean, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { SpeakerRole } from '#contract/videos/transcript.ts'
import { number, time } from '#server/platform/database/columns.ts'

export const speakerAssignments = pgTable(
  'speaker_assignments',
  {
    videoId: uuid('video_id').notNull(),
    label: text('label').notNull(),
    role: text('role').$type<SpeakerRole>().notNull(),
    jurorId: uuid('juror_id'),
    assignedBy: uuid('assigned_by').notNull(),
    assignedAt: time('assigned_at').notNull().defaultNow(),
    version: integer('version').notNull().default(1),
  },
  (table) => [primaryKey({ columns: [table.videoId, table.label] })],
)

export type MovedTurn = {
  index: number
  startMs: number | null
  speaker: string | null
  role: SpeakerRole
  jurorNumber: string | null
  movedTo: string | null
}

export type VoiceSnapshot = {
  wish: { voiceCount: number | null; isClosed: boolean }
  assignments: { jurorId: string | null }[]
  anchors: object[]
  merges: object[]
  /** Missing in snapshots from earlier versions. */
  turns?: MovedTurn[]
}

export const voiceWishes = pgTable('voice_wishes', {
  videoId: uuid('video_id').primaryKey(),
  voiceCount: integer('voice_count'),
  isClosed: boolean('is_closed').notNull().default(false),
  version: integer('version').notNull().default(1),
  undo: jsonb('undo').$type<VoiceSnapshot>(),
  changedBy: uuid('changed_by').notNull(),
  changedAt: time('changed_at').notNull().defaultNow(),
})

export const voiceAnchors = pgTable(
  'voice_anchors',
  {
    videoId: uuid('video_id').notNull(),
    startMs: number('start_ms').notNull(),
    endMs: number('end_ms').notNull(),
    label: text('label').notNull(),
    saidBy: uuid('said_by').notNull(),
    saidAt: time('said_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.videoId, table.startMs] })],
)

export const voiceMerges = pgTable(
  'voice_merges',
  {
    videoId: uuid('video_id').notNull(),
    fromLabel: text('from_label').notNull(),
    intoLabel: text('into_label').notNull(),
    saidBy: uuid('said_by').notNull(),
    saidAt: time('said_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.videoId, table.fromLabel] })],
)
