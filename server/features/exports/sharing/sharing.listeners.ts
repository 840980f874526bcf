import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { CaseListeners } from '#server/features/cases/cases.listeners.ts'
import type { TeamListeners } from '#server/features/team/team.listeners.ts'
import type { Db } from '#server/platform/db.ts'
import { auditExport } from '../core/exports.service.ts'
import { exports, shareLinks } from '../core/exports.table.ts'

/** Permanently revokes the share links of a suspended or removed member. Reactivating the member doesn't restore them. */
export const shareLinkListener: Pick<TeamListeners, 'left'> = { left: revokeLinks }

export const caseSharingListener: Pick<CaseListeners, 'sharingEnded'> = { sharingEnded: revokeLinks }

type Left = { firmId: string; caseId?: string; userId: string; by: string; ip: string }

async function revokeLinks(tx: Db, { firmId, caseId, userId, by, ip }: Left): Promise<void> {
  const revoked = await tx
    .update(shareLinks)
    .set({ revokedAt: new Date(), revokedBy: by })
    .from(exports)
    .where(
      and(
        eq(exports.id, shareLinks.exportId),
        eq(exports.firmId, firmId),
        caseId === undefined
          ? undefined
          : sql`coalesce(${exports.caseId}, (select case_id from videos where videos.id = ${exports.videoId})) = ${caseId}`,
        eq(shareLinks.createdBy, userId),
        isNull(shareLinks.revokedAt),
        gt(shareLinks.expiresAt, sql`now()`),
      ),
    )
    .returning({ linkId: shareLinks.id, row: exports })
  for (const { linkId, row } of revoked)
    await auditExport(tx, { actor: { userId: by }, ip }, 'export.link_revoked', row, { linkId })
}
