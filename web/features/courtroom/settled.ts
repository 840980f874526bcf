/**
 * What the server has taken, until the board on the screen tells of it. A line that breaks between the two must not make
 * a strike vanish from the board, or a pass that was taken back come again.
 */
import type { StrikeBoard } from '#contract/strikes/board.ts'
import type { CourtAct, Queued } from './courtQueue.ts'

/**
 * The queue without what the board has heard of. Acts that were sent stand first, in the order in which the server took
 * them; a board that knows one was read after it was taken, and so knows all before it.
 * `received` is undefined in an answer that a device has kept from an older server.
 */
export function unsettled(queue: readonly Queued[], received: StrikeBoard['received'] | undefined): readonly Queued[] {
  const last = queue.findLastIndex(({ act, isSent }) => isSent && received !== undefined && isReceived(act, received))
  return last === -1 ? queue : queue.filter(({ isSent }, at) => !isSent || at > last)
}

function isReceived(act: CourtAct, { events, undoneSteps }: StrikeBoard['received']): boolean {
  if (act.kind === 'undo_step') return undoneSteps.includes(act.stepId)
  // A strike of ours is drafted, then exercised: the second is what the board counts.
  return events.includes(act.kind === 'said' && act.madeBy === 'us' ? act.exerciseId : act.eventId)
}
