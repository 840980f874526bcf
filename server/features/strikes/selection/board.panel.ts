import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { BoardJuror } from '#contract/strikes/board.ts'
import { jurorRatings, jurors, jurorSeats } from '#server/features/jurors/jurors.table.ts'
import type { SessionRow } from '#server/features/sessions/sessions.table.ts'
import type { Db } from '#server/platform/db.ts'

const lean = sql<number | null>`(
  select round(avg(${jurorRatings.lean}), 2)::float8 from ${jurorRatings} where ${jurorRatings.jurorId} = ${jurors.id})`

/** The jurors of the session's case in the order of call, each with the seat in this session. */
export const panelOf = (db: Db, session: Pick<SessionRow, 'id' | 'caseId'>): Promise<Omit<BoardJuror, 'quote'>[]> =>
  db
    .select({
      id: jurors.id,
      number: jurors.jurorNumber,
      name: jurors.displayName,
      seat: jurorSeats.seat,
      orderIndex: jurors.orderIndex,
      status: jurors.status,
      lean,
    })
    .from(jurors)
    .leftJoin(
      jurorSeats,
      and(eq(jurorSeats.jurorId, jurors.id), eq(jurorSeats.sessionId, session.id), isNull(jurorSeats.toAt)),
    )
    .where(and(eq(jurors.caseId, session.caseId), isNull(jurors.deletedAt)))
    .orderBy(asc(jurors.orderIndex), asc(jurors.id))
