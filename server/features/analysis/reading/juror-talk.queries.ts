import { sql, type SQL } from 'drizzle-orm'
import type { JurorTalk } from '#contract/jurors/talk.ts'
import type { Db } from '#server/platform/db.ts'

type Row = {
  jurorId: string
  isKnown: boolean
  questionCount: number
  talkMs: number | null
  videoId: string | null
  startMs: number | null
}

/**
 * Counts questions and speaking seconds per juror across the case. Null if no voice or label is matched to the juror.
 * The caller must check access to the case.
 */
export async function listJurorTalk(db: Db, caseId: string): Promise<JurorTalk[]> {
  const { rows } = await db.execute<Row>(sql`
    with spoken as (${selectJurorTurns(caseId)}),
    known as (
      select juror_id, sum(end_ms - start_ms - overlap_ms)::float8 as talk_ms from spoken group by 1),
    asked as (
      select distinct spoken.juror_id, analyses.video_id, (exchange->>'index')::int as exchange,
        (exchange->'questionTurns'->>0)::int as turn
      from spoken
      join analyses on analyses.video_id = spoken.video_id
      join lateral jsonb_array_elements(analyses.exchanges) as exchange
        on (exchange->'answerTurns'->>0)::int = spoken.index),
    counted as (select juror_id, count(*)::int as questions from asked group by 1),
    first_asked as (
      select distinct on (asked.juror_id) asked.juror_id, asked.video_id, turn.start_ms
      from asked join transcript_turns as turn on turn.video_id = asked.video_id and turn.index = asked.turn
      left join session_videos on session_videos.video_id = asked.video_id
      left join sessions on sessions.id = session_videos.session_id
      where turn.start_ms is not null
      order by asked.juror_id, sessions.date nulls last, sessions.start_time nulls last,
        coalesce(session_videos.offset_ms, 0) + turn.start_ms)
    select jurors.id as "jurorId", known.juror_id is not null as "isKnown",
      coalesce(counted.questions, 0) as "questionCount", known.talk_ms as "talkMs",
      first_asked.video_id as "videoId", first_asked.start_ms::float8 as "startMs"
    from jurors
    left join known on known.juror_id = jurors.id
    left join counted on counted.juror_id = jurors.id
    left join first_asked on first_asked.juror_id = jurors.id
    where jurors.case_id = ${caseId} and jurors.deleted_at is null
    order by jurors.order_index, jurors.id`)
  return rows.map(({ jurorId, isKnown, questionCount, talkMs, videoId, startMs }) => ({
    jurorId,
    questionCount: isKnown ? questionCount : null,
    speakingSeconds: talkMs === null ? null : talkMs / 1000,
    firstQuestion: videoId === null || startMs === null ? null : { videoId, seconds: startMs / 1000 },
  }))
}

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
