import { type SQL, sql } from 'drizzle-orm'
import type { BoardJuror } from '#contract/strikes/board.ts'
import type { SaidByJuror } from '#contract/strikes/compare.ts'
import { isUndisputed } from '#server/features/highlights/highlights.queries.ts'
import { showsAgreedOnly } from '#server/features/opinions/opinions.service.ts'
import type { Db } from '#server/platform/db.ts'

/** Normalizes numbers the same way as the generated column jurors.number_key: "012" is juror 12. */
const labelKey = sql`coalesce(nullif(ltrim(lower(regexp_replace(highlights.juror_number, '\\s', '', 'g')), '0'), ''), '0')`

/** Joins each highlight with the juror who is speaking. A manually assigned voice overrides the number in the label. */
const spoken = sql`highlights
    join sessions on sessions.id = highlights.session_id and sessions.deleted_at is null
    join session_videos as placed
      on placed.session_id = highlights.session_id and placed.video_id = highlights.video_id
    join videos on videos.id = highlights.video_id and videos.deleted_at is null
    left join speaker_assignments as voice
      on voice.video_id = highlights.video_id and voice.label = highlights.speaker
    join jurors as speaking on speaking.case_id = sessions.case_id and speaking.deleted_at is null
      and case when voice.video_id is not null then speaking.id = voice.juror_id
        else highlights.juror_number is not null and speaking.number_key = ${labelKey} end`

const isConfirmed = sql`highlights.status in ('confirmed', 'edited')`
const rank = sql`array_position(array['critical', 'high', 'medium', 'low'], highlights.severity)`
const worst = (which: SQL) => sql`(array_agg(highlights.severity order by ${rank}) filter (where ${which}))[1]`

type JurorFindings = { jurorId: string; quote: string | null } & BoardJuror['worst']

export async function readJurorFindings(db: Db, caseId: string): Promise<Map<string, JurorFindings>> {
  const isShown = (await showsAgreedOnly(db, caseId)) ? isUndisputed(sql`highlights`) : sql`true`
  const { rows } = await db.execute<JurorFindings>(sql`
    select speaking.id as "jurorId", ${worst(isConfirmed)} as confirmed,
      ${worst(sql`highlights.status = 'suggested'`)} as suggested,
      (array_agg(highlights.quote order by ${rank}, highlights.id)
        filter (where ${isConfirmed} and highlights.quote <> ''))[1] as quote
    from ${spoken}
    where sessions.case_id = ${caseId} and highlights.status <> 'dismissed' and ${isShown}
    group by speaking.id`)
  return new Map(rows.map((row) => [row.jurorId, row]))
}

export async function readConfirmedWords(db: Db, caseId: string): Promise<Map<string, SaidByJuror[]>> {
  const { rows } = await db.execute<SaidByJuror & { jurorId: string }>(sql`
    select speaking.id as "jurorId", highlights.id as "highlightId", highlights.type, highlights.sub,
      highlights.facts ->> 'stance' as stance, highlights.quote
    from ${spoken}
    where sessions.case_id = ${caseId} and ${isConfirmed} and highlights.quote <> ''
    order by ${rank}, highlights.id`)
  const said = new Map<string, SaidByJuror[]>()
  for (const { jurorId, ...row } of rows) said.set(jurorId, [...(said.get(jurorId) ?? []), row])
  return said
}
