/** Validates archive rows against the API's schema for each column, or against the database type if there is none. */
import { z } from 'zod'
import {
  Span,
  Speaker,
  SpeakersArtifact,
  stageNames,
  StageProgress,
  Summary,
  Thumbnails,
  Waveform,
} from '#contract/videos/analysis.ts'
import { AnnotationInput } from '#contract/findings/annotations.ts'
import { recordingBases } from '#contract/cases/cases.ts'
import { CaseData, caseStatuses } from '#contract/cases/data.ts'
import { correctionLimits } from '#contract/videos/corrections.ts'
import { Id, textLimits } from '#contract/endpoint.ts'
import { ExportFilters, ExportOptions, ExportScope, exportStatuses } from '#contract/exports/exports.ts'
import {
  type ExportTemplate,
  exportTemplates,
  type ExportType,
  exportTypes,
  isMadeIn,
} from '#contract/exports/templates.ts'
import { Chain, Exchange, Finding, findingTypes, severities } from '#contract/findings/findings.ts'
import {
  createHighlightComment,
  dismissReasons,
  Highlight,
  highlightStatuses,
  highlightTypes,
  updateHighlight,
} from '#contract/highlights/highlights.ts'
import { jurorFieldNames } from '#contract/jurors/fields.ts'
import { jurorStatuses, rateJuror, updateJuror } from '#contract/jurors/jurors.ts'
import { writeLiveNote } from '#contract/jurors/live-notes.ts'
import { caseRoles } from '#contract/account/permissions.ts'
import { RationaleCheck } from '#contract/strikes/rationale.ts'
import { createSession } from '#contract/sessions/sessions.ts'
import { placeVideo } from '#contract/sessions/session-videos.ts'
import { SpeakerProposal } from '#contract/speakers/proposals.ts'
import {
  approvalStates,
  PreservationRecord,
  StrikeEvidence,
  StrikeObjection,
  Timecode,
} from '#contract/strikes/data.ts'
import { ExcusalRequest, updateExcusal } from '#contract/strikes/excusals.ts'
import { SelectionStep } from '#contract/strikes/steps.ts'
import { Strike, StrikeEvent, strikeFields } from '#contract/strikes/strikes.ts'
import {
  cutLimits,
  speakerRoles,
  TranscriptCut,
  transcriptFormats,
  transcriptSources,
  Turn,
  Word,
} from '#contract/videos/transcript.ts'
import { voicesAtMost } from '#contract/speakers/voices.ts'
import { runStates } from '#server/features/analysis/analysis.table.ts'
import { MotionQuote } from '#contract/highlights/motions.ts'
import { fileKinds } from '#server/features/videos/videos.table.ts'
import { sentKinds } from '#server/platform/http/bytes.ts'
import { isStorable } from '#server/platform/http/route.ts'
import type { Column, Table } from './archive.queries.ts'
import { damaged } from './archive.tables.ts'

type Row = Record<string, unknown>
type Rule = { columns: Record<string, z.ZodType>; fits?: (row: Row) => boolean }

export const text = (max: number, min = 0) => z.string().min(min).max(max)
const long = text(textLimits.long)
const label = text(200, 1)
const milliseconds = z.int().min(0)
export const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const word = z.string().regex(/^[a-z_]{1,40}$/)
const mimes = z.enum(Object.values(sentKinds).map(({ mime }) => mime))
const JurorBefore = z.object({
  status: z.enum(jurorStatuses),
  seats: z.array(z.object({ sessionId: Id, seat: z.int().min(1) })),
})
const StoredState = Strike.shape.state.exclude(['final'])

const listColumns = (shape: Record<string, z.ZodType>): Record<string, z.ZodType> =>
  Object.fromEntries(
    Object.entries(shape).map(([name, schema]) => [
      name.replaceAll(/[A-Z]/g, (each) => `_${each.toLowerCase()}`),
      schema,
    ]),
  )
const isInOrder =
  (first: string, last: string) =>
  (row: Row): boolean =>
    row[first] === null || row[last] === null || Number(row[last]) >= Number(row[first])

