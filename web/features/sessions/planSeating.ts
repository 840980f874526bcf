import type { OpenCase } from '#contract/cases/cases.ts'
import { countSeats, layoutFor, type SeatingLayout } from '#contract/sessions/seating.ts'
import { isBoxMethod } from '#contract/strikes/selection.ts'

/** With a struck panel, everyone is seated. With a box method, only the jury and the alternates are. */
export function planSeating(
  { selectionMethod, jurySize, alternates }: Pick<OpenCase, 'selectionMethod' | 'jurySize' | 'alternates'>,
  panel: number,
): SeatingLayout {
  const isBox = selectionMethod !== null && isBoxMethod(selectionMethod)
  return layoutFor(panel === 0 || isBox ? jurySize + alternates : panel)
}

export const describeSeats = (layout: SeatingLayout): string =>
  `${countSeats(layout)} seats in ${layout.rows === 1 ? '1 row' : `${layout.rows} rows`}`
