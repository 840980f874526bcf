import { boolean, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { HardshipFacts } from '#contract/findings/findings.ts'
import type { JurorStatus } from '#contract/jurors/jurors.ts'
import type { RationaleBasis, RationaleCheck } from '#contract/strikes/rationale.ts'
import type { SelectionSide, StrikeTarget } from '#contract/strikes/selection.ts'
import type {
  DemeanorWitness,
  PreservationRecord,
  StrikeComparator,
  StrikeEvidence,
  StrikeKind,
  StrikeObjection,
  StrikeRuling,
  StrikeSide,
  StrikeState,
  Timecode,
} from '#contract/strikes/data.ts'
import type { ExcusalRequest } from '#contract/strikes/excusals.ts'
import type { Strike, StrikeEvent } from '#contract/strikes/strikes.ts'
import type { SelectionStep } from '#contract/strikes/steps.ts'
import { number, time } from '#server/platform/database/columns.ts'

export type JurorBefore = { status: JurorStatus; seats: { sessionId: string; seat: number }[] }

/** `final` isn't stored because it is derived from the case status. */
export type StoredState = Exclude<StrikeState, 'final'>

export const strikes = pgTable('strikes', {
  id: uuid('id').primaryKey(),
  firmId: uuid('firm_id').notNull(),
  caseId: uuid('case_id').notNull(),
  sessionId: uuid('session_id').notNull(),
  jurorId: uuid('juror_id').notNull(),
  kind: text('kind').$type<StrikeKind>().notNull(),
  madeBy: text('made_by').$type<StrikeSide>().notNull(),
  target: text('target').$type<StrikeTarget>().notNull().default('regular'),
  defendant: text('defendant'),
  number: integer('number'),
  state: text('state').$type<StoredState>().notNull(),
  groundCode: text('ground_code'),
  rationale: text('rationale').notNull().default(''),
  basis: jsonb('basis').$type<RationaleBasis[]>().notNull().default([]),
  demeanor: jsonb('demeanor').$type<DemeanorWitness>(),
  comparators: jsonb('comparators').$type<StrikeComparator[]>().notNull().default([]),
  checkResult: jsonb('check_result').$type<RationaleCheck>(),
  checkedAt: time('checked_at'),
  privilege: text('privilege').$type<Strike['privilege']>().notNull().default('work_product'),
  opposingPosition: text('opposing_position').$type<Strike['opposingPosition']>().notNull().default('unknown'),
  submittedAt: time('submitted_at'),
  approvalState: text('approval_state').$type<NonNullable<Strike['approval']>['state']>().notNull().default('none'),
  approvalDueAt: time('approval_due_at'),
  approvedBy: uuid('approved_by'),
  approvedAt: time('approved_at'),
  selfApproved: boolean('self_approved').notNull().default(false),
  approvedAfter: boolean('approved_after').notNull().default(false),
  acknowledgement: text('acknowledgement').notNull().default(''),
  reviewComment: text('review_comment').notNull().default(''),
  calledAt: time('called_at'),
  calledTimecode: jsonb('called_timecode').$type<Timecode>(),
  phase: text('phase').$type<Strike['phase']>(),
  seat: integer('seat'),
  leftAfter: integer('left_after'),
  courtAllowed: text('court_allowed').notNull().default(''),
  exercisedBy: uuid('exercised_by'),
  exercisedAt: time('exercised_at'),
  jurorBefore: jsonb('juror_before').$type<JurorBefore>(),
  objection: jsonb('objection').$type<StrikeObjection>(),
  ruling: text('ruling').$type<StrikeRuling>().notNull().default('pending'),
  ruledAt: time('ruled_at'),
  judgeWords: text('judge_words').notNull().default(''),
  rulingTimecode: jsonb('ruling_timecode').$type<Timecode>(),
  remedy: text('remedy').$type<Strike['remedy']>(),
  remedyRestored: boolean('remedy_restored').notNull().default(false),
  preservation: jsonb('preservation').$type<PreservationRecord & { openedAt: string }>(),
  endReason: text('end_reason').notNull().default(''),
  supersededBy: uuid('superseded_by'),
  supersededState: text('superseded_state').$type<StoredState>(),
  createdBy: uuid('created_by').notNull(),
  createdAt: time('created_at').notNull().defaultNow(),
  updatedBy: uuid('updated_by').notNull(),
  updatedAt: time('updated_at').notNull().defaultNow(),
  version: integer('version').notNull().default(1),
})
export type StrikeRow = typeof strikes.$inferSelect

export const strikeEvents = pgTable('strike_events', {
  id: uuid('id').primaryKey(),
  seq: number('seq').generatedAlwaysAsIdentity().notNull(),
  strikeId: uuid('strike_id').notNull(),
  kind: text('kind').$type<StrikeEvent['kind']>().notNull(),
  fromState: text('from_state').$type<StrikeState>(),
  toState: text('to_state').$type<StrikeState>().notNull(),
  byUser: uuid('by_user').notNull(),
  at: time('at').notNull(),
  receivedAt: time('received_at').notNull().defaultNow(),
  text: text('text').notNull().default(''),
  answer: jsonb('answer').$type<Strike>(),
})

export const strikeNotes = pgTable('strike_notes', {
  id: uuid('id').primaryKey(),
  strikeId: uuid('strike_id').notNull(),
  text: text('text').notNull(),
  createdBy: uuid('created_by').notNull(),
  createdAt: time('created_at').notNull().defaultNow(),
})

export const selectionSteps = pgTable('selection_steps', {
  id: uuid('id').primaryKey(),
  seq: number('seq').generatedAlwaysAsIdentity().notNull(),
  firmId: uuid('firm_id').notNull(),
  caseId: uuid('case_id').notNull(),
  sessionId: uuid('session_id').notNull(),
  kind: text('kind').$type<SelectionStep['kind']>().notNull(),
  side: text('side').$type<SelectionSide>(),
  jurorId: uuid('juror_id'),
  byUser: uuid('by_user').notNull(),
  at: time('at').notNull(),
  receivedAt: time('received_at').notNull().defaultNow(),
  undoneAt: time('undone_at'),
  undoneBy: uuid('undone_by'),
})
export type SelectionStepRow = typeof selectionSteps.$inferSelect

export const strikeEvidence = pgTable('strike_evidence', {
  id: uuid('id').primaryKey(),
  strikeId: uuid('strike_id'),
  excusalId: uuid('excusal_id'),
  purpose: text('purpose').$type<StrikeEvidence['of']>().notNull().default('strike'),
  source: text('source').$type<StrikeEvidence['source']>().notNull(),
  highlightId: uuid('highlight_id'),
  videoId: uuid('video_id'),
  startMs: number('start_ms'),
  endMs: number('end_ms'),
  turn: integer('turn'),
  turnTo: integer('turn_to'),
  cite: text('cite'),
  quote: text('quote').notNull().default(''),
  question: text('question').notNull().default(''),
  speaker: text('speaker'),
  note: text('note').notNull().default(''),
  addedBy: uuid('added_by').notNull(),
  addedAt: time('added_at').notNull().defaultNow(),
})

export const excusals = pgTable('excusals', {
  id: uuid('id').primaryKey(),
  firmId: uuid('firm_id').notNull(),
  caseId: uuid('case_id').notNull(),
  sessionId: uuid('session_id').notNull(),
  jurorId: uuid('juror_id').notNull(),
  state: text('state').$type<ExcusalRequest['state']>().notNull(),
  reason: text('reason').notNull(),
  facts: jsonb('facts').$type<HardshipFacts>().notNull(),
  position: text('position').$type<ExcusalRequest['position']>().notNull(),
  ruling: text('ruling').$type<ExcusalRequest['ruling']>().notNull().default('pending'),
  judgeWords: text('judge_words').notNull().default(''),
  ruledAt: time('ruled_at'),
  rulingTimecode: jsonb('ruling_timecode').$type<Timecode>(),
  jurorBefore: jsonb('juror_before').$type<JurorBefore>(),
  endReason: text('end_reason').notNull().default(''),
  createdBy: uuid('created_by').notNull(),
  createdAt: time('created_at').notNull().defaultNow(),
  updatedBy: uuid('updated_by').notNull(),
  updatedAt: time('updated_at').notNull().defaultNow(),
  version: integer('version').notNull().default(1),
})
export type ExcusalRow = typeof excusals.$inferSelect

export const excusalEvents = pgTable('excusal_events', {
  id: uuid('id').primaryKey(),
  excusalId: uuid('excusal_id').notNull(),
  kind: text('kind').notNull(),
  byUser: uuid('by_user').notNull(),
  at: time('at').notNull(),
  receivedAt: time('received_at').notNull().defaultNow(),
  text: text('text').notNull().default(''),
  answer: jsonb('answer').$type<ExcusalRequest>(),
})
