import { and, eq, isNull, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type {
  CaseSummary,
  createCase as createEndpoint,
  OpenCase,
  RecordingPermission,
  updateCase as updateEndpoint,
} from '#contract/cases/cases.ts'
import { budgetFields, type CaseData, findConflictingFields, findMissingFields } from '#contract/cases/data.ts'
import { countsAlternatesApart } from '#law/forums/forums.ts'
import { getCaseRefusal, mayCreateCases } from '#contract/account/permissions.ts'
import { recordAct } from '#server/features/audit/audit.service.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Db } from '#server/platform/db.ts'
import { Refusal, sqlState, uniqueViolation } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { type Context, invalid } from '#server/platform/http/route.ts'
import { requireCase, type SeenCase } from './cases.access.ts'
import type { CaseListeners } from './cases.listeners.ts'
import { hasStrikes, readOpenCase, readSummary, toData } from './cases.queries.ts'
import { caseAccess, caseMembers, cases } from './cases.table.ts'

export async function createCase(
  { db, actor, ip }: Context,
  input: z.output<typeof createEndpoint.input>,
): Promise<CaseSummary> {
  if (!mayCreateCases(actor)) throw new Refusal('not_allowed', 'Only attorneys and administrators can create cases.')
  refuseInvalid(findConflictingFields({ trialDate: null, voirDireDate: null, ...defined(input) }))
  const id = newId()
  return withFreeNumber(db, actor, input.caseNumber, () =>
    db.transaction(async (tx) => {
      const values = {
        id,
        firmId: actor.firmId,
        ...withForum(defined(input)),
        createdBy: actor.userId,
        updatedBy: actor.userId,
      }
      await tx.insert(cases).values(values)
      await tx.insert(caseMembers).values({ caseId: id, userId: actor.userId, role: 'lead', addedBy: actor.userId })
      await recordAct(tx, {
        actor,
        ip,
        action: 'case.created',
        entity: 'case',
        entityId: id,
        caseId: id,
        details: { caseNumber: input.caseNumber },
      })
      return readSummary(tx, actor, id)
    }),
  )
}

/** Throws `conflict` with the current case if the version is stale. */
export async function updateCase(
  { db, actor, ip, parts }: Context,
  caseId: string,
  { version, ...input }: z.output<typeof updateEndpoint.input>,
  listeners: CaseListeners,
): Promise<OpenCase> {
  return withFreeNumber(db, actor, input.caseNumber, () =>
    db.transaction(async (tx) => {
      const before = await requireCase(tx, actor, caseId, 'editData', { lock: true })
      if (before.version !== version) {
        throw new Refusal('conflict', 'Someone else changed this case. Compare both versions, then save again.', {
          current: await readOpenCase(tx, before),
        })
      }
      const old = toData(before)
      const next: CaseData = { ...old, ...withForum(defined(input), old.forumId) }
      const changed = changedFields(old, next)
      if (changed.length === 0) return readOpenCase(tx, before)
      await requireLeadFor(tx, before, changed)
      refuseInvalid(findConflictingFields(next))
      if (before.status !== 'draft') refuseInvalid(findMissingFields(next))
      const pick = (data: CaseData) => Object.fromEntries(changed.map((field) => [field, data[field]]))
      await tx
        .update(cases)
        .set({ ...pick(next), updatedBy: actor.userId, updatedAt: new Date(), version: sql`${cases.version} + 1` })
        .where(eq(cases.id, caseId))
      if (watched(old) !== watched(next)) await listeners.themesChanged(tx, parts, { caseId, by: actor.userId })
      const overBudget = changed.includes('strikeBudget')
      await recordAct(tx, {
        actor,
        ip,
        action: overBudget ? 'case.budget_changed' : 'case.edited',
        entity: 'case',
        entityId: caseId,
        caseId,
        details: { fields: changed, before: omitPeople(pick(old)), after: omitPeople(pick(next)) },
      })
      return readOpenCase(tx, await requireCase(tx, actor, caseId))
    }),
  )
}

const watched = ({ issues }: CaseData): string =>
  JSON.stringify(issues.map(({ name, watchWords }) => [name, watchWords]))

async function requireLeadFor(tx: Db, before: SeenCase, changed: readonly (keyof CaseData)[]): Promise<void> {
  if (before.myRole === 'lead') return
  if (changed.some((field) => (budgetFields as readonly string[]).includes(field)))
    throw new Refusal('not_allowed', getCaseRefusal('editBudget'))
  if (changed.includes('confidentiality') && before.confidentiality === 'anonymous_jury')
    throw new Refusal('not_allowed', 'Only the lead on this case can reveal an anonymous jury.')
  if (changed.includes('ourSide') && (await hasStrikes(tx, before.id)))
    throw new Refusal('not_allowed', 'This case has strikes. Only the lead on this case can change its side.')
}

export function declareRecording(
  { db, actor, ip }: Context,
  caseId: string,
  permission: RecordingPermission,
): Promise<CaseSummary> {
  return db.transaction(async (tx) => {
    await requireCase(tx, actor, caseId, 'declareRecording', { lock: true })
    await tx
      .update(cases)
      .set({
        recordingBasis: permission.basis,
        recordingNote: permission.note,
        recordingDeclaredBy: actor.userId,
        recordingDeclaredAt: new Date(),
        updatedAt: new Date(),
        updatedBy: actor.userId,
      })
      .where(eq(cases.id, caseId))
    await recordAct(tx, {
      actor,
      ip,
      action: 'case.recording_declared',
      entity: 'case',
      entityId: caseId,
      caseId,
      details: permission,
    })
    return readSummary(tx, actor, caseId)
  })
}

/** Throws `conflict` if another case has the number. The error names that case only if the actor may see it. */
export async function withFreeNumber<T>(
  db: Db,
  actor: Actor,
  caseNumber: string | undefined,
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (sqlState(error) !== uniqueViolation || caseNumber === undefined) throw error
    const other = await findCaseWithNumber(db, actor, caseNumber)
    const sentence = 'A case with this number already exists'
    throw new Refusal('conflict', other ? `${sentence}: ${other.title}` : sentence, {
      fields: { caseNumber: other ? `${sentence}: ${other.title}` : sentence },
      ...(other ? { current: { otherCase: other } } : {}),
    })
  }
}

