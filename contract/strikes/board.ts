/** What a courtroom screen needs in one answer, the approvals that wait for me, and the balance of questions. */
import { z } from 'zod'
import { captionSides, caseStatuses, selectionMethods } from '../cases/data.ts'
import { SideNames } from '../cases/sides.ts'
import { defineEndpoint, Id, nothing, Timestamp } from '../endpoint.ts'
import { jurorStatuses } from '../jurors/jurors.ts'
import { SeatingLayout } from '../sessions/seating.ts'
import { SelectionEvent, SelectionSetup } from './selection.ts'
import { Strike } from './strikes.ts'
import { StrikeBudgets } from './moves.ts'

/** A juror as the board and the selection engine need them. */
export const BoardJuror = z.object({
  id: Id,
  number: z.string(),
  /** Null in a case with an anonymous jury. */
  name: z.string().nullable(),
  /** In this session. */
  seat: z.int().nullable(),
  orderIndex: z.int(),
  status: z.enum(jurorStatuses),
  /** Mean of the team's ratings, -2 to +2; null without ratings and for who may not see them. */
  lean: z.number().nullable(),
  /** A confirmed quote of theirs, to make sure of the right person. */
  quote: z.string().nullable(),
})
export type BoardJuror = z.infer<typeof BoardJuror>

export const StrikeBoard = z.object({
  session: z.object({
    id: Id,
    name: z.string(),
    isLocked: z.boolean(),
    seatingLayout: SeatingLayout,
    /** How many recordings stand on its clock. */
    recordings: z.int(),
  }),
  case: z.object({
    id: Id,
    title: z.string(),
    status: z.enum(caseStatuses),
    forumId: z.string().nullable(),
    selectionMethod: z.enum(selectionMethods).nullable(),
    jurySize: z.int(),
    alternates: z.int(),
    backStrikesAllowed: z.boolean(),
    alternateStrikesSeparate: z.boolean(),
    /** Our side of the caption: who strikes first follows from it. */
    us: z.enum(captionSides),
    /** Who they are, for people to read. */
    sides: SideNames,
  }),
  /** Null until the lead has set a budget: no peremptory can be exercised before. */
  budgets: StrikeBudgets.nullable(),
  jurors: z.array(BoardJuror),
  /** Of the whole case: the budget and the panel are the case's. In the order in which they were called, drafts last. */
  strikes: z.array(Strike),
  /** The record as the selection engine replays it: budgets, turn, zone and what-ifs follow. Null without a method. */
  selection: z.object({ setup: SelectionSetup, events: z.array(SelectionEvent) }).nullable(),
  may: z.object({
    draft: z.boolean(),
    approve: z.boolean(),
    exercise: z.boolean(),
    rule: z.boolean(),
    override: z.boolean(),
    seeWorkProduct: z.boolean(),
  }),
  /** My own latest acts in this case that this answer tells of, by the ids under which they were sent. */
  received: z.object({ events: z.array(Id), undoneSteps: z.array(Id) }),
  /** Why nothing can be struck now; null where it can. */
  readOnly: z.string().nullable(),
  serverTime: Timestamp,
})
export type StrikeBoard = z.infer<typeof StrikeBoard>

const inSession = z.strictObject({ sessionId: Id })

export const readStrikeBoard = defineEndpoint({
  method: 'GET',
  path: '/api/sessions/:sessionId/strike-board',
  summary: 'Get jurors, seats, strikes, budgets, and permissions for the courtroom.',
  needs: 'member',
  params: inSession,
  input: nothing,
  output: StrikeBoard,
  // Neither sessions nor highlights alone: the layout and the quotes change rarely and ride along.
  touches: ['strikes', 'jurors', 'cases', 'sessions'],
})

/** For the case's own screen: the meters of both sides, and every strike with the session it was made in. */
export const readCaseStrikes = defineEndpoint({
  method: 'GET',
  path: '/api/cases/:caseId/strikes',
  summary: "List the strikes of a case across sessions, with both sides' budgets.",
  needs: 'member',
  params: z.strictObject({ caseId: Id }),
  input: nothing,
  output: z.object({ budgets: StrikeBudgets.nullable(), sides: SideNames, strikes: z.array(Strike) }),
  touches: ['strikes', 'jurors', 'cases', 'sessions'],
})

export const StrikeApproval = z.object({
  strike: Strike,
  caseTitle: z.string(),
  sessionName: z.string(),
  /** Exercised before approval, and the time to approve it has run out; or submitted more than a day ago. */
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

/** One juror's share of the questioning. Neutral: it knows nothing of anybody but number, seat and outcome. */
export const QuestionShare = z.object({
  jurorId: Id,
  number: z.string(),
  seat: z.int().nullable(),
  status: z.enum(jurorStatuses),
  /** Null where no voice or label of the transcripts is known to be this juror's. */
  questions: z.int().nullable(),
  seconds: z.number().nullable(),
})
export type QuestionShare = z.infer<typeof QuestionShare>

export const QuestionBalance = z.object({
  jurors: z.array(QuestionShare),
  /** Over the jurors with a known number. */
  medianQuestions: z.number().nullable(),
  medianSeconds: z.number().nullable(),
  notYetQuestioned: z.array(Id),
})
export type QuestionBalance = z.infer<typeof QuestionBalance>

/** As a file: GET /api/sessions/:sessionId/question-balance.csv */
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
