/** What each move of strikes.workflow.ts does, in words that a person reads before pressing its button. */
import { strikeLimits } from './data.ts'
import type { StrikeMoveName } from './workflow.ts'

export const moveMeanings: Readonly<Record<StrikeMoveName, string>> = {
  submit: 'Asks those who approve strikes to decide. Its words stay as they are meanwhile.',
  approve: 'It may then be exercised in court as it stands.',
  request_changes: 'Gives it back to its author, who may submit it again.',
  reject: 'Ends it before it was said in court. It is not submitted again.',
  exercise:
    'Records that it is said in court now. A peremptory is used and its juror leaves; a challenge for cause waits for the ruling.',
  exercise_unapproved: `Records that it is said in court now, as Exercise does; the approval is due within ${strikeLimits.approvalHours} hours.`,
  approve_afterwards: 'Gives the approval that it did not have when it was exercised.',
  rule: 'Records what the court decided. A later ruling takes the place of an earlier one.',
  withdraw:
    'The side gives it up. It stays in the log, the juror returns, and a peremptory that was said in court stays used.',
  undo: `Whoever recorded it takes back a slip within ${strikeLimits.undoSeconds} seconds: void, nothing used, no reason asked.`,
  void: 'It should not have been recorded. The lead takes it out of the count with a reason; the juror and a used peremptory return.',
}

/** They stand side by side, and each takes a strike back: what tells them apart is always shown. */
export const takeBackMoves: readonly StrikeMoveName[] = ['withdraw', 'undo', 'void']

/** What the rulings on a peremptory say, in which “granted” is not of the objection. */
export const peremptoryRulings = 'Granted: the strike stands. Disallowed: the objection to it was sustained.'
