import { jurorEventRules } from '#contract/jurors/jurors.ts'
import type { BoardJuror, StrikeBoard } from '#contract/strikes/board.ts'
import type { SelectionEvent } from '#contract/strikes/selection.ts'
import type { Strike, StrikeBudgets } from '#contract/strikes/strikes.ts'
import { type CourtAct, isWaiting, type Queued } from './courtQueue.ts'

const sideLabels = { us: 'ours', opposing: 'theirs', court: 'the court' } as const
const noteLabels = { answer: 'Answer', note: 'Note', tag: 'Tag', hand: 'Raised hand' } as const

const words: { [Kind in CourtAct['kind']]: string | ((act: Extract<CourtAct, { kind: Kind }>) => string) } = {
  said: ({ strikeKind, madeBy }) =>
    `${strikeKind === 'cause' ? 'Challenge for cause' : 'Peremptory'}, ${sideLabels[madeBy]}`,
  exercise: 'Approved strike, exercised',
  undo: 'Strike undone',
  withdraw: 'Draft withdrawn',
  passed: ({ side }) => (side === 'us' ? 'We passed' : 'They passed'),
  drawn: 'Drawn by the court',
  moved_last: 'Moved to the end by the court',
  undo_step: 'Pass or draw undone',
  rule: ({ ruling }) => `Ruling: ${ruling}`,
  note: ({ noteKind, text }) => (noteKind === 'tag' ? `Tag “${text}”` : `${noteLabels[noteKind]}: ${text}`),
  undo_note: 'Note undone',
  rate: 'Rating',
  undo_rate: 'Rating undone',
  presence: ({ status }) => (status === 'no_show' ? 'No-show' : 'Present after all'),
}

export function describeAct(act: CourtAct): string {
  const found = words[act.kind]
  // TypeScript can't correlate the kind with its action type.
  return typeof found === 'string' ? found : found(act as never)
}

const unmarkedKinds: readonly CourtAct['kind'][] = ['note', 'undo_note', 'rate', 'undo_rate', 'withdraw']

export const listMarks = (queue: readonly Queued[]): Map<string, string> =>
  new Map(
    queue.flatMap((each) => {
      const { act, isSent } = each
      if (isSent || !('jurorId' in act) || unmarkedKinds.includes(act.kind)) return []
      return [[act.jurorId, isWaiting(each) ? 'Not sent yet' : 'Not recorded'] as const]
    }),
  )

export function applyQueueToHands(jurors: readonly BoardJuror[], queue: readonly Queued[]): BoardJuror[] {
  const raised = new Map<string, number>()
  for (const { act, problem } of queue) {
    if (act.kind === 'note' && act.noteKind === 'hand') raised.set(act.jurorId, (raised.get(act.jurorId) ?? 0) + 1)
    if (act.kind === 'undo_note' && act.noteKind === 'hand' && problem === null)
      raised.set(act.jurorId, (raised.get(act.jurorId) ?? 0) - 1)
  }
  return jurors.map((juror) =>
    juror.hands === null || !raised.has(juror.id)
      ? juror
      : { ...juror, hands: Math.max(0, juror.hands + raised.get(juror.id)!) },
  )
}

export function applyQueueToPresence(jurors: readonly BoardJuror[], queue: readonly Queued[]): BoardJuror[] {
  const now = new Map(
    queue.flatMap(({ act, problem }) =>
      act.kind === 'presence' && problem === null ? [[act.jurorId, jurorEventRules[act.status].to] as const] : [],
    ),
  )
  return jurors.map((juror) => ({ ...juror, status: now.get(juror.id) ?? juror.status }))
}

export const getVersionAfterQueue = (
  { id, version }: Pick<Strike, 'id' | 'version'>,
  queue: readonly Queued[],
): number =>
  version +
  queue.filter(
    ({ act, problem }) => problem === null && (act.kind === 'rule' || act.kind === 'exercise') && act.strikeId === id,
  ).length

