import { remaining } from '#law/selection/budget.ts'
import { findGround } from '#law/grounds/grounds.ts'
import { checkOrder, orderSentence } from '#law/selection/order.ts'
import {
  rulingsByKind,
  strikeLimits,
  type StrikeRuling,
  type StrikeState,
  type Timecode,
} from '#contract/strikes/data.ts'
import type { MoveInput } from '#contract/strikes/strikes.ts'
import type { RationaleCheck } from '#contract/strikes/rationale.ts'
import type { SelectionState } from '#contract/strikes/selection.ts'
import {
  isLiveStrike,
  type Mover,
  type MovingStrike,
  explainRefusal,
  stateIn,
  type StrikeMove,
  type StrikeMoveName,
  swornSentence,
  isSworn,
  getBlockingReason,
  getRemovalReason,
} from '#contract/strikes/moves.ts'
import type { SeenCase } from '#server/features/cases/cases.access.ts'
import { type FieldErrors, Refusal, fault, refuse, refuseFaults } from '#server/platform/errors.ts'
import type { HeldJuror } from '../panel.ts'
import { getSide } from '../selection/selection.ts'
import type { StrikeRow } from '../strikes.table.ts'

export const staleSentence = 'Someone else changed this strike. Review their version, then try again.'

export function getStrikeLabel(strike: Pick<StrikeRow, 'kind' | 'madeBy' | 'target' | 'number' | 'state'>): string {
  const { kind, madeBy, target, number, state } = strike
  const whose = { us: '', opposing: 'opposing ', court: 'the court’s ' }[madeBy]
  const what = kind === 'cause' ? 'challenge for cause' : target === 'alternate' ? 'alternate peremptory' : 'peremptory'
  const words = `${whose}${what}${number === null ? '' : ` ${number}`}`
  const isSaid = state === 'exercised' || state === 'ruled'
  return words.charAt(0).toUpperCase() + words.slice(1) + (isSaid ? '' : ` (${state.replaceAll('_', ' ')})`)
}

/** In an archived case, a strike keeps the state it had before archiving. */
export const getState = (
  { status, statusBeforeArchive }: Pick<SeenCase, 'status' | 'statusBeforeArchive'>,
  { state }: StrikeRow,
): StrikeState => stateIn(statusBeforeArchive ?? status, state)

export const toMoving = (strike: StrikeRow, state: StrikeState): MovingStrike => ({
  state,
  madeBy: strike.madeBy,
  ruling: strike.ruling,
  createdById: strike.createdBy,
  exercisedById: strike.exercisedBy,
  approvalPending: strike.approvalState === 'pending',
})

/**
 * Our strikes are editable before they're exercised and while an exercised strike awaits approval. Opposing and court
 * strikes are editable until the jury is sworn.
 */
export const isEditable = (strike: Pick<StrikeRow, 'madeBy' | 'approvalState'> & { state: StrikeState }): boolean =>
  strike.state === 'draft' ||
  strike.state === 'changes_requested' ||
  ((strike.state === 'exercised' || strike.state === 'ruled') &&
    (strike.madeBy !== 'us' || strike.approvalState === 'pending')) ||
  (strike.state === 'final' && strike.approvalState === 'pending')

/** The case and juror rows are locked. Fields the move doesn't need are empty. */
export type Facts = {
  strike: StrikeRow
  inCase: SeenCase
  mover: Mover
  juror: HeldJuror
  /** Time on the device. `now` is the time on the server. */
  at: Date
  now: Date
  timecodeFault: string | null
  hasEvidence: boolean
  check: RationaleCheck | null
  /** Another live strike of the same juror. */
  live: StrikeRow | null
  spent: SelectionState | null
  standing: SelectionState | null
}

export type Decision = {
  change: Partial<StrikeRow>
  beginsSelection?: boolean
  removesJuror?: boolean
  /** If set, the juror returns to the panel and superseded strikes are restored. This is the recorded reason. */
  returnReason?: string
  setAside?: string[]
}

export function decideMove(move: StrikeMove, facts: Facts, input: MoveInput): Decision {
  const { strike, inCase, mover } = facts
  const refusal = explainRefusal(move, toMoving(strike, getState(inCase, strike)), mover, inCase.status)
  if (refusal?.code === 'not_allowed') throw new Refusal('not_allowed', refusal.sentence)
  if (strike.version !== input.version) refuse(staleSentence)
  refuse(refusal?.sentence ?? null)
  const { change, ...effects } = decisions[move.name](facts, input)
  return {
    change: { ...change, state: move.to === 'same' || move.to === 'final' ? strike.state : move.to },
    ...effects,
  }
}

