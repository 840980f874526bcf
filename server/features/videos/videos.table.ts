import type { SentKind } from '#server/platform/http/bytes.ts'
import { boolean, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { number, time } from '#server/platform/database/columns.ts'

export const videos = pgTable('videos', {
  id: uuid('id').primaryKey(),
  firmId: uuid('firm_id').notNull(),
  caseId: uuid('case_id'),
  /** The case that was archived while this video was uploading to it. */
  keptOutOf: uuid('kept_out_of'),
  uploadedBy: uuid('uploaded_by').notNull(),
  filename: text('filename').notNull(),
  sizeBytes: number('size_bytes').notNull(),
  resumable: boolean('resumable').notNull(),
  createdAt: time('created_at').notNull().defaultNow(),
  receivedAt: time('received_at'),
  sha256: text('sha256'),
  container: text('container'),
  durationMs: number('duration_ms'),
  width: integer('width'),
  height: integer('height'),
  codec: text('codec'),
  frameRateNumerator: integer('frame_rate_numerator'),
  frameRateDenominator: integer('frame_rate_denominator'),
  playsInBrowser: boolean('plays_in_browser'),
  transcriptKey: text('transcript_key'),
  transcriptName: text('transcript_name'),
  deletedAt: time('deleted_at'),
  deletedBy: uuid('deleted_by'),
})
export type VideoRow = typeof videos.$inferSelect

export const fileKinds = ['proxy', 'poster', 'sprite', 'waveform', 'captions'] as const
export type FileKind = (typeof fileKinds)[number]

/** Allowed file types for each kind. The extension in the key determines the type. */
const sentAs = {
  proxy: ['mp4', 'webm'],
  poster: ['jpg'],
  sprite: ['jpg'],
  waveform: ['bin'],
  captions: ['vtt'],
} as const satisfies Record<FileKind, readonly SentKind[]>
export const getSentKind = ({ kind, key }: { kind: FileKind; key: string }): SentKind =>
  sentAs[kind].find((each) => key.endsWith(`.${each}`)) ?? sentAs[kind][0]

/** `mime` is only informational because the kind determines how a file is sent. */
export const videoFiles = pgTable(
  'video_files',
  {
    videoId: uuid('video_id').notNull(),
    kind: text('kind').$type<FileKind>().notNull(),
    key: text('key').notNull(),
    mime: text('mime').notNull(),
    sizeBytes: number('size_bytes').notNull(),
    /** Only for playback copies. Null if the copy was made before hashes were stored. */
    sha256: text('sha256'),
  },
  (table) => [primaryKey({ columns: [table.videoId, table.kind] })],
)
export type VideoFileRow = typeof videoFiles.$inferSelect

/** The latest integrity check. `found_sha256` is null if the file is missing. */
export const mediaChecks = pgTable(
  'media_checks',
  {
    videoId: uuid('video_id').notNull(),
    kind: text('kind').$type<'original' | 'proxy'>().notNull(),
    integrity: text('integrity').$type<'ok' | 'changed'>().notNull(),
    checkedAt: time('checked_at').notNull(),
    foundSha256: text('found_sha256'),
    decidedAt: time('decided_at'),
    decidedBy: uuid('decided_by'),
    reason: text('reason'),
  },
  (table) => [primaryKey({ columns: [table.videoId, table.kind] })],
)

export const storedUploads = pgTable('stored_uploads', {
  videoId: uuid('video_id').primaryKey(),
  firmId: uuid('firm_id').notNull(),
  partBytes: number('part_bytes').notNull(),
  receivedBytes: number('received_bytes').notNull().default(0),
  multipartId: text('multipart_id'),
  lastNumber: integer('last_number').notNull().default(0),
  changedAt: timestamp('changed_at', { withTimezone: true }).notNull().defaultNow(),
})

export const storedParts = pgTable('stored_upload_parts', {
  videoId: uuid('video_id').notNull(),
  start: number('start').notNull(),
  number: integer('number').notNull(),
  sha256: text('sha256').notNull(),
  etag: text('etag').notNull(),
  checksum: text('checksum'),
})

export const storedPieces = pgTable('stored_upload_pieces', {
  videoId: uuid('video_id').notNull(),
  start: number('start').notNull(),
  bytes: number('bytes').notNull(),
  sha256: text('sha256').notNull(),
  key: text('key').notNull(),
})

export const videoPrefix = (video: Pick<VideoRow, 'id' | 'firmId'>): string =>
  `firms/${video.firmId}/videos/${video.id}/`
/** The original has its own folder so that a malicious file can't refer to other files in the same folder. */
export const originalKey = (video: Pick<VideoRow, 'id' | 'firmId'>): string => `${videoPrefix(video)}original/media`
