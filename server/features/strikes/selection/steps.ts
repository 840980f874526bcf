import { and, asc, eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { findStops } from '#law/selection/refusals.ts'
import type { recordSelectionStep as recordEndpoint, SelectionStep } from '#contract/strikes/steps.ts'
import { selectShownName } from '#server/features/audit/shown-name.ts'
import { recordAct } from '#server/features/audit/audit.service.ts'
import { caseAccess } from '#server/features/cases/cases.table.ts'
import { requireSession } from '#server/features/sessions/sessions.access.ts'
import { users } from '#server/features/team/team.table.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Db } from '#server/platform/db.ts'
import { absent, Refusal, refuse } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/http/route.ts'
import { getBlockingReason, getRemovalReason } from '#contract/strikes/moves.ts'
import { lockCase, lockJuror, toMoment } from '../lifecycle/read.ts'
import { selectionSteps, type SelectionStepRow } from '../strikes.table.ts'
import { readStanding } from './selection.ts'

export async function listSteps(db: Db, caseId: string): Promise<SelectionStep[]> {
  const rows = await db
    .select({
      step: selectionSteps,
      by: selectShownName('users', sql`(select firm_id from cases where id = ${caseId})`),
    })
    .from(selectionSteps)
    .innerJoin(users, eq(users.id, selectionSteps.byUser))
    .where(eq(selectionSteps.caseId, caseId))
    .orderBy(asc(selectionSteps.seq))
  return rows.map(({ step, by }) => ({
    id: step.id,
    kind: step.kind,
    side: step.side,
    jurorId: step.jurorId,
    by,
    at: step.at.toISOString(),
    undone: step.undoneAt !== null,
  }))
}

const one = async (db: Db, caseId: string, id: string): Promise<SelectionStep> =>
  (await listSteps(db, caseId)).find((each) => each.id === id)!

export function recordStep(
  context: Context,
  sessionId: string,
  input: z.output<typeof recordEndpoint.input>,
): Promise<SelectionStep> {
  const { db, actor } = context
  return db.transaction(async (tx) => {
    const first = await requireSession(tx, actor, sessionId, 'draftStrikes')
    await lockCase(tx, first.session.caseId)
    const { session, inCase } = await requireSession(tx, actor, sessionId, 'draftStrikes')
    const [known] = await tx.select().from(selectionSteps).where(eq(selectionSteps.id, input.eventId))
    if (known) {
      if (known.byUser === actor.userId && known.caseId === inCase.id) return one(tx, inCase.id, known.id)
      throw new Refusal('conflict', 'This event ID was already used. Use a new one for each step.')
    }
    refuse(getBlockingReason(inCase))
    if (input.kind !== 'passed') {
      refuse(getRemovalReason(await lockJuror(tx, inCase.id, input.jurorId), inCase, false))
      // Without this check, a draw that can't be replayed would be recorded but have no effect.
      const state = await readStanding(tx, inCase, session.id)
      const [stopping] = state ? findStops(state, { kind: input.kind, jurorId: input.jurorId }) : []
      refuse(stopping?.sentence ?? null)
    }
    const now = new Date()
    const step = {
      id: input.eventId,
      firmId: actor.firmId,
      caseId: inCase.id,
      sessionId: session.id,
      kind: input.kind,
      side: input.kind === 'passed' ? input.side : null,
      jurorId: input.kind === 'passed' ? null : input.jurorId,
      byUser: actor.userId,
      at: toMoment(input.at, now),
      receivedAt: now,
    }
    await tx.insert(selectionSteps).values(step)
    return conclude(tx, context, `selection.${input.kind}`, step)
  })
}

export function undoStep(context: Context, stepId: string): Promise<SelectionStep> {
  const { db, actor } = context
  return db.transaction(async (tx) => {
    const { caseId } = await requireStep(tx, actor, stepId)
    await lockCase(tx, caseId)
    // Someone else may have finished an undo while this one was waiting.
    const step = await requireStep(tx, actor, stepId)
    const { inCase } = await requireSession(tx, actor, step.sessionId, 'draftStrikes')
    if (step.byUser !== actor.userId && inCase.standing.role !== 'lead') {
      throw new Refusal('not_allowed', 'Only the person who recorded this step or the case lead can undo it.')
    }
    refuse(getBlockingReason(inCase))
    if (step.undoneAt !== null) return one(tx, inCase.id, stepId)
    await tx
      .update(selectionSteps)
      .set({ undoneAt: new Date(), undoneBy: actor.userId })
      .where(eq(selectionSteps.id, stepId))
    return conclude(tx, context, 'selection.step_undone', step)
  })
}

async function requireStep(tx: Db, actor: Actor, stepId: string): Promise<SelectionStepRow> {
  const [found] = await tx
    .select({ step: selectionSteps })
    .from(selectionSteps)
    .innerJoin(caseAccess, and(eq(caseAccess.caseId, selectionSteps.caseId), eq(caseAccess.userId, actor.userId)))
    .where(and(eq(selectionSteps.id, stepId), eq(selectionSteps.firmId, actor.firmId)))
  if (!found) throw absent('step')
  return found.step
}

type Concluded = Pick<SelectionStepRow, 'id' | 'firmId' | 'caseId' | 'sessionId' | 'kind' | 'side' | 'jurorId'>

async function conclude(tx: Db, { actor, ip }: Context, action: string, step: Concluded): Promise<SelectionStep> {
  const { id: entityId, caseId, sessionId, kind, side, jurorId } = step
  const details = { sessionId, kind, side, jurorId }
  await recordAct(tx, { ...{ actor, ip, action, entity: 'selection_step', entityId, caseId }, details })
  return one(tx, caseId, entityId)
}