type Decide = (facts: Facts, input: MoveInput) => Decision

const approve: Decide = ({ strike, mover, now }, { acknowledgement }) => {
  if (strike.checkResult === null) refuse('This strike’s rationale hasn’t been checked. Submit it first.')
  requireAcknowledged(strike, acknowledgement, mover.standing.role === 'lead')
  const selfApproved = mover.userId === strike.createdBy
  const approved = {
    approvalState: 'approved',
    approvedBy: mover.userId,
    approvedAt: now,
    approvedAfter: false,
  } as const
  return { change: { ...approved, selfApproved, acknowledgement } }
}

const sendBack: Decide = (_facts, { reason }) => {
  if (reason === '') throw fault('reason', 'Explain what must change or why you are rejecting the strike.')
  return { change: { reviewComment: reason } }
}

const exercise: Decide = (facts, { timecode, phase, courtAllowed }) => {
  if (facts.timecodeFault !== null) throw fault('timecode', facts.timecodeFault)
  return callInCourt(facts.strike, facts, { timecode, phase, courtAllowed })
}

const endWithReason: Decide = (_facts, { reason }) => {
  if (reason === '') throw fault('reason', 'Enter a reason for the record.')
  return endFor(reason)
}

const endFor = (reason: string): Decision => ({
  change: { endReason: reason, jurorBefore: null, supersededBy: null, supersededState: null },
  returnReason: reason,
})

const decisions: Record<StrikeMoveName, Decide> = {
  submit: (facts) => {
    requireComplete(facts)
    return { change: { checkResult: facts.check, checkedAt: facts.now, submittedAt: facts.now, reviewComment: '' } }
  },
  approve,
  approve_afterwards: (facts, input) => {
    // Check the text again because it may have been completed after the strike was exercised.
    requireComplete(facts)
    const checked = { checkResult: facts.check, checkedAt: facts.now }
    const { change } = approve({ ...facts, strike: { ...facts.strike, ...checked } }, input)
    return { change: { ...checked, ...change, approvedAfter: true } }
  },
  request_changes: sendBack,
  reject: sendBack,
  exercise,
  exercise_unapproved: (facts, input) => {
    const { change, ...effects } = exercise(facts, input)
    const approvalDueAt = new Date(facts.now.getTime() + strikeLimits.approvalHours * 3_600_000)
    return { change: { ...change, approvalState: 'pending', approvalDueAt }, ...effects }
  },
  rule: (facts, input) => decideRuling(facts, requireRuling(facts.strike, input), input),
  withdraw: endWithReason,
  void: endWithReason,
  undo: ({ strike, now }, { at }) => {
    requireRecent(strike, at, now)
    return endFor('undo')
  },
}

type Court = Pick<Facts, 'inCase' | 'juror' | 'at' | 'now' | 'spent' | 'standing'> & { mover: Pick<Mover, 'userId'> }
type Said = Pick<StrikeRow, 'id' | 'kind' | 'madeBy' | 'target' | 'defendant' | 'jurorId' | 'sessionId'>
type Words = Pick<StrikeRow, 'phase' | 'courtAllowed'> & { timecode: Timecode | null }

function callInCourt(said: Said, court: Court, { timecode, phase, courtAllowed }: Words): Decision {
  const { inCase, juror, at, now } = court
  const isPeremptory = said.kind === 'peremptory'
  refuse(getBlockingReason(inCase) ?? getRemovalReason(juror, inCase, isPeremptory, courtAllowed !== ''))
  const { number, leftAfter } = isPeremptory ? spend(said, court.spent) : { number: null, leftAfter: null }
  const setAside = isPeremptory ? requireOrder(said, court.standing, courtAllowed) : []
  return {
    change: {
      ...{ state: 'exercised', number, calledAt: at, calledTimecode: timecode, phase, leftAfter },
      seat: juror.seats.find(({ sessionId }) => sessionId === said.sessionId)?.seat ?? null,
      courtAllowed: setAside.length > 0 ? courtAllowed : '',
      ...{ exercisedBy: court.mover.userId, exercisedAt: now, jurorBefore: isPeremptory ? toBefore(juror) : null },
    },
    ...{ beginsSelection: inCase.status === 'active', removesJuror: isPeremptory, setAside },
  }
}

const toBefore = ({ status, seats }: HeldJuror): StrikeRow['jurorBefore'] => ({ status, seats })

