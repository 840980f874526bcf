import { sql } from 'drizzle-orm'
import type { ConsistencyPrompt } from '#contract/jurors/talk.ts'
import type { QuestionnaireAnswer } from '#contract/jurors/jurors.ts'
import type { SeenCase } from '#server/features/cases/cases.access.ts'
import type { Db } from '#server/platform/db.ts'
import { selectJurorTurns } from './juror-talk.queries.ts'
import { findOpposedTopic, isNameHeard } from './consistency.ts'

const maxPrompts = 200
const excerpt = 500

type Row = {
  jurorId: string
  questionnaire: QuestionnaireAnswer[]
  videoId: string
  startMs: number | null
  question: string
  answer: string
}

/** The caller must check access to work product. */
export async function listConsistency(db: Db, { id, witnesses, attorneys }: SeenCase): Promise<ConsistencyPrompt[]> {
  const { rows } = await db.execute<Row>(sql`
    select jurors.id as "jurorId", jurors.questionnaire, videos.id as "videoId",
      (select min(turn.start_ms)::float8 from transcript_turns as turn where turn.video_id = videos.id
        and turn.index in (select value::int from jsonb_array_elements_text(exchange->'answerTurns'))) as "startMs",
      coalesce((select string_agg(turn.text, ' ' order by turn.index) from transcript_turns as turn
        where turn.video_id = videos.id
        and turn.index in (select value::int from jsonb_array_elements_text(exchange->'questionTurns'))), '') as question,
      coalesce((select string_agg(turn.text, ' ' order by turn.index) from transcript_turns as turn
        where turn.video_id = videos.id
        and turn.index in (select value::int from jsonb_array_elements_text(exchange->'answerTurns'))), '') as answer
    from (${selectJurorTurns(id)}) as spoken
    join videos on videos.id = spoken.video_id
    join analyses on analyses.video_id = spoken.video_id
    join lateral jsonb_array_elements(analyses.exchanges) as exchange
      on (exchange->'answerTurns'->>0)::int = spoken.index
    join jurors on jurors.id = spoken.juror_id
    order by jurors.order_index, videos.id, (exchange->>'index')::int`)
  const names = [
    ...witnesses.map(({ name }) => ({ name, list: 'witness' as const })),
    ...attorneys.map(({ name }) => ({ name, list: 'attorney' as const })),
  ]
  return rows.flatMap((row) => listPrompts(row, names)).slice(0, maxPrompts)
}

function listPrompts(
  { jurorId, questionnaire, videoId, startMs, question, answer }: Row,
  names: readonly { name: string; list: 'witness' | 'attorney' }[],
): ConsistencyPrompt[] {
  const heard = {
    videoId,
    seconds: startMs === null ? null : startMs / 1000,
    question: question.slice(0, excerpt),
    answer: answer.slice(0, excerpt),
  }
  const differing = questionnaire.flatMap((written): ConsistencyPrompt[] => {
    const topic = findOpposedTopic(written, { question, answer })
    return topic === null ? [] : [{ kind: 'answers_differ', jurorId, topic, written, heard }]
  })
  const named = names
    .filter(({ name }) => isNameHeard(name, answer))
    .map((each): ConsistencyPrompt => ({ kind: 'name_heard', jurorId, ...each, heard }))
  return [...differing, ...named]
}
