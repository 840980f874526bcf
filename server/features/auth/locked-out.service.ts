import { recordAct } from '#server/features/audit/audit.service.ts'
import { lockPerson } from '#server/features/team/team.queries.ts'
import { Refusal } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/http/route.ts'
import { deleteSecondSteps } from './two-factor/two-factor.queries.ts'

export function removeMemberTwoFactor({ db, actor, parts, ip }: Context, userId: string): Promise<void> {
  return db.transaction(async (tx) => {
    const { name, isShared } = await lockPerson(tx, actor, parts.config, userId)
    if (isShared)
      throw new Refusal(
        'conflict',
        `${name}’s account has access beyond your firm. Ask the operator of this installation to run "venire reset-password --two-factor".`,
      )
    if (userId === actor.userId) throw new Refusal('conflict', 'Turn off your own two-factor sign-in on your profile.')
    if (!(await deleteSecondSteps(tx, userId)))
      throw new Refusal('conflict', `${name} doesn’t have two-factor sign-in turned on.`)
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
