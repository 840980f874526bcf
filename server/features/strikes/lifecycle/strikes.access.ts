import { and, eq, isNotNull, or, sql, type SQL } from 'drizzle-orm'
import { caseAllows, type CaseAction } from '#contract/account/permissions.ts'
import type { Mover } from '#contract/strikes/workflow.ts'
import type { SeenCase } from '#server/features/cases/cases.access.ts'
import { caseAccess, cases } from '#server/features/cases/cases.table.ts'
import { requireSession, type SeenSession } from '#server/features/sessions/sessions.access.ts'
import { members } from '#server/features/team/team.table.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Db } from '#server/platform/db.ts'
import { absent } from '#server/platform/errors.ts'
import { strikes, type StrikeRow } from '../strikes.table.ts'

export type SeenStrike = SeenSession & { strike: StrikeRow }

export const seesWork = ({ standing }: Pick<SeenCase, 'standing'>): boolean => caseAllows(standing, 'seeWorkProduct')

/** What is being prepared is work product: who may not see that sees what was said in court. */
export const visibleStrikes = (inCase: Pick<SeenCase, 'standing'>): SQL =>
  seesWork(inCase) ? sql`true` : isNotNull(strikes.exercisedAt)

/**
 * The strike with its session and case, if the actor may do this there. `lock` holds the case's row: budgets and numbers
 * are the case's, and two people who would spend the last challenge take turns.
 */
export async function requireStrike(
  db: Db,
  actor: Actor,
  strikeId: string,
  action: CaseAction = 'see',
  { lock = false, evenLocked = action === 'see' }: { lock?: boolean; evenLocked?: boolean } = {},
): Promise<SeenStrike> {
  const find = () =>
    db
      .select({ strike: strikes })
      .from(strikes)
      .innerJoin(caseAccess, and(eq(caseAccess.caseId, strikes.caseId), eq(caseAccess.userId, actor.userId)))
      .where(and(eq(strikes.id, strikeId), eq(strikes.firmId, actor.firmId)))
  const [first] = await find()
  if (!first) throw absent('strike')
  if (lock) await lockCase(db, first.strike.caseId)
  const seen = await requireSession(db, actor, first.strike.sessionId)
  // Before the right is asked for: who may not see it learns nothing of it.
  if (!seesWork(seen.inCase) && first.strike.exercisedAt === null) throw absent('strike')
  if (action !== 'see') await requireSession(db, actor, first.strike.sessionId, action, { evenLocked })
  // Read behind the lock, as others have left it.
  const [found] = lock ? await find() : [first]
  return { ...seen, strike: found!.strike }
}

/** `no key update`: rows that refer to the case may still be written meanwhile. */
export async function lockCase(tx: Db, caseId: string): Promise<void> {
  await tx.select({ id: cases.id }).from(cases).where(eq(cases.id, caseId)).for('no key update')
}

/** Members of the case who may approve its strikes. */
export async function approversOf(db: Db, caseId: string): Promise<string[]> {
  const rows = await db
    .select({ userId: caseAccess.userId })
    .from(caseAccess)
    .innerJoin(members, and(eq(members.userId, caseAccess.userId), eq(members.firmId, caseAccess.firmId)))
    .where(
      and(
        eq(caseAccess.caseId, caseId),
        eq(members.status, 'active'),
        or(eq(caseAccess.role, 'lead'), and(eq(caseAccess.role, 'attorney'), caseAccess.canApproveStrikes)),
      ),
    )
  return rows.map(({ userId }) => userId)
}

export async function moverOf(
  db: Db,
  actor: Actor,
  { id, standing }: Pick<SeenCase, 'id' | 'standing'>,
): Promise<Mover> {
  const approvers = await approversOf(db, id)
  return { userId: actor.userId, standing, isOnlyApprover: approvers.every((each) => each === actor.userId) }
}
