/** How the seats of a jury box are laid out and numbered. */
import { z } from 'zod'

export const numberings = ['left_to_right', 'right_to_left', 'serpentine'] as const
export const corners = ['front_left', 'front_right', 'back_left', 'back_right'] as const
export const seatingLimits = { rows: 12, perRow: 30 } as const

/** Left and right, front and back as counsel sees them; row 0 is the front row. */
export const SeatingLayout = z
  .strictObject({
    rows: z.int().min(1, 'Add at least one row.').max(seatingLimits.rows),
    /** Places in each row, gaps included. */
    perRow: z.array(z.int().min(1, 'Each row needs at least one place.').max(seatingLimits.perRow)),
    numbering: z.enum(numberings),
    /** Where seat 1 is. */
    startCorner: z.enum(corners),
    /** Places without a chair: an aisle, a pillar. Counted from 0, `place` from the left. */
    gaps: z.array(z.strictObject({ row: z.int().min(0), place: z.int().min(0) })).max(120),
  })
  .refine(({ rows, perRow }) => perRow.length === rows, {
    path: ['perRow'],
    message: 'Enter the number of places in every row.',
  })
  .refine(({ perRow, gaps }) => gaps.every(({ row, place }) => place < (perRow[row] ?? 0)), {
    path: ['gaps'],
    message: 'A gap is outside the rows.',
  })
  .refine(({ perRow, gaps }) => perRow.reduce((sum, each) => sum + each, 0) > gaps.length, {
    path: ['gaps'],
    message: 'Keep at least one seat.',
  })
export type SeatingLayout = z.infer<typeof SeatingLayout>

/** Two rows for so many seats, as most boxes are built. */
export const layoutFor = (seats: number): SeatingLayout => ({
  rows: seats < 2 ? 1 : 2,
  perRow: seats < 2 ? [1] : [Math.ceil(seats / 2), Math.floor(seats / 2)],
  numbering: 'left_to_right',
  startCorner: 'front_left',
  gaps: [],
})

/**
 * The seat number of every place: one list a row, front row first, each from left to right; null for a gap.
 * The start corner says which row comes first. Straight numbering takes its direction from `numbering`;
 * serpentine starts at the side of the start corner and turns at the end of every row.
 */
export function seatNumbers({ rows, perRow, numbering, startCorner, gaps }: SeatingLayout): (number | null)[][] {
  const isGap = new Set(gaps.map(({ row, place }) => `${row}:${place}`))
  const numbers: (number | null)[][] = perRow.map((places) => Array.from({ length: places }, () => null))
  const fromFront = startCorner.startsWith('front')
  let next = 1
  for (let turn = 0; turn < rows; turn++) {
    const row = fromFront ? turn : rows - 1 - turn
    const places = numbers[row] ?? []
    const startsLeft =
      numbering === 'serpentine' ? startCorner.endsWith('left') === (turn % 2 === 0) : numbering === 'left_to_right'
    for (let step = 0; step < places.length; step++) {
      const place = startsLeft ? step : places.length - 1 - step
      if (!isGap.has(`${row}:${place}`)) places[place] = next++
    }
  }
  return numbers
}

export const countSeats = ({ perRow, gaps }: Pick<SeatingLayout, 'perRow' | 'gaps'>): number =>
  perRow.reduce((sum, each) => sum + each, 0) - new Set(gaps.map(({ row, place }) => `${row}:${place}`)).size
