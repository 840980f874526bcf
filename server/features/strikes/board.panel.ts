import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { BoardJuror } from '#contract/strikes.board.ts'
import { jurorRatings, jurors, jurorSeats } from '#server/features/jurors/jurors.table.ts'
import type { SessionRow } from '#server/features/sessions/sessions.table.ts'
import type { Db } from '#server/platform/db.ts'

const lean = sql<number | null>`(
  select round(avg(${jurorRatings.lean}), 2)::float8 from ${jurorRatings} where ${jurorRatings.jurorId} = ${jurors.id})`

/** The gravest of what people have confirmed that this juror said: by assigned voice, else by the number of the label. */
const quote = sql<string | null>`(
  select highlights.quote from highlights
  join sessions on sessions.id = highlights.session_id and sessions.case_id = ${jurors.caseId} and sessions.deleted_at is null
  join videos on videos.id = highlights.video_id and videos.deleted_at is null
  left join speaker_assignments as voice on voice.video_id = highlights.video_id and voice.label = highlights.speaker
  where highlights.status in ('confirmed', 'edited') and highlights.quote <> ''
    and case when voice.video_id is not null then voice.juror_id = ${jurors.id} else coalesce(nullif(
      ltrim(lower(regexp_replace(highlights.juror_number, '\\s', '', 'g')), '0'), ''), '0') = ${jurors.numberKey}
      and highlights.juror_number is not null end
  order by array_position(array['critical', 'high', 'medium', 'low'], highlights.severity), highlights.id limit 1)`

/** The jurors of the session's case in the order of call, each with the seat in this session. */
export const panelOf = (db: Db, session: Pick<SessionRow, 'id' | 'caseId'>): Promise<BoardJuror[]> =>
  db
    .select({
      id: jurors.id,
      number: jurors.jurorNumber,
      name: jurors.displayName,
      seat: jurorSeats.seat,
      orderIndex: jurors.orderIndex,
      status: jurors.status,
      lean,
      quote,
    })
    .from(jurors)
    .leftJoin(
      jurorSeats,
      and(eq(jurorSeats.jurorId, jurors.id), eq(jurorSeats.sessionId, session.id), isNull(jurorSeats.toAt)),
    )
    .where(and(eq(jurors.caseId, session.caseId), isNull(jurors.deletedAt)))
    .orderBy(asc(jurors.orderIndex), asc(jurors.id))
