import { and, eq, ne } from 'drizzle-orm'
import { recordAct } from '#server/features/audit/audit.service.ts'
import { requireMember } from '#server/features/team/team.queries.ts'
import { members } from '#server/features/team/team.table.ts'
import { Refusal } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/route.ts'
import { deleteTwoFactor } from './two-factor.queries.ts'

/**
 * An administrator helps a member who has lost app and recovery codes. Not where the person works in another firm too:
 * one firm's administrator must not open the way into another.
 */
export function removeMemberTwoFactor({ db, actor, ip }: Context, userId: string): Promise<void> {
  return db.transaction(async (tx) => {
    const { name } = await requireMember(tx, actor, userId)
    const [elsewhere] = await tx
      .select({ firmId: members.firmId })
      .from(members)
      .where(and(eq(members.userId, userId), ne(members.firmId, actor.firmId)))
      .limit(1)
    if (elsewhere)
      throw new Refusal(
        'conflict',
        `${name} works in another firm, too. Ask the operator of this installation to run "venire reset-password --two-factor".`,
      )
    if (userId === actor.userId)
      throw new Refusal('conflict', 'Switch your own two-factor sign-in off on your profile.')
    if (!(await deleteTwoFactor(tx, userId)))
      throw new Refusal('conflict', `${name} has no two-factor sign-in switched on.`)
    await recordAct(tx, {
      actor,
      ip,
      action: 'two_factor.removed',
      entity: 'user',
      entityId: userId,
      reason: 'by an administrator',
    })
  })
}
