import { and, desc, eq, lt } from 'drizzle-orm'
import type { CaseSummary } from '#contract/cases.ts'
import type { CaseRole } from '#contract/permissions.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Db } from '#server/platform/db.ts'
import { absent } from '#server/platform/errors.ts'
import { caseMembers, cases } from './cases.table.ts'

const summary = {
  id: cases.id,
  title: cases.title,
  caseNumber: cases.caseNumber,
  status: cases.status,
  myRole: caseMembers.role,
  recordingBasis: cases.recordingBasis,
  createdAt: cases.createdAt,
}
type SummaryRow = Omit<CaseSummary, 'recordingDeclared' | 'createdAt'> & {
  recordingBasis: string | null
  createdAt: Date
}

const toSummary = ({ recordingBasis, createdAt, ...row }: SummaryRow): CaseSummary => ({
  ...row,
  recordingDeclared: recordingBasis !== null,
  createdAt: createdAt.toISOString(),
})

/** Joins a case to the actor's membership of it: whoever is no member does not see it. */
const mine = (actor: Actor) => and(eq(caseMembers.caseId, cases.id), eq(caseMembers.userId, actor.userId))

/** Newest first; `cursor` is the id of the last case seen. */
export async function listCases(
  db: Db,
  actor: Actor,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<CaseSummary[]> {
  const rows = await db
    .select(summary)
    .from(cases)
    .innerJoin(caseMembers, mine(actor))
    .where(and(eq(cases.firmId, actor.firmId), cursor ? lt(cases.id, cursor) : undefined))
    .orderBy(desc(cases.id))
    .limit(limit)
  return rows.map(toSummary)
}

/** The case with the actor's role in it; anybody else's is as absent as a missing one. */
export async function requireCase(db: Db, actor: Actor, caseId: string): Promise<CaseSummary & { myRole: CaseRole }> {
  const [row] = await db
    .select(summary)
    .from(cases)
    .innerJoin(caseMembers, mine(actor))
    .where(and(eq(cases.firmId, actor.firmId), eq(cases.id, caseId)))
  if (!row) throw absent('case')
  return { ...toSummary(row), myRole: row.myRole }
}
