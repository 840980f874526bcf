import { z } from 'zod'
import { defineEndpoint, done, Id, nothing, textLimits, Timestamp } from '../endpoint.ts'
import { mapJurorFields } from './fields.ts'
import { trimNumber } from './key.ts'

export const jurorStatuses = [
  'in_venire',
  'seated',
  'questioned',
  'qualified',
  'excused_hardship',
  'struck_cause',
  'struck_peremptory_us',
  'struck_peremptory_them',
  'excused_other',
  'no_show',
  'selected',
  'alternate',
  'dismissed',
] as const
export type JurorStatus = (typeof jurorStatuses)[number]

export const liveJurorStatuses: readonly JurorStatus[] = ['in_venire', 'seated', 'questioned', 'qualified']

/** Users record these events. Changes to seats and strikes record their own events. */
export const jurorEventKinds = [
  'questioned',
  'qualified',
  'excused_hardship',
  'excused_other',
  'no_show',
  'dismissed',
  'reinstated',
] as const
export type JurorEventKind = (typeof jurorEventKinds)[number]
export const jurorEventRules: Record<JurorEventKind, { from: readonly JurorStatus[]; to: JurorStatus }> = {
  questioned: { from: ['in_venire', 'seated'], to: 'questioned' },
  qualified: { from: ['in_venire', 'seated', 'questioned'], to: 'qualified' },
  excused_hardship: { from: liveJurorStatuses, to: 'excused_hardship' },
  excused_other: { from: liveJurorStatuses, to: 'excused_other' },
  no_show: { from: liveJurorStatuses, to: 'no_show' },
  dismissed: { from: [...liveJurorStatuses, 'selected', 'alternate'], to: 'dismissed' },
  // A struck juror returns through a ruling on the strike, a withdrawal, or a void, not through this event.
  reinstated: { from: ['excused_hardship', 'excused_other', 'no_show', 'dismissed'], to: 'in_venire' },
}
export const reasonedEvents: readonly JurorEventKind[] = [
  'excused_hardship',
  'excused_other',
  'dismissed',
  'reinstated',
]

export const jurorLimits = {
  number: 12,
  name: 120,
  said: 200,
  tags: 20,
  tag: 40,
  questions: 50,
  answers: 200,
  questionnaireBytes: 100_000,
  caseQuestionnaireBytes: 20_000_000,
} as const

export const tooManyAnswers = `A questionnaire can have up to ${jurorLimits.answers} answers. Remove some.`

const Said = z.string().trim().max(jurorLimits.said)
const JurorNumber = z.string().overwrite(trimNumber).min(1, 'Enter a juror number.').max(jurorLimits.number)
export const QuestionnaireAnswer = z.strictObject({
  q: z.string().trim().min(1, 'Enter a question.').max(textLimits.short),
  a: z.string().trim().max(textLimits.long),
})
export type QuestionnaireAnswer = z.infer<typeof QuestionnaireAnswer>

/** Users without work-product access can't see these fields. Anyone who can rate jurors can edit them. */
export const workProductFields = ['tags', 'questionsToAsk', 'notes'] as const

const written = {
  displayName: z.string().trim().max(jurorLimits.name).nullable(),
  orderIndex: z.int().min(0).max(100_000),
  ...mapJurorFields(() => Said),
  questionnaire: z.array(QuestionnaireAnswer).max(jurorLimits.answers, tooManyAnswers),
  tags: z.array(z.string().trim().min(1).max(jurorLimits.tag)).max(jurorLimits.tags),
  questionsToAsk: z.array(z.string().trim().min(1).max(textLimits.short)).max(jurorLimits.questions),
  notes: z.string().trim().max(textLimits.long),
}

export const leans = [-2, -1, 0, 1, 2] as const
const Lean = z.literal(leans)

/** A negative lean means the juror is bad for our side. */
export const Rating = z.object({
  userId: Id,
  name: z.string(),
  lean: Lean,
  confidence: z.literal([1, 2, 3]),
  leader: z.boolean(),
  note: z.string(),
  at: Timestamp,
})
export type Rating = z.infer<typeof Rating>

/** Includes a count for each rating from -2 to +2, because a mean alone would hide disagreement in the team. */
export const RatingSpread = z.object({
  counts: z.tuple([z.int(), z.int(), z.int(), z.int(), z.int()]),
  raters: z.int(),
  mean: z.number().nullable(),
  leaders: z.int(),
})
export type RatingSpread = z.infer<typeof RatingSpread>

export const JurorSummary = z.object({
  id: Id,
  caseId: Id,
  jurorNumber: z.string(),
  displayName: z.string().nullable(),
  status: z.enum(jurorStatuses),
  seat: z.int().nullable(),
  seatSessionId: Id.nullable(),
  orderIndex: z.int(),
  ...mapJurorFields(() => z.string()),
  tags: z.array(z.string()),
  questionnaireAnswers: z.int(),
  ratings: RatingSpread.nullable(),
  myLean: Lean.nullable(),
  version: z.int(),
})
export type JurorSummary = z.infer<typeof JurorSummary>

