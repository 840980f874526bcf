import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { liveJurorStatuses } from '#contract/jurors/jurors.ts'
import type { ComparedJuror, SaidByJuror } from '#contract/strikes/compare.ts'
import type { JurorStatements } from '#contract/strikes/compare.ts'
import type { CaseRow } from '#server/features/cases/cases.table.ts'
import { jurors } from '#server/features/jurors/jurors.table.ts'
import type { Db } from '#server/platform/db.ts'

/** Numbers as the generated column jurors.number_key has them: "012" in a transcript is juror 12. */
const labelKey = sql`coalesce(nullif(ltrim(lower(regexp_replace(highlights.juror_number, '\\s', '', 'g')), '0'), ''), '0')`

/**
 * What people have confirmed that each juror of the case said, the gravest first. A person's word on whose voice it is
 * stands above the number in the label.
 */
export async function confirmedWords(db: Db, caseId: string): Promise<Map<string, SaidByJuror[]>> {
  const { rows } = await db.execute<SaidByJuror & { jurorId: string }>(sql`
    select speaking.id as "jurorId", highlights.id as "highlightId", highlights.type, highlights.sub,
      highlights.facts ->> 'stance' as stance, highlights.quote
    from highlights
    join sessions on sessions.id = highlights.session_id and sessions.deleted_at is null
    join videos on videos.id = highlights.video_id and videos.deleted_at is null
    left join speaker_assignments as voice
      on voice.video_id = highlights.video_id and voice.label = highlights.speaker
    join jurors as speaking on speaking.case_id = sessions.case_id and speaking.deleted_at is null
      and case when voice.video_id is not null then speaking.id = voice.juror_id
        else highlights.juror_number is not null and speaking.number_key = ${labelKey} end
    where sessions.case_id = ${caseId} and highlights.status in ('confirmed', 'edited') and highlights.quote <> ''
    order by array_position(array['critical', 'high', 'medium', 'low'], highlights.severity), highlights.id`)
  const said = new Map<string, SaidByJuror[]>()
  for (const { jurorId, ...row } of rows) said.set(jurorId, [...(said.get(jurorId) ?? []), row])
  return said
}

export async function comparedJurors(db: Db, caseId: string): Promise<ComparedJuror[]> {
  const said = await confirmedWords(db, caseId)
  const rows = await db
    .select({ id: jurors.id, number: jurors.jurorNumber, status: jurors.status, questionnaire: jurors.questionnaire })
    .from(jurors)
    .where(and(eq(jurors.caseId, caseId), isNull(jurors.deletedAt)))
    .orderBy(asc(jurors.orderIndex), asc(jurors.id))
  return rows.map(({ id, number, status, questionnaire }) => ({
    jurorId: id,
    number,
    isStruck: !liveJurorStatuses.includes(status) && status !== 'selected' && status !== 'alternate',
    said: said.get(id) ?? [],
    answers: questionnaire,
  }))
}

/** Which law holds for a reason given in this case. */
export const lawOf = (inCase: CaseRow): JurorStatements['law'] => ({
  forumId: inCase.forumId,
  state: inCase.state,
  caseType: inCase.caseType,
  date: inCase.voirDireDate ?? inCase.trialDate,
})

export const issuesOf = ({ issues }: CaseRow): JurorStatements['issues'] =>
  issues.map(({ name, watchWords }) => ({ name, watchWords }))

export const readStatements = async (db: Db, inCase: CaseRow): Promise<JurorStatements> => ({
  jurors: await comparedJurors(db, inCase.id),
  issues: issuesOf(inCase),
  law: lawOf(inCase),
})
