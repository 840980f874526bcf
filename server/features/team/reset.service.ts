import { type OneTimeLink, passwordResetHours } from '#contract/team.ts'
import { recordAudit } from '#server/features/audit/audit.service.ts'
import { publicUrl } from '#server/platform/config.ts'
import type { Context } from '#server/platform/route.ts'
import { createLink, voidLinks } from './links.service.ts'
import { requireMember } from './team.queries.ts'

export function createResetLink({ db, actor, parts, ip }: Context, userId: string): Promise<OneTimeLink> {
  return db.transaction(async (tx) => {
    await requireMember(tx, actor, userId)
    await voidLinks(tx, 'password_reset', userId)
    await recordAudit(tx, {
      firmId: actor.firmId,
      actorId: actor.userId,
      ip,
      action: 'password.reset_link_created',
      entity: 'user',
      entityId: userId,
    })
    return createLink(tx, publicUrl(parts.config), {
      kind: 'password_reset',
      hours: passwordResetHours,
      userId,
      createdBy: actor.userId,
    })
  })
}
