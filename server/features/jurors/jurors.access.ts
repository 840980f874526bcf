import { and, eq, getTableColumns, isNull } from 'drizzle-orm'
import type { CaseAction } from '#contract/account/permissions.ts'
import { requireCase, type SeenCase } from '#server/features/cases/cases.access.ts'
import { caseAccess } from '#server/features/cases/cases.table.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Db } from '#server/platform/db.ts'
import { absent } from '#server/platform/errors.ts'
import { type JurorRow, jurors } from './jurors.table.ts'

export type SeenJuror = { juror: JurorRow; inCase: SeenCase }

export async function requireJuror(
  db: Db,
  actor: Actor,
  jurorId: string,
  action: CaseAction = 'see',
  { lock = false }: { lock?: boolean } = {},
): Promise<SeenJuror> {
  const query = db
    .select(getTableColumns(jurors))
    .from(jurors)
    .innerJoin(caseAccess, and(eq(caseAccess.caseId, jurors.caseId), eq(caseAccess.userId, actor.userId)))
    .where(and(eq(jurors.id, jurorId), eq(jurors.firmId, actor.firmId), isNull(jurors.deletedAt)))
  const [juror] = await (lock ? query.for('update', { of: jurors }) : query)
  if (!juror) throw absent('juror')
  return { juror, inCase: await requireCase(db, actor, juror.caseId, action) }
}

export const isAnonymous = ({ confidentiality }: Pick<SeenCase, 'confidentiality'>): boolean =>
  confidentiality === 'anonymous_jury'
