import { and, eq, isNull } from 'drizzle-orm'
import { recordAudit } from '#server/features/audit/audit.service.ts'
import { hashPassword } from '#server/features/auth/passwords/passwords.ts'
import { caseMembers, cases } from '#server/features/cases/cases.table.ts'
import { firms, members, users } from '#server/features/team/team.table.ts'
import type { Db } from '#server/platform/db.ts'
import { newId, newToken } from '#server/platform/ids.ts'

export type DemoFirm = { email: string; password: string; caseId: string }

const email = 'demo@venire.example'
const caseNumber = 'SAMPLE-1'

export async function seedDemo(db: Db): Promise<DemoFirm> {
  const password = newToken().slice(0, 16)
  const passwordHash = await hashPassword(password)
  return db.transaction(async (tx) => {
    const [known] = await tx
      .select({ userId: users.id, firmId: members.firmId })
      .from(users)
      .innerJoin(members, eq(members.userId, users.id))
      .innerJoin(firms, and(eq(firms.id, members.firmId), eq(firms.isDemo, true)))
      .where(eq(users.email, email))
    if (known) {
      await tx.update(users).set({ passwordHash }).where(eq(users.id, known.userId))
      const caseId = (await findCase(tx, known)) ?? (await insertCase(tx, known))
      return { email, password, caseId }
    }
    const [firmId, userId] = [newId(), newId()]
    await tx.insert(firms).values({ id: firmId, name: 'Sample Firm', isDemo: true })
    await tx.insert(users).values({ id: userId, email, name: 'Trial attorney, sample', passwordHash, isOperator: true })
    await tx.insert(members).values({ firmId, userId, role: 'administrator', profession: 'attorney' })
    const caseId = await insertCase(tx, { firmId, userId })
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

type DemoPerson = { firmId: string; userId: string }

async function findCase(tx: Db, { firmId, userId }: DemoPerson): Promise<string | null> {
  const [found] = await tx
    .select({ id: cases.id })
    .from(cases)
    .innerJoin(caseMembers, and(eq(caseMembers.caseId, cases.id), eq(caseMembers.userId, userId)))
    .where(and(eq(cases.firmId, firmId), eq(cases.caseNumber, caseNumber), isNull(cases.deletedAt)))
  return found?.id ?? null
}

async function insertCase(tx: Db, { firmId, userId }: DemoPerson): Promise<string> {
  const caseId = newId()
  await tx.insert(cases).values({
    id: caseId,
    firmId,
    title: 'State v. Sample',
    caseNumber,
    status: 'active',
    recordingBasis: 'own_mock',
    recordingNote: 'A mock voir dire with synthetic voices, made by the project.',
    recordingDeclaredBy: userId,
    recordingDeclaredAt: new Date(),
    createdBy: userId,
  })
  await tx.insert(caseMembers).values({ caseId, userId, role: 'lead' })
  return caseId
}
