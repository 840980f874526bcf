import type { CaseStatus, SelectionMethod } from '../cases/data.ts'
import { type JurorStatus, liveJurorStatuses } from '../jurors/jurors.ts'
import { type CaseAction, caseAllows, getCaseRefusal, type CaseStanding } from '../account/permissions.ts'
import { strikeLimits, type StrikeRuling, type StrikeSide, type StrikeState } from './data.ts'

export const strikeMoves = [
  'submit',
  'approve',
  'request_changes',
  'reject',
  'exercise',
  'exercise_unapproved',
  'approve_afterwards',
  'rule',
  'withdraw',
  'undo',
  'void',
] as const
export type StrikeMoveName = (typeof strikeMoves)[number]

export const moveNeeds = {
  valid:
    'The strike has a rationale of 20 to 5,000 characters, a basis, and evidence. A challenge for cause also states a ground.',
  acknowledgement:
    'Any warning from the rationale check must be acknowledged in writing. If the check flags a protected trait, the lead must justify the strike in writing.',
  comment: 'A comment explains what must change, or why the strike is rejected.',
  reason: 'A reason is given for the record.',
  jurorLive: 'The juror is still on the panel and has no other live strike.',
  budget: 'If the strike is a peremptory, the side has one left.',
  order:
    'It’s the side’s turn and the juror can be struck now, or the court allowed the strike and the reason is recorded.',
  ruling: 'The ruling fits the kind of strike.',
  withinUndo: `The strike was recorded within the last ${strikeLimits.undoSeconds} seconds.`,
} as const
export type MoveNeed = keyof typeof moveNeeds

export type StrikeMove = {
  name: StrikeMoveName
  label: string
  from: readonly StrikeState[]
  to: StrikeState | 'same'
  action: CaseAction
  sides: readonly StrikeSide[]
  who: 'anyone' | 'author' | 'author_or_lead' | 'not_the_author' | 'whoever_exercised_it'
  needs: readonly MoveNeed[]
  afterSwearing?: true
}

const ours = ['us'] as const
const everybody = ['us', 'opposing', 'court'] as const
const prepared = ['draft', 'submitted', 'changes_requested', 'approved'] as const

export const strikeWorkflow: readonly StrikeMove[] = [
  {
    name: 'submit',
    label: 'Submit for approval',
    from: ['draft', 'changes_requested'],
    to: 'submitted',
    action: 'draftStrikes',
    sides: ours,
    who: 'author',
    needs: ['valid'],
  },
  {
    name: 'approve',
    label: 'Approve',
    from: ['submitted'],
    to: 'approved',
    action: 'approveStrikes',
    sides: ours,
    who: 'not_the_author',
    needs: ['acknowledgement'],
  },
  {
    name: 'request_changes',
    label: 'Request changes',
    from: ['submitted'],
    to: 'changes_requested',
    action: 'approveStrikes',
    sides: ours,
    who: 'anyone',
    needs: ['comment'],
  },
  {
    name: 'reject',
    label: 'Reject',
    from: ['submitted'],
    to: 'rejected',
    action: 'approveStrikes',
    sides: ours,
    who: 'anyone',
    needs: ['comment'],
  },
  {
    name: 'exercise',
    label: 'Exercise',
    from: ['approved'],
    to: 'exercised',
    action: 'exerciseStrikes',
    sides: ours,
    who: 'anyone',
    needs: ['jurorLive', 'order', 'budget'],
  },
  {
    name: 'exercise_unapproved',
    label: 'Exercise now, approve later',
    from: ['draft'],
    to: 'exercised',
    action: 'exerciseStrikes',
    sides: ours,
    who: 'anyone',
    needs: ['jurorLive', 'order', 'budget'],
  },
  {
    name: 'approve_afterwards',
    label: 'Approve after the fact',
    from: ['exercised', 'ruled', 'final'],
    to: 'same',
    action: 'approveStrikes',
    sides: ours,
    who: 'not_the_author',
    needs: ['valid', 'acknowledgement'],
    afterSwearing: true,
  },
  {
    name: 'rule',
    label: 'Record ruling',
    from: ['exercised', 'ruled', 'final'],
    to: 'ruled',
    action: 'recordRulings',
    sides: everybody,
    who: 'anyone',
    needs: ['ruling'],
    afterSwearing: true,
  },
  {
    name: 'withdraw',
    label: 'Withdraw',
    from: [...prepared, 'exercised', 'ruled'],
    to: 'withdrawn',
    action: 'draftStrikes',
    sides: everybody,
    who: 'author_or_lead',
    needs: ['reason'],
  },
  {
    name: 'undo',
    label: 'Undo',
    from: ['exercised'],
    to: 'void',
    action: 'draftStrikes',
    sides: everybody,
    who: 'whoever_exercised_it',
    needs: ['withinUndo'],
  },
  {
    name: 'void',
    label: 'Void',
    from: [...prepared, 'rejected', 'exercised', 'ruled', 'final', 'withdrawn'],
    to: 'void',
    action: 'overrideStrikes',
    sides: everybody,
    who: 'anyone',
    needs: ['reason'],
  },
]