function spend(said: Said, spent: SelectionState | null): { number: number; leftAfter: number } {
  const left = requireBudget(spent, said)
  const side = getSide(said)
  const taken = new Set(
    [...(spent?.strikes.values() ?? [])]
      .filter((each) => each.side === side && each.target === said.target)
      .map((each) => each.number),
  )
  let number = 1
  while (taken.has(number)) number++
  return { number, leftAfter: left - 1 }
}

/** Checks the budget as if the strike hadn't been exercised. */
export function requireDefendantLeft(spent: SelectionState | null, strike: StrikeRow): void {
  const others = spent && { ...spent, strikes: new Map(spent.strikes) }
  others?.strikes.delete(strike.id)
  requireBudget(others, strike)
}

function requireBudget(
  spent: SelectionState | null,
  { madeBy, target, defendant }: Pick<StrikeRow, 'madeBy' | 'target' | 'defendant'>,
): number {
  if (!spent) {
    throw new Refusal(
      'conflict',
      'This case has no strike budget. The lead must set one before a peremptory is exercised.',
    )
  }
  const side = getSide({ madeBy })
  const { left, joint, defendants } = remaining(spent, side)
  const isApart = spent.setup.alternatesApart && target === 'alternate'
  const toThem = side === 'them' ? ' for the opposing side' : ''
  const wayOut = 'If the court allowed more, ask the lead to change the budget.'
  if (left[target] === 0) {
    refuse(`No peremptory challenges remain${toThem}${isApart ? ' against alternates' : ''}. ${wayOut}`)
  }
  // Defendants' individual peremptories aren't available if alternates have their own budget.
  if (isApart) return left[target]
  if (defendant !== null && defendants.find((each) => each.defendant === defendant)?.left === 0) {
    refuse(`No individual peremptory challenges remain for ${defendant}. ${wayOut}`)
  }
  if (defendant === null && joint === 0) {
    refuse('No joint peremptory challenges remain. Choose the defendant exercising an individual challenge.')
  }
  return left[target]
}

/**
 * Returns the strike-order rules that the court allowed to be broken. Throws `conflict`, with an error on the field
 * `courtAllowed`, if a rule was broken without permission.
 */
function requireOrder(said: Said, standing: SelectionState | null, courtAllowed: string): string[] {
  if (!standing) return []
  const { id: strikeId, jurorId, target, defendant } = said
  const struck = { strikeId, side: getSide(said), jurorId, target, ...(defendant !== null && { defendant }) }
  const { outOfOrder } = checkOrder(standing, struck)
  if (outOfOrder.length > 0 && courtAllowed === '') {
    const sentence = orderSentence(outOfOrder)
    throw new Refusal('conflict', sentence, { fields: { courtAllowed: sentence } })
  }
  return outOfOrder.map(({ code }) => code)
}

const choices = new Intl.ListFormat('en-US', { type: 'disjunction' })

function requireRuling({ kind }: StrikeRow, { ruling, remedy, remedyRestored }: MoveInput): StrikeRuling {
  const known = rulingsByKind[kind].find((each) => each === ruling)
  if (!known) {
    const name = kind === 'cause' ? 'challenge for cause' : 'peremptory'
    throw fault('ruling', `The ruling on a ${name} must be ${choices.format(rulingsByKind[kind])}.`)
  }
  const isDisallowed = known === 'disallowed'
  if (isDisallowed && remedy === null) throw fault('remedy', 'Choose the remedy the court ordered.')
  if (!isDisallowed && (remedy !== null || remedyRestored))
    throw fault('remedy', 'Only a disallowed peremptory has a remedy.')
  return known
}

function moveJuror(
  { kind, jurorBefore }: StrikeRow,
  ruling: StrikeRuling,
  remedy: StrikeRow['remedy'],
): 'taken' | 'returned' | 'stays' {
  const removes = kind === 'cause' ? ruling === 'granted' : ruling !== 'disallowed'
  if (removes) return jurorBefore === null ? 'taken' : 'stays'
  return ruling !== 'disallowed' || remedy === 'juror_seated' ? 'returned' : 'stays'
}

