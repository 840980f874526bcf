import { isNotNull, and, lt } from 'drizzle-orm'
import { recordAudit } from '#server/features/audit/audit.service.ts'
import type { Db } from '#server/platform/db.ts'
import { sessions } from './sessions.table.ts'

/** Permanently deletes sessions past their restore period, but not their videos. */
export function purgeSessions(db: Db, keepDays: number): Promise<void> {
  return db.transaction(async (tx) => {
    const gone = await tx
      .delete(sessions)
      .where(and(isNotNull(sessions.deletedAt), lt(sessions.deletedAt, new Date(Date.now() - keepDays * 86_400_000))))
      .returning({ id: sessions.id, firmId: sessions.firmId, caseId: sessions.caseId })
    for (const { id, firmId, caseId } of gone) {
      await recordAudit(tx, {
        firmId,
        actorId: null,
        action: 'session.destroyed',
        entity: 'session',
        entityId: id,
        caseId,
        reason: 'The restore period has ended.',
      })
    }
  })
}
