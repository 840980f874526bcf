/** The jurors whom the author of a strike compared, with what is alike in the words confirmed by now. */
import type { ComparedJuror, Comparator, Likeness, SaidByJuror } from '#contract/strikes/compare.ts'
import type { BoardJuror } from '#contract/strikes/board.ts'
import type { StrikeComparator } from '#contract/strikes/data.ts'
import { isOut } from './isOut.ts'

export type Compared = StrikeComparator & {
  number: string
  /** Still on the panel: the one an objection points at. */
  stays: boolean
  /** The nearest first; none where nothing that both said and people confirmed is alike. */
  alike: readonly Likeness[]
  /** The gravest of what people confirmed that they said: to be shown where nothing is alike. */
  said: SaidByJuror | null
}

/** A quote and its like beside it; more make a card of a strike unreadable. */
const mostQuotes = 2

/** Those who are no longer among the jurors of the case are left out. */
export function comparedWith(
  comparators: readonly StrikeComparator[],
  jurors: readonly Pick<BoardJuror, 'id' | 'number' | 'status'>[],
  alike: readonly Comparator[],
  statements: readonly ComparedJuror[] = [],
): Compared[] {
  return comparators.flatMap((each) => {
    const juror = jurors.find(({ id }) => id === each.jurorId)
    if (!juror) return []
    const found = alike.find(({ jurorId }) => jurorId === each.jurorId)
    const said = statements.find(({ jurorId }) => jurorId === each.jurorId)?.said[0] ?? null
    const quotes = (found?.alike ?? []).slice(0, mostQuotes)
    return [{ ...each, number: juror.number, stays: !isOut(juror), alike: quotes, said }]
  })
}

/** Why two jurors are alike, in the words above the quote. */
export function likenessWords({ kind, about }: Pick<Likeness, 'kind' | 'about'>): string {
  if (kind === 'answer') return `Answered alike: ${about}`
  if (kind === 'topic') return `Both speak of ${about}`
  return about === 'similar words' ? 'In similar words' : `Both: ${about}`
}
