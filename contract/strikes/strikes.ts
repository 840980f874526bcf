import { z } from 'zod'
import { defineEndpoint, Id, nothing, textLimits, Timestamp } from '../endpoint.ts'
import { jurorStatuses } from '../jurors/jurors.ts'
import { rationaleBases, RationaleCheck } from './rationale.ts'
import { strikeTargets } from './selection.ts'
import { ClockPlace } from './clock.ts'
import {
  DemeanorWitness,
  EvidenceInput,
  opposingPositions,
  PreservationRecord,
  PreservationState,
  StrikeComparator,
  StrikeEvidence,
  approvalStates,
  evidencePurposes,
  strikeKinds,
  strikeLimits,
  StrikeObjection,
  strikePhases,
  strikePrivileges,
  strikeRemedies,
  strikeRulings,
  strikeSides,
  strikeStates,
  Timecode,
} from './data.ts'
import { strikeMoves } from './moves.ts'

export const Strike = z.object({
  id: Id,
  caseId: Id,
  sessionId: Id,
  kind: z.enum(strikeKinds),
  madeBy: z.enum(strikeSides),
  jurorId: Id,
  jurorNumber: z.string(),
  target: z.enum(strikeTargets),
  defendant: z.string().nullable(),
  number: z.int().nullable(),
  label: z.string(),
  state: z.enum(strikeStates),
  groundCode: z.string().nullable(),
  privilege: z.enum(strikePrivileges),

  /** For users without access to work product, all fields from here through `check` are null or empty. */
  rationale: z.string().nullable(),
  basis: z.array(z.enum(rationaleBases)),
  demeanor: DemeanorWitness.nullable(),
  evidence: z.array(StrikeEvidence),
  comparators: z.array(StrikeComparator),
  check: RationaleCheck.extend({ at: Timestamp }).nullable(),
  /** Null if the strike isn't ours or the user can't see work product. */
  approval: z
    .object({
      state: z.enum(approvalStates),
      dueAt: Timestamp.nullable(),
      by: z.string().nullable(),
      at: Timestamp.nullable(),
      selfApproved: z.boolean(),
      afterTheFact: z.boolean(),
      acknowledgement: z.string(),
      comment: z.string(),
    })
    .nullable(),
  preservation: PreservationState.nullable(),

  calledAt: Timestamp.nullable(),
  calledTimecode: Timecode.nullable(),
  /** The estimated or marked position in a recording. Older versions omit this field. */
  calledPlace: ClockPlace.nullable().default(null),
  phase: z.enum(strikePhases).nullable(),
  seat: z.int().nullable(),
  leftAfter: z.int().nullable(),
  /** Why the court allowed the strike out of order. This is work product. */
  courtAllowed: z.string(),
  exercisedBy: z.string().nullable(),
  exercisedById: Id.nullable(),
  /** When the server received the strike. This is later than `calledAt` if the device was offline. */
  exercisedAt: Timestamp.nullable(),
  opposingPosition: z.enum(opposingPositions),
  objection: StrikeObjection.nullable(),
  ruling: z.enum(strikeRulings),
  ruledAt: Timestamp.nullable(),
  judgeWords: z.string(),
  rulingTimecode: Timecode.nullable(),
  ruledPlace: ClockPlace.nullable().default(null),
  remedy: z.enum(strikeRemedies).nullable(),
  remedyRestored: z.boolean(),
  endReason: z.string(),
  supersededBy: Id.nullable(),

  createdBy: z.string(),
  createdById: Id,
  createdAt: Timestamp,
  updatedBy: z.string(),
  updatedAt: Timestamp,
  version: z.int(),
  moves: z.array(z.enum(strikeMoves)),
  editable: z.boolean(),
})
export type Strike = z.infer<typeof Strike>

/** An unopposed peremptory doesn't get a ruling. */
export const isRuledOn = ({ kind, ruling, objection }: Pick<Strike, 'kind' | 'ruling' | 'objection'>): boolean =>
  kind === 'cause' || ruling !== 'pending' || objection !== null

export const StrikeEvent = z.object({
  id: Id,
  kind: z.enum([...strikeMoves, 'create', 'record', 'edit', 'object', 'preserve', 'supersede', 'restore']),
  from: z.enum(strikeStates).nullable(),
  to: z.enum(strikeStates),
  by: z.string(),
  at: Timestamp,
  receivedAt: Timestamp,
  place: ClockPlace.nullable(),
  text: z.string(),
})
export type StrikeEvent = z.infer<typeof StrikeEvent>

