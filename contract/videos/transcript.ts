/** All times in this file are integer milliseconds. */
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
/** The label for turns that don't match a named voice. It can't be assigned to a person. */
export const unidentified = 'Unidentified'
export const formatVoice = (label: string): string =>
  label === unidentified ? 'Unidentified' : label.replace(/^voice-/, 'Voice ')

export type SpeakerRole = (typeof speakerRoles)[number]

export const speakerRoleWords: Readonly<Record<SpeakerRole, string>> = {
  judge: 'Judge',
  clerk: 'Clerk',
  reporter: 'Reporter',
  interpreter: 'Interpreter',
  prosecutor: 'Prosecutor',
  plaintiff_attorney: 'Plaintiff’s attorney',
  defense_attorney: 'Defense attorney',
  attorney: 'Attorney',
  juror: 'Juror',
  witness: 'Witness',
  note: 'Note',
  other: 'Other',
  unknown: 'Unknown',
}
export const courtRoles: readonly SpeakerRole[] = [
  'judge',
  'clerk',
  'prosecutor',
  'plaintiff_attorney',
  'defense_attorney',
  'attorney',
]

/** The sources are in the engine's order of preference. */
export const transcriptSources = ['attached', 'captions', 'endpoint', 'local_model', 'draft', 'none'] as const
export type TranscriptSource = (typeof transcriptSources)[number]

export const transcriptFormats = ['srt', 'vtt', 'reporter_ascii', 'plain_text', 'csv', 'dvt', 'recognized'] as const

export const checkKinds = ['number', 'name', 'negation'] as const
export type CheckKind = (typeof checkKinds)[number]

export const Word = z.object({
  text: z.string(),
  startMs: z.int().min(0),
  endMs: z.int().min(0),
  confidence: z.number().min(0).max(1).nullable(),
  estimated: z.boolean(),
  /** True if the audio doesn't match the word, so the transcript may be wrong. */
  differs: z.boolean().optional(),
  isAbsent: z.boolean().optional(),
  /** The word that was first recognized, if it was replaced with a term from the case. */
  heard: z.string().optional(),
  /** Why an uncertain word needs to be checked. A wrong number, name, or negation changes the meaning. */
  check: z.enum(checkKinds).optional(),
})
export type Word = z.infer<typeof Word>

/** Uninterrupted speech by one speaker, or a note such as "(Sidebar)". */
export const Turn = z.object({
  index: z.int().min(0),
  /** A transcript label such as "THE COURT", or a voice ID. Null if unknown. */
  speaker: z.string().nullable(),
  role: z.enum(speakerRoles),
  jurorNumber: z.string().nullable(),
  text: z.string(),
  /** Has one entry for each whitespace-separated word in `text`. Empty if there are no times. */
  words: z.array(Word),
  startMs: z.int().min(0).nullable(),
  endMs: z.int().min(0).nullable(),
  page: z.int().nullable(),
  line: z.int().nullable(),
  /**
   * Where each line starts in the reporter's transcript, for page:line citations. `word` is an index into the words of
   * `text`.
   */
  lines: z.array(z.object({ word: z.int().min(0), page: z.int(), line: z.int() })).optional(),
  /**
   * Timed spans from a file without word times. `word` is the index of the first word. Alignment removes this field.
   */
  cues: z.array(z.object({ word: z.int().min(0), startMs: z.int().min(0), endMs: z.int().min(0) })).optional(),
  isAbsent: z.boolean().optional(),
  /** True if most of the turn is overlapping speech, so its words can't be attributed to one speaker. */
  isOverlapped: z.boolean().optional(),
  /** Overlapping speech, which isn't attributed to any speaker. The field is omitted if there is none. */
  overlaps: z.array(z.object({ startMs: z.int().min(0), endMs: z.int().min(0) })).optional(),
})
export type Turn = z.infer<typeof Turn>

export const cutKinds = ['cover', 'appearances', 'index', 'exhibits', 'certificate'] as const
export const cutTitles: Readonly<Record<(typeof cutKinds)[number], string>> = {
  cover: 'Cover and appearances',
  appearances: 'Appearances',
  index: 'Index',
  exhibits: 'Exhibit list',
  certificate: 'Certificate',
}

export const cutLimits = { count: 100, text: 4000 }

/** Part of a transcript file that isn't speech. `lines` counts all of its lines, even if `text` is shortened. */
export const TranscriptCut = z.object({
  kind: z.enum(cutKinds),
  lines: z.int().min(1),
  page: z.int().nullable(),
  line: z.int().nullable(),
  text: z.string().max(cutLimits.text),
})
export type TranscriptCut = z.infer<typeof TranscriptCut>

export function describeCut({ kind, lines, page, line }: TranscriptCut): string {
  const place = page === null ? '' : ` from ${line === null ? `page ${page}` : `${page}:${line}`}`
  return `${cutTitles[kind]}, ${lines === 1 ? '1 line' : `${lines.toLocaleString('en-US')} lines`}${place}`
}

export const Transcript = z.object({
  source: z.enum(transcriptSources),
  format: z.enum(transcriptFormats).nullable(),
  reason: z.string(),
  /** An ISO 639-1 code. Null if there is too little text. */
  language: z.string().nullable(),
  turns: z.array(Turn),
  warnings: z.array(z.string()),
  cuts: z.array(TranscriptCut).max(cutLimits.count).optional(),
})
export type Transcript = z.infer<typeof Transcript>