export type MovingStrike = {
  state: StrikeState
  madeBy: StrikeSide
  ruling: StrikeRuling
  createdById: string
  exercisedById: string | null
  approvalPending: boolean
}
export type Mover = {
  userId: string
  standing: CaseStanding
  /** True if nobody else in the case can approve strikes. In that case, the lead can approve their own. */
  isOnlyApprover: boolean
  /** People who can draft strikes in the case. The lead can submit those of authors who no longer can. */
  drafterIds: readonly string[]
}

export const stateWords: Record<StrikeState, string> = {
  draft: 'a draft',
  submitted: 'waiting for approval',
  changes_requested: 'returned for changes',
  approved: 'approved',
  rejected: 'rejected',
  exercised: 'exercised',
  ruled: 'ruled on',
  final: 'final',
  withdrawn: 'withdrawn',
  void: 'void',
}
const moveWords: Record<StrikeMoveName, string> = {
  submit: 'submitted',
  approve: 'approved',
  request_changes: 'sent back for changes',
  reject: 'rejected',
  exercise: 'exercised as approved',
  exercise_unapproved: 'exercised before approval',
  approve_afterwards: 'approved after the fact',
  rule: 'ruled on',
  withdraw: 'withdrawn',
  undo: 'undone',
  void: 'voided',
}

export const findMove = (name: StrikeMoveName): StrikeMove => strikeWorkflow.find((each) => each.name === name)!

export const isSworn = (status: CaseStatus): boolean => status === 'jury_seated' || status === 'closed'

/**
 * Once the jury is sworn, exercised and ruled strikes are final. They reopen if the case moves back to an earlier
 * status.
 */
export const stateIn = (caseStatus: CaseStatus, stored: Exclude<StrikeState, 'final'>): StrikeState =>
  isSworn(caseStatus) && (stored === 'exercised' || stored === 'ruled') ? 'final' : stored

export const swornSentence = 'The jury is sworn. Strikes are read-only except for rulings and notes.'

/**
 * Returns null if the move is possible. `code` shows whether the user lacks permission or the strike is in the wrong
 * state.
 */
export function explainRefusal(
  move: StrikeMove,
  strike: MovingStrike,
  mover: Mover,
  caseStatus: CaseStatus,
): { code: 'not_allowed' | 'conflict'; sentence: string } | null {
  if (!caseAllows(mover.standing, move.action)) return { code: 'not_allowed', sentence: getCaseRefusal(move.action) }
  if (isSworn(caseStatus) && !move.afterSwearing) return { code: 'conflict', sentence: swornSentence }
  const isPossible = move.from.includes(strike.state) && move.sides.includes(strike.madeBy) && isOpen(move, strike)
  if (!isPossible) {
    const isOurs = move.sides.includes(strike.madeBy)
    const start = isOurs
      ? `This strike is ${stateWords[strike.state]}, so it`
      : 'Strikes by opposing counsel or the court'
    return { code: 'conflict', sentence: `${start} cannot be ${moveWords[move.name]}.` }
  }
  const sentence = refuseWho[move.who](strike, mover)
  return sentence === null ? null : { code: 'not_allowed', sentence }
}