export const StrikeNote = z.object({ id: Id, text: z.string(), by: z.string(), at: Timestamp })
export type StrikeNote = z.infer<typeof StrikeNote>

export const StrikeDetail = Strike.extend({ events: z.array(StrikeEvent), notes: z.array(StrikeNote) })
export type StrikeDetail = z.infer<typeof StrikeDetail>

/** Drafts can be incomplete. Required fields are checked when the strike is submitted. */
export const strikeFields = {
  kind: z.enum(strikeKinds),
  target: z.enum(strikeTargets),
  defendant: z.string().trim().max(160).nullable(),
  groundCode: z.string().max(60).nullable(),
  rationale: z.string().trim().max(strikeLimits.rationale.max),
  basis: z.array(z.enum(rationaleBases)).max(rationaleBases.length),
  demeanor: DemeanorWitness.nullable(),
  comparators: z.array(StrikeComparator).max(strikeLimits.comparators),
  opposingPosition: z.enum(opposingPositions),
  privilege: z.enum(strikePrivileges),
}

const inSession = z.strictObject({ sessionId: Id })
const one = z.strictObject({ strikeId: Id })

/** The client generates `eventId` so a request that is sent twice is applied once. `at` is the time on the device. */
export const replayable = { eventId: Id, at: Timestamp.optional() }

export const listStrikes = defineEndpoint({
  method: 'GET',
  path: '/api/sessions/:sessionId/strikes',
  summary: 'List the strikes of a session in chronological order.',
  needs: 'member',
  params: inSession,
  input: nothing,
  output: z.array(Strike),
  touches: ['strikes', 'jurors', 'transcripts', 'sessions'],
})

export const readStrike = defineEndpoint({
  method: 'GET',
  path: '/api/strikes/:strikeId',
  summary: 'Get a strike with its history and notes.',
  needs: 'member',
  params: one,
  input: nothing,
  output: StrikeDetail,
  touches: ['strikes', 'jurors', 'transcripts', 'sessions'],
})

/**
 * Our strikes start as drafts. Strikes by the opposing side or the court are recorded as exercised and supersede our
 * strike on the same juror.
 */
export const createStrike = defineEndpoint({
  method: 'POST',
  path: '/api/sessions/:sessionId/strikes',
  summary: 'Draft your strike, or record one by opposing counsel or the court.',
  needs: 'member',
  params: inSession,
  input: z.strictObject({
    ...replayable,
    /** The client generates this ID so later moves in its queue can refer to the strike. */
    id: Id.optional(),
    jurorId: Id,
    madeBy: z.enum(strikeSides).default('us'),
    ...z.object(strikeFields).partial().shape,
    kind: strikeFields.kind,
    evidence: z.array(EvidenceInput).max(strikeLimits.evidence).default([]),
    calledTimecode: Timecode.nullable().default(null),
    phase: z.enum(strikePhases).nullable().default(null),
    courtAllowed: z.string().trim().max(textLimits.long).default(''),
  }),
  output: Strike,
  touches: ['strikes', 'jurors', 'cases', 'notifications'],
})

/** If the version is stale, returns 409 with both copies (`StrikeConflict`). */
export const updateStrike = defineEndpoint({
  method: 'PATCH',
  path: '/api/strikes/:strikeId',
  summary: 'Change the wording of a strike.',
  needs: 'member',
  params: one,
  input: z.strictObject({ version: z.int(), ...z.object(strikeFields).partial().shape }),
  output: Strike,
  touches: ['strikes'],
})

export const addEvidence = defineEndpoint({
  method: 'POST',
  path: '/api/strikes/:strikeId/evidence',
  summary: 'Add a highlight, part of a video, a page and line, or a note as evidence.',
  needs: 'member',
  params: one,
  input: z.strictObject({
    version: z.int(),
    of: z.enum(evidencePurposes).default('strike'),
    item: EvidenceInput,
  }),
  output: Strike,
  touches: ['strikes'],
})

export const removeEvidence = defineEndpoint({
  method: 'POST',
  path: '/api/strikes/:strikeId/evidence/:evidenceId/remove',
  summary: 'Remove evidence from a strike.',
  needs: 'member',
  params: z.strictObject({ strikeId: Id, evidenceId: Id }),
  input: z.strictObject({ version: z.int() }),
  output: Strike,
  touches: ['strikes'],
})

