import { type SQL, sql } from 'drizzle-orm'

/** Normalizes numbers the same way as the generated column jurors.number_key: "012" is juror 12. */
const numberKey = sql`coalesce(nullif(ltrim(lower(regexp_replace(turns.juror_number, '\\s', '', 'g')), '0'), ''), '0')`

/** An assignment overrides the juror number in the transcript label. */
export const selectJurorTurns = (caseId: string): SQL => sql`
  select jurors.id as juror_id, turns.video_id, turns.index, turns.start_ms, turns.end_ms, turns.overlap_ms
  from videos
  join transcript_turns as turns on turns.video_id = videos.id and turns.role <> 'note'
  left join speaker_assignments as assignment
    on assignment.video_id = turns.video_id and assignment.label = turns.speaker
  join jurors on jurors.case_id = videos.case_id and jurors.deleted_at is null
    and case when assignment.video_id is not null then jurors.id = assignment.juror_id
      else jurors.number_key = ${numberKey} end
  where videos.case_id = ${caseId} and videos.deleted_at is null
    and (assignment.juror_id is not null or (assignment.video_id is null and turns.juror_number is not null))`
