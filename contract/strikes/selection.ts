/**
 * Represents jury selection as events. The server and browser replay the same events, so both show the same budgets,
 * seats, and turns.
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
 * `alternate` means the sides take turns, with `each` challenges per turn. `blocks` means one side finishes before the
 * other starts. `together` means there are no turns. `passesToEnd` consecutive passes end the round.
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
  /** How many challenges from a side's regular budget belong to each defendant. The rest are joint. */
  eachDefendant: z.object({ side: z.enum(selectionSides), each: Count, defendants: z.array(z.string()) }).nullable(),
  /** If false, regular and alternate challenges share one budget. */
  alternatesApart: z.boolean(),
  backStrikes: z.boolean(),
  replacements: z.enum(['in_order', 'drawn']),
  turns: SelectionTurns,
  jurors: z.array(z.object({ id: Id, number: z.string() })),
})
export type SelectionSetup = z.infer<typeof SelectionSetup>

export const removalCauses = ['cause', 'hardship', 'excused', 'no_show', 'dismissed'] as const

export const SelectionEvent = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('struck'),
    strikeId: Id,
    side: z.enum(selectionSides),
    jurorId: Id,
    target: z.enum(strikeTargets),
    defendant: z.string().optional(),
  }),
  /** Makes the strike's number available again and returns the juror to the panel. */
  z.object({ kind: z.literal('voided'), strikeId: Id }),
  /** The strike was withdrawn before the ruling. The juror returns, but the peremptory still counts as used. */
  z.object({ kind: z.literal('withdrawn'), strikeId: Id }),
  /**
   * An objection was sustained. The remedy determines whether the juror is seated and whether the peremptory is
   * restored.
   */
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
  z.object({ kind: z.literal('passed'), side: z.enum(selectionSides), stepId: Id.optional() }),
  z.object({ kind: z.literal('removed'), jurorId: Id, why: z.enum(removalCauses) }),
  z.object({ kind: z.literal('reinstated'), jurorId: Id }),
  z.object({ kind: z.literal('drawn'), jurorId: Id, stepId: Id.optional() }),
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
  /**
   * The number in a label such as "Peremptory 3", counted per side and kind. If the strike is voided, the number can be
   * used again.
   */
  number: number
  status: 'stands' | 'pending' | 'reserved' | 'granted' | 'denied' | 'withdrawn' | 'disallowed' | 'void'
  /**
   * True if the strike counts against the budget. Voiding the strike restores the challenge, and the remedy for a
   * disallowed strike may restore it.
   */
  isSpent: boolean
  round: number
  stood: 'accepted' | 'member' | 'waiting'
}

export type SelectionPhase = 'jury' | 'alternates' | 'complete' | 'sworn'

/** If `stops` is true, the problem blocks the event. If not, the event is recorded with a warning. */
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
  order: string[]
  numbers: Map<string, string>
  out: Map<string, 'peremptory' | (typeof removalCauses)[number]>
  strikes: Map<string, StrikeState>
  phase: SelectionPhase
  round: number
  /** Jurors in the order they were accepted. They can be struck only if back-strikes are allowed. */
  accepted: { jury: string[]; alternates: string[] }
  members: string[]
  drawn: string[]
  chairs: (string | null)[]
  lastChairs: Map<string, number>
  /** Null if both sides strike at the same time, the court draws, or selection is over. */
  turn: SelectionSide | null
  pace: { next: SelectionSide; strikes: number; passes: number; done: SelectionSide[]; hasMoved: boolean }
  problems: { at: number; event: SelectionEvent; problem: SelectionProblem }[]
}

export const isBoxMethod = (method: SelectionMethod): boolean =>
  method === 'strike_and_replace' || method === 'rounds_no_back' || method === 'random_order'

export const isLive = (state: SelectionState, jurorId: string): boolean =>
  state.numbers.has(jurorId) && !state.out.has(jurorId)
