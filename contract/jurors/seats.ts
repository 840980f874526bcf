import { z } from 'zod'
import { jurorKey } from './key.ts'
import { defineEndpoint, Id, nothing } from '../endpoint.ts'
import { seatingLimits } from '../sessions/seating.ts'

export const SeatedJuror = z.object({ seat: z.int(), jurorId: Id })
export type SeatedJuror = z.infer<typeof SeatedJuror>

const one = z.strictObject({ sessionId: Id })

export const listSeats = defineEndpoint({
  method: 'GET',
  path: '/api/sessions/:sessionId/seats',
  summary: 'List the occupied seats of a session.',
  needs: 'member',
  params: one,
  input: nothing,
  output: z.array(SeatedJuror),
  touches: ['jurors', 'sessions'],
})

/** Swaps two seated jurors. A juror without a seat can't take an occupied one. */
export const moveSeat = defineEndpoint({
  method: 'POST',
  path: '/api/sessions/:sessionId/seats',
  summary: 'Move a juror to a seat, or out of one.',
  needs: 'member',
  params: one,
  input: z.strictObject({ jurorId: Id, seat: z.int().min(1).nullable() }),
  output: z.array(SeatedJuror),
  touches: ['jurors'],
})

const Places = z
  .array(z.strictObject({ jurorId: Id, seat: z.int().min(1) }))
  .max(seatingLimits.rows * seatingLimits.perRow)
  .refine((places) => new Set(places.map(({ seat }) => seat)).size === places.length, {
    message: 'Two jurors have the same seat.',
  })
  .refine((places) => new Set(places.map(({ jurorId }) => jurorId)).size === places.length, {
    message: 'A juror is listed twice.',
  })

/** Seats exactly these jurors. All other jurors in the session lose their seats. */
export const arrangeSeats = defineEndpoint({
  method: 'PUT',
  path: '/api/sessions/:sessionId/seats',
  summary: 'Replace the seating of a session.',
  needs: 'member',
  params: one,
  input: z.strictObject({
    places: Places,
    /** The seating on the user's screen. Throws `conflict` if the seating has changed since. */
    replaces: Places,
  }),
  output: z.array(SeatedJuror),
  touches: ['jurors'],
})

export const fillSeats = defineEndpoint({
  method: 'POST',
  path: '/api/sessions/:sessionId/seats/fill',
  summary: 'Seat waiting jurors in the order called.',
  needs: 'member',
  params: one,
  input: nothing,
  output: z.array(SeatedJuror),
  touches: ['jurors'],
})

type Spoken = { jurorNumber: string | null; seat: number | null }

export function findJuror<J extends { id: string; jurorNumber: string }>(
  { jurorNumber, seat }: Spoken,
  jurors: readonly J[],
  seats: readonly Pick<SeatedJuror, 'seat' | 'jurorId'>[],
): J | null {
  if (jurorNumber === null) {
    const taken = seats.find((each) => each.seat === seat)
    return jurors.find(({ id }) => id === taken?.jurorId) ?? null
  }
  const exact = jurors.find((each) => each.jurorNumber === jurorNumber)
  return exact ?? jurors.find((each) => jurorKey(each.jurorNumber) === jurorKey(jurorNumber)) ?? null
}
