import { and, eq, sql } from 'drizzle-orm'
import { recordAudit } from '#server/features/audit/audit.service.ts'
import type { Leaving, TeamListeners } from '#server/features/team/team.listeners.ts'
import type { Db } from '#server/platform/db.ts'
import { Refusal } from '#server/platform/errors.ts'
import type { Parts } from '#server/platform/parts.ts'
import { caseMembers, cases } from './cases.table.ts'

/** What cases announces to the features to its right, inside the transaction of the change. */
export type CaseListeners = {
  /** What the team watches for has changed, by name or by watch words; a description changes no result. */
  themesChanged(tx: Db, parts: Parts, change: { caseId: string; by: string }): Promise<void>
}

/** Titles named in one sentence; more are counted. */
const namedCases = 5

/**
 * Keeps every case led when a person leaves: where they are its only active lead, their successor becomes one, and
 * without a successor the leaving is refused. An administrator learns no more than the titles.
 */
export const caseTeamListeners: Pick<TeamListeners, 'leaving'> = {
  async leaving(tx, leaving) {
    const orphaned = await ledByAlone(tx, leaving)
    if (orphaned.length > 0 && leaving.successorId === undefined) {
      const titles = orphaned.slice(0, namedCases).map((each) => each.title)
      const more = orphaned.length > namedCases ? ` and ${orphaned.length - namedCases} more` : ''
      throw new Refusal('conflict', `Assign another lead first: this person alone leads ${titles.join(', ')}${more}.`, {
        fields: { successorId: 'Choose who becomes the lead of these cases.' },
      })
    }
    for (const { id } of orphaned) await handOver(tx, leaving, id)
    if (leaving.isRemoved) await leaveCases(tx, leaving)
  },
}

/** Cases, deleted ones too since they may come back, without another lead who is active in the firm. Locked in one order. */
function ledByAlone(tx: Db, { firmId, userId }: Leaving): Promise<{ id: string; title: string }[]> {
  return tx
    .select({ id: cases.id, title: cases.title })
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

async function handOver(tx: Db, { firmId, userId, successorId, by, ip }: Leaving, caseId: string): Promise<void> {
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

async function leaveCases(tx: Db, { firmId, userId, by, ip }: Leaving): Promise<void> {
  const left = await tx
    .delete(caseMembers)
    .where(
      and(
        eq(caseMembers.userId, userId),
        sql`${caseMembers.caseId} in (select id from cases where firm_id = ${firmId})`,
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
