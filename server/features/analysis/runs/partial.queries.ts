import { sql } from 'drizzle-orm'
import type { PartialTranscript } from '#contract/sessions/progress.ts'
import type { Db } from '#server/platform/db.ts'

/** Returns the last `limit` turns recognized so far. The caller must check access. */
export async function readPartial(db: Db, videoId: string, limit: number): Promise<PartialTranscript> {
  const { rows } = await db.execute<PartialTranscript>(sql`
    with told as (
      select partial_turns.* from partial_turns
      join video_states on video_states.run_id = partial_turns.run_id
      where video_states.video_id = ${videoId} and video_states.run_state in ('queued', 'running')
    ), latest as (select * from told order by start_ms desc limit ${limit})
    select (select count(*)::int from told) as total,
      coalesce((select jsonb_agg(jsonb_build_object('startMs', start_ms, 'endMs', end_ms, 'text', text)
        order by start_ms) from latest), '[]') as turns`)
  return rows[0] ?? { total: 0, turns: [] }
}
