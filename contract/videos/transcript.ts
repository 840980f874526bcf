/** What was said, by whom and when: the shapes shared by the engine, the database and the screens. Times are integer milliseconds. */
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
/** The voice that is nobody's: what fits none of the named ones. No person is ever said to be it. */
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

/** Where a transcript came from, in the order in which the engine prefers them. */
export const transcriptSources = ['attached', 'captions', 'endpoint', 'local_model', 'draft', 'none'] as const
export type TranscriptSource = (typeof transcriptSources)[number]

export const transcriptFormats = ['srt', 'vtt', 'reporter_ascii', 'plain_text', 'csv', 'recognized'] as const

export const Word = z.object({
  text: z.string(),
  startMs: z.int().min(0),
  endMs: z.int().min(0),
  /** 0 to 1 as the recogniser or aligner reports it; null where nobody measured it. */
  confidence: z.number().min(0).max(1).nullable(),
  /** True where the time was interpolated rather than found in the recording. */
  estimated: z.boolean(),
})
export type Word = z.infer<typeof Word>

/** One speaker's uninterrupted speech, or a note such as "(Sidebar)". */
export const Turn = z.object({
  index: z.int().min(0),
  /** The label as the transcript gives it ("THE COURT", "JUROR 12"), or the id of a voice; null where unknown. */
  speaker: z.string().nullable(),
  role: z.enum(speakerRoles),
  /** The number of a juror, where the label says it. */
  jurorNumber: z.string().nullable(),
  text: z.string(),
  /** One for each of the white-space separated words of `text`, or none at all where the turn has no times. */
  words: z.array(Word),
  startMs: z.int().min(0).nullable(),
  endMs: z.int().min(0).nullable(),
  /** Of the reporter's transcript, where it has them; the first line of the turn. */
  page: z.int().nullable(),
  line: z.int().nullable(),
  /**
   * Where each further line of the reporter's transcript begins, so that every word can be cited by page and line:
   * `word` counts the white-space separated words of `text`. The first entry is the turn's own page and line.
   */
  lines: z.array(z.object({ word: z.int().min(0), page: z.int(), line: z.int() })).optional(),
  /**
   * The stretches that the file gives times for, where it gives none for words: `word` is the first of the stretch. Only
   * before timing, which looks for the words inside them.
   */
  cues: z.array(z.object({ word: z.int().min(0), startMs: z.int().min(0), endMs: z.int().min(0) })).optional(),
  /** Several voices at once for most of the turn: the words may be anybody's of those who speak. */
  isOverlapped: z.boolean().optional(),
  /** Where in the turn several speak at once; in nobody's seconds. Absent where nobody else is heard. */
  overlaps: z.array(z.object({ startMs: z.int().min(0), endMs: z.int().min(0) })).optional(),
})
export type Turn = z.infer<typeof Turn>

export const Transcript = z.object({
  source: z.enum(transcriptSources),
  format: z.enum(transcriptFormats).nullable(),
  /** One plain sentence: why this source was used. */
  reason: z.string(),
  /** ISO 639-1, lower case; null where there is too little text to tell. */
  language: z.string().nullable(),
  turns: z.array(Turn),
  /** Faults found on import, in plain sentences ("Cue 14 ends before it starts, so its times were dropped."). */
  warnings: z.array(z.string()),
})
export type Transcript = z.infer<typeof Transcript>
