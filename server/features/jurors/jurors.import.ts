import { and, eq, isNull, sql } from 'drizzle-orm'
import type { z } from 'zod'
import {
  type ImportReport,
  type importJurors as importEndpoint,
  isForbiddenColumn,
  isNameColumn,
  getNamePartOrder,
} from '#contract/jurors/import.ts'
import { jurorKey, trimNumber } from '#contract/jurors/key.ts'
import type { JurorField } from '#contract/jurors/fields.ts'
import { jurorLimits, type QuestionnaireAnswer, tooManyAnswers } from '#contract/jurors/jurors.ts'
import { textLimits } from '#contract/endpoint.ts'
import { recordAct } from '#server/features/audit/audit.service.ts'
import { requireCase } from '#server/features/cases/cases.access.ts'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import type { Context } from '#server/platform/http/route.ts'
import { isAnonymous } from './jurors.access.ts'
import { nextOrder } from './jurors.service.ts'
import { type JurorRow, jurors } from './jurors.table.ts'
import { countBytes, requireCaseSpace, sumQuestionnaires, tooLongQuestionnaire } from './questionnaire.ts'

type Input = z.output<typeof importEndpoint.input>
type Column = Input['columns'][number]
type Change = Partial<
  Pick<JurorRow, 'displayName' | 'orderIndex' | 'tags' | JurorField> & {
    questionnaire: QuestionnaireAnswer[]
  }
>
type Draft = { row: number; jurorNumber: string; change: Change }

/**
 * Drops columns with prohibited traits regardless of the mapping. If the jury is anonymous, also drops names. The
 * report lists dropped columns and skipped rows.
 */
export function importJurors(
  { db, actor, ip }: Context,
  caseId: string,
  { columns, rows, dryRun }: Input,
): Promise<ImportReport> {
  return db.transaction(async (tx) => {
    const inCase = await requireCase(tx, actor, caseId, 'manageJurors', { lock: true })
    const isRefused = ({ header, target }: Column): boolean =>
      (target !== 'leave_out' && target !== 'jurorNumber' && isForbiddenColumn(header)) ||
      (isAnonymous(inCase) && (target === 'displayName' || (target === 'questionnaire' && isNameColumn(header))))
    const refusedColumns = columns.filter((each) => isForbiddenColumn(each.header) || isRefused(each))
    const used = columns.map((each) => (isRefused(each) ? { ...each, target: 'leave_out' as const } : each))
    const report: ImportReport = {
      added: 0,
      updated: 0,
      refusedColumns: refusedColumns.map(({ header }) => header),
      skipped: [],
    }
    const known = await knownJurors(tx, caseId)
    const seen = new Set<string>()
    let order = await nextOrder(tx, caseId)
    let bytes = await sumQuestionnaires(tx, caseId)
    for (const [index, cells] of rows.entries()) {
      const draft = toDraft(index + 1, used, cells)
      if (draft === null) continue
      const key = jurorKey('fault' in draft ? '' : draft.jurorNumber)
      const juror = known.get(key)
      const fault = 'fault' in draft ? draft.fault : findFault(draft, seen.has(key), juror)
      if (fault !== null || 'fault' in draft) {
        report.skipped.push({ row: index + 1, reason: fault ?? '' })
        continue
      }
      seen.add(key)
      const more = draft.change.questionnaire
        ? countBytes(joinAnswers(draft, juror)) - (juror?.questionnaireBytes ?? 0)
        : 0
      requireCaseSpace(bytes, more)
      bytes += more
      report[juror ? 'updated' : 'added'] += 1
      if (dryRun) continue
      if (juror) await update(tx, actor.userId, juror, draft)
      else await insert(tx, { firmId: actor.firmId, caseId, by: actor.userId, orderIndex: order++ }, draft)
    }
    if (!dryRun) {
      await recordAct(tx, {
        actor,
        ip,
        action: 'juror.imported',
        entity: 'case',
        entityId: caseId,
        caseId,
        details: { added: report.added, updated: report.updated, refusedColumns: report.refusedColumns },
      })
    }
    return report
  })
}

async function knownJurors(tx: Db, caseId: string): Promise<Map<string, JurorRow>> {
  const rows = await tx
    .select()
    .from(jurors)
    .where(and(eq(jurors.caseId, caseId), isNull(jurors.deletedAt)))
    .for('update')
  return new Map(rows.map((row) => [row.numberKey, row]))
}

