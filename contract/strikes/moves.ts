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
  /** A comment for `request_changes` and `reject`, or a reason for `withdraw` and `void`. */
  reason: Text.default(''),
  acknowledgement: Text.default(''),
  /** Only for `exercise` and `rule`. */
  timecode: Timecode.nullable().default(null),
  /** Only for `exercise`. */
  phase: z.enum(strikePhases).nullable().default(null),
  /** Only for `exercise`: why the court allowed the strike out of order. */
  courtAllowed: Text.default(''),
  /** This field and the ones below are only for `rule`. */
  ruling: z.enum(strikeRulings).exclude(['pending']).optional(),
  judgeWords: Text.default(''),
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
