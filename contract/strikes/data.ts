/** What a strike is made of: its words, its evidence, the objection to it and what the court said. */
import { z } from 'zod'
import { Id, Seconds, textLimits, Timestamp } from '../endpoint.ts'

export const strikeKinds = ['cause', 'peremptory'] as const
export type StrikeKind = (typeof strikeKinds)[number]

/** `court`: on its own motion, without either side asking. */
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

/** When in the sitting it was said. */
export const strikePhases = ['box_round', 'sidebar', 'individual', 'strike_conference', 'other'] as const

export const strikeRulings = ['pending', 'granted', 'denied', 'reserved', 'disallowed'] as const
export type StrikeRuling = (typeof strikeRulings)[number]
/** A granted peremptory stands; it is disallowed on an objection. */
export const rulingsByKind = {
  cause: ['granted', 'denied', 'reserved'],
  peremptory: ['granted', 'disallowed', 'reserved'],
} as const satisfies Record<StrikeKind, readonly StrikeRuling[]>

/** What the court ordered with a disallowance. Whether the challenge is given back is said apart. */
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
  /** Of the lead's reason to approve words that name a protected trait. */
  traitReason: 40,
  acknowledgement: 10,
  evidence: 50,
  comparators: 50,
  /** Seconds in which whoever exercised a strike takes it back alone. */
  undoSeconds: 10,
  /** Hours within which a strike exercised before its approval is approved. */
  approvalHours: 24,
} as const

const Words = z.string().trim().max(textLimits.long)
const Short = z.string().trim().max(textLimits.short)

/** A second of a video of the session. */
export const Timecode = z.object({ videoId: Id, seconds: Seconds })
export type Timecode = z.infer<typeof Timecode>

/** `none`: not asked for yet. `pending` with `dueAt`: exercised before it was approved. */
export const approvalStates = ['none', 'pending', 'approved'] as const

export const evidenceSources = ['highlight', 'video', 'page', 'note'] as const

/** How evidence is given. The server takes the words of a highlight or a stretch from the transcript itself. */
export const EvidenceInput = z.discriminatedUnion('source', [
  z.strictObject({ source: z.literal('highlight'), highlightId: Id, note: Short.default('') }),
  z
    .strictObject({ source: z.literal('video'), videoId: Id, start: Seconds, end: Seconds, note: Short.default('') })
    .refine(({ start, end }) => end > start, { path: ['end'], message: 'End time must be after start time.' }),
  z.strictObject({
    source: z.literal('page'),
    /** "123:4" or "123:4-124:2" of the reporter's transcript. */
    cite: z
      .string()
      .trim()
      .regex(/^\d{1,5}:\d{1,2}(?:\s?[-–]\s?(?:\d{1,5}:)?\d{1,2})?$/, 'Write page and line as 123:4 or 123:4-124:2.'),
    quote: Words.min(1, 'Copy the words from the page.'),
    note: Short.default(''),
  }),
  /** What no timecode can be given for: it says why, and what was seen or heard. */
  z.strictObject({
    source: z.literal('note'),
    note: Short.min(1, 'Describe what was seen or heard, and why there is no timecode.'),
  }),
])
export type EvidenceInput = z.infer<typeof EvidenceInput>

/** What evidence supports: the strike, or the objection to it. */
export const evidencePurposes = ['strike', 'objection'] as const

export const StrikeEvidence = z.object({
  id: Id,
  source: z.enum(evidenceSources),
  of: z.enum(evidencePurposes),
  highlightId: Id.nullable(),
  videoId: Id.nullable(),
  start: Seconds.nullable(),
  end: Seconds.nullable(),
  /** "page:line" of the reporter's transcript. */
  cite: z.string().nullable(),
  /** Verbatim, as it read when the evidence was added. It never changes. */
  quote: z.string(),
  question: z.string(),
  speaker: z.string().nullable(),
  note: z.string(),
  /** The transcript there has been corrected since: the quote is no longer what it says. */
  textChanged: z.boolean(),
  /** When it was last corrected there; null while unchanged, and where another analysis changed it. */
  textChangedAt: Timestamp.nullable(),
  /** The video is still there to be played. */
  playable: z.boolean(),
  addedBy: z.string(),
  addedAt: Timestamp,
})
export type StrikeEvidence = z.infer<typeof StrikeEvidence>

/** Another juror who said alike: suggested by the product, accepted or explained by the author. */
export const StrikeComparator = z.strictObject({
  jurorId: Id,
  stance: z.enum(['accepted', 'explained']),
  /** How this juror differs, in the author's words. */
  explanation: Short.default(''),
})
export type StrikeComparator = z.infer<typeof StrikeComparator>

/** Who saw a demeanor, when, and who else did. */
export const DemeanorWitness = z.strictObject({
  observer: Short.default(''),
  timecode: Timecode.nullable().default(null),
  secondObserver: Short.default(''),
  courtConfirmed: z.boolean().default(false),
})
export type DemeanorWitness = z.infer<typeof DemeanorWitness>

export const objectionBases = ['batson', 'jeb', 'gr37', '231_7', 'other'] as const
export const primaFacies = ['not_ruled', 'found', 'not_found', 'assumed'] as const

/** An objection to a peremptory, step by step as the court takes it. */
export const StrikeObjection = z.strictObject({
  by: z.enum(strikeSides),
  basis: z.enum(objectionBases),
  primaFacie: z.enum(primaFacies).default('not_ruled'),
  /** As they were stated on the record. */
  reasonsStated: Words.default(''),
  reply: Words.default(''),
  finding: Words.default(''),
})
export type StrikeObjection = z.infer<typeof StrikeObjection>

/** What a person recorded to keep a denied challenge for review; what follows from the strikes is worked out. */
export const PreservationRecord = z.strictObject({
  moreRequestedAt: Timestamp.nullable().default(null),
  refusedAt: Timestamp.nullable().default(null),
  objectionableJurorId: Id.nullable().default(null),
  renewedAt: Timestamp.nullable().default(null),
  note: Short.default(''),
})
export type PreservationRecord = z.infer<typeof PreservationRecord>

/** The steps after a denied challenge: what was recorded, and what follows from the strikes, for `preservationOf`. */
export const PreservationState = z.object({
  ...PreservationRecord.shape,
  openedAt: Timestamp,
  /** We used a peremptory on this juror. */
  peremptoryUsedOnJuror: z.boolean(),
  /** Peremptories that we have left; without any they are exhausted. Null while the case has no budget. */
  left: z.int().nullable(),
})
export type PreservationState = z.infer<typeof PreservationState>
