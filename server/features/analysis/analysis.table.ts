import { boolean, integer, jsonb, pgTable, primaryKey, real, text, uuid } from 'drizzle-orm/pg-core'
import type {
  Span,
  Speaker,
  SpeakersArtifact,
  StageName,
  StageProgress,
  Summary,
  Thumbnails,
  Waveform,
} from '#contract/videos/analysis.ts'
import type { Chain, Exchange, Finding, FindingType, Severity } from '#contract/findings/findings.ts'
import type { SpeakerRole, TranscriptCut, TranscriptSource, Turn, Word } from '#contract/videos/transcript.ts'
import { number, time } from '#server/platform/database/columns.ts'

export const runStates = ['queued', 'running', 'completed', 'failed', 'cancelled'] as const

export const analysisRuns = pgTable('analysis_runs', {
  id: uuid('id').primaryKey(),
  videoId: uuid('video_id').notNull(),
  number: integer('number').notNull(),
  state: text('state').$type<(typeof runStates)[number]>().notNull().default('queued'),
  jobId: uuid('job_id'),
  workId: uuid('work_id').notNull(),
  fence: integer('fence').notNull().default(0),
  stage: text('stage').$type<StageName>(),
  fraction: real('fraction').notNull().default(0),
  secondsLeft: real('seconds_left'),
  failureReason: text('failure_reason'),
  failureStage: text('failure_stage'),
  permanent: boolean('permanent').notNull().default(false),
  endedByDeletion: boolean('ended_by_deletion').notNull().default(false),
  queuedAt: time('queued_at').notNull().defaultNow(),
  startedAt: time('started_at'),
  seenAt: time('seen_at'),
  finishedAt: time('finished_at'),
  requestedBy: uuid('requested_by'),
  stages: jsonb('stages').$type<readonly StageProgress[]>(),
  redoFrom: text('redo_from').$type<StageName>(),
})
export type RunRow = typeof analysisRuns.$inferSelect

export const partialTurns = pgTable(
  'partial_turns',
  {
    runId: uuid('run_id').notNull(),
    startMs: number('start_ms').notNull(),
    endMs: number('end_ms').notNull(),
    text: text('text').notNull(),
  },
  (table) => [primaryKey({ columns: [table.runId, table.startMs] })],
)

export const analyses = pgTable('analyses', {
  videoId: uuid('video_id').primaryKey(),
  runId: uuid('run_id').notNull(),
  engineVersion: text('engine_version').notNull(),
  transcriptSource: text('transcript_source').$type<TranscriptSource>().notNull(),
  transcriptFormat: text('transcript_format'),
  transcriptReason: text('transcript_reason').notNull(),
  warnings: jsonb('warnings').$type<string[]>().notNull(),
  cuts: jsonb('cuts').$type<TranscriptCut[]>().notNull().default([]),
  summary: jsonb('summary').$type<Summary>().notNull(),
  speakers: jsonb('speakers').$type<Speaker[]>().notNull(),
  speakerMethod: text('speaker_method').$type<SpeakersArtifact['method']>().notNull().default('transcript'),
  overlaps: jsonb('voice_overlaps').$type<Span[]>().notNull().default([]),
  overlapsHeard: boolean('overlaps_heard').notNull().default(false),
  exchanges: jsonb('exchanges').$type<Exchange[]>().notNull(),
  chains: jsonb('chains').$type<Chain[]>().notNull().default([]),
  possible: jsonb('possible').$type<Finding[]>().notNull().default([]),
  waveform: jsonb('waveform').$type<Omit<Waveform, 'file'>>(),
  sprite: jsonb('sprite').$type<Omit<NonNullable<Thumbnails['sprite']>, 'file'>>(),
  findingsSkipped: text('findings_skipped'),
  completedAt: time('completed_at').notNull().defaultNow(),
})

export const transcriptTurns = pgTable(
  'transcript_turns',
  {
    videoId: uuid('video_id').notNull(),
    index: integer('index').notNull(),
    speaker: text('speaker'),
    role: text('role').$type<SpeakerRole>().notNull(),
    jurorNumber: text('juror_number'),
    text: text('text').notNull(),
    words: jsonb('words').$type<Word[]>().notNull(),
    startMs: number('start_ms'),
    endMs: number('end_ms'),
    page: integer('page'),
    line: integer('line'),
    isOverlapped: boolean('is_overlapped').notNull().default(false),
    voiceMargin: real('voice_margin'),
    overlaps: jsonb('overlap_spans').$type<Span[]>().notNull().default([]),
    overlapMs: number('overlap_ms').notNull().default(0),
    lines: jsonb('lines').$type<NonNullable<Turn['lines']>>(),
    /** The turn's text before corrections. Null if the turn is uncorrected. */
    original: jsonb('original').$type<Pick<Turn, 'text' | 'words'> & { lines: NonNullable<Turn['lines']> | null }>(),
  },
  (table) => [primaryKey({ columns: [table.videoId, table.index] })],
)
export type TurnRow = typeof transcriptTurns.$inferSelect

export const findings = pgTable('findings', {
  id: uuid('id').primaryKey(),
  videoId: uuid('video_id').notNull(),
  position: integer('position').notNull(),
  type: text('type').$type<FindingType>().notNull(),
  severity: text('severity').$type<Severity>().notNull(),
  startMs: number('start_ms'),
  body: jsonb('body').$type<Finding>().notNull(),
})