function decideRuling(facts: Facts, ruling: StrikeRuling, input: MoveInput): Decision {
  const { strike, juror, live, at } = facts
  const { timecode: rulingTimecode, judgeWords, remedy, remedyRestored } = input
  if (facts.timecodeFault !== null) throw fault('timecode', facts.timecodeFault)
  // A ruling can't restore this strike while there is another live strike on the same juror.
  if (live && isLiveStrike({ state: 'ruled', ruling }) && !isLiveStrike(strike)) refuse(describeLiveStrike(juror, live))
  // If the restored peremptory is taken away again, it counts against the budget again.
  if (strike.remedyRestored && !remedyRestored) requireBudget(facts.spent, strike)
  const fate = moveJuror(strike, ruling, remedy)
  if (fate === 'taken') refuse(getRemovalReason(juror, facts.inCase, strike.kind === 'peremptory'))
  const jurorBefore = { taken: toBefore(juror), returned: null, stays: strike.jurorBefore }[fate]
  const opens = ruling === 'denied' && strike.madeBy === 'us' && strike.preservation === null
  return {
    change: {
      ...{ ruling, ruledAt: at, judgeWords, rulingTimecode, remedy, remedyRestored, jurorBefore },
      ...(opens && { preservation: { ...nothingPreserved, openedAt: at.toISOString() } }),
    },
    removesJuror: fate === 'taken',
    ...(fate === 'returned' && { returnReason: `Ruling: ${ruling}.` }),
  }
}

const nothingPreserved = {
  moreRequestedAt: null,
  refusedAt: null,
  objectionableJurorId: null,
  renewedAt: null,
  note: '',
}

const describeLiveStrike = ({ jurorNumber }: HeldJuror, live: StrikeRow): string =>
  `Juror ${jurorNumber} already has a live strike: ${getStrikeLabel(live)}.`

/** Measures the undo window by the server's clock, or by the device's clock if the strike was queued offline. */
function requireRecent({ exercisedAt, calledAt }: StrikeRow, at: string | undefined, now: Date): void {
  const limitMs = strikeLimits.undoSeconds * 1000
  const heardMs = exercisedAt?.getTime() ?? 0
  if (now.getTime() - heardMs <= limitMs) return
  const saidMs = calledAt?.getTime() ?? 0
  const wasQueued = heardMs - saidMs > limitMs
  const sinceMs = at === undefined ? Infinity : new Date(at).getTime() - saidMs
  if (wasQueued && sinceMs >= 0 && sinceMs <= limitMs) return
  refuse(
    `More than ${strikeLimits.undoSeconds} seconds have passed. The case lead can still void the strike by giving a reason.`,
  )
}

function requireComplete({ strike, inCase, hasEvidence }: Facts): void {
  const { min, max } = strikeLimits.rationale
  const faults: FieldErrors = {}
  if (strike.rationale.length < min || strike.rationale.length > max) {
    faults.rationale = `Write a rationale of ${min} to ${max} characters.`
  }
  if (strike.basis.length === 0) faults.basis = 'Choose a basis for the rationale.'
  if (!hasEvidence)
    faults.evidence = 'Add a highlight, a video passage, a page and line, or a note explaining why there is none.'
  if (strike.kind === 'cause' && !findGround(inCase.forumId, strike.groundCode)) {
    faults.groundCode = 'Choose a ground for the challenge.'
  }
  refuseFaults(faults)
}

function requireAcknowledged({ checkResult }: StrikeRow, acknowledgement: string, isLead: boolean): void {
  const level = checkResult?.level ?? 'ok'
  if (level === 'ok') return
  const { traitReason, acknowledgement: fewest } = strikeLimits
  if (level !== 'protected_trait') {
    if (acknowledgement.length >= fewest) return
    throw fault(
      'acknowledgement',
      `The check raised a warning. Explain in at least ${fewest} characters why you are approving the strike.`,
    )
  }
  if (!isLead) {
    throw new Refusal('not_allowed', 'Only the case lead can approve a rationale that names a protected trait.')
  }
  if (acknowledgement.length < traitReason) {
    throw fault(
      'acknowledgement',
      `The rationale names a protected trait. Explain in at least ${traitReason} characters why you are approving the strike.`,
    )
  }
}

const prepared: readonly StrikeRow['state'][] = ['draft', 'submitted', 'changes_requested', 'approved']

type Creation = Court & Pick<Facts, 'live'>

/** `yields` is our unexercised strike that an opposing or court strike supersedes. Throws `conflict` if ours was exercised. */
export function decideCreation(said: Said, facts: Creation, words: Words): Decision & { yields: StrikeRow | null } {
  const { inCase, juror, live } = facts
  if (said.madeBy === 'us') {
    if (isSworn(inCase.status)) refuse(swornSentence)
    refuse(live ? describeLiveStrike(juror, live) : getRemovalReason(juror, inCase, said.kind === 'peremptory'))
    return { change: {}, yields: null }
  }
  refuse(getBlockingReason(inCase))
  if (live && !prepared.includes(live.state)) refuse(describeLiveStrike(juror, live))
  return { ...callInCourt(said, facts, words), yields: live }
}
