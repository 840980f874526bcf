export { JurorSheet } from './JurorSheet.tsx'
export { listQueuedSessions } from './keptSessions.ts'
export { ChallengesLeft, PassBar } from './PassBar.tsx'
export {
  applyQueueToBudgets,
  applyQueueToHands,
  applyQueueToPresence,
  listMarks,
  applyQueueToSelection,
} from './pending.ts'
export { UndoBar } from './CourtControls.tsx'
export { useBoardActs } from './useBoardActs.ts'
export { useCourtQueue } from './useCourtQueue.ts'
export { WaitingActs } from './WaitingActs.tsx'
export { useDoubleTapGuard } from './useDoubleTapGuard.ts'
