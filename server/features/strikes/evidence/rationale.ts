import { setImmediate as nextTurn } from 'node:timers/promises'
import { and, asc, eq, inArray, isNull, ne } from 'drizzle-orm'
import { checkRationale } from '#law/rationale/check.ts'
import { findComparators, sameText } from '#law/rationale/comparators.ts'
import { liveJurorStatuses, type QuestionnaireAnswer } from '#contract/jurors/jurors.ts'
import type { ComparedJuror, JurorStatements, SaidByJuror } from '#contract/strikes/compare.ts'
import type { RationaleCheck } from '#contract/strikes/rationale.ts'
import type { CaseRow } from '#server/features/cases/cases.table.ts'
import { highlights } from '#server/features/highlights/highlights.table.ts'
import { jurors } from '#server/features/jurors/jurors.table.ts'
import type { Db } from '#server/platform/db.ts'
import { strikeEvidence, type StrikeRow } from '../strikes.table.ts'
import { readConfirmedWords } from './said.queries.ts'

/** Limits on the answers compared, which keep one request from stalling the server. */
const compared = { batchBytes: 512_000, answer: 1000, characters: 2_000_000 } as const

async function readComparedJurors(db: Db, caseId: string, jurorId: string | undefined): Promise<ComparedJuror[]> {
  const said = await readConfirmedWords(db, caseId)
  const rows = await db
    .select({
      id: jurors.id,
      number: jurors.jurorNumber,
      status: jurors.status,
      questionnaireBytes: jurors.questionnaireBytes,
    })
    .from(jurors)
    .where(and(eq(jurors.caseId, caseId), isNull(jurors.deletedAt)))
    .orderBy(asc(jurors.orderIndex), asc(jurors.id))
  const answers = await readComparedAnswers(db, rows, jurorId)
  return rows.map(({ id, number, status }) => ({
    jurorId: id,
    number,
    isStruck: !liveJurorStatuses.includes(status) && status !== 'selected' && status !== 'alternate',
    said: said.get(id) ?? [],
    answers: answers.get(id) ?? [],
  }))
}

/** Returns answers to the questions that the juror answered, the juror's own first. */
async function readComparedAnswers(
  db: Db,
  rows: readonly { id: string; questionnaireBytes: number }[],
  jurorId: string | undefined,
): Promise<Map<string, QuestionnaireAnswer[]>> {
  const answers = new Map<string, QuestionnaireAnswer[]>()
  const own = rows.find(({ id }) => id === jurorId)
  if (!own) return answers
  const keys = new Map<string, string>()
  const toKey = (question: string): string => {
    const key = keys.get(question) ?? sameText(question)
    keys.set(question, key)
    return key
  }
  let asked: Set<string> | null = null
  let characters = 0
  for (const ids of toBatches([own, ...rows.filter((each) => each !== own)])) {
    const found = await db
      .select({ id: jurors.id, questionnaire: jurors.questionnaire })
      .from(jurors)
      .where(inArray(jurors.id, ids))
    const byId = new Map(found.map((each) => [each.id, each.questionnaire]))
    for (const id of ids) {
      const given = (byId.get(id) ?? []).filter(({ q, a }) => a !== '' && asked?.has(toKey(q)) !== false)
      asked ??= new Set(given.map(({ q }) => toKey(q)))
      const cut = given.map(({ q, a }) => ({ q, a: a.slice(0, compared.answer).toWellFormed() }))
      characters += cut.reduce((sum, { q, a }) => sum + q.length + a.length, 0)
      if (characters > compared.characters) return answers
      answers.set(id, cut)
    }
    if (asked === null || asked.size === 0) return answers
    await nextTurn()
  }
  return answers
}

function toBatches(rows: readonly { id: string; questionnaireBytes: number }[]): string[][] {
  const batches: string[][] = []
  let bytes = 0
  for (const [index, row] of rows.entries()) {
    bytes += row.questionnaireBytes
    // The first juror's questions decide which answers of the others are needed.
    if (index <= 1 || bytes > compared.batchBytes) {
      batches.push([])
      bytes = row.questionnaireBytes
    }
    batches.at(-1)!.push(row.id)
  }
  return batches
}

const getLaw = (inCase: CaseRow): JurorStatements['law'] => ({
  forumId: inCase.forumId,
  state: inCase.state,
  caseType: inCase.caseType,
  date: inCase.voirDireDate ?? inCase.trialDate,
})

const getIssues = ({ issues }: CaseRow): JurorStatements['issues'] =>
  issues.map(({ name, watchWords }) => ({ name, watchWords }))

export const readStatements = async (
  db: Db,
  inCase: CaseRow,
  jurorId: string | undefined,
): Promise<JurorStatements> => ({
  jurors: await readComparedJurors(db, inCase.id, jurorId),
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
  const all = await readComparedJurors(tx, inCase.id, strike.jurorId)
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
