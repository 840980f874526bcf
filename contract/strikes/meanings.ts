import { strikeLimits } from './data.ts'
import type { StrikeMoveName } from './workflow.ts'

export const moveMeanings: Readonly<Record<StrikeMoveName, string>> = {
  submit: 'Sends it to the approvers. It can’t be edited until they decide.',
  approve: 'Clears it to be exercised in court.',
  request_changes: 'Returns it to its author, who can revise and resubmit it.',
  reject: 'Ends it before it reaches the court. It can’t be resubmitted.',
  exercise:
    'Puts it on the record now. A peremptory is used and the juror leaves the panel. A challenge for cause waits for the ruling.',
  exercise_unapproved: `Puts it on the record now, before approval. Approval is due within ${strikeLimits.approvalHours} hours.`,
  approve_afterwards: 'Approves a strike that was exercised without approval.',
  rule: 'Records the court’s ruling. A later ruling replaces an earlier one.',
  withdraw:
    'The side gives up the strike. It stays in the log and the juror returns, but an exercised peremptory stays used.',
  undo: `Reverses a slip within ${strikeLimits.undoSeconds} seconds. Only the person who recorded it can undo it. No reason is needed and nothing is used.`,
  void: 'For a strike recorded in error. The lead gives a reason, the juror returns, and a used peremptory is restored.',
}

/** These moves are easy to confuse, so the UI always shows what each one means. */
export const takeBackMoves: readonly StrikeMoveName[] = ['withdraw', 'undo', 'void']

/** "Granted" refers to the strike, not to the objection. */
export const peremptoryRulings = 'Granted: the strike stands. Disallowed: the objection was sustained.'
