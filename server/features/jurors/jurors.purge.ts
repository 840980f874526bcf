import { and, isNotNull, lt } from 'drizzle-orm'
import { recordAudit } from '#server/features/audit/audit.service.ts'
import type { Db } from '#server/platform/db.ts'
import { jurors } from './jurors.table.ts'

export function purgeJurors(db: Db, keepDays: number): Promise<void> {
  return db.transaction(async (tx) => {
    const gone = await tx
      .delete(jurors)
      .where(and(isNotNull(jurors.deletedAt), lt(jurors.deletedAt, new Date(Date.now() - keepDays * 86_400_000))))
      .returning({ id: jurors.id, firmId: jurors.firmId, caseId: jurors.caseId })
    for (const { id, firmId, caseId } of gone) {
      await recordAudit(tx, {
        firmId,
        actorId: null,
        action: 'juror.destroyed',
        entity: 'juror',
        entityId: id,
        caseId,
        reason: 'The restore period has ended.',
      })
    }
  })
}