const rules: Readonly<Record<string, Rule>> = {
  cases: {
    columns: {
      ...listColumns(CaseData.shape),
      status: z.enum(caseStatuses),
      status_before_archive: z.enum(caseStatuses),
      outcome: text(textLimits.short),
      recording_basis: z.enum(recordingBases),
      recording_note: text(500),
    },
  },
  case_members: { columns: { role: z.enum(caseRoles), break_glass_reason: text(textLimits.short) } },
  sessions: {
    columns: { ...listColumns(createSession.input.shape), review: z.enum(['none', 'in_review', 'reviewed']) },
  },
  videos: {
    columns: {
      filename: text(255, 1),
      size_bytes: z.int().min(0),
      sha256,
      container: text(100),
      codec: text(100),
      duration_ms: milliseconds,
      transcript_name: text(255),
      transcript_key: text(512),
    },
  },
  session_videos: { columns: { camera: placeVideo.input.shape.camera, offset_ms: milliseconds } },
  video_files: {
    columns: { kind: z.enum(fileKinds), key: text(512, 1), mime: mimes, size_bytes: z.int().min(0), sha256 },
  },
  annotations: {
    columns: {
      ...listColumns(AnnotationInput.shape),
      is_ai_generated: z.boolean(),
      start_ms: milliseconds,
      end_ms: milliseconds,
    },
    fits: (row) => row.end_ms === null || Number(row.end_ms) > Number(row.start_ms),
  },
  analysis_runs: {
    columns: {
      state: z.enum(runStates),
      stage: z.enum(stageNames),
      failure_stage: text(200),
      redo_from: z.enum(stageNames),
      failure_reason: long,
      fraction: z.number().min(0).max(1),
      stages: z.array(StageProgress).max(100),
    },
  },
  analyses: {
    columns: {
      engine_version: text(200),
      transcript_source: z.enum(transcriptSources),
      transcript_format: z.enum(transcriptFormats),
      transcript_reason: long,
      warnings: z.array(long),
      cuts: z.array(TranscriptCut).max(cutLimits.count),
      summary: Summary,
      speakers: z.array(Speaker),
      speaker_method: SpeakersArtifact.shape.method,
      voice_overlaps: z.array(Span),
      exchanges: z.array(Exchange),
      chains: z.array(Chain),
      possible: z.array(Finding),
      waveform: Waveform.omit({ file: true }),
      sprite: Thumbnails.shape.sprite.unwrap().omit({ file: true }),
      findings_skipped: long,
    },
  },
  transcript_turns: {
    columns: {
      index: z.int().min(0),
      speaker: text(200),
      role: z.enum(speakerRoles),
      juror_number: text(20),
      words: z.array(Word),
      overlap_spans: z.array(Span),
      lines: Turn.shape.lines.unwrap(),
      original: z.object({
        text: z.string(),
        words: z.array(Word),
        lines: Turn.shape.lines.unwrap().nullable(),
      }),
    },
    fits: isInOrder('start_ms', 'end_ms'),
  },
  findings: { columns: { type: z.enum(findingTypes), severity: z.enum(severities), body: Finding } },
  corrections: {
    columns: {
      turn: z.int().min(0),
      word_from: z.int().min(0),
      word_to: z.int().min(0),
      new_text: text(correctionLimits.newText),
      replaces: z.array(Id),
    },
    fits: isInOrder('word_from', 'word_to'),
  },
  voice_wishes: { columns: { voice_count: z.int().min(1).max(voicesAtMost), undo: z.null() } },
  voice_anchors: { columns: { label, start_ms: milliseconds, end_ms: milliseconds } },
  voice_merges: { columns: { from_label: label, into_label: label } },
  speaker_proposals: { columns: { proposals: z.array(SpeakerProposal) } },
  jurors: { columns: { ...listColumns(updateJuror.input.shape), status: z.enum(jurorStatuses) } },
  juror_seats: { columns: { seat: z.int().min(1).max(2000) } },
  juror_events: { columns: { kind: word, status: z.enum(jurorStatuses), reason: long } },
  juror_ratings: { columns: listColumns(rateJuror.input.required().shape) },
  live_notes: {
    columns: { kind: writeLiveNote.input.shape.kind, text: writeLiveNote.input.shape.text },
  },
  speaker_assignments: { columns: { label, role: z.enum(speakerRoles) } },
  highlights: {
    columns: {
      finding_key: text(200),
      type: z.enum(highlightTypes),
      sub: text(200),
      speaker: text(200),
      juror_number: text(20),
      start_ms: milliseconds,
      end_ms: milliseconds,
      facts: Finding.pick({
        trigger: true,
        rules: true,
        why: true,
        chain: true,
        stance: true,
        latencyMs: true,
        hardshipFacts: true,
        themes: true,
        opinion: true,
      }).partial(),
      severity: z.enum(severities),
      confidence: z.number().min(0).max(1),
      source: Highlight.shape.source,
      model_version: text(200),
      status: z.enum(highlightStatuses),
      dismiss_reason: z.enum(dismissReasons),
      tags: updateHighlight.input.shape.tags,
    },
    fits: isInOrder('start_ms', 'end_ms'),
  },
  highlight_comments: { columns: createHighlightComment.input.shape },
  fact_quotes: { columns: { field: z.enum(jurorFieldNames) } },
  quote_verifications: { columns: { quote_sha256: MotionQuote.shape.id } },
  strikes: {
    columns: {
      ...listColumns(strikeFields),
      made_by: Strike.shape.madeBy,
      state: StoredState,
      superseded_state: StoredState,
      check_result: RationaleCheck,
      approval_state: z.enum(approvalStates),
      acknowledgement: long,
      review_comment: long,
      called_timecode: Timecode,
      phase: Strike.shape.phase.unwrap(),
      court_allowed: long,
      juror_before: JurorBefore,
      objection: StrikeObjection,
      ruling: Strike.shape.ruling,
      judge_words: long,
      ruling_timecode: Timecode,
      remedy: Strike.shape.remedy.unwrap(),
      preservation: PreservationRecord.extend({ openedAt: z.string() }),
      end_reason: long,
    },
  },
  strike_events: {
    columns: {
      kind: StrikeEvent.shape.kind,
      from_state: Strike.shape.state,
      to_state: Strike.shape.state,
      text: long,
      answer: z.null(),
    },
  },
  selection_steps: {
    columns: { kind: SelectionStep.shape.kind, side: SelectionStep.shape.side.unwrap() },
  },
  strike_notes: { columns: { text: text(textLimits.long, 1) } },
  excusals: {
    columns: {
      ...listColumns(updateExcusal.input.shape),
      state: ExcusalRequest.shape.state,
      ruling: ExcusalRequest.shape.ruling,
      judge_words: long,
      ruling_timecode: Timecode,
      juror_before: JurorBefore,
      end_reason: long,
    },
  },
  excusal_events: { columns: { kind: word, text: long, answer: z.null() } },
  strike_evidence: {
    columns: {
      purpose: StrikeEvidence.shape.of,
      source: StrikeEvidence.shape.source,
      cite: text(40),
      speaker: text(200),
      note: text(textLimits.short),
      start_ms: milliseconds,
      end_ms: milliseconds,
    },
    fits: isInOrder('start_ms', 'end_ms'),
  },
  exports: {
    columns: {
      type: z.enum(exportTypes),
      template: z.enum(exportTemplates),
      title: text(textLimits.title),
      scope: ExportScope,
      filters: ExportFilters,
      options: ExportOptions,
      status: z.enum(exportStatuses),
      filename: z.string().regex(/^[A-Za-z0-9-]{1,120}\.[a-z0-9]{1,5}$/),
      mime: mimes,
      sha256,
      failure: long,
      step: text(200),
      progress: z.number().min(0).max(1),
      manifest: z.record(z.string(), z.json()),
    },
    fits: ({ type, template }) => isMadeIn(template as ExportTemplate, type as ExportType),
  },
  export_downloads: { columns: { ip: text(45) } },
}

