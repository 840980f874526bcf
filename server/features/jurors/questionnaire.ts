import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import { jurorLimits, type QuestionnaireAnswer } from '#contract/jurors/jurors.ts'
import type { Db } from '#server/platform/db.ts'
import { Refusal } from '#server/platform/errors.ts'
import { type JurorRow, jurors } from './jurors.table.ts'

const juror = `A juror’s questionnaire can have up to ${jurorLimits.questionnaireBytes / 1000} KB of text.`
export const tooLongQuestionnaire = `${juror} Shorten some answers.`
const tooLongInCase = `The questionnaires of a case can have up to ${jurorLimits.caseQuestionnaireBytes / 1_000_000} MB of text. Shorten some answers.`

export const countBytes = (questionnaire: readonly QuestionnaireAnswer[]): number =>
  Buffer.byteLength(JSON.stringify(questionnaire))

const refuse = (message: string) => new Refusal('invalid', message, { fields: { questionnaire: message } })

/** Throws if a questionnaire grows beyond its limit, or the case's. The caller must have locked the case. */
export async function requireQuestionnaireSpace(
  tx: Db,
  caseId: string,
  questionnaire: readonly QuestionnaireAnswer[] | undefined,
  before: Pick<JurorRow, 'id' | 'questionnaireBytes'> | null = null,
): Promise<void> {
  if (questionnaire === undefined) return
  const bytes = countBytes(questionnaire)
  if (bytes <= (before?.questionnaireBytes ?? 0)) return
  if (bytes > jurorLimits.questionnaireBytes) throw refuse(tooLongQuestionnaire)
  requireCaseSpace(await sumQuestionnaires(tx, caseId, before?.id), bytes)
}

export function requireCaseSpace(usedBytes: number, moreBytes: number): void {
  if (moreBytes > 0 && usedBytes + moreBytes > jurorLimits.caseQuestionnaireBytes) throw refuse(tooLongInCase)
}

export async function sumQuestionnaires(tx: Db, caseId: string, exceptId?: string): Promise<number> {
  const [row] = await tx
    .select({ bytes: sql<number>`coalesce(sum(${jurors.questionnaireBytes}), 0)::float8` })
    .from(jurors)
    .where(and(eq(jurors.caseId, caseId), isNull(jurors.deletedAt), exceptId ? ne(jurors.id, exceptId) : undefined))
  return row!.bytes
}
