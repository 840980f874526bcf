/** How the board looks with what still waits on this device. */
import type { StrikeBoard } from '#contract/strikes.board.ts'
import type { StrikeBudgets } from '#contract/strikes.moves.ts'
import type { CourtAct, Queued } from './courtQueue.ts'

export const actWords = (act: CourtAct): string => {
  switch (act.kind) {
    case 'said':
      return `${act.strikeKind === 'cause' ? 'Challenge for cause' : 'Peremptory'}, ${sideWords[act.madeBy]}`
    case 'exercise':
      return 'Approved strike, exercised'
    case 'undo':
      return 'Strike undone'
    case 'rule':
      return `Ruling: ${act.ruling}`
    case 'note':
      return act.noteKind === 'tag'
        ? `Tag “${act.text}”`
        : `${act.noteKind === 'answer' ? 'Answer' : 'Note'}: ${act.text}`
    case 'rate':
      return 'Rating'
  }
}
const sideWords = { us: 'ours', opposing: 'theirs', court: 'the court' } as const

/** What to write on each juror's tile. */
export const marksOf = (queue: readonly Queued[]): Map<string, string> =>
  new Map(
    queue.flatMap(({ act, problem }) =>
      act.kind === 'note' || act.kind === 'rate'
        ? []
        : [[act.jurorId, problem === null ? 'Waits for the line' : 'Not taken'] as const],
    ),
  )

/** Budgets with the peremptories that wait counted as used: nobody exercises offline what is gone. */
export function budgetsWith(
  board: Pick<StrikeBoard, 'budgets' | 'strikes'>,
  queue: readonly Queued[],
): StrikeBudgets | null {
  if (!board.budgets) return null
  const kinds = new Map(board.strikes.map(({ id, kind }) => [id, kind]))
  const spent = (side: 'us' | 'them', target: 'regular' | 'alternate', separate: boolean) =>
    queue.filter(({ act, problem }) => {
      if (problem !== null) return false
      if (act.kind === 'exercise')
        return side === 'us' && kinds.get(act.strikeId) === 'peremptory' && target === 'regular'
      if (act.kind !== 'said' || act.strikeKind !== 'peremptory' || act.madeBy === 'court') return false
      return (act.madeBy === 'us') === (side === 'us') && (!separate || act.target === target)
    }).length
  const { separate } = board.budgets
  const plus = (side: 'us' | 'them') => {
    const add = (meter: StrikeBudgets['us']['regular'], count: number) => ({
      total: meter.total,
      used: meter.used + count,
      remaining: Math.max(0, meter.remaining - count),
    })
    const meters = board.budgets![side]
    return {
      regular: add(meters.regular, spent(side, 'regular', separate)),
      alternates: add(meters.alternates, spent(side, 'alternate', separate)),
    }
  }
  return { us: plus('us'), them: plus('them'), separate }
}
