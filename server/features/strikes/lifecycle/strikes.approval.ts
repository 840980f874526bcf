/** Submission and decision: what an author asks for, and what an approver answers. */
import { Refusal } from '#server/platform/errors.ts'
import { checkStrike } from './strikes.check.ts'
import { askForReminder } from './strikes.jobs.ts'
import { type Moved, type Moving, numberOf } from './strikes.moving.ts'
import { tellDecided, tellSubmitted } from './strikes.notices.ts'
import type { StrikeRow } from '../strikes.table.ts'
import { checkAcknowledged, checkComplete, refuseFaults } from './strikes.validation.ts'

type Decision = 'submit' | 'approve' | 'request_changes' | 'reject' | 'approve_afterwards'

export async function decide(decision: Decision, moving: Moving): Promise<Moved> {
  const { tx, context, seen, input } = moving
  const { strike, inCase } = seen
  switch (decision) {
    case 'submit': {
      await checkComplete(tx, inCase, strike)
      const checkResult = await checkStrike(tx, inCase, strike)
      const now = new Date()
      return {
        change: { checkResult, checkedAt: now, submittedAt: now, reviewComment: '' },
        after: async (written) => {
          await tellSubmitted(tx, context, written, await numberOf(moving))
          await askForReminder(tx, context.parts.queue, written.id)
        },
      }
    }
    case 'approve':
      return approved(moving, strike, false)
    case 'approve_afterwards': {
      // It may have been written since it was said: the rules are asked about what is approved.
      await checkComplete(tx, inCase, strike)
      const checked = { checkResult: await checkStrike(tx, inCase, strike), checkedAt: new Date() }
      const moved = approved(moving, { ...strike, ...checked }, true)
      return { ...moved, change: { ...checked, ...moved.change } }
    }
    case 'request_changes':
    case 'reject':
      if (input.reason === '') refuseFaults({ reason: 'Say what must change, or why not.' })
      return {
        change: { reviewComment: input.reason },
        after: async (written) => tellDecided(tx, context, written, await numberOf(moving), decision),
      }
  }
}

function approved(moving: Moving, strike: StrikeRow, approvedAfter: boolean): Moved {
  const { tx, context, seen, input } = moving
  const { userId } = context.actor
  if (strike.checkResult === null) throw new Refusal('conflict', 'This strike was never checked. Submit it first.')
  checkAcknowledged(strike, input.acknowledgement, seen.inCase.standing.role === 'lead')
  return {
    change: {
      approvalState: 'approved',
      approvedBy: userId,
      approvedAt: new Date(),
      selfApproved: userId === strike.createdBy,
      approvedAfter,
      acknowledgement: input.acknowledgement,
    },
    after: async (written) =>
      tellDecided(tx, context, written, await numberOf(moving), approvedAfter ? 'approve_afterwards' : 'approve'),
  }
}