export const SeatStay = z.object({
  sessionId: Id,
  sessionName: z.string(),
  seat: z.int(),
  from: Timestamp,
  to: Timestamp.nullable(),
})
export const JurorEvent = z.object({
  id: Id,
  kind: z.string(),
  status: z.enum(jurorStatuses),
  reason: z.string(),
  byName: z.string(),
  at: Timestamp,
})

export const Juror = JurorSummary.extend({
  questionnaire: z.array(QuestionnaireAnswer),
  questionsToAsk: z.array(z.string()),
  notes: z.string(),
  ratingList: z.array(Rating),
  seatHistory: z.array(SeatStay),
  events: z.array(JurorEvent),
  isAnonymous: z.boolean(),
  updatedAt: Timestamp,
  updatedByName: z.string(),
  may: z.object({
    edit: z.boolean(),
    rate: z.boolean(),
    rule: z.boolean(),
    seeWorkProduct: z.boolean(),
    restricted: z.boolean(),
    keepRestricted: z.boolean(),
  }),
})
export type Juror = z.infer<typeof Juror>

const inCase = z.strictObject({ caseId: Id })
const one = z.strictObject({ jurorId: Id })

export const listJurors = defineEndpoint({
  method: 'GET',
  path: '/api/cases/:caseId/jurors',
  summary: 'List the jurors of a case in the order called.',
  needs: 'member',
  params: inCase,
  input: nothing,
  output: z.array(JurorSummary),
  touches: ['jurors'],
})

export const createJuror = defineEndpoint({
  method: 'POST',
  path: '/api/cases/:caseId/jurors',
  summary: 'Add a juror to a case.',
  needs: 'member',
  params: inCase,
  input: z.strictObject({ jurorNumber: JurorNumber, ...z.object(written).partial().shape }),
  output: Juror,
  touches: ['jurors'],
})

export const readJuror = defineEndpoint({
  method: 'GET',
  path: '/api/jurors/:jurorId',
  summary: 'Get a juror with questionnaire, ratings, seats, and events.',
  needs: 'member',
  params: one,
  input: nothing,
  output: Juror,
  touches: ['jurors', 'sessions'],
})

export const updateJuror = defineEndpoint({
  method: 'PATCH',
  path: '/api/jurors/:jurorId',
  summary: 'Change a juror.',
  needs: 'member',
  params: one,
  input: z.strictObject({
    version: z.int(),
    jurorNumber: JurorNumber.optional(),
    ...z.object(written).partial().shape,
  }),
  output: Juror,
  touches: ['jurors'],
})

export const deleteJuror = defineEndpoint({
  method: 'DELETE',
  path: '/api/jurors/:jurorId',
  summary: 'Delete a juror; you can restore them while they’re kept.',
  needs: 'member',
  params: one,
  input: nothing,
  output: done,
  touches: ['jurors'],
})

export const restoreJuror = defineEndpoint({
  method: 'POST',
  path: '/api/jurors/:jurorId/restore',
  summary: 'Restore a deleted juror.',
  needs: 'member',
  params: one,
  input: nothing,
  output: done,
  touches: ['jurors'],
})

export const recordJurorEvent = defineEndpoint({
  method: 'POST',
  path: '/api/jurors/:jurorId/events',
  summary: 'Record an event for a juror and update their status.',
  needs: 'member',
  params: one,
  input: z
    .strictObject({ kind: z.enum(jurorEventKinds), reason: z.string().trim().max(textLimits.short).default('') })
    .refine(({ kind, reason }) => reason.length > 0 || !reasonedEvents.includes(kind), {
      path: ['reason'],
      message: 'Enter a reason for the record.',
    }),
  output: Juror,
  touches: ['jurors'],
})

export const rateJuror = defineEndpoint({
  method: 'PUT',
  path: '/api/jurors/:jurorId/rating',
  summary: 'Set your rating of a juror. Omitted fields keep their values.',
  needs: 'member',
  params: one,
  input: z.strictObject({
    lean: Lean,
    confidence: z.literal([1, 2, 3]).optional(),
    leader: z.boolean().optional(),
    note: z.string().trim().max(textLimits.short).optional(),
  }),
  output: Juror,
  touches: ['jurors'],
})

export const withdrawRating = defineEndpoint({
  method: 'DELETE',
  path: '/api/jurors/:jurorId/rating',
  summary: 'Remove your rating of a juror.',
  needs: 'member',
  params: one,
  input: nothing,
  output: Juror,
  touches: ['jurors'],
})
