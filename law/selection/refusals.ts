import { remaining } from './budget.ts'
import { acceptedSet } from './line.ts'
import {
  isBoxMethod,
  isLive,
  type SelectionEvent,
  type SelectionProblem,
  type SelectionState,
  type StrikeState,
  type StruckEvent,
} from '#contract/strikes/selection.ts'
import { findTarget, zone } from './zone.ts'

const stop = (code: SelectionProblem['code'], sentence: string): SelectionProblem => ({ code, stops: true, sentence })
const say = (code: SelectionProblem['code'], sentence: string): SelectionProblem => ({ code, stops: false, sentence })

const owners = { us: 'your side', them: 'the opposing side' } as const
const outcomes = {
  peremptory: 'was struck peremptorily',
  cause: 'was struck for cause',
  hardship: 'was excused for hardship',
  excused: 'was excused',
  no_show: 'did not appear',
  dismissed: 'was dismissed',
} as const

const isStanding = ({ status }: StrikeState) =>
  status === 'stands' || status === 'pending' || status === 'reserved' || status === 'granted'

export const strikeName = ({ kind, number }: Pick<StrikeState, 'kind' | 'number'>): string =>
  `${kind === 'peremptory' ? 'Peremptory' : 'Cause challenge'} ${number}`

export const findLiveStrike = (state: SelectionState, jurorId: string): StrikeState | undefined =>
  [...state.strikes.values()].find((each) => each.jurorId === jurorId && isStanding(each))

export const findProblems = (state: SelectionState, event: SelectionEvent): SelectionProblem[] => [
  ...findStops(state, event),
  ...findWarnings(state, event),
]

function findWarnings(state: SelectionState, event: SelectionEvent): SelectionProblem[] {
  if (state.phase === 'sworn') return []
  if (event.kind === 'passed') return turnProblems(state, event.side)
  return event.kind === 'struck' && isLive(state, event.jurorId) ? strikeWarnings(state, event) : []
}

type Stops<Kind extends SelectionEvent['kind']> = (
  state: SelectionState,
  event: SelectionEvent & { kind: Kind },
) => SelectionProblem[]

const stops: { [Kind in SelectionEvent['kind']]: Stops<Kind> } = {
  struck: (state, event) => [...jurorProblems(state, event.jurorId, true), ...strikeProblems(state, event)],
  challenged: (state, { strikeId, jurorId }) => [
    ...idProblems(state, strikeId),
    ...jurorProblems(state, jurorId, true),
  ],
  voided: rulingProblems,
  withdrawn: rulingProblems,
  disallowed: rulingProblems,
  ruled: rulingProblems,
  removed: (state, { jurorId }) => jurorProblems(state, jurorId, false),
  drawn: (state, { jurorId }) =>
    state.setup.replacements === 'drawn' && !state.drawn.includes(jurorId)
      ? jurorProblems(state, jurorId, false)
      : [stop('not_possible', 'Jurors are drawn one at a time only in random-order selection, and each only once.')],
  moved_last: (state, { jurorId }) =>
    acceptedSet(state).has(jurorId)
      ? [stop('not_possible', `${named(state, jurorId)} has been accepted and keeps the seat.`)]
      : jurorProblems(state, jurorId, false),
  added: (state, { jurorId }) =>
    state.numbers.has(jurorId) ? [stop('not_possible', `${named(state, jurorId)} is already on the panel.`)] : [],
  reinstated: (state, { jurorId }) => reinstatementProblems(state, jurorId),
  passed: () => [],
  sworn: () => [],
}
const afterwards: readonly SelectionEvent['kind'][] = ['removed', 'ruled', 'disallowed']

export function findStops(state: SelectionState, event: SelectionEvent): SelectionProblem[] {
  if (state.phase === 'sworn' && !afterwards.includes(event.kind))
    return [stop('sworn', 'The jury is sworn. Strikes are final.')]
  return (stops[event.kind] as Stops<SelectionEvent['kind']>)(state, event)
}

const named = (state: SelectionState, jurorId: string): string => `Juror ${state.numbers.get(jurorId) ?? jurorId}`

function jurorProblems(state: SelectionState, jurorId: string, isChallenge: boolean): SelectionProblem[] {
  if (!state.numbers.has(jurorId)) return [stop('unknown_juror', 'This juror is not on the panel.')]
  const holding = isChallenge ? findLiveStrike(state, jurorId) : undefined
  if (holding) {
    return [stop('live_strike', `${named(state, jurorId)} already has a live strike: ${strikeName(holding)}.`)]
  }
  const why = state.out.get(jurorId)
  return why ? [stop('not_live', `${named(state, jurorId)} ${outcomes[why]}.`)] : []
}

const idProblems = (state: SelectionState, strikeId: string): SelectionProblem[] =>
  state.strikes.has(strikeId) ? [stop('not_possible', 'This strike is already recorded.')] : []

