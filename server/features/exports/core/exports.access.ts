import { and, eq } from 'drizzle-orm'
import type { ExportPlan, ExportScope } from '#contract/exports/exports.ts'
import { templateRules } from '#contract/exports/templates.ts'
import { type CaseAction, caseAllows } from '#contract/account/permissions.ts'
import { requireCase, type SeenCase } from '#server/features/cases/cases.access.ts'
import { requireJuror } from '#server/features/jurors/jurors.access.ts'
import { requireSession } from '#server/features/sessions/sessions.access.ts'
import { requireVideo } from '#server/features/videos/videos.access.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Db } from '#server/platform/db.ts'
import { absent, Refusal } from '#server/platform/errors.ts'
import { defaultExportPolicy, type ExportPolicy } from '#contract/exports/policy.ts'
import { recordAct } from '#server/features/audit/audit.service.ts'
import type { Context } from '#server/platform/http/route.ts'
import { type ExportRow, exports, exportPolicies, type ShareLinkRow } from './exports.table.ts'

export type Subject = {
  inCase: SeenCase | null
  sessionId: string | null
  videoId: string | null
  /** A session name, "Juror 12", a case title, or a filename. Never a person's name. */
  label: string
}

export async function requireSubject(db: Db, actor: Actor, { kind, id }: ExportScope): Promise<Subject> {
  if (kind === 'case') {
    const inCase = await requireCase(db, actor, id, 'export')
    return { inCase, sessionId: null, videoId: null, label: inCase.title }
  }
  if (kind === 'session') {
    const { session, inCase } = await requireSession(db, actor, id, 'export', { evenLocked: true })
    return { inCase, sessionId: id, videoId: null, label: session.name }
  }
  if (kind === 'juror') {
    const { juror, inCase } = await requireJuror(db, actor, id, 'export')
    return { inCase, sessionId: null, videoId: null, label: `Juror ${juror.jurorNumber}` }
  }
  const video = await requireVideo(db, actor, id)
  const inCase = video.caseId === null ? null : await requireCase(db, actor, video.caseId, 'export')
  return { inCase, sessionId: null, videoId: id, label: video.filename }
}

/** Throws if the actor lacks the case permissions that the content needs beyond `export`. */
export async function requireContent(
  db: Db,
  actor: Actor,
  inCase: SeenCase | null,
  { template, options }: Pick<ExportPlan, 'template' | 'options'>,
): Promise<void> {
  if (!inCase) return
  const { needsAudit, needsLead } = templateRules[template]
  if (needsAudit) await requireCase(db, actor, inCase.id, 'readAudit')
  if (options.includePrivileged) await requireCase(db, actor, inCase.id, 'seeWorkProduct')
  if (needsLead && inCase.myRole !== 'lead')
    throw new Refusal('not_allowed', 'Only the case lead can export the case archive.')
}

export type SeenExport = { row: ExportRow; inCase: SeenCase | null }

/** Throws `not_found` for nonmembers of the export's case. */
export async function requireExport(
  db: Db,
  actor: Actor,
  exportId: string,
  action: Extract<CaseAction, 'export' | 'shareExports' | 'revokeExports'> = 'export',
  { lock = false, isOwn = false } = {},
): Promise<SeenExport> {
  const query = db
    .select()
    .from(exports)
    .where(and(eq(exports.id, exportId), eq(exports.firmId, actor.firmId)))
  const [row] = await (lock ? query.for('update') : query)
  if (!row) throw absent('export')
  // If the video has joined a case since the export, that case's permissions apply.
  const caseId = row.caseId ?? (await requireVideo(db, actor, row.videoId ?? row.id).catch(throwAbsentExport)).caseId
  if (caseId === null) return { row, inCase: null }
  await requireCase(db, actor, caseId).catch(throwAbsentExport)
  const inCase = await requireCase(db, actor, caseId, action, { isOwn: isOwn || row.createdBy === actor.userId })
  if (action === 'export') await requireContent(db, actor, inCase, row)
  return { row, inCase }
}

function throwAbsentExport(error: unknown): never {
  if (error instanceof Refusal && error.code === 'not_found') throw absent('export')
  throw error
}

export function getRights(actor: Actor, row: ExportRow, inCase: SeenCase | null, allowLinks: boolean) {
  const isOwn = row.createdBy === actor.userId
  const may = (action: CaseAction) => inCase === null || caseAllows(inCase.standing, action, { isOwn })
  const { needsAudit, needsLead } = templateRules[row.template]
  const opens =
    may('export') && (!needsAudit || may('readAudit')) && (!needsLead || inCase === null || inCase.myRole === 'lead')
  const isLive = row.status === 'queued' || row.status === 'running'
  return {
    download: opens && row.status === 'ready',
    cancel: isLive && (isOwn || may('revokeExports')),
    rerun: opens && !isLive,
    share: row.status === 'ready' && !row.neverLinked && allowLinks && may('shareExports'),
    revoke: row.status === 'ready' && may('revokeExports'),
  }
}

export const mayRevokeLink = (
  actor: Actor,
  { row, inCase }: SeenExport,
  link: Pick<ShareLinkRow, 'createdBy'>,
): boolean => {
  const isOwn = row.createdBy === actor.userId || link.createdBy === actor.userId
  return inCase === null || caseAllows(inCase.standing, 'revokeExports', { isOwn })
}

export async function readPolicy(db: Db, firmId: string): Promise<ExportPolicy> {
  const [row] = await db.select().from(exportPolicies).where(eq(exportPolicies.firmId, firmId))
  if (!row) return defaultExportPolicy
  const { passwordRequired, maxExpiryDays, allowNever, allowLinks } = row
  return { passwordRequired, maxExpiryDays, allowNever, allowLinks }
}

export function savePolicy({ db, actor, ip }: Context, policy: ExportPolicy): Promise<ExportPolicy> {
  return db.transaction(async (tx) => {
    const before = await readPolicy(tx, actor.firmId)
    const row = { ...policy, updatedBy: actor.userId, updatedAt: new Date() }
    await tx
      .insert(exportPolicies)
      .values({ firmId: actor.firmId, ...row })
      .onConflictDoUpdate({ target: exportPolicies.firmId, set: row })
    await recordAct(tx, {
      actor,
      ip,
      action: 'firm.export_policy_changed',
      entity: 'firm',
      entityId: actor.firmId,
      details: { before, after: policy },
    })
    return policy
  })
}

export function requireHours(policy: ExportPolicy, hours: number | null): number | null {
  const days = policy.maxExpiryDays
  const message =
    hours === null
      ? policy.allowNever
        ? null
        : `Your firm requires exports to expire. Choose ${days} days or fewer.`
      : hours > days * 24
        ? `Your firm keeps exports for up to ${days} days. Choose a shorter period.`
        : null
  if (message) throw refuse('expiresInHours', message)
  return hours
}

export function requirePassword(policy: ExportPolicy, password: string | undefined): void {
  if (policy.passwordRequired && password === undefined)
    throw refuse('password', 'Your firm requires a password on every export and link.')
}

const refuse = (field: string, message: string) => new Refusal('invalid', message, { fields: { [field]: message } })
