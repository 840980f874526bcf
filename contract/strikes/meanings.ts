import { strikeLimits } from './data.ts'
import type { StrikeMoveName } from './moves.ts'

export const moveMeanings: Readonly<Record<StrikeMoveName, string>> = {
  submit: 'Sends the strike to the approvers. It can’t be edited until they decide.',
  approve: 'Clears the strike for use in court.',
  request_changes: 'Returns the strike to the author, who can revise and resubmit it.',
  reject: 'Closes the strike before it’s made in court. It can’t be resubmitted.',
  exercise:
    'Logs that the strike was just made in court. A peremptory counts against the side’s limit, and the juror leaves the panel. A challenge for cause remains pending until the court rules.',
  exercise_unapproved: `Logs that the strike was just made in court, before approval. Approval is due within ${strikeLimits.approvalHours} hours.`,
  approve_afterwards: 'Approves a strike that was exercised without approval.',
  rule: 'Records the court’s ruling. A later ruling replaces an earlier one.',
  withdraw:
    'The side gives up the strike. The strike stays in the log and the juror returns to the panel, but an exercised peremptory still counts against the side’s limit.',
  undo: `Reverses a mistake within ${strikeLimits.undoSeconds} seconds. Only the person who recorded the strike can undo it. No reason is required, and no peremptory is charged.`,
  void: 'Cancels a strike recorded in error. The lead gives a reason, the juror returns to the panel, and any peremptory used is restored.',
}

/** These moves are easy to confuse, so the UI always explains each one. */
export const takeBackMoves: readonly StrikeMoveName[] = ['withdraw', 'undo', 'void']

/** "Granted" refers to the strike, not to the objection. */
export const peremptoryRulings = 'Granted: the strike stands. Disallowed: the objection was sustained.'
