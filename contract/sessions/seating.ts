import { z } from 'zod'

export const numberings = ['left_to_right', 'right_to_left', 'serpentine'] as const
export const corners = ['front_left', 'front_right', 'back_left', 'back_right'] as const
export const seatingLimits = { rows: 12, perRow: 30 } as const

/** Left and right are as seen by counsel. Row 0 is the front row. */
export const SeatingLayout = z
  .strictObject({
    rows: z.int().min(1, 'Add at least one row.').max(seatingLimits.rows),
    perRow: z.array(z.int().min(1, 'Each row needs at least one seat.').max(seatingLimits.perRow)),
    numbering: z.enum(numberings),
    startCorner: z.enum(corners),
    /**
     * Positions without a chair, such as an aisle. `row` and `place` are zero-based, and `place` is counted from the
     * left.
     */
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

const widestRow = 10

/** Uses two rows for up to 20 seats. For more seats, uses rows of about ten, so a panel of 60 fits on one screen. */
export const layoutFor = (seats: number): SeatingLayout => ({
  ...layOutRows(Math.max(1, seats)),
  numbering: 'left_to_right',
  startCorner: 'front_left',
  gaps: [],
})

function layOutRows(seats: number): Pick<SeatingLayout, 'rows' | 'perRow'> {
  const wanted = seats <= widestRow * 2 ? Math.min(2, seats) : Math.ceil(seats / widestRow)
  const rows = Math.min(seatingLimits.rows, wanted)
  const perRow = Array.from({ length: rows }, (_, row) => Math.ceil((seats - row) / rows))
  return { rows, perRow }
}

/**
 * Returns the seat numbers in each row, front row first and left to right. A gap is null. Serpentine numbering reverses
 * direction in every row.
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
