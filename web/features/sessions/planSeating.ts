import type { OpenCase } from '#contract/cases/cases.ts'
import { countSeats, layoutFor, type SeatingLayout } from '#contract/sessions/seating.ts'
import { isBoxMethod } from '#contract/strikes/selection.ts'

/** A struck panel is seated as a whole. In a box, only the jury and the alternates do. */
export function planSeating(
  { selectionMethod, jurySize, alternates }: Pick<OpenCase, 'selectionMethod' | 'jurySize' | 'alternates'>,
  panel: number,
): SeatingLayout {
  const isBox = selectionMethod !== null && isBoxMethod(selectionMethod)
  return layoutFor(panel === 0 || isBox ? jurySize + alternates : panel)
}

export const describeSeats = (layout: SeatingLayout): string =>
  `${countSeats(layout)} seats in ${layout.rows === 1 ? '1 row' : `${layout.rows} rows`}`
