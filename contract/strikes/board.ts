import { z } from 'zod'
import { captionSides, caseStatuses, selectionMethods } from '../cases/data.ts'
import { SideNames } from '../cases/sides.ts'
import { defineEndpoint, Id, nothing, Timestamp } from '../endpoint.ts'
import { severities } from '../findings/findings.ts'
import { jurorStatuses } from '../jurors/jurors.ts'
import { SeatingLayout } from '../sessions/seating.ts'
import { SelectionEvent, SelectionSetup } from './selection.ts'
import { Strike, StrikeBudgets } from './strikes.ts'

export const BoardJuror = z.object({
  id: Id,
  number: z.string(),
  name: z.string().nullable(),
  seat: z.int().nullable(),
  orderIndex: z.int(),
  status: z.enum(jurorStatuses),
  occupation: z.string(),
  /** The team's mean rating, from -2 to +2. Null if there are no ratings or the user can't see them. */
  lean: z.number().nullable(),
  quote: z.string().nullable(),
  worst: z.object({ confirmed: z.enum(severities).nullable(), suggested: z.enum(severities).nullable() }),
  hands: z.int().nullable(),
})
export type BoardJuror = z.infer<typeof BoardJuror>

export const StrikeBoard = z.object({
  session: z.object({
    id: Id,
    name: z.string(),
    date: z.string().nullable(),
    isLocked: z.boolean(),
    seatingLayout: SeatingLayout,
    recordings: z.int(),
  }),
  case: z.object({
    id: Id,
    title: z.string(),
    caseNumber: z.string(),
    court: z.string(),
    county: z.string(),
    state: z.string(),
    judge: z.string(),
    status: z.enum(caseStatuses),
    forumId: z.string().nullable(),
    selectionMethod: z.enum(selectionMethods).nullable(),
    jurySize: z.int(),
    alternates: z.int(),
    backStrikesAllowed: z.boolean(),
    alternateStrikesSeparate: z.boolean(),
    /** The caption side that our team represents. It determines who strikes first. */
    us: z.enum(captionSides),
    sides: SideNames,
  }),
  budgets: StrikeBudgets.nullable(),
  jurors: z.array(BoardJuror),
  strikes: z.array(Strike),
  selection: z.object({ setup: SelectionSetup, events: z.array(SelectionEvent) }).nullable(),
  may: z.object({
    draft: z.boolean(),
    approve: z.boolean(),
    exercise: z.boolean(),
    rule: z.boolean(),
    override: z.boolean(),
    seeWorkProduct: z.boolean(),
    seat: z.boolean(),
  }),
  received: z.object({ events: z.array(Id), undoneSteps: z.array(Id) }),
  readOnly: z.string().nullable(),
  serverTime: Timestamp,
})
export type StrikeBoard = z.infer<typeof StrikeBoard>

const inSession = z.strictObject({ sessionId: Id })

export const readStrikeBoard = defineEndpoint({
  method: 'GET',
  path: '/api/sessions/:sessionId/strike-board',
  summary: 'Get jurors, seats, strikes, budgets, and permissions for the board.',
  needs: 'member',
  params: inSession,
  input: nothing,
  output: StrikeBoard,
  touches: ['strikes', 'jurors', 'cases', 'sessions', 'highlights'],
})

export const readCaseStrikes = defineEndpoint({
  method: 'GET',
  path: '/api/cases/:caseId/strikes',
  summary: 'List the strikes of a case across sessions, with both sides’ budgets.',
  needs: 'member',
  params: z.strictObject({ caseId: Id }),
  input: nothing,
  output: z.object({ budgets: StrikeBudgets.nullable(), sides: SideNames, strikes: z.array(Strike) }),
  touches: ['strikes', 'jurors', 'cases', 'sessions'],
})

export const JurorWorst = z.object({ jurorId: Id, ...BoardJuror.shape.worst.shape })
export type JurorWorst = z.infer<typeof JurorWorst>

export const listJurorFindings = defineEndpoint({
  method: 'GET',
  path: '/api/cases/:caseId/juror-findings',
  summary: 'Get the severity of each juror’s worst confirmed and suggested findings.',
  needs: 'member',
  params: z.strictObject({ caseId: Id }),
  input: nothing,
  output: z.array(JurorWorst),
  touches: ['highlights', 'jurors', 'videos'],
})

export const StrikeApproval = z.object({
  strike: Strike,
  caseTitle: z.string(),
  sessionName: z.string(),
  /** True if the approval deadline has passed, or if the strike was submitted more than a day ago. */
  overdue: z.boolean(),
  waitingSince: Timestamp,
})
export type StrikeApproval = z.infer<typeof StrikeApproval>

export const listStrikeApprovals = defineEndpoint({
  method: 'GET',
  path: '/api/strike-approvals',
  summary: 'List strikes waiting for your approval, overdue ones first.',
  needs: 'member',
  params: nothing,
  input: nothing,
  output: z.array(StrikeApproval),
  touches: ['strikes', 'cases'],
})

/** Names and ratings are left out to keep the comparison neutral. */
export const QuestionShare = z.object({
  jurorId: Id,
  number: z.string(),
  seat: z.int().nullable(),
  status: z.enum(jurorStatuses),
  questions: z.int().nullable(),
  seconds: z.number().nullable(),
})
export type QuestionShare = z.infer<typeof QuestionShare>

export const QuestionBalance = z.object({
  jurors: z.array(QuestionShare),
  medianQuestions: z.number().nullable(),
  medianSeconds: z.number().nullable(),
  notYetQuestioned: z.array(Id),
})
export type QuestionBalance = z.infer<typeof QuestionBalance>

export const readQuestionBalance = defineEndpoint({
  method: 'GET',
  path: '/api/sessions/:sessionId/question-balance',
  takesLong: true,
  summary: 'Get the questions to and speaking time of each juror in the case.',
  needs: 'member',
  params: inSession,
  input: nothing,
  output: QuestionBalance,
  touches: ['jurors', 'videos', 'transcripts'],
})
