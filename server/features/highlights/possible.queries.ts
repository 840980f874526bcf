import { sql } from 'drizzle-orm'
import type { PossibleFinding } from '#contract/highlights/possible.ts'
import type { SeenSession } from '#server/features/sessions/sessions.access.ts'
import type { Db } from '#server/platform/db.ts'

/** Omits corrected words, speakers who are no longer jurors, and existing highlights. */
export async function listPossibleFindings(db: Db, { session }: SeenSession): Promise<PossibleFinding[]> {
  const { rows } = await db.execute<PossibleFinding>(sql`
    select placed.video_id as "videoId", body->>'type' as type, body->>'sub' as sub, body->>'quote' as quote,
      body->>'question' as question, body->>'why' as why, spoken.index as turn, spoken.speaker,
      spoken.start_ms::float8 / 1000 as start, spoken.end_ms::float8 / 1000 as end,
      case when assignment.video_id is null then spoken.juror_number else assigned.juror_number end as "jurorNumber"
    from session_videos as placed
    join videos on videos.id = placed.video_id and videos.deleted_at is null
    join analyses on analyses.video_id = placed.video_id
    cross join lateral jsonb_array_elements(analyses.possible) as body
    join transcript_turns as spoken on spoken.video_id = placed.video_id and spoken.index = (body->>'turn')::int
    left join speaker_assignments as assignment
      on assignment.video_id = placed.video_id and assignment.label = spoken.speaker
    left join jurors as assigned on assigned.id = assignment.juror_id and assigned.deleted_at is null
    where placed.session_id = ${session.id} and spoken.text = body->>'quote'
      and coalesce(assignment.role, spoken.role) = 'juror'
      and not exists (select from highlights where highlights.session_id = placed.session_id
        and highlights.video_id = placed.video_id and highlights.type = body->>'type'
        and spoken.index between highlights.turn and highlights.turn_to)
    order by placed.position, placed.video_id, spoken.index`)
  return rows
}