/** Send null to remove an objection that was recorded by mistake. */
export const recordObjection = defineEndpoint({
  method: 'PUT',
  path: '/api/strikes/:strikeId/objection',
  summary: 'Record an objection to a peremptory strike.',
  needs: 'member',
  params: one,
  input: z.strictObject({ version: z.int(), objection: StrikeObjection.nullable() }),
  output: Strike,
  touches: ['strikes', 'notifications'],
})

export const recordPreservation = defineEndpoint({
  method: 'PUT',
  path: '/api/strikes/:strikeId/preservation',
  summary: 'Record the steps taken to preserve error after a challenge for cause was denied.',
  needs: 'member',
  params: one,
  input: z.strictObject({ version: z.int(), preservation: PreservationRecord }),
  output: Strike,
  touches: ['strikes'],
})

/** A note can be added at any time, even after the jury is sworn. It doesn't change the strike's version. */
export const addStrikeNote = defineEndpoint({
  method: 'POST',
  path: '/api/strikes/:strikeId/notes',
  summary: 'Add a note to a strike.',
  needs: 'member',
  params: one,
  input: z.strictObject({
    eventId: Id,
    text: z.string().trim().min(1, 'Write a note.').max(textLimits.long),
  }),
  output: StrikeNote,
  touches: ['strikes'],
})

const MoveText = z.string().trim().max(textLimits.long)

export const MoveInput = z.strictObject({
  ...replayable,
  version: z.int(),
  move: z.enum(strikeMoves),
  /** A comment for `request_changes` and `reject`, or a reason for `withdraw` and `void`. */
  reason: MoveText.default(''),
  acknowledgement: MoveText.default(''),
  /** Only for `exercise` and `rule`. */
  timecode: Timecode.nullable().default(null),
  /** Only for `exercise`. */
  phase: z.enum(strikePhases).nullable().default(null),
  /** Only for `exercise`: why the court allowed the strike out of order. */
  courtAllowed: MoveText.default(''),
  /** This field and the ones below are only for `rule`. */
  ruling: z.enum(strikeRulings).exclude(['pending']).optional(),
  judgeWords: MoveText.default(''),
  remedy: z.enum(strikeRemedies).nullable().default(null),
  remedyRestored: z.boolean().default(false),
})
export type MoveInput = z.infer<typeof MoveInput>

export const BudgetMeter = z.object({ total: z.int(), used: z.int(), remaining: z.int() })
export type BudgetMeter = z.infer<typeof BudgetMeter>
export const StrikeBudgets = z.object({
  us: z.object({ regular: BudgetMeter, alternates: BudgetMeter }),
  them: z.object({ regular: BudgetMeter, alternates: BudgetMeter }),
  /** If false, both meters for a side show the same shared budget. */
  separate: z.boolean(),
})
export type StrikeBudgets = z.infer<typeof StrikeBudgets>

export const StrikeConflict = z.object({
  /** The server's copy. For a new strike, this is the juror's live strike. */
  theirs: Strike.nullable(),
  yours: z.unknown(),
  juror: z.object({ id: Id, number: z.string(), status: z.enum(jurorStatuses) }),
  budgets: StrikeBudgets.nullable(),
})
export type StrikeConflict = z.infer<typeof StrikeConflict>

/** If `eventId` was already used, returns the first result. Returns 409 if the move is no longer possible. */
export const moveStrike = defineEndpoint({
  method: 'POST',
  path: '/api/strikes/:strikeId/moves',
  summary: `Submit, approve, exercise, rule on, withdraw, undo (within ${strikeLimits.undoSeconds} seconds), or void a strike.`,
  needs: 'member',
  params: z.strictObject({ strikeId: Id }),
  input: MoveInput,
  output: Strike,
  touches: ['strikes', 'jurors', 'cases', 'notifications'],
})

/**
 * Set the timecode to null to remove the mark. This is allowed even after the jury is sworn, because recordings may
 * arrive later.
 */
export const markStrike = defineEndpoint({
  method: 'PUT',
  path: '/api/strikes/:strikeId/timecode',
  summary: 'Set the recording time at which a strike was made.',
  needs: 'member',
  params: z.strictObject({ strikeId: Id }),
  input: z.strictObject({ version: z.int(), timecode: Timecode.nullable() }),
  output: Strike,
  touches: ['strikes'],
})
