import { z } from 'zod'
import { Id, Seconds, textLimits, Timestamp } from '../endpoint.ts'

export const strikeKinds = ['cause', 'peremptory'] as const
export type StrikeKind = (typeof strikeKinds)[number]

/** `court` means the court struck the juror sua sponte. */
export const strikeSides = ['us', 'opposing', 'court'] as const
export type StrikeSide = (typeof strikeSides)[number]

export const strikeStates = [
  'draft',
  'submitted',
  'changes_requested',
  'approved',
  'rejected',
  'exercised',
  'ruled',
  'final',
  'withdrawn',
  'void',
] as const
export type StrikeState = (typeof strikeStates)[number]

export const strikePhases = ['box_round', 'sidebar', 'individual', 'strike_conference', 'other'] as const

export const strikeRulings = ['pending', 'granted', 'denied', 'reserved', 'disallowed'] as const
export type StrikeRuling = (typeof strikeRulings)[number]
/** `granted` means the peremptory stands. `disallowed` means an objection to it was sustained. */
export const rulingsByKind = {
  cause: ['granted', 'denied', 'reserved'],
  peremptory: ['granted', 'disallowed', 'reserved'],
} as const satisfies Record<StrikeKind, readonly StrikeRuling[]>

/** The court's order after it disallowed a strike. If the peremptory is restored, that is recorded separately. */
export const strikeRemedies = ['juror_seated', 'new_panel', 'other'] as const
export const remedyWords: Readonly<Record<(typeof strikeRemedies)[number], string>> = {
  juror_seated: 'The juror is seated',
  new_panel: 'A new panel',
  other: 'Other',
}

export const opposingPositions = ['unknown', 'oppose', 'no_objection', 'join'] as const
export const strikePrivileges = ['work_product', 'on_record'] as const

export const strikeLimits = {
  rationale: { min: 20, max: 5000 },
  /** The minimum length, in characters, of the lead's reason for approving a rationale that names a protected trait. */
  traitReason: 40,
  acknowledgement: 10,
  evidence: 50,
  comparators: 50,
  undoSeconds: 10,
  /** A strike that was exercised before approval must be approved within this many hours. */
  approvalHours: 24,
} as const

const Words = z.string().trim().max(textLimits.long)
const Short = z.string().trim().max(textLimits.short)

export const Timecode = z.object({ videoId: Id, seconds: Seconds })
export type Timecode = z.infer<typeof Timecode>

/** `none` means not submitted. `pending` with a `dueAt` means the strike was exercised before approval. */
export const approvalStates = ['none', 'pending', 'approved'] as const

export const evidenceSources = ['highlight', 'video', 'page', 'note'] as const

/** For highlights and video passages, the server copies the quote from the transcript. */
export const EvidenceInput = z.discriminatedUnion('source', [
  z.strictObject({ source: z.literal('highlight'), highlightId: Id, note: Short.default('') }),
  z
    .strictObject({ source: z.literal('video'), videoId: Id, start: Seconds, end: Seconds, note: Short.default('') })
    .refine(({ start, end }) => end > start, { path: ['end'], message: 'End time must be after start time.' }),
  z.strictObject({
    source: z.literal('page'),
    cite: z
      .string()
      .trim()
      .regex(/^\d{1,5}:\d{1,2}(?:\s?[-–]\s?(?:\d{1,5}:)?\d{1,2})?$/, 'Write page and line as 123:4 or 123:4-124:2.'),
    quote: Words.min(1, 'Copy the words from the page.'),
    note: Short.default(''),
  }),
  z.strictObject({
    source: z.literal('note'),
    note: Short.min(1, 'Describe what was seen or heard, and why there is no timecode.'),
  }),
])
export type EvidenceInput = z.infer<typeof EvidenceInput>

export const evidencePurposes = ['strike', 'objection'] as const

export const StrikeEvidence = z.object({
  id: Id,
  source: z.enum(evidenceSources),
  of: z.enum(evidencePurposes),
  highlightId: Id.nullable(),
  videoId: Id.nullable(),
  start: Seconds.nullable(),
  end: Seconds.nullable(),
  cite: z.string().nullable(),
  /** A verbatim copy made when the evidence was added. It never changes. */
  quote: z.string(),
  question: z.string(),
  speaker: z.string().nullable(),
  note: z.string(),
  textChanged: z.boolean(),
  /** When the quoted text was last corrected. Null if it hasn't changed or was changed by a new analysis. */
  textChangedAt: Timestamp.nullable(),
  playable: z.boolean(),
  addedBy: z.string(),
  addedAt: Timestamp,
})
export type StrikeEvidence = z.infer<typeof StrikeEvidence>

export const StrikeComparator = z.strictObject({
  jurorId: Id,
  stance: z.enum(['accepted', 'explained']),
  explanation: Short.default(''),
})
export type StrikeComparator = z.infer<typeof StrikeComparator>

export const DemeanorWitness = z.strictObject({
  observer: Short.default(''),
  timecode: Timecode.nullable().default(null),
  secondObserver: Short.default(''),
  courtConfirmed: z.boolean().default(false),
})
export type DemeanorWitness = z.infer<typeof DemeanorWitness>

export const objectionBases = ['batson', 'jeb', 'gr37', '231_7', 'other'] as const
export const primaFacies = ['not_ruled', 'found', 'not_found', 'assumed'] as const

export const StrikeObjection = z.strictObject({
  by: z.enum(strikeSides),
  basis: z.enum(objectionBases),
  primaFacie: z.enum(primaFacies).default('not_ruled'),
  reasonsStated: Words.default(''),
  reply: Words.default(''),
  finding: Words.default(''),
})
export type StrikeObjection = z.infer<typeof StrikeObjection>

export const PreservationRecord = z.strictObject({
  moreRequestedAt: Timestamp.nullable().default(null),
  refusedAt: Timestamp.nullable().default(null),
  objectionableJurorId: Id.nullable().default(null),
  renewedAt: Timestamp.nullable().default(null),
  note: Short.default(''),
})
export type PreservationRecord = z.infer<typeof PreservationRecord>

export const PreservationState = z.object({
  ...PreservationRecord.shape,
  openedAt: Timestamp,
  peremptoryUsedOnJuror: z.boolean(),
  left: z.int().nullable(),
})
export type PreservationState = z.infer<typeof PreservationState>
