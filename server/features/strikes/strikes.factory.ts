import { eq } from 'drizzle-orm'
import type { StrikeBudget } from '#contract/cases/data.ts'
import { type CaseRow, caseMembers, cases } from '#server/features/cases/cases.table.ts'
import { jurors } from '#server/features/jurors/jurors.table.ts'
import { sessions } from '#server/features/sessions/sessions.table.ts'
import { buildCase } from '#server/features/videos/videos.factory.ts'
import { layoutFor } from '#contract/sessions/seating.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { strikes, type StrikeRow } from './strikes.table.ts'

export type Selection = { caseId: string; sessionId: string; jurorIds: string[] }

const budget: StrikeBudget = {
  ...{ us: 10, them: 6, alternatesUs: 1, alternatesThem: 1, perDefendant: null, source: 'default', orderNote: '' },
}

export async function buildSelection(
  db: Db,
  actor: Actor,
  { count = 20, caseId: of, ...given }: Partial<CaseRow> & { count?: number; caseId?: string } = {},
): Promise<Selection> {
  const caseId = of ?? (await buildCase(db, actor))
  await db
    .update(cases)
    .set({
      status: 'in_selection',
      // The struck-panel method has no turns or box, so tests can strike any juror.
      selectionMethod: 'struck_panel',
      ourSide: 'defense',
      strikeBudget: budget,
      ...given,
    })
    .where(eq(cases.id, caseId))
  const by = { createdBy: actor.userId, updatedBy: actor.userId }
  const sessionId = newId()
  await db.insert(sessions).values({
    ...{ ...by, id: sessionId, firmId: actor.firmId, caseId, name: 'Voir dire day 1', type: 'jury_voir_dire' },
    seatingLayout: layoutFor(12),
    checklist: { recorded: false, reporterPresent: false, rulesRead: false, questionnaireLoaded: false },
  })
  const people = Array.from({ length: count }, (_, index) => ({
    ...{ ...by, id: newId(), firmId: actor.firmId, caseId, jurorNumber: String(index + 1), orderIndex: index },
  }))
  await db.insert(jurors).values(people)
  return { caseId, sessionId, jurorIds: people.map(({ id }) => id) }
}

export async function joinAsApprover(db: Db, actor: Actor, caseId: string): Promise<void> {
  await db.insert(caseMembers).values({ caseId, userId: actor.userId, role: 'attorney', canApproveStrikes: true })
}

export async function buildStrike(
  db: Db,
  actor: Actor,
  { caseId, sessionId, jurorIds }: Selection,
  given: Partial<StrikeRow> = {},
): Promise<StrikeRow> {
  const [row] = await db
    .insert(strikes)
    .values({
      id: newId(),
      firmId: actor.firmId,
      caseId,
      sessionId,
      jurorId: jurorIds[0]!,
      kind: 'cause',
      madeBy: 'us',
      state: 'draft',
      createdBy: actor.userId,
      updatedBy: actor.userId,
      ...given,
    })
    .returning()
  return row!
}
