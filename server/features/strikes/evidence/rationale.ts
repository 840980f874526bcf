import { and, asc, eq, isNull, ne, type SQL, sql } from 'drizzle-orm'
import { checkRationale } from '#law/rationale/check.ts'
import { findComparators } from '#law/rationale/comparators.ts'
import { liveJurorStatuses } from '#contract/jurors/jurors.ts'
import type { BoardJuror } from '#contract/strikes/board.ts'
import type { ComparedJuror, JurorStatements, SaidByJuror } from '#contract/strikes/compare.ts'
import type { RationaleCheck } from '#contract/strikes/rationale.ts'
import type { CaseRow } from '#server/features/cases/cases.table.ts'
import { isUndisputed } from '#server/features/highlights/highlights.queries.ts'
import { highlights } from '#server/features/highlights/highlights.table.ts'
import { jurors } from '#server/features/jurors/jurors.table.ts'
import { showsAgreedOnly } from '#server/features/opinions/opinions.service.ts'
import type { Db } from '#server/platform/db.ts'
import { strikeEvidence, type StrikeRow } from '../strikes.table.ts'

/** Normalizes numbers the same way as the generated column jurors.number_key: "012" is juror 12. */
const labelKey = sql`coalesce(nullif(ltrim(lower(regexp_replace(highlights.juror_number, '\\s', '', 'g')), '0'), ''), '0')`

/** Joins each highlight with the juror who is speaking. A manually assigned voice overrides the number in the label. */
const spoken = sql`highlights
    join sessions on sessions.id = highlights.session_id and sessions.deleted_at is null
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

async function readComparedJurors(db: Db, caseId: string): Promise<ComparedJuror[]> {
  const said = await readConfirmedWords(db, caseId)
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

const getLaw = (inCase: CaseRow): JurorStatements['law'] => ({
  forumId: inCase.forumId,
  state: inCase.state,
  caseType: inCase.caseType,
  date: inCase.voirDireDate ?? inCase.trialDate,
})

const getIssues = ({ issues }: CaseRow): JurorStatements['issues'] =>
  issues.map(({ name, watchWords }) => ({ name, watchWords }))

export const readStatements = async (db: Db, inCase: CaseRow): Promise<JurorStatements> => ({
  jurors: await readComparedJurors(db, inCase.id),
  issues: getIssues(inCase),
  law: getLaw(inCase),
})

export async function checkStrike(tx: Db, inCase: CaseRow, strike: StrikeRow): Promise<RationaleCheck> {
  const reliesOn = await readQuotes(tx, strike.id)
  const { demeanor } = strike
  return checkRationale({
    ...getLaw(inCase),
    text: strike.rationale,
    kind: strike.kind,
    basis: strike.basis,
    quotes: reliesOn.length,
    demeanor: demeanor && {
      observer: demeanor.observer,
      secondObserver: demeanor.secondObserver,
      isConfirmed: demeanor.courtConfirmed,
      hasTimecode: demeanor.timecode !== null,
    },
    unstruckAlike: strike.kind === 'peremptory' ? await findUnstruckAlike(tx, inCase, strike, reliesOn) : [],
  })
}

async function readQuotes(tx: Db, strikeId: string): Promise<SaidByJuror[]> {
  const rows = await tx
    .select({
      quote: strikeEvidence.quote,
      highlightId: highlights.id,
      type: highlights.type,
      sub: highlights.sub,
      facts: highlights.facts,
    })
    .from(strikeEvidence)
    .leftJoin(highlights, eq(highlights.id, strikeEvidence.highlightId))
    .where(
      and(eq(strikeEvidence.strikeId, strikeId), eq(strikeEvidence.purpose, 'strike'), ne(strikeEvidence.quote, '')),
    )
  return rows.map(({ quote, highlightId, type, sub, facts }) => ({
    quote,
    highlightId,
    type: type ?? '',
    sub: sub ?? '',
    stance: facts?.stance ?? null,
  }))
}

async function findUnstruckAlike(
  tx: Db,
  inCase: CaseRow,
  strike: StrikeRow,
  reliesOn: readonly SaidByJuror[],
): Promise<string[]> {
  const all = await readComparedJurors(tx, inCase.id)
  const juror = all.find((each) => each.jurorId === strike.jurorId)
  if (!juror) return []
  const explained = new Set(
    strike.comparators
      .filter(({ stance, explanation }) => stance === 'explained' && explanation !== '')
      .map((each) => each.jurorId),
  )
  return findComparators({ juror, reliesOn, others: all, issues: getIssues(inCase) })
    .filter(({ isStruck, jurorId }) => !isStruck && !explained.has(jurorId))
    .map(({ number }) => number)
}
