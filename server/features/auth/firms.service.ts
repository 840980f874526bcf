import { and, eq } from 'drizzle-orm'
import { recordAct, recordAudit } from '#server/features/audit/audit.service.ts'
import { members } from '#server/features/team/team.table.ts'
import type { Actor } from '#server/platform/actor.ts'
import { absent } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/http/route.ts'
import { lockName } from '#server/platform/lease.ts'
import { requireSignIn } from './auth.queries.ts'
import { signIns } from './auth.table.ts'
import { mustSetUpTwoFactor } from './two-factor/two-factor.queries.ts'

/** Neither firm's audit record names the other firm. */
export function switchFirm({ db, actor, ip }: Context, firmId: string): Promise<Actor> {
  return db.transaction(async (tx) => {
    await requireSignIn(tx, actor)
    const { userId, signInId } = actor
    if (firmId === actor.firmId) return actor
    const chosen = await tx
      .update(members)
      .set({ chosenAt: new Date() })
      .where(and(eq(members.firmId, firmId), eq(members.userId, userId), eq(members.status, 'active')))
      .returning({ firmId: members.firmId })
    if (chosen.length === 0) throw absent('firm')
    const [session] = await tx.update(signIns).set({ firmId }).where(eq(signIns.id, signInId)).returning()
    // In one order, so that people who switch in opposite directions don't deadlock.
    for (const id of [actor.firmId, firmId].toSorted()) await lockName(tx, `audit:${id}`)
    const act = { ip, entity: 'sign_in', entityId: signInId }
    await recordAct(tx, { actor, ...act, action: 'sign_in.switched_away' })
    await recordAudit(tx, { firmId, actorId: userId, ...act, action: 'sign_in.switched_here' })
    const { method } = session!
    return { ...actor, firmId, isHeldBack: await mustSetUpTwoFactor(tx, { userId, firmId, method }) }
  })
}
