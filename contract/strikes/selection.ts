/**
 * A jury selection as data: what was set, what happened, and what follows from both. Everything here is replayed from
 * the record, in the browser as on the server, so that both show the same budgets, seats and turns.
 */
import { z } from 'zod'
import { type SelectionMethod, selectionMethods } from '../cases/data.ts'
import { Id } from '../endpoint.ts'

export const selectionSides = ['us', 'them'] as const
export type SelectionSide = (typeof selectionSides)[number]
export const otherSide = (side: SelectionSide): SelectionSide => (side === 'us' ? 'them' : 'us')

export const strikeTargets = ['regular', 'alternate'] as const
export type StrikeTarget = (typeof strikeTargets)[number]

const Count = z.int().min(0)
const Budget = z.object({ regular: Count, alternates: Count })

/**
 * Who speaks when. `alternate`: so many challenges in turn. `blocks`: a side challenges as many as it wants, then the
 * other. `together`: blind or in no order, so that it is nobody's turn. Passing costs nothing; `passesToEnd` passes in
 * a row end the round.
 */
export const SelectionTurns = z.object({
  kind: z.enum(['alternate', 'blocks', 'together']),
  first: z.enum(selectionSides),
  each: z.int().min(1).default(1),
  passesToEnd: z.int().min(1).default(2),
})
export type SelectionTurns = z.infer<typeof SelectionTurns>

export const SelectionSetup = z.object({
  method: z.enum(selectionMethods),
  jurySize: z.int().min(1),
  alternates: Count,
  budget: z.object({ us: Budget, them: Budget }),
  /**
   * Where each defendant has challenges to use alone: how many each, and the defendants. They are part of the regular
   * number of their side; what is left of it is used jointly.
   */
  eachDefendant: z.object({ side: z.enum(selectionSides), each: Count, defendants: z.array(z.string()) }).nullable(),
  /** Challenges for alternates count apart; else the two numbers are one. */
  alternatesApart: z.boolean(),
  backStrikes: z.boolean(),
  /** `drawn`: the court draws who comes next, and each draw is recorded. */
  replacements: z.enum(['in_order', 'drawn']),
  turns: SelectionTurns,
  /** In order of call. `number` is what people say. */
  jurors: z.array(z.object({ id: Id, number: z.string() })),
})
export type SelectionSetup = z.infer<typeof SelectionSetup>

/** Why the court released a juror who was not challenged peremptorily. */
export const removalCauses = ['cause', 'hardship', 'excused', 'no_show', 'dismissed'] as const

/** What happened, in the order in which it happened. `strikeId` is that of the strike log. */
export const SelectionEvent = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('struck'),
    strikeId: Id,
    side: z.enum(selectionSides),
    jurorId: Id,
    target: z.enum(strikeTargets),
    /** The defendant who uses a challenge of their own. */
    defendant: z.string().optional(),
  }),
  /** A mistake or an undo: the number is free again and the juror back. */
  z.object({ kind: z.literal('voided'), strikeId: Id }),
  /** Taken back before the ruling: the juror is back, the number stays used (only a void or the court gives it back). */
  z.object({ kind: z.literal('withdrawn'), strikeId: Id }),
  /** Disallowed on an objection. The recorded remedy says whether the juror sits and whether the number is free again. */
  z.object({
    kind: z.literal('disallowed'),
    strikeId: Id,
    restoresStrike: z.boolean(),
    reseatsJuror: z.boolean(),
  }),
  z.object({ kind: z.literal('challenged'), strikeId: Id, side: z.enum(selectionSides), jurorId: Id }),
  z.object({
    kind: z.literal('ruled'),
    strikeId: Id,
    ruling: z.enum(['granted', 'denied', 'reserved', 'withdrawn']),
  }),
  /** `stepId`, of passes and draws: that of the record, so that one which is taken back can be told from its like. */
  z.object({ kind: z.literal('passed'), side: z.enum(selectionSides), stepId: Id.optional() }),
  z.object({ kind: z.literal('removed'), jurorId: Id, why: z.enum(removalCauses) }),
  z.object({ kind: z.literal('reinstated'), jurorId: Id }),
  /** The juror whom the court drew. */
  z.object({ kind: z.literal('drawn'), jurorId: Id, stepId: Id.optional() }),
  /** To the end of the order of call, as when the court accommodates a late juror. */
  z.object({ kind: z.literal('moved_last'), jurorId: Id, stepId: Id.optional() }),
  z.object({ kind: z.literal('added'), jurorId: Id, number: z.string() }),
  z.object({ kind: z.literal('sworn') }),
])
export type SelectionEvent = z.infer<typeof SelectionEvent>
export type StruckEvent = Extract<SelectionEvent, { kind: 'struck' }>

export type StrikeState = {
  id: string
  kind: 'peremptory' | 'cause'
  side: SelectionSide
  jurorId: string
  target: StrikeTarget
  defendant: string | null
  /** The side's nth of its kind, as it is cited: "Peremptory 3". A void frees it. */
  number: number
  status: 'stands' | 'pending' | 'reserved' | 'granted' | 'denied' | 'withdrawn' | 'disallowed' | 'void'
  /** Whether it counts against the budget: a peremptory does until a void or the court's remedy frees it. */
  isSpent: boolean
  /** The round in which it was exercised, and how the juror stood then. */
  round: number
  stood: 'accepted' | 'member' | 'waiting'
}

export type SelectionPhase = 'jury' | 'alternates' | 'complete' | 'sworn'

/** What cannot be or should not be. `stops`: it must not be recorded so; else it is said and recorded. */
export type SelectionProblem = {
  code:
    | 'sworn'
    | 'unknown_juror'
    | 'unknown_strike'
    | 'not_live'
    | 'live_strike'
    | 'not_possible'
    | 'no_strikes_left'
    | 'name_defendant'
    | 'wrong_target'
    | 'accepted'
    | 'not_in_box'
    | 'beyond_zone'
    | 'out_of_turn'
  stops: boolean
  sentence: string
}

export type SelectionState = {
  setup: SelectionSetup
  /** Juror ids in order of call, as moved and added. */
  order: string[]
  numbers: Map<string, string>
  /** Who is out, and why. */
  out: Map<string, 'peremptory' | (typeof removalCauses)[number]>
  strikes: Map<string, StrikeState>
  phase: SelectionPhase
  round: number
  /** Accepted jurors and alternates in order of acceptance: out of reach unless back-strikes are allowed. */
  accepted: { jury: string[]; alternates: string[] }
  /** Whom this round is about. */
  members: string[]
  /** Drawn by the court, in that order. */
  drawn: string[]
  /** Who sits where now: the chairs of the jury, then those of the alternates. */
  chairs: (string | null)[]
  /** Where each juror last sat, so that who comes back sits where they sat. */
  lastChairs: Map<string, number>
  /** Null where it is nobody's turn: the sides speak together, the court draws, or nothing is left to do. */
  turn: SelectionSide | null
  /** Whose turn comes next; challenges since it began; passes in a row; sides done with the round; whether it saw a move. */
  pace: { next: SelectionSide; strikes: number; passes: number; done: SelectionSide[]; hasMoved: boolean }
  /** What of the record could not be followed: event by event, with why. */
  problems: { at: number; event: SelectionEvent; problem: SelectionProblem }[]
}

export const isBoxMethod = (method: SelectionMethod): boolean =>
  method === 'strike_and_replace' || method === 'rounds_no_back' || method === 'random_order'

export const isLive = (state: SelectionState, jurorId: string): boolean =>
  state.numbers.has(jurorId) && !state.out.has(jurorId)
