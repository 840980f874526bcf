import { and, asc, eq, isNull, ne } from 'drizzle-orm'
import { checkRationale } from '#law/rationale/check.ts'
import { findComparators } from '#law/rationale/comparators.ts'
import { liveJurorStatuses } from '#contract/jurors/jurors.ts'
import type { ComparedJuror, JurorStatements, SaidByJuror } from '#contract/strikes/compare.ts'
import type { RationaleCheck } from '#contract/strikes/rationale.ts'
import type { CaseRow } from '#server/features/cases/cases.table.ts'
import { highlights } from '#server/features/highlights/highlights.table.ts'
import { jurors } from '#server/features/jurors/jurors.table.ts'
import type { Db } from '#server/platform/db.ts'
import { strikeEvidence, type StrikeRow } from '../strikes.table.ts'
import { readConfirmedWords } from './said.queries.ts'

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