async function findCaseWithNumber(
  db: Db,
  actor: Actor,
  caseNumber: string,
): Promise<{ id: string; title: string } | null> {
  const [row] = await db
    .select({ id: cases.id, title: cases.title })
    .from(cases)
    .innerJoin(caseAccess, and(eq(caseAccess.caseId, cases.id), eq(caseAccess.userId, actor.userId)))
    .where(
      and(
        eq(cases.firmId, actor.firmId),
        isNull(cases.deletedAt),
        sql`${cases.numberKey} = lower(regexp_replace(${caseNumber}, '\\s', '', 'g'))`,
      ),
    )
  return row ?? null
}

/** A new forum determines how alternates' strikes are counted, unless the input sets it. */
function withForum<T extends Partial<CaseData>>(input: T, before: string | null = null): T {
  const { forumId, alternateStrikesSeparate } = input
  return forumId === undefined || forumId === before || alternateStrikesSeparate !== undefined
    ? input
    : { ...input, alternateStrikesSeparate: countsAlternatesApart(forumId) }
}

const defined = <T extends object>(input: T): { [K in keyof T]: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>
  }

const changedFields = (old: CaseData, next: CaseData): (keyof CaseData)[] =>
  (Object.keys(next) as (keyof CaseData)[]).filter((field) => canonical(old[field]) !== canonical(next[field]))

/** Sorts object keys because jsonb doesn't preserve their order. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, each: unknown) =>
    each !== null && typeof each === 'object' && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  )
}

const omitPeople = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).map(([field, value]) =>
      ['parties', 'attorneys', 'witnesses'].includes(field) && Array.isArray(value)
        ? [field, `${value.length} entries`]
        : [field, value],
    ),
  )

export function refuseInvalid(fields: Record<string, string>): void {
  const issues = Object.entries(fields).map(([field, message]) => ({ path: [field], message }))
  if (issues.length > 0) throw invalid(issues)
}