/** Longer than any transcript turn. */
export const longestText = 1_000_000
const whole = z.int().min(-2_147_483_648)
export const time = z.iso.datetime({ offset: true, local: true })
const byType: Readonly<Record<string, z.ZodType>> = {
  uuid: Id,
  text: text(longestText),
  boolean: z.boolean(),
  integer: whole.max(2_147_483_647),
  bigint: z.int(),
  real: z.number(),
  'double precision': z.number(),
  date: z.iso.date(),
  'timestamp(3) with time zone': time,
  'timestamp with time zone': time,
}

export const getColumnSchema = (table: string, { name, type }: Pick<Column, 'name' | 'type'>): z.ZodType | undefined =>
  rules[table]?.columns[name] ?? byType[type]

/** Throws if no version of Venire could have written the row. */
export function requireValid({ name: table, columns, key }: Table, row: Row, line: number): void {
  const known = new Map(columns.map((column) => [column.name, column]))
  const place = `line ${line} of records/${table}.jsonl`
  const missing = key.find((name) => !(name in row))
  if (missing) throw damaged(`${place} is missing "${missing}"`)
  for (const [name, value] of Object.entries(row)) {
    const column = known.get(name)
    if (!column) throw damaged(`it was created by a newer version, with the column "${table}.${name.slice(0, 60)}"`)
    if (column.generated) continue
    if (value === null) {
      if (!column.nullable) throw damaged(`${place} is missing "${name}"`)
    } else if (!isStorable(value) || !getColumnSchema(table, column)?.validate(value))
      throw damaged(`${place} has an invalid "${name}"`)
  }
  if (rules[table]?.fits?.(row) === false) throw damaged(`${place} is inconsistent`)
}

/** Drops what the application wouldn't read from a valid row, since it would still take memory. */
export function keepKnown(table: string, row: Row): Row {
  if (table !== 'analyses') return row
  const known = Object.entries(rules.analyses!.columns).filter(([name]) => (row[name] ?? null) !== null)
  return { ...row, ...Object.fromEntries(known.map(([name, schema]) => [name, schema.parse(row[name])])) }
}

export const ArchivedPerson = z.object({ id: Id, email: text(254), name: text(160) }).refine(isStorable)
