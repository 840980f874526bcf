import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { type CaseStatus, findMissingFields } from '#contract/cases/data.ts'
import { type CaseStep, findStep } from '#contract/cases/states.ts'
import type { archiveCases as archiveEndpoint, CaseDetail, moveCase as moveEndpoint } from '#contract/cases/cases.ts'
import { recordAct, type Who } from '#server/features/audit/audit.service.ts'
import { getRestoreCutoff } from '#server/platform/config.ts'
import type { Db } from '#server/platform/db.ts'
import { Refusal } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/http/route.ts'
import { requireCaseOfFirm, type CaseWithStanding } from './cases.access.ts'
import { isRetentionOver } from './cases.purge.ts'
import { toData, readCase } from './cases.queries.ts'
import { refuseInvalid, withFreeNumber } from './cases.service.ts'
import { cases } from './cases.table.ts'

type Move = z.output<typeof moveEndpoint.input>
type Change = Partial<typeof cases.$inferInsert>
export function moveCase({ db, actor, ip }: Context, caseId: string, move: Move): Promise<CaseDetail> {
  return db.transaction(async (tx) => {
    const found = await requireCaseOfFirm(tx, actor, caseId, 'seeTitle', { lock: true })
    const step = findStep(found.status, move.to)
    if (!step)
      throw new Refusal('conflict', `Can’t change the status from ${toWords(found.status)} to ${toWords(move.to)}.`)
    await requireCaseOfFirm(tx, actor, caseId, step.action)
    checkConditions(step, found, move)
    await applyStep(tx, { actor, ip }, found, step.to, move)
    return readCase(tx, actor, caseId)
  })
}

export async function archiveCases(
  { db, actor, ip }: Context,
  caseIds: readonly string[],
): Promise<z.input<typeof archiveEndpoint.output>> {
  const archived: string[] = []
  const refused: { id: string; reason: string }[] = []
  for (const id of new Set(caseIds)) {
    try {
      await db.transaction(async (tx) => {
        const found = await requireCaseOfFirm(tx, actor, id, 'archive', { lock: true })
        if (found.status === 'archived') throw new Refusal('conflict', `${found.title} is already archived.`)
        await applyStep(tx, { actor, ip }, found, 'archived', { reason: '', outcome: '' })
      })
      archived.push(id)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      refused.push({ id, reason: error.message })
    }
  }
  return { archived, refused }
}

/**
 * Restores an archived or deleted case. A deleted case also leaves the archive if its retention period is over, because
 * upkeep would delete it again.
 */
export async function restoreCase({ db, actor, ip, parts }: Context, caseId: string): Promise<void> {
  const since = getRestoreCutoff(parts.config)
  const deleted = await db
    .select({ caseNumber: cases.caseNumber })
    .from(cases)
    .where(and(eq(cases.id, caseId), eq(cases.firmId, actor.firmId), gt(cases.deletedAt, since)))
  await withFreeNumber(db, actor, deleted[0]?.caseNumber, () =>
    db.transaction(async (tx) => {
      const action = deleted.length > 0 ? 'remove' : 'archive'
      const found = await requireCaseOfFirm(tx, actor, caseId, action, { lock: true, deleted: deleted.length > 0 })
      if (found.deletedAt === null && found.status !== 'archived') {
        throw new Refusal('conflict', 'This case isn’t archived or deleted.')
      }
      const isDeleted = found.deletedAt !== null
      const leaves = !isDeleted || (found.status === 'archived' && (await isRetentionOver(tx, found.id)))
      const out = {
        status: found.statusBeforeArchive ?? 'closed',
        statusBeforeArchive: null,
        archivedAt: null,
      } as const
      const change: Change = { ...(leaves && out), ...(isDeleted && { deletedAt: null, deletedBy: null }) }
      await save(tx, { actor, ip }, found, change, {
        action: isDeleted ? 'case.restored' : 'case.unarchived',
        ...(leaves ? { details: { from: 'archived', to: out.status } } : {}),
      })
    }),
  )
}

export async function deleteCase({ db, actor, ip }: Context, caseId: string, reason: string): Promise<void> {
  await db.transaction(async (tx) => {
    const found = await requireCaseOfFirm(tx, actor, caseId, 'remove', { lock: true })
    await save(
      tx,
      { actor, ip },
      found,
      { deletedAt: new Date(), deletedBy: actor.userId },
      {
        action: 'case.deleted',
        details: { caseNumber: found.caseNumber, status: found.status },
        reason,
      },
    )
  })
}

function checkConditions(step: CaseStep, found: CaseWithStanding, { reason, outcome }: Move): void {
  if (step.asks === 'complete') refuseInvalid(findMissingFields(toData(found)))
  if (step.asks === 'method' && !found.selectionMethod) {
    refuseInvalid({ selectionMethod: 'Choose a selection method before selection begins.' })
  }
  if (step.asks === 'outcome' && !outcome) {
    refuseInvalid({ outcome: 'Enter the outcome, such as a verdict, settlement, or dismissal.' })
  }
  if (step.asks === 'reason' && !reason) refuseInvalid({ reason: 'Enter a reason for moving the case back.' })
}

async function applyStep(
  tx: Db,
  asker: Who,
  found: CaseWithStanding,
  to: CaseStatus,
  { reason, outcome }: Pick<Move, 'reason' | 'outcome'>,
): Promise<void> {
  const change: Change = { status: to }
  if (to === 'closed') Object.assign(change, { closedAt: new Date(), outcome })
  else if (to === 'archived') Object.assign(change, { archivedAt: new Date(), statusBeforeArchive: found.status })
  else if (found.status === 'closed') Object.assign(change, { closedAt: null, outcome: '' })
  await save(tx, asker, found, change, {
    action: to === 'archived' ? 'case.archived' : 'case.status_changed',
    details: { from: found.status, to, ...(outcome ? { outcome } : {}) },
    reason,
  })
}

async function save(
  tx: Db,
  { actor, ip }: Who,
  found: CaseWithStanding,
  change: Change,
  event: { action: string; details?: Record<string, unknown>; reason?: string },
): Promise<void> {
  await tx
    .update(cases)
    .set({ ...change, updatedAt: new Date(), updatedBy: actor.userId, version: sql`${cases.version} + 1` })
    .where(and(eq(cases.id, found.id), found.deletedAt === null ? isNull(cases.deletedAt) : undefined))
  await recordAct(tx, {
    actor,
    ip,
    entity: 'case',
    entityId: found.id,
    caseId: found.id,
    ...event,
    reason: event.reason || null,
  })
}

const toWords = (status: CaseStatus): string => status.replaceAll('_', ' ')
