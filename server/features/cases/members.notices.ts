import { eq } from 'drizzle-orm'
import type { CaseRole } from '#contract/account/permissions.ts'
import { type News, notify } from '#server/features/notifications/notifications.service.ts'
import type { Db } from '#server/platform/db.ts'
import { cases } from './cases.table.ts'

/** What happened to a membership of a case. */
export type MembershipChange = {
  firmId: string
  actorId: string
  caseId: string
  userId: string
} & (
  | { action: 'added' | 'changed'; role: CaseRole }
  | { action: 'removed' }
  /** An administrator opened the case behind the wall: its leads hear of it. */
  | { action: 'opened_by_break_glass' }
)

const roleWords: Record<CaseRole, string> = {
  lead: 'its lead',
  attorney: 'an attorney of it',
  paralegal: 'a paralegal of it',
  consultant: 'a consultant of it',
  viewer: 'a viewer of it',
}

/** Tells the person whom it concerns, in the transaction of the change. */
export async function tellOfMembership(tx: Db, change: MembershipChange): Promise<void> {
  const { firmId, actorId, caseId, userId } = change
  const [found] = await tx.select({ title: cases.title }).from(cases).where(eq(cases.id, caseId))
  const title = found?.title ?? ''
  const shared = { firmId, actorId, topic: `case_member.${change.action}`, entityId: caseId }
  const toPerson = { type: 'info', category: 'team', to: { userIds: [userId] } } as const
  const action: News['action'] = { url: `/cases/${caseId}` }
  switch (change.action) {
    case 'added':
      await notify(tx, {
        ...shared,
        ...toPerson,
        caseId,
        title: 'Added to a case',
        message: `${title}: you are ${roleWords[change.role]}.`,
        action,
      })
      break
    case 'changed':
      await notify(tx, {
        ...shared,
        ...toPerson,
        caseId,
        title: 'Role changed',
        message: `${title}: you are now ${roleWords[change.role]}.`,
        action,
      })
      break
    case 'removed':
      // Without the case: who is no member would not see it.
      await notify(tx, {
        ...shared,
        ...toPerson,
        title: 'Removed from a case',
        message: `${title}: you are no longer a member.`,
      })
      break
    case 'opened_by_break_glass':
      await notify(tx, {
        ...shared,
        caseId,
        type: 'warning',
        category: 'case',
        title: 'Case opened by an administrator',
        message: `${title}: an administrator who is no member reads it for a day. The reason stands in its activity.`,
        action,
        to: { caseRoles: ['lead'] },
      })
  }
}
