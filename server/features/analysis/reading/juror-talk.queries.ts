import { sql } from 'drizzle-orm'
import type { JurorTalk } from '#contract/jurors/talk.ts'
import type { Db } from '#server/platform/db.ts'
import { selectJurorTurns } from './juror-turns.queries.ts'

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
