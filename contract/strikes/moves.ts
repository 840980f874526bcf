/** Moving a strike along its life (strikes.workflow.ts), once, also from a queue that was kept offline. */
import { z } from 'zod'
import { jurorStatuses } from '../jurors/jurors.ts'
import { defineEndpoint, Id, textLimits } from '../endpoint.ts'
import { replayable, Strike } from './strikes.ts'
import { strikeLimits, strikePhases, strikeRemedies, strikeRulings, Timecode } from './data.ts'
import { strikeMoves } from './workflow.ts'

const Text = z.string().trim().max(textLimits.long)

export const MoveInput = z.strictObject({
  ...replayable,
  version: z.int(),
  move: z.enum(strikeMoves),
  /** Comment of request_changes and reject, reason of withdraw and void. */
  reason: Text.default(''),
  /** Of approve and approve_afterwards where the check warns: the acknowledgement or the lead's reason. */
  acknowledgement: Text.default(''),
  /** Where it is in a recording: of exercise and rule. */
  timecode: Timecode.nullable().default(null),
  /** Of exercise: when in the sitting it was said. */
  phase: z.enum(strikePhases).nullable().default(null),
  /** Of exercise: why the court allowed it out of turn or out of order. */
  courtAllowed: Text.default(''),
  /** Of rule. */
  ruling: z.enum(strikeRulings).exclude(['pending']).optional(),
  judgeWords: Text.default(''),
  remedy: z.enum(strikeRemedies).nullable().default(null),
  remedyRestored: z.boolean().default(false),
})
export type MoveInput = z.infer<typeof MoveInput>

/** A meter: "4 of 10" is used of total. Null where no budget is set. */
export const BudgetMeter = z.object({ total: z.int(), used: z.int(), remaining: z.int() })
export type BudgetMeter = z.infer<typeof BudgetMeter>
export const StrikeBudgets = z.object({
  us: z.object({ regular: BudgetMeter, alternates: BudgetMeter }),
  them: z.object({ regular: BudgetMeter, alternates: BudgetMeter }),
  /** False: the two meters of a side are one budget, and show the same numbers. */
  separate: z.boolean(),
})
export type StrikeBudgets = z.infer<typeof StrikeBudgets>

/** `current` of a 409 on strikes: what is now true, for a person to resolve. */
export const StrikeConflict = z.object({
  /** The strike as it is now; for a new one, the live strike that the juror already has. */
  theirs: Strike.nullable(),
  /** The input that was refused. */
  yours: z.unknown(),
  juror: z.object({ id: Id, number: z.string(), status: z.enum(jurorStatuses) }),
  budgets: StrikeBudgets.nullable(),
})
export type StrikeConflict = z.infer<typeof StrikeConflict>

/** The same eventId answers the first result. A move that is not possible any more answers 409 with a sentence. */
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

/** Null takes it back. Also after the swearing-in: recordings come when the sitting is over. */
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
