import type { z } from 'zod'
import {
  type inviteMember as inviteEndpoint,
  invitationDays,
  type OneTimeLink,
  passwordResetHours,
} from '#contract/team.ts'
import { recordAudit } from '#server/features/audit/audit.service.ts'
import { publicUrl } from '#server/platform/config.ts'
import { Refusal } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/route.ts'
import { createLink, voidLinks } from './links.service.ts'
import { isMember, requireMember } from './team.queries.ts'

export function inviteMember(
  { db, actor, parts, ip }: Context,
  { email, role, profession }: z.output<typeof inviteEndpoint.input>,
): Promise<OneTimeLink> {
  return db.transaction(async (tx) => {
    if (await isMember(tx, actor.firmId, email))
      throw new Refusal('conflict', `${email} is already a member of this firm.`)
    await recordAudit(tx, {
      firmId: actor.firmId,
      actorId: actor.userId,
      ip,
      action: 'member.invited',
      entity: 'user',
      details: { email, role, profession },
    })
    return createLink(tx, publicUrl(parts.config), {
      kind: 'invitation',
      hours: invitationDays * 24,
      firmId: actor.firmId,
      email,
      role,
      profession,
      createdBy: actor.userId,
    })
  })
}

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
