import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import { recordAudit } from '#server/features/audit/audit.service.ts'
import type { Leaving, TeamListeners } from '#server/features/team/team.listeners.ts'
import type { Db } from '#server/platform/db.ts'
import { Refusal } from '#server/platform/errors.ts'
import type { Parts } from '#server/platform/parts.ts'
import { caseMembers, cases } from './cases.table.ts'

export type CaseListeners = {
  themesChanged(tx: Db, parts: Parts, change: { caseId: string; by: string }): Promise<void>
  /** Called when a person leaves the case or loses the role that lets them share its exports. */
  sharingEnded(tx: Db, ended: { firmId: string; caseId: string; userId: string; by: string; ip: string }): Promise<void>
}

const namedCases = 5

/**
 * Makes the successor the lead of each case that the departing member leads alone. Throws `conflict` with the case
 * titles if there is no successor, or if administrators would let themselves through a case's wall.
 */
export const caseTeamListeners: Pick<TeamListeners, 'leaving' | 'demoted'> = {
  async leaving(tx, leaving) {
    const orphaned = await listSoleLedCases(tx, leaving)
    if (orphaned.length > 0 && leaving.successorId === undefined) {
      const titles = orphaned.slice(0, namedCases).map((each) => each.title)
      const more = orphaned.length > namedCases ? ` and ${orphaned.length - namedCases} more` : ''
      throw new Refusal(
        'conflict',
        `Assign another lead first. This person is the only lead of ${titles.join(', ')}${more}.`,
        {
          fields: { successorId: 'Choose a new lead for these cases.' },
        },
      )
    }
    const walled = leaving.successorId === leaving.by && orphaned.find(({ isWalled }) => isWalled)
    if (walled)
      throw new Refusal(
        'conflict',
        `You’re not a member of ${walled.title}. Choose someone else as its lead, or open the case with a reason first.`,
        { fields: { successorId: 'Choose someone else.' } },
      )
    for (const { id } of orphaned) await transferLead(tx, leaving, id)
    if (leaving.isRemoved) await leaveCases(tx, leaving)
  },
  demoted: (tx, former) =>
    leaveCases(tx, former, and(eq(caseMembers.role, 'viewer'), isNotNull(caseMembers.breakGlassReason))),
}

/** Includes deleted cases because they may be restored. Locks in ID order to prevent deadlocks. */
function listSoleLedCases(
  tx: Db,
  { firmId, userId, by }: Leaving,
): Promise<{ id: string; title: string; isWalled: boolean }[]> {
  const isWalled = sql<boolean>`not exists (select from case_members where case_members.case_id = cases.id
    and case_members.user_id = ${by} and (case_members.expires_at is null or case_members.expires_at > now()))`
  return tx
    .select({ id: cases.id, title: cases.title, isWalled })
    .from(cases)
    .where(
      and(
        eq(cases.firmId, firmId),
        sql`exists (select from case_members where case_members.case_id = cases.id and case_members.role = 'lead'
          and case_members.user_id = ${userId})`,
        sql`not exists (select from case_members join members on members.user_id = case_members.user_id
          and members.firm_id = cases.firm_id and members.status = 'active'
          where case_members.case_id = cases.id and case_members.role = 'lead' and case_members.user_id <> ${userId})`,
      ),
    )
    .orderBy(cases.id)
    .for('update')
}

async function transferLead(tx: Db, { firmId, userId, successorId, by, ip }: Leaving, caseId: string): Promise<void> {
  const lead = { role: 'lead' as const, expiresAt: null, breakGlassReason: null, addedBy: by }
  await tx
    .insert(caseMembers)
    .values({ caseId, userId: successorId!, ...lead })
    .onConflictDoUpdate({ target: [caseMembers.caseId, caseMembers.userId], set: lead })
  await recordAudit(tx, {
    firmId,
    actorId: by,
    ip,
    action: 'case.lead_succeeded',
    entity: 'user',
    entityId: successorId!,
    caseId,
    details: { role: 'lead', successorOf: userId },
  })
}

async function leaveCases(
  tx: Db,
  { firmId, userId, by, ip }: Pick<Leaving, 'firmId' | 'userId' | 'by' | 'ip'>,
  which?: SQL,
): Promise<void> {
  const left = await tx
    .delete(caseMembers)
    .where(
      and(
        eq(caseMembers.userId, userId),
        sql`${caseMembers.caseId} in (select id from cases where firm_id = ${firmId})`,
        which,
      ),
    )
    .returning({ caseId: caseMembers.caseId, role: caseMembers.role })
  for (const { caseId, role } of left) {
    await recordAudit(tx, {
      firmId,
      actorId: by,
      ip,
      action: 'case.member_removed',
      entity: 'user',
      entityId: userId,
      caseId,
      details: { role },
    })
  }
}
