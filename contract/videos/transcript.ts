/** Times are integer milliseconds. */
import { z } from 'zod'

export const speakerRoles = [
  'judge',
  'clerk',
  'reporter',
  'interpreter',
  'prosecutor',
  'plaintiff_attorney',
  'defense_attorney',
  'attorney',
  'juror',
  'witness',
  'note',
  'other',
  'unknown',
] as const
/** Label for turns that match no named voice. It can't be assigned to a person. */
export const unidentified = 'Unidentified'

export type SpeakerRole = (typeof speakerRoles)[number]
export const courtRoles: readonly SpeakerRole[] = [
  'judge',
  'clerk',
  'prosecutor',
  'plaintiff_attorney',
  'defense_attorney',
  'attorney',
]

/** In the engine's order of preference. */
export const transcriptSources = ['attached', 'captions', 'endpoint', 'local_model', 'draft', 'none'] as const
export type TranscriptSource = (typeof transcriptSources)[number]

export const transcriptFormats = ['srt', 'vtt', 'reporter_ascii', 'plain_text', 'csv', 'recognized'] as const

export const Word = z.object({
  text: z.string(),
  startMs: z.int().min(0),
  endMs: z.int().min(0),
  /** 0 to 1 from the recognizer or aligner. Null if not measured. */
  confidence: z.number().min(0).max(1).nullable(),
  estimated: z.boolean(),
})
export type Word = z.infer<typeof Word>

/** One speaker's uninterrupted speech, or a note such as "(Sidebar)". */
export const Turn = z.object({
  index: z.int().min(0),
  /** Transcript label ("THE COURT", "JUROR 12") or voice id. Null if unknown. */
  speaker: z.string().nullable(),
  role: z.enum(speakerRoles),
  jurorNumber: z.string().nullable(),
  text: z.string(),
  /** One per whitespace-separated word of `text`, or empty without times. */
  words: z.array(Word),
  startMs: z.int().min(0).nullable(),
  endMs: z.int().min(0).nullable(),
  /** First page and line in the reporter's transcript. */
  page: z.int().nullable(),
  line: z.int().nullable(),
  /**
   * Line starts in the reporter's transcript, for page:line cites. `word` counts words of `text`.
   * The first entry is the turn's own page and line.
   */
  lines: z.array(z.object({ word: z.int().min(0), page: z.int(), line: z.int() })).optional(),
  /** Timed spans from a file without word times. `word` is the first word. Only before alignment. */
  cues: z.array(z.object({ word: z.int().min(0), startMs: z.int().min(0), endMs: z.int().min(0) })).optional(),
  /** Most of the turn is overlapping speech, so its words can't be credited to one speaker. */
  isOverlapped: z.boolean().optional(),
  /** Overlapping speech, credited to no one. Absent if none. */
  overlaps: z.array(z.object({ startMs: z.int().min(0), endMs: z.int().min(0) })).optional(),
})
export type Turn = z.infer<typeof Turn>

export const Transcript = z.object({
  source: z.enum(transcriptSources),
  format: z.enum(transcriptFormats).nullable(),
  reason: z.string(),
  /** ISO 639-1, lowercase. Null if there's too little text. */
  language: z.string().nullable(),
  turns: z.array(Turn),
  /** Import problems as sentences ("Cue 14 ends before it starts; its times were dropped."). */
  warnings: z.array(z.string()),
})
export type Transcript = z.infer<typeof Transcript>
