import { useMemo } from 'react'
import { readCase } from '#contract/cases.ts'
import { type Highlight, listHighlights } from '#contract/highlights.ts'
import { type Comparator, findComparators, type SaidByJuror } from '#contract/rationale/comparators.ts'
import type { BoardJuror, StrikeBoard } from '#contract/strikes.board.ts'
import { useRead } from '#web/platform/api.ts'
import { isOut } from './SeatingBoard.tsx'

const most = 500

const saidOf = ({ id, type, sub, stance, quote }: Highlight): SaidByJuror => ({
  highlightId: id,
  type,
  sub,
  stance,
  quote,
})

/** Jurors whose confirmed words are like this juror's: the comparison that an objection makes. Empty while loading. */
export function useComparators(board: StrikeBoard, juror: BoardJuror): readonly Comparator[] {
  const sessionId = board.session.id
  const confirmed = useRead(listHighlights, { params: { sessionId }, input: { status: 'confirmed', limit: most } })
  const edited = useRead(listHighlights, { params: { sessionId }, input: { status: 'edited', limit: most } })
  const inCase = useRead(readCase, { params: { caseId: board.case.id }, input: {} })
  return useMemo(() => {
    if (!confirmed.data || !edited.data) return []
    const byNumber = Map.groupBy([...confirmed.data, ...edited.data], (each) => each.juror?.number ?? '')
    const compared = (each: BoardJuror) => ({
      jurorId: each.id,
      number: each.number,
      isStruck: isOut(each),
      said: (byNumber.get(each.number) ?? []).map(saidOf),
      answers: [],
    })
    return findComparators({
      juror: compared(juror),
      reliesOn: [],
      others: board.jurors.filter(({ id }) => id !== juror.id).map(compared),
      issues: inCase.data?.walled === false ? inCase.data.issues : [],
    })
  }, [board.jurors, juror, confirmed.data, edited.data, inCase.data])
}