function rulingProblems(
  state: SelectionState,
  event: Extract<SelectionEvent, { kind: 'voided' | 'withdrawn' | 'disallowed' | 'ruled' }>,
): SelectionProblem[] {
  const strike = state.strikes.get(event.strikeId)
  if (!strike) return [stop('unknown_strike', 'This strike is not on the record.')]
  const isOver = strike.status === 'void' || strike.status === 'withdrawn' || strike.status === 'disallowed'
  if (isOver) return [stop('not_possible', `${strikeName(strike)} is no longer in effect.`)]
  if (event.kind === 'ruled') return causeProblems(state, strike, event.ruling)
  return event.kind === 'disallowed' && strike.kind !== 'peremptory'
    ? [stop('not_possible', 'Only a peremptory can be disallowed. A challenge for cause is granted or denied.')]
    : []
}

function causeProblems(
  state: SelectionState,
  strike: StrikeState,
  ruling: Extract<SelectionEvent, { kind: 'ruled' }>['ruling'],
): SelectionProblem[] {
  if (strike.kind !== 'cause') {
    return [
      stop('not_possible', 'A peremptory stands or is disallowed. Only a challenge for cause is granted or denied.'),
    ]
  }
  // Another strike against this juror may be live by now.
  const holding = ruling === 'granted' || ruling === 'reserved' ? findLiveStrike(state, strike.jurorId) : undefined
  if (holding && holding.id !== strike.id) return jurorProblems(state, strike.jurorId, true)
  const isNew = ruling === 'granted' && strike.status !== 'granted'
  return isNew && !isLive(state, strike.jurorId) ? jurorProblems(state, strike.jurorId, false) : []
}

function reinstatementProblems(state: SelectionState, jurorId: string): SelectionProblem[] {
  if (!state.numbers.has(jurorId)) return [stop('unknown_juror', 'This juror is not on the panel.')]
  const holding = findLiveStrike(state, jurorId)
  if (holding) {
    return [stop('not_possible', `${named(state, jurorId)} can only return by a ruling on ${strikeName(holding)}.`)]
  }
  return isLive(state, jurorId) ? [stop('not_possible', `${named(state, jurorId)} is already on the panel.`)] : []
}

function turnProblems(state: SelectionState, side: StruckEvent['side']): SelectionProblem[] {
  return state.turn !== null && state.turn !== side ? [say('out_of_turn', `It is ${owners[state.turn]}’s turn.`)] : []
}

function strikeProblems(state: SelectionState, event: StruckEvent): SelectionProblem[] {
  const { jurorId, target } = event
  if (!isLive(state, jurorId)) return []
  const { alternatesApart, backStrikes } = state.setup
  const problems: SelectionProblem[] = [...idProblems(state, event.strikeId)]
  const right = alternatesApart ? findTarget(state, jurorId) : target
  if (right !== target) {
    problems.push(
      stop(
        'wrong_target',
        right === 'alternate'
          ? `${named(state, jurorId)} is being considered for an alternate seat. Use a challenge against alternates.`
          : `${named(state, jurorId)} is being considered for the jury. A challenge against alternates can’t be used on this juror.`,
      ),
    )
  }
  problems.push(...budgetProblems(state, event))
  if (!backStrikes && acceptedSet(state).has(jurorId)) {
    problems.push(
      stop(
        'accepted',
        `${named(state, jurorId)} was accepted in an earlier round, and this court doesn’t allow back-strikes.`,
      ),
    )
  }
  return problems
}

function strikeWarnings(state: SelectionState, { side, jurorId }: StruckEvent): SelectionProblem[] {
  const warnings = turnProblems(state, side)
  if (acceptedSet(state).has(jurorId)) return warnings
  if (isBoxMethod(state.setup.method) && !state.members.includes(jurorId)) {
    warnings.push(say('not_in_box', `${named(state, jurorId)} is not in the box yet.`))
  }
  const { inReach, end, yetToBeDrawn } = zone(state)[findTarget(state, jurorId)]
  if (yetToBeDrawn === 0 && !inReach.some((each) => each.jurorId === jurorId)) {
    warnings.push(
      say(
        'beyond_zone',
        `A challenge to ${named(state, jurorId)} would be wasted. Only the first ${end} in line can be seated.`,
      ),
    )
  }
  return warnings
}

function budgetProblems(state: SelectionState, { side, target, defendant }: StruckEvent): SelectionProblem[] {
  const { left, joint, defendants } = remaining(state, side)
  if (left[target] === 0) {
    const against = state.setup.alternatesApart && target === 'alternate' ? ' against alternates' : ''
    return [stop('no_strikes_left', `No peremptory challenges${against} remain for ${owners[side]}.`)]
  }
  if (joint === null || (state.setup.alternatesApart && target === 'alternate')) return []
  if (defendant === undefined) {
    return joint > 0
      ? []
      : [stop('name_defendant', 'No joint challenges remain. Choose the defendant exercising an individual challenge.')]
  }
  const own = defendants.find((each) => each.defendant === defendant)
  if (!own) return [stop('name_defendant', `${defendant} has no individual challenges.`)]
  return own.left > 0 ? [] : [stop('no_strikes_left', `No individual peremptory challenges remain for ${defendant}.`)]
}
