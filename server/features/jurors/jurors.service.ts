import { and, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm'
import type { z } from 'zod'
import {
  type createJuror as createEndpoint,
  type Juror,
  jurorEventRules,
  type rateJuror as rateEndpoint,
  type recordJurorEvent as eventEndpoint,
  type updateJuror as updateEndpoint,
  workProductFields,
} from '#contract/jurors/jurors.ts'
import { requireCase, type SeenCase } from '#server/features/cases/cases.access.ts'
import { caseAccess } from '#server/features/cases/cases.table.ts'
import { getRestoreCutoff } from '#server/platform/config.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Db } from '#server/platform/db.ts'
import { absent, Refusal, sqlState, uniqueViolation } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import type { Context } from '#server/platform/http/route.ts'
import { isAnonymous, requireJuror } from './jurors.access.ts'
import { applyJurorEvent, auditJuror } from './jurors.events.ts'
import { readJuror } from './jurors.queries.ts'
import { jurorRatings, type JurorRow, jurors, jurorSeats } from './jurors.table.ts'
import { requireCaseSpace, requireQuestionnaireSpace, sumQuestionnaires } from './questionnaire.ts'

export async function createJuror(
  { db, actor, ip }: Context,
  caseId: string,
  input: z.output<typeof createEndpoint.input>,
): Promise<Juror> {
  return refuseDuplicateNumber(() =>
    db.transaction(async (tx) => {
      const inCase = await requireCase(tx, actor, caseId, 'manageJurors', { lock: true })
      refuseName(inCase, input.displayName)
      await requireQuestionnaireSpace(tx, caseId, input.questionnaire)
      const [juror] = await tx
        .insert(jurors)
        .values({
          ...given(input),
          id: newId(),
          firmId: actor.firmId,
          caseId,
          jurorNumber: input.jurorNumber,
          orderIndex: input.orderIndex ?? (await nextOrder(tx, caseId)),
          createdBy: actor.userId,
          updatedBy: actor.userId,
        })
        .returning()
      await auditJuror(tx, { actor, ip }, 'juror.created', juror!)
      return readJuror(tx, actor, { juror: juror!, inCase })
    }),
  )
}

/**
 * Throws `conflict` with the current juror if the version is stale. Changing only work product requires `rateJurors`;
 * other changes require `manageJurors`.
 */
export function updateJuror(
  { db, actor, ip }: Context,
  jurorId: string,
  { version, ...input }: z.output<typeof updateEndpoint.input>,
): Promise<Juror> {
  const change = given(input)
  const own: readonly string[] = workProductFields
  const isOwnNotes = Object.keys(change).every((field) => own.includes(field))
  return refuseDuplicateNumber(() =>
    db.transaction(async (tx) => {
      if (change.questionnaire) await lockCase(tx, actor, jurorId)
      const seen = await requireJuror(tx, actor, jurorId, isOwnNotes ? 'rateJurors' : 'manageJurors', { lock: true })
      if (seen.juror.version !== version) {
        throw new Refusal('conflict', 'Someone else changed this juror. Compare both versions, then save again.', {
          current: await readJuror(tx, actor, seen),
        })
      }
      refuseName(seen.inCase, input.displayName)
      await requireQuestionnaireSpace(tx, seen.inCase.id, change.questionnaire, seen.juror)
      await tx
        .update(jurors)
        .set({ ...change, version: version + 1, updatedBy: actor.userId, updatedAt: new Date() })
        .where(eq(jurors.id, jurorId))
      await auditJuror(tx, { actor, ip }, 'juror.changed', seen.juror, { fields: Object.keys(change) })
      return readJuror(tx, actor, seen)
    }),
  )
}

/** A case is locked before its jurors. */
async function lockCase(tx: Db, actor: Actor, jurorId: string): Promise<void> {
  const { juror } = await requireJuror(tx, actor, jurorId, 'manageJurors')
  await requireCase(tx, actor, juror.caseId, 'manageJurors', { lock: true })
}

export function deleteJuror(
  { db, actor, ip }: Context,
  jurorId: string,
  refuseDeletion: (tx: Db, juror: JurorRow) => Promise<void>,
): Promise<{ ok: true }> {
  return db.transaction(async (tx) => {
    const { juror } = await requireJuror(tx, actor, jurorId, 'manageJurors', { lock: true })
    await refuseDeletion(tx, juror)
    await tx
      .update(jurorSeats)
      .set({ toAt: sql`now()` })
      .where(and(eq(jurorSeats.jurorId, jurorId), isNull(jurorSeats.toAt)))
    await tx.update(jurors).set({ deletedAt: new Date(), deletedBy: actor.userId }).where(eq(jurors.id, jurorId))
    await auditJuror(tx, { actor, ip }, 'juror.deleted', juror)
    return { ok: true }
  })
}

export async function restoreJuror({ db, actor, ip, parts }: Context, jurorId: string): Promise<{ ok: true }> {
  const since = getRestoreCutoff(parts.config)
  return refuseDuplicateNumber(() =>
    db.transaction(async (tx) => {
      const query = tx
        .select({ juror: jurors })
        .from(jurors)
        .innerJoin(caseAccess, and(eq(caseAccess.caseId, jurors.caseId), eq(caseAccess.userId, actor.userId)))
        .where(
          and(
            eq(jurors.id, jurorId),
            eq(jurors.firmId, actor.firmId),
            isNotNull(jurors.deletedAt),
            gt(jurors.deletedAt, since),
          ),
        )
      const [found] = await query
      if (!found) throw absent('juror')
      await requireCase(tx, actor, found.juror.caseId, 'manageJurors', { lock: true })
      const [row] = await query.for('update', { of: jurors })
      if (!row) throw absent('juror')
      requireCaseSpace(await sumQuestionnaires(tx, row.juror.caseId), row.juror.questionnaireBytes)
      await tx.update(jurors).set({ deletedAt: null, deletedBy: null }).where(eq(jurors.id, jurorId))
      await auditJuror(tx, { actor, ip }, 'juror.restored', row.juror)
      return { ok: true }
    }),
  )
}

export function recordJurorEvent(
  { db, actor, ip }: Context,
  jurorId: string,
  { kind, reason }: z.output<typeof eventEndpoint.input>,
): Promise<Juror> {
  return db.transaction(async (tx) => {
    const seen = await requireJuror(tx, actor, jurorId, 'recordRulings', { lock: true })
    const { from, to } = jurorEventRules[kind]
    if (!from.includes(seen.juror.status)) {
      const [now, wanted] = [seen.juror.status, kind].map((each) => each.replaceAll('_', ' '))
      throw new Refusal('conflict', `Can’t mark juror ${seen.juror.jurorNumber} as ${wanted}. Current status: ${now}.`)
    }
    await applyJurorEvent(tx, { actor, ip }, seen.juror, { kind, status: to, reason })
    return readJuror(tx, actor, seen)
  })
}

export function rateJuror(
  { db, actor, ip }: Context,
  jurorId: string,
  rating: z.output<typeof rateEndpoint.input>,
): Promise<Juror> {
  return db.transaction(async (tx) => {
    const seen = await requireJuror(tx, actor, jurorId, 'rateJurors')
    const row = { ...given(rating), at: new Date() }
    await tx
      .insert(jurorRatings)
      .values({ confidence: 2, ...row, jurorId, userId: actor.userId })
      .onConflictDoUpdate({ target: [jurorRatings.jurorId, jurorRatings.userId], set: row })
    // Ratings are work product, so the audit record omits their content.
    await auditJuror(tx, { actor, ip }, 'juror.rated', seen.juror)
    return readJuror(tx, actor, seen)
  })
}

export function withdrawRating({ db, actor, ip }: Context, jurorId: string): Promise<Juror> {
  return db.transaction(async (tx) => {
    const seen = await requireJuror(tx, actor, jurorId, 'rateJurors')
    const gone = await tx
      .delete(jurorRatings)
      .where(and(eq(jurorRatings.jurorId, jurorId), eq(jurorRatings.userId, actor.userId)))
      .returning({ jurorId: jurorRatings.jurorId })
    if (gone.length > 0) await auditJuror(tx, { actor, ip }, 'juror.rating_withdrawn', seen.juror)
    return readJuror(tx, actor, seen)
  })
}

export async function nextOrder(tx: Db, caseId: string): Promise<number> {
  const [row] = await tx
    .select({ next: sql<number>`coalesce(max(order_index), 0)::int + 1` })
    .from(jurors)
    .where(eq(jurors.caseId, caseId))
  return row?.next ?? 1
}

function refuseName(inCase: SeenCase, name: string | null | undefined): void {
  if (!name || !isAnonymous(inCase)) return
  const message = 'This case has an anonymous jury. Identify jurors by number only.'
  throw new Refusal('invalid', message, { fields: { displayName: message } })
}

async function refuseDuplicateNumber<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (sqlState(error) !== uniqueViolation) throw error
    const message = 'This case already has a juror with this number.'
    throw new Refusal('conflict', message, { fields: { jurorNumber: message } })
  }
}

function given<T extends object>(input: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>
  }
}
