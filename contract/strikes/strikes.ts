/** A strike: a challenge for cause or a peremptory, with its evidence, its approval and what the court made of it. */
import { z } from 'zod'
import { defineEndpoint, Id, nothing, textLimits, Timestamp } from '../endpoint.ts'
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
import { strikeMoves } from './workflow.ts'

export const Strike = z.object({
  id: Id,
  caseId: Id,
  sessionId: Id,
  kind: z.enum(strikeKinds),
  madeBy: z.enum(strikeSides),
  jurorId: Id,
  jurorNumber: z.string(),
  /** Whom a peremptory is spent on: where alternates' challenges are counted apart, each has its own budget. */
  target: z.enum(strikeTargets),
  /** Of several defendants with challenges of their own, the one who uses it. */
  defendant: z.string().nullable(),
  /** Of a peremptory that was exercised: the nth of its side and target. */
  number: z.int().nullable(),
  /** "Peremptory 3", "Challenge for cause (draft)". */
  label: z.string(),
  state: z.enum(strikeStates),
  groundCode: z.string().nullable(),
  privilege: z.enum(strikePrivileges),

  /** Work product: null or empty for who may not see it, as everything up to `check` is. */
  rationale: z.string().nullable(),
  basis: z.array(z.enum(rationaleBases)),
  demeanor: DemeanorWitness.nullable(),
  evidence: z.array(StrikeEvidence),
  comparators: z.array(StrikeComparator),
  check: RationaleCheck.extend({ at: Timestamp }).nullable(),
  /** Only of our own strikes; null for who may not see work product. */
  approval: z
    .object({
      state: z.enum(approvalStates),
      dueAt: Timestamp.nullable(),
      by: z.string().nullable(),
      at: Timestamp.nullable(),
      selfApproved: z.boolean(),
      afterTheFact: z.boolean(),
      acknowledgement: z.string(),
      /** What the approver wrote on the way back to the author. */
      comment: z.string(),
    })
    .nullable(),
  preservation: PreservationState.nullable(),

  /** When it was said in court, and where that is in a recording. */
  calledAt: Timestamp.nullable(),
  calledTimecode: Timecode.nullable(),
  /** Where that is in a recording, as far as it is known today. Absent in what was answered before it was told. */
  calledPlace: ClockPlace.nullable().default(null),
  phase: z.enum(strikePhases).nullable(),
  /** Where the juror sat when it was said. */
  seat: z.int().nullable(),
  /** Of a peremptory: what its side had left after it. */
  leftAfter: z.int().nullable(),
  /** Of a peremptory out of turn or out of order: why the court allowed it. Work product, like the reason. */
  courtAllowed: z.string(),
  exercisedBy: z.string().nullable(),
  exercisedById: Id.nullable(),
  /** When the server learned of it: later than `calledAt` where a device was offline. */
  exercisedAt: Timestamp.nullable(),
  opposingPosition: z.enum(opposingPositions),
  objection: StrikeObjection.nullable(),
  ruling: z.enum(strikeRulings),
  ruledAt: Timestamp.nullable(),
  judgeWords: z.string(),
  rulingTimecode: Timecode.nullable(),
  ruledPlace: ClockPlace.nullable().default(null),
  /** Of a disallowance. */
  remedy: z.enum(strikeRemedies).nullable(),
  /** The court gave the challenge back. */
  remedyRestored: z.boolean(),
  /** Why it was withdrawn or voided. */
  endReason: z.string(),
  /** The strike of the other side or the court that took the juror while ours was being prepared. */
  supersededBy: Id.nullable(),

  createdBy: z.string(),
  createdById: Id,
  createdAt: Timestamp,
  updatedBy: z.string(),
  updatedAt: Timestamp,
  version: z.int(),
  /** The moves that I can make now. */
  moves: z.array(z.enum(strikeMoves)),
  /** I may change its words and evidence now. */
  editable: z.boolean(),
})
export type Strike = z.infer<typeof Strike>

/** Whether there is a ruling to show: nobody rules on a peremptory that nobody objected to. */
export const isRuledOn = ({ kind, ruling, objection }: Pick<Strike, 'kind' | 'ruling' | 'objection'>): boolean =>
  kind === 'cause' || ruling !== 'pending' || objection !== null

/** One step of its history. Steps are added and never changed. */
export const StrikeEvent = z.object({
  /** The id that the client gave the move. */
  id: Id,
  kind: z.enum([...strikeMoves, 'create', 'record', 'edit', 'object', 'preserve', 'supersede', 'restore']),
  from: z.enum(strikeStates).nullable(),
  to: z.enum(strikeStates),
  by: z.string(),
  /** By the clock of who did it. */
  at: Timestamp,
  receivedAt: Timestamp,
  /** Of what is done in court: where in a recording that time is, as far as it is known today. */
  place: ClockPlace.nullable(),
  /** Comment or reason. */
  text: z.string(),
})
export type StrikeEvent = z.infer<typeof StrikeEvent>

export const StrikeNote = z.object({ id: Id, text: z.string(), by: z.string(), at: Timestamp })
export type StrikeNote = z.infer<typeof StrikeNote>

export const StrikeDetail = Strike.extend({ events: z.array(StrikeEvent), notes: z.array(StrikeNote) })
export type StrikeDetail = z.infer<typeof StrikeDetail>

/** Filled in as far as it is known: what is missing is asked for on submission, not while drafting. */
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

/**
 * Ids that the client makes, so that a queue kept offline is replayed once: the same `eventId` answers the first
 * result again. `at` is when it happened by the clock of the device.
 */
export const replayable = { eventId: Id, at: Timestamp.optional() }

export const listStrikes = defineEndpoint({
  method: 'GET',
  path: '/api/sessions/:sessionId/strikes',
  summary: 'List the strikes of a session in order of time.',
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
 * Ours begins as a draft. One of the opposing side or the court was said in court and is recorded as exercised; it takes
 * the place of what we were still preparing on that juror.
 */
export const createStrike = defineEndpoint({
  method: 'POST',
  path: '/api/sessions/:sessionId/strikes',
  summary: 'Draft your strike, or record one by opposing counsel or the court.',
  needs: 'member',
  params: inSession,
  input: z.strictObject({
    ...replayable,
    /** The client may choose the id, so that its next queued moves can name it. */
    id: Id.optional(),
    jurorId: Id,
    madeBy: z.enum(strikeSides).default('us'),
    ...z.object(strikeFields).partial().shape,
    kind: strikeFields.kind,
    evidence: z.array(EvidenceInput).max(strikeLimits.evidence).default([]),
    calledTimecode: Timecode.nullable().default(null),
    phase: z.enum(strikePhases).nullable().default(null),
    /** Of one that is recorded as said: why the court allowed it out of turn or out of order. */
    courtAllowed: z.string().trim().max(textLimits.long).default(''),
  }),
  output: Strike,
  touches: ['strikes', 'jurors', 'cases', 'notifications'],
})

/** A stale version answers 409; problem+json carries both copies (StrikeConflict). */
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

/** Null takes an objection back that was recorded by mistake. */
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
  summary: 'Record the steps that preserved a denied challenge for cause.',
  needs: 'member',
  params: one,
  input: z.strictObject({ version: z.int(), preservation: PreservationRecord }),
  output: Strike,
  touches: ['strikes'],
})

/** Notes are added at any time, also after the swearing-in; they leave the version as it is. */
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
