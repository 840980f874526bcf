import { sql } from 'drizzle-orm'
import type { JurorTalk } from '#contract/juror-talk.ts'
import type { Db } from '#server/platform/db.ts'

/** Numbers as the generated column jurors.number_key has them: "012" in a transcript is juror 12. */
const numberKey = (number: ReturnType<typeof sql>) =>
  sql`coalesce(nullif(ltrim(lower(regexp_replace(${number}, '\\s', '', 'g')), '0'), ''), '0')`

type Row = {
  jurorId: string
  isKnown: boolean
  questionCount: number
  talkMs: number | null
  videoId: string | null
  startMs: number | null
}

/**
 * Questions and seconds of every juror, over the case's videos. A juror counts as known where a transcript's label or a
 * spoken number says who speaks. The caller has checked that the actor may see the case.
 */
export async function listJurorTalk(db: Db, caseId: string): Promise<JurorTalk[]> {
  const { rows } = await db.execute<Row>(sql`
    with analysed as (
      select videos.id, analyses.exchanges, analyses.speakers from videos
      join analyses on analyses.video_id = videos.id
      where videos.case_id = ${caseId} and videos.deleted_at is null),
    asked as (
      select ${numberKey(sql`exchange->>'jurorNumber'`)} as key, analysed.id as video_id,
        (exchange->'questionTurns'->>0)::int as turn
      from analysed, jsonb_array_elements(analysed.exchanges) as exchange
      where exchange->>'jurorNumber' is not null),
    spoken as (
      select ${numberKey(sql`speaker->>'jurorNumber'`)} as key, sum((speaker->>'talkMs')::float8) as talk_ms
      from analysed, jsonb_array_elements(analysed.speakers) as speaker
      where speaker->>'jurorNumber' is not null group by 1),
    first_asked as (
      select distinct on (asked.key) asked.key, asked.video_id, turn.start_ms
      from asked join transcript_turns as turn on turn.video_id = asked.video_id and turn.index = asked.turn
      left join session_videos on session_videos.video_id = asked.video_id
      left join sessions on sessions.id = session_videos.session_id
      where turn.start_ms is not null
      order by asked.key, sessions.date nulls last, coalesce(session_videos.offset_ms, 0) + turn.start_ms)
    select jurors.id as "jurorId",
      (exists (select from asked where asked.key = jurors.number_key)
        or exists (select from spoken where spoken.key = jurors.number_key)) as "isKnown",
      (select count(*)::int from asked where asked.key = jurors.number_key) as "questionCount",
      spoken.talk_ms as "talkMs", first_asked.video_id as "videoId", first_asked.start_ms::float8 as "startMs"
    from jurors
    left join spoken on spoken.key = jurors.number_key
    left join first_asked on first_asked.key = jurors.number_key
    where jurors.case_id = ${caseId} and jurors.deleted_at is null
    order by jurors.order_index, jurors.id`)
  return rows.map(({ jurorId, isKnown, questionCount, talkMs, videoId, startMs }) => ({
    jurorId,
    questionCount: isKnown ? questionCount : null,
    speakingSeconds: talkMs === null ? null : talkMs / 1000,
    firstQuestion: videoId === null || startMs === null ? null : { videoId, seconds: startMs / 1000 },
  }))
}