/** Counts queued peremptories as used so that nobody overspends the budget while offline. */
export function applyQueueToBudgets(
  board: Pick<StrikeBoard, 'budgets' | 'strikes'>,
  queue: readonly Queued[],
): StrikeBudgets | null {
  if (!board.budgets) return null
  const known = new Map(board.strikes.map((each) => [each.id, each]))
  const undone = new Set(
    queue.flatMap(({ act, problem }) => (act.kind === 'undo' && problem === null ? [act.strikeId] : [])),
  )
  const countQueued = (side: 'us' | 'them', target: 'regular' | 'alternate', separate: boolean) =>
    queue.filter(({ act, problem }) => {
      if (problem !== null || ('strikeId' in act && undone.has(act.strikeId))) return false
      if (act.kind === 'exercise') {
        const strike = known.get(act.strikeId)
        return side === 'us' && strike?.kind === 'peremptory' && (!separate || strike.target === target)
      }
      if (act.kind !== 'said' || act.strikeKind !== 'peremptory' || act.madeBy === 'court') return false
      return (act.madeBy === 'us') === (side === 'us') && (!separate || act.target === target)
    }).length
  const { separate } = board.budgets
  const addQueued = (side: 'us' | 'them') => {
    const add = (meter: StrikeBudgets['us']['regular'], count: number) => ({
      total: meter.total,
      used: meter.used + count,
      remaining: Math.max(0, meter.remaining - count),
    })
    const meters = board.budgets![side]
    return {
      regular: add(meters.regular, countQueued(side, 'regular', separate)),
      alternates: add(meters.alternates, countQueued(side, 'alternate', separate)),
    }
  }
  return { us: addQueued('us'), them: addQueued('them'), separate }
}

export function applyQueueToSelection(
  board: Pick<StrikeBoard, 'selection' | 'strikes'>,
  queue: readonly Queued[],
): StrikeBoard['selection'] {
  if (!board.selection) return null
  const known = new Map(board.strikes.map((each) => [each.id, each]))
  const taken = queue.filter(({ problem }) => problem === null).map(({ act }) => act)
  const undone = new Set(taken.flatMap((act) => (act.kind === 'undo_step' ? [act.stepId] : [])))
  const events = [...board.selection.events, ...taken.flatMap((act) => toEvents(act, known))]
  return { ...board.selection, events: events.filter((each) => !('stepId' in each && undone.has(each.stepId ?? ''))) }
}

function toEvents(
  act: CourtAct,
  known: ReadonlyMap<string, Pick<Strike, 'kind' | 'madeBy' | 'target' | 'defendant'>>,
): SelectionEvent[] {
  switch (act.kind) {
    case 'said':
      return toCallEvents({ ...act, kind: act.strikeKind }, act)
    case 'exercise': {
      const strike = known.get(act.strikeId)
      return strike ? toCallEvents(strike, act) : []
    }
    case 'undo':
      return [{ kind: 'voided', strikeId: act.strikeId }]
    case 'rule':
      if (act.ruling === 'disallowed') {
        const reseatsJuror = act.remedy === 'juror_seated'
        return [{ kind: 'disallowed', strikeId: act.strikeId, restoresStrike: act.remedyRestored, reseatsJuror }]
      }
      return known.get(act.strikeId)?.kind === 'cause'
        ? [{ kind: 'ruled', strikeId: act.strikeId, ruling: act.ruling }]
        : []
    case 'passed':
      return [{ kind: 'passed', side: act.side, stepId: act.eventId }]
    case 'drawn':
    case 'moved_last':
      return [{ kind: act.kind, jurorId: act.jurorId, stepId: act.eventId }]
    case 'presence':
      return [
        act.status === 'no_show'
          ? { kind: 'removed', jurorId: act.jurorId, why: 'no_show' }
          : { kind: 'reinstated', jurorId: act.jurorId },
      ]
    default:
      return []
  }
}

function toCallEvents(
  { kind, madeBy, target, defendant }: Pick<Strike, 'kind' | 'madeBy' | 'target' | 'defendant'>,
  { strikeId, jurorId }: { strikeId: string; jurorId: string },
): SelectionEvent[] {
  if (madeBy === 'court') return []
  const side = madeBy === 'us' ? 'us' : 'them'
  if (kind === 'cause') return [{ kind: 'challenged', strikeId, side, jurorId }]
  return [{ kind: 'struck', strikeId, side, jurorId, target, ...(defendant !== null && { defendant }) }]
}
