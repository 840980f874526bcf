import { eq } from 'drizzle-orm'
import { recordAudit } from '#server/features/audit/audit.service.ts'
import { hashPassword } from '#server/features/auth/passwords.ts'
import { caseMembers, cases } from '#server/features/cases/cases.table.ts'
import { firms, members, users } from '#server/features/team/team.table.ts'
import type { Db } from '#server/platform/db.ts'
import { newId, newToken } from '#server/platform/ids.ts'

export type DemoFirm = { email: string; password: string; caseId: string }

const email = 'demo@venire.example'

/**
 * The demo's firm, person and case; made once, found again afterwards. The password is new at every start,
 * so that none is ever written down.
 */
export async function seedDemo(db: Db): Promise<DemoFirm> {
  const password = newToken().slice(0, 16)
  const passwordHash = await hashPassword(password)
  return db.transaction(async (tx) => {
    const [known] = await tx
      .select({ userId: users.id, caseId: caseMembers.caseId })
      .from(users)
      .innerJoin(caseMembers, eq(caseMembers.userId, users.id))
      .where(eq(users.email, email))
      .limit(1)
    if (known) {
      await tx.update(users).set({ passwordHash }).where(eq(users.id, known.userId))
      return { email, password, caseId: known.caseId }
    }
    const [firmId, userId, caseId] = [newId(), newId(), newId()]
    await tx.insert(firms).values({ id: firmId, name: 'Sample Firm', isDemo: true })
    await tx.insert(users).values({ id: userId, email, name: 'Trial attorney, sample', passwordHash, isOperator: true })
    await tx.insert(members).values({ firmId, userId, role: 'administrator', profession: 'attorney' })
    await tx.insert(cases).values({
      id: caseId,
      firmId,
      title: 'State v. Sample',
      caseNumber: 'SAMPLE-1',
      status: 'active',
      recordingBasis: 'own_mock',
      recordingNote: 'A mock voir dire with synthetic voices, made by the project.',
      recordingDeclaredBy: userId,
      recordingDeclaredAt: new Date(),
      createdBy: userId,
    })
    await tx.insert(caseMembers).values({ caseId, userId, role: 'lead' })
    await recordAudit(tx, {
      firmId,
      actorId: userId,
      action: 'firm.created',
      entity: 'firm',
      entityId: firmId,
      details: { demo: true },
    })
    return { email, password, caseId }
  })
}
