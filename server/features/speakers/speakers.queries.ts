import { sql } from 'drizzle-orm'
import type { SessionSpeaker } from '#contract/speakers/speakers.ts'
import type { Db } from '#server/platform/db.ts'
import { speakerAssignments } from './speakers.table.ts'

const excerptCount = 3
const excerptCharacters = 240

/** Returns speakers in video order, then by first turn. The caller must check access to the session. */
export async function listSpeakers(db: Db, sessionId: string): Promise<SessionSpeaker[]> {
  const { rows } = await db.execute<SessionSpeaker>(sql`
    with spoken as (
      select turns.video_id, turns.speaker as label, min(turns.index) as first, count(*)::int as turns,
        mode() within group (order by turns.role) as role, max(turns.juror_number) as juror_number,
        sum(turns.end_ms - turns.start_ms - turns.overlap_ms)::float8 as talk_ms
      from session_videos
      join videos on videos.id = session_videos.video_id and videos.deleted_at is null
      join transcript_turns as turns on turns.video_id = session_videos.video_id
      where session_videos.session_id = ${sessionId} and turns.speaker is not null and turns.role <> 'note'
      group by turns.video_id, turns.speaker)
    select spoken.video_id as "videoId", spoken.label,
      coalesce((select speaker->>'displayName' from analyses, jsonb_array_elements(analyses.speakers) as speaker
        where analyses.video_id = spoken.video_id and speaker->>'label' = spoken.label limit 1),
        regexp_replace(spoken.label, '^voice-', 'Voice '))
        as "displayName",
      spoken.role, spoken.juror_number as "jurorNumber", spoken.turns, spoken.talk_ms as "talkMs",
      (select jsonb_agg(jsonb_build_object('turn', excerpt.index, 'startMs', excerpt.start_ms,
          'text', left(excerpt.text, ${excerptCharacters})) order by excerpt.index)
        from (select index, start_ms, text from transcript_turns
          where video_id = spoken.video_id and speaker = spoken.label
          order by least(length(text), ${excerptCharacters}) desc, index limit ${excerptCount}) as excerpt) as excerpts,
      case when assignment.video_id is not null then jsonb_build_object('role', assignment.role,
        'jurorId', jurors.id, 'jurorNumber', jurors.juror_number, 'by', users.name, 'at',
        to_char(assignment.assigned_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) end as assignment,
      coalesce(assignment.version, 0) as version,
      (select run_id from analyses where analyses.video_id = spoken.video_id) as grouping
    from spoken
    join session_videos on session_videos.video_id = spoken.video_id
    left join speaker_assignments as assignment
      on assignment.video_id = spoken.video_id and assignment.label = spoken.label
    left join jurors on jurors.id = assignment.juror_id and jurors.deleted_at is null
    left join users on users.id = assignment.assigned_by
    order by session_videos.position, spoken.first`)
  return rows
}

type Assigned = Pick<typeof speakerAssignments.$inferInsert, 'role' | 'jurorId' | 'assignedBy'>

/** Sets the assignment's version to the video's new version so that no earlier copy of it looks current. */
export async function assignVoice(
  tx: Db,
  key: { videoId: string; label: string },
  version: number,
  assigned: Assigned,
): Promise<void> {
  const row = { ...assigned, assignedAt: new Date() }
  await tx
    .insert(speakerAssignments)
    .values({ ...key, ...row, version })
    .onConflictDoUpdate({
      target: [speakerAssignments.videoId, speakerAssignments.label],
      set: { ...row, version: sql`greatest(${speakerAssignments.version} + 1, ${version})` },
    })
}
