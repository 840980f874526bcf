import { and, eq, isNull } from 'drizzle-orm'
import type { z } from 'zod'
import type { createShareLink as createEndpoint, ShareLink } from '#contract/exports/share.ts'
import { hashPassword } from '#server/features/auth/passwords/passwords.ts'
import { publicUrl } from '#server/platform/config.ts'
import { absent, Refusal } from '#server/platform/errors.ts'
import { hashToken, newId, newToken } from '#server/platform/ids.ts'
import type { Context } from '#server/platform/http/route.ts'
import { requireExport, readPolicy, requireHours, requirePassword } from '../core/exports.access.ts'
import { auditExport, requireReady } from '../core/exports.service.ts'
import { shareLinks } from '../core/exports.table.ts'
import { readLink } from '../core/exports.queries.ts'

const hourMs = 3_600_000

/** Returns the URL, which can't be read again because only the token's hash is stored. */
export async function createShareLink(
  { db, actor, parts, ip }: Context,
  exportId: string,
  input: z.output<typeof createEndpoint.input>,
): Promise<{ link: ShareLink; url: string }> {
  const { label, recipients, password, emailCode, maxDownloads } = input
  const seen = await requireExport(db, actor, exportId, 'shareExports')
  const { row } = seen
  if (emailCode && !parts.mailer.isConfigured)
    throw refuse(
      'emailCode',
      'This installation can’t send email. Protect the link with a password, and give the recipient the password by phone.',
    )
  if (emailCode && recipients.length === 0) throw refuse('recipients', 'Add at least one recipient for the code.')
  if (row.neverLinked)
    throw new Refusal('not_allowed', 'This export may contain privileged work product. It can’t be shared by link.')
  const policy = await readPolicy(db, actor.firmId)
  if (!policy.allowLinks) throw new Refusal('not_allowed', 'Your firm doesn’t allow share links.')
  requirePassword(policy, password)
  requireReady(seen)
  const askedMs = Date.now() + requireHours(policy, input.expiresInHours)! * hourMs
  const expiresAt = new Date(Math.min(askedMs, row.expiresAt?.getTime() ?? askedMs))
  const passwordHash = password === undefined ? null : await hashPassword(password)
  const token = newToken()
  const id = newId()
  await db.transaction(async (tx) => {
    // The export may have been revoked while the password was being hashed.
    requireReady(await requireExport(tx, actor, exportId, 'shareExports', { lock: true }))
    await tx.insert(shareLinks).values({
      id,
      exportId,
      tokenHash: hashToken(token),
      label,
      recipients,
      passwordHash,
      emailCode,
      expiresAt,
      maxDownloads,
      createdBy: actor.userId,
    })
    await auditExport(tx, { actor, ip }, 'export.link_created', row, {
      linkId: id,
      recipients,
      hasPassword: passwordHash !== null,
      hasEmailCode: emailCode,
      expiresAt: expiresAt.toISOString(),
      maxDownloads,
    })
  })
  return { link: await readLink(db, actor, seen, id), url: `${publicUrl(parts.config)}/s/${token}` }
}

const refuse = (field: string, message: string) => new Refusal('invalid', message, { fields: { [field]: message } })

export async function revokeShareLink(
  { db, actor, ip }: Context,
  { exportId, linkId }: { exportId: string; linkId: string },
): Promise<ShareLink> {
  return db.transaction(async (tx) => {
    const [own] = await tx
      .select({ id: shareLinks.id })
      .from(shareLinks)
      .where(and(eq(shareLinks.id, linkId), eq(shareLinks.exportId, exportId), eq(shareLinks.createdBy, actor.userId)))
    const seen = await requireExport(tx, actor, exportId, 'revokeExports', { isOwn: own !== undefined })
    const revoked = await tx
      .update(shareLinks)
      .set({ revokedAt: new Date(), revokedBy: actor.userId })
      .where(and(eq(shareLinks.id, linkId), eq(shareLinks.exportId, exportId), isNull(shareLinks.revokedAt)))
      .returning({ id: shareLinks.id })
    const link = await readLink(tx, actor, seen, linkId)
    if (revoked.length === 0 && link.state !== 'revoked') throw absent('link')
    if (revoked.length > 0) await auditExport(tx, { actor, ip }, 'export.link_revoked', seen.row, { linkId })
    return link
  })
}
