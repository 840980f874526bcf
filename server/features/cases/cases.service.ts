import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { CaseSummary, createCase as createEndpoint, RecordingPermission } from '#contract/cases.ts'
import type { CaseRole } from '#contract/permissions.ts'
import { recordAudit } from '#server/features/audit/audit.service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { Refusal, sqlState, uniqueViolation } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import type { Context } from '#server/platform/route.ts'
import { requireCase } from './cases.queries.ts'
import { caseMembers, cases } from './cases.table.ts'

const mayCreateCase = (actor: Actor): boolean => actor.role === 'administrator' || actor.profession === 'attorney'

/** The creator becomes the lead. */
export async function createCase(
  { db, actor, ip }: Context,
  input: z.output<typeof createEndpoint.input>,
): Promise<CaseSummary> {
  if (!mayCreateCase(actor)) throw new Refusal('not_allowed', 'Only attorneys and administrators may create cases.')
  const id = newId()
  try {
    return await db.transaction(async (tx) => {
      await tx.insert(cases).values({ id, firmId: actor.firmId, ...input, createdBy: actor.userId })
      await tx.insert(caseMembers).values({ caseId: id, userId: actor.userId, role: 'lead' })
      await recordAudit(tx, {
        firmId: actor.firmId,
        actorId: actor.userId,
        ip,
        action: 'case.created',
        entity: 'case',
        entityId: id,
        caseId: id,
        details: { caseNumber: input.caseNumber },
      })
      return requireCase(tx, actor, id)
    })
  } catch (error) {
    if (sqlState(error) !== uniqueViolation) throw error
    throw new Refusal('conflict', 'A case with this number already exists', {
      fields: { caseNumber: 'A case with this number already exists' },
    })
  }
}

const mayDeclare: readonly CaseRole[] = ['lead', 'attorney', 'paralegal']

export function declareRecording(
  { db, actor, ip }: Context,
  caseId: string,
  permission: RecordingPermission,
): Promise<CaseSummary> {
  return db.transaction(async (tx) => {
    const { myRole } = await requireCase(tx, actor, caseId)
    if (!mayDeclare.includes(myRole)) {
      throw new Refusal(
        'not_allowed',
        'The lead, an attorney or a paralegal of the case declares the recording permission.',
      )
    }
    await tx
      .update(cases)
      .set({
        recordingBasis: permission.basis,
        recordingNote: permission.note,
        recordingDeclaredBy: actor.userId,
        recordingDeclaredAt: new Date(),
        updatedAt: new Date(),
      })
      .where(and(eq(cases.id, caseId), eq(cases.firmId, actor.firmId)))
    await recordAudit(tx, {
      firmId: actor.firmId,
      actorId: actor.userId,
      ip,
      action: 'case.recording_declared',
      entity: 'case',
      entityId: caseId,
      caseId,
      details: permission,
    })
    return requireCase(tx, actor, caseId)
  })
}