function joinAnswers({ change: { questionnaire = [] } }: Draft, juror: JurorRow | undefined): QuestionnaireAnswer[] {
  const asked = new Set(questionnaire.map(({ q }) => q))
  return [...(juror?.questionnaire ?? []).filter(({ q }) => !asked.has(q)), ...questionnaire]
}

function findFault(draft: Draft, isRepeated: boolean, juror: JurorRow | undefined): string | null {
  if (isRepeated) return 'This number appears twice in the table.'
  if (!draft.change.questionnaire) return null
  const answers = joinAnswers(draft, juror)
  if (answers.length > jurorLimits.answers) return tooManyAnswers
  return countBytes(answers) > Math.max(jurorLimits.questionnaireBytes, juror?.questionnaireBytes ?? 0)
    ? tooLongQuestionnaire
    : null
}

/** Drops half of a surrogate pair at the end, which the database would reject. */
const cut = (text: string, length: number): string => text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '')

type Told = { jurorNumber: string; names: { value: string; place: number }[]; change: Change }

function toDraft(row: number, columns: readonly Column[], cells: readonly string[]): Draft | { fault: string } | null {
  if (cells.every((cell) => cell.trim() === '')) return null
  const parsed: Told = { jurorNumber: '', names: [], change: {} }
  for (const [index, column] of columns.entries()) {
    const value = (cells[index] ?? '').trim()
    const fault = value === '' ? null : readCell(parsed, column, index, value)
    if (fault !== null) return { fault }
  }
  const { jurorNumber, names, change } = parsed
  if (names.length > 0) {
    const parts = names.toSorted((a, b) => a.place - b.place).map(({ value }) => value)
    change.displayName = parts.join(' ')
    if (change.displayName.length > jurorLimits.name)
      return { fault: `The name can have at most ${jurorLimits.name} characters.` }
  }
  if (jurorNumber === '') return { fault: 'The juror number is missing.' }
  if (jurorNumber.length > jurorLimits.number) {
    return { fault: `“${jurorNumber.slice(0, 20)}” is too long for a juror number.` }
  }
  return { row, jurorNumber, change }
}

/** Repeated tags count once, and only the first few are kept. */
const mostTags = 10 * jurorLimits.tags

function readCell(told: Told, { header, target }: Column, index: number, value: string): string | null {
  const { change } = told
  switch (target) {
    case 'leave_out':
      return null
    case 'jurorNumber':
      told.jurorNumber = trimNumber(value)
      return null
    case 'questionnaire': {
      const q = cut(header.trim(), textLimits.short) || `Column ${index + 1}`
      change.questionnaire = [...(change.questionnaire ?? []), { q, a: value }]
      return null
    }
    case 'tags': {
      const tags = value.split(/[,;]/, mostTags).map((tag) => cut(tag.trim(), jurorLimits.tag))
      change.tags = [...new Set(tags.filter((tag) => tag !== ''))].slice(0, jurorLimits.tags)
      return null
    }
    case 'orderIndex':
      if (!/^\d{1,5}$/.test(value)) return `${header}: “${value}” isn’t a whole number.`
      change.orderIndex = Number(value)
      return null
    default: {
      const limit = target === 'displayName' ? jurorLimits.name : jurorLimits.said
      if (value.length > limit) return `${header}: use at most ${limit} characters. This has ${value.length}.`
      if (target === 'displayName') told.names.push({ value, place: getNamePartOrder(header) })
      else change[target] = value
      return null
    }
  }
}

async function insert(
  tx: Db,
  { firmId, caseId, by, orderIndex }: { firmId: string; caseId: string; by: string; orderIndex: number },
  { jurorNumber, change }: Draft,
): Promise<void> {
  await tx
    .insert(jurors)
    .values({ orderIndex, ...change, id: newId(), firmId, caseId, jurorNumber, createdBy: by, updatedBy: by })
}

async function update(tx: Db, by: string, juror: JurorRow, draft: Draft): Promise<void> {
  await tx
    .update(jurors)
    .set({
      ...draft.change,
      questionnaire: joinAnswers(draft, juror),
      version: sql`${jurors.version} + 1`,
      updatedBy: by,
      updatedAt: new Date(),
    })
    .where(eq(jurors.id, juror.id))
}