const refuseWho: Record<StrikeMove['who'], (strike: MovingStrike, mover: Mover) => string | null> = {
  anyone: () => null,
  author: ({ createdById }, { userId, standing, drafterIds }) =>
    createdById === userId || (standing.role === 'lead' && !drafterIds.includes(createdById))
      ? null
      : 'Only the author of this strike can submit it.',
  author_or_lead: ({ createdById }, { userId, standing }) =>
    createdById === userId || standing.role === 'lead'
      ? null
      : 'Only the author of this strike or the case lead can withdraw it.',
  whoever_exercised_it: ({ exercisedById }, { userId }) =>
    exercisedById === userId ? null : 'Only the person who recorded this strike can undo it. The lead can void it.',
  not_the_author: ({ createdById }, { userId, standing, isOnlyApprover, drafterIds }) => {
    const isLead = standing.role === 'lead'
    if (isLead && isOnlyApprover) return null
    if (createdById === userId) return 'Someone other than the author must approve this strike.'
    // The lead may have rewritten and submitted it.
    if (isLead && !drafterIds.includes(createdById))
      return 'The author no longer drafts strikes on this case, so someone other than the lead must approve this strike.'
    return null
  },
}

function isOpen({ name }: StrikeMove, { state, ruling, approvalPending }: MovingStrike): boolean {
  if (name === 'approve_afterwards') return approvalPending
  if (name === 'withdraw' && state === 'ruled') return ruling === 'reserved'
  return true
}

export const movesFor = (strike: MovingStrike, mover: Mover, caseStatus: CaseStatus): StrikeMoveName[] =>
  strikeWorkflow.filter((move) => explainRefusal(move, strike, mover, caseStatus) === null).map(({ name }) => name)

/** A juror can have only one live strike. */
export const isLiveStrike = ({ state, ruling }: { state: StrikeState; ruling: StrikeRuling }): boolean =>
  prepared.some((each) => each === state) ||
  ((state === 'exercised' || state === 'ruled' || state === 'final') && ruling !== 'denied' && ruling !== 'disallowed')

const fateWords: Record<JurorStatus, string> = {
  in_venire: 'is in the venire',
  seated: 'is seated',
  questioned: 'was questioned',
  qualified: 'is qualified',
  excused_hardship: 'was excused for hardship',
  struck_cause: 'was struck for cause',
  struck_peremptory_us: 'was struck by your side',
  struck_peremptory_them: 'was struck by the opposing side',
  excused_other: 'was excused',
  no_show: 'did not appear',
  selected: 'is selected',
  alternate: 'is an alternate',
  dismissed: 'was dismissed',
}

/**
 * Returns the reason the juror can't be struck or excused, or null. `isAllowed` means that the court permits striking
 * an accepted juror.
 */
export function getRemovalReason(
  { jurorNumber, status }: { jurorNumber: string; status: JurorStatus },
  { backStrikesAllowed }: { backStrikesAllowed: boolean },
  isPeremptory: boolean,
  isAllowed = false,
): string | null {
  if (liveJurorStatuses.includes(status)) return null
  if (status === 'selected' || status === 'alternate') {
    // The court may release an accepted juror for cause.
    if (!isPeremptory || backStrikesAllowed || isAllowed) return null
    return `Juror ${jurorNumber} ${fateWords[status]}, and back-strikes are not allowed in this case.`
  }
  return `Juror ${jurorNumber} ${fateWords[status]} and is no longer on the panel.`
}

export function getBlockingReason(inCase: {
  selectionMethod: SelectionMethod | null
  status: CaseStatus
}): string | null {
  if (isSworn(inCase.status)) return swornSentence
  if (inCase.status === 'archived') return 'This case is archived and read-only.'
  if (inCase.status === 'draft') return 'This case is a draft. Complete and activate it before exercising strikes.'
  if (!inCase.selectionMethod) return 'Choose a selection method on the case page before the first strike.'
  return null
}
