import { and, inArray, isNull } from 'drizzle-orm'
import { type JurorRow, jurorSeats } from '#server/features/jurors/jurors.table.ts'
import { type Gathered, isOneOf } from './gather.ts'

export type SeatedJuror = { juror: JurorRow; seat: number | null }

/**
 * The jurors of the case, or the one of the scope, in the order of call, narrowed by the numbers of the filter, with the
 * seat that each holds now: in the session of the scope, else in the latest one.
 */
export async function jurorsInScope(gathered: Gathered): Promise<SeatedJuror[]> {
  const { db, order, jurors, sittings } = gathered
  const numbers = order.filters.jurors
  const chosen = jurors.filter(
    ({ id, jurorNumber }) => (order.scope.kind !== 'juror' || id === order.scope.id) && isOneOf(jurorNumber, numbers),
  )
  const sessionIds = sittings.map(({ seen }) => seen.session.id)
  const rows =
    sessionIds.length === 0
      ? []
      : await db
          .select({ jurorId: jurorSeats.jurorId, sessionId: jurorSeats.sessionId, seat: jurorSeats.seat })
          .from(jurorSeats)
          .where(and(inArray(jurorSeats.sessionId, sessionIds), isNull(jurorSeats.toAt)))
  const seats = new Map<string, number>()
  // Sittings are in order of date: the last one that seats a juror counts.
  for (const id of sessionIds) for (const row of rows) if (row.sessionId === id) seats.set(row.jurorId, row.seat)
  return chosen.map((juror) => ({ juror, seat: seats.get(juror.id) ?? null }))
}
