import { and, eq, gt, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { cases } from '#server/features/cases/cases.table.ts'
import { videos } from '#server/features/videos/videos.table.ts'
import type { Db } from '#server/platform/db.ts'
import { hashToken } from '#server/platform/ids.ts'
import { type ExportRow, exports } from '../core/exports.table.ts'
import { type ShareLinkRow, shareLinks } from '../core/share.table.ts'

export type Shared = { link: ShareLinkRow; row: ExportRow & { fileKey: string; sha256: string } }

/**
 * The link and its file while it is open; null for an unknown token and for one that has expired, was revoked or whose
 * file, policy, case or video is gone: nobody learns which of them it was.
 */
export async function findShared(db: Db, token: string): Promise<Shared | null> {
  const [found] = await db
    .select({ link: shareLinks, row: exports })
    .from(shareLinks)
    .innerJoin(exports, eq(exports.id, shareLinks.exportId))
    .leftJoin(videos, eq(videos.id, exports.videoId))
    // Of the case that a video was added to after its export was made, too.
    .leftJoin(cases, eq(cases.id, sql`coalesce(${exports.caseId}, ${videos.caseId})`))
    .where(
      and(
        eq(shareLinks.tokenHash, hashToken(token)),
        isNull(shareLinks.revokedAt),
        gt(shareLinks.expiresAt, sql`now()`),
        eq(exports.status, 'ready'),
        eq(exports.neverLinked, false),
        or(isNull(exports.expiresAt), gt(exports.expiresAt, sql`now()`)),
        // What belongs to no case belongs to its video: nobody could revoke its links once that is gone.
        or(isNotNull(exports.caseId), and(isNotNull(videos.id), isNull(videos.deletedAt))),
        or(isNotNull(cases.id), and(isNull(exports.caseId), isNull(videos.caseId))),
        isNull(cases.deletedAt),
        // Nor one that may name a juror of a jury that is anonymous now.
        sql`not (coalesce(${cases.confidentiality}, '') = 'anonymous_jury' and not
          ((${exports.options}->>'redactNames')::boolean and (${exports.options}->>'redactEmployers')::boolean))`,
        sql`coalesce((select allow_links from export_policies where export_policies.firm_id = ${exports.firmId}), true)`,
      ),
    )
  if (!found || found.row.fileKey === null || found.row.sha256 === null) return null
  return { link: found.link, row: { ...found.row, fileKey: found.row.fileKey, sha256: found.row.sha256 } }
}
