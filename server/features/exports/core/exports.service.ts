import { and, eq, inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import { Id } from '#contract/endpoint.ts'
import {
  type Export,
  type ExportEstimate,
  exportLimits,
  type ExportPlan,
  type NewExport,
  type rerunExport as rerunEndpoint,
} from '#contract/exports/exports.ts'
import { isPrivilegedPaper, templateRules, type ExportTemplate, type ExportType } from '#contract/exports/templates.ts'
import { isAnonymous } from '#server/features/jurors/jurors.access.ts'
import { nameToken, recordAudit } from '#server/features/audit/audit.service.ts'
import { firms } from '#server/features/team/team.table.ts'
import { requireUnblocked } from '#server/features/videos/integrity.ts'
import { readQuotaLeft } from '#server/features/videos/uploads/admission.ts'
import { sentKinds } from '#server/platform/http/bytes.ts'
import { type Config, publicUrl } from '#server/platform/config.ts'
import { Refusal } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Db } from '#server/platform/db.ts'
import { defineJob } from '#server/platform/queue.ts'
import { newId } from '#server/platform/ids.ts'
import type { Context } from '#server/platform/http/route.ts'
import { requireSpace } from '#server/platform/storage/space.ts'
import { seal } from '#server/platform/keys/sealing.ts'
import {
  requireContent,
  requireExport,
  requireSubject,
  type SeenExport,
  readPolicy,
  requireHours,
  requirePassword,
} from './exports.access.ts'
import { notifyChanged, notifyRevoked } from './exports.notices.ts'
import { readExport } from './exports.queries.ts'
import { endUnfinished, type ExportRow, exports } from './exports.table.ts'
import { estimateSpace, type ExportOrder, findMaker, type Makers } from './maker.ts'
import { requireFilm, sealLink } from './film-link.ts'

/** Not marked `heavy`, so a juror list doesn't wait behind hours of video analysis. */
export const makeExportJob = defineJob({
  name: 'export',
  payload: z.strictObject({ exportId: Id }),
  attempts: 3,
  timeoutSeconds: 6 * 3600,
  heavy: false,
  lane: 'export',
})

const usesMedia = new Set<ExportType>(['mp4', 'pack', 'pdf', 'html', 'docx'])

/** An anonymous jury overrides every naming option. */
async function prepare(context: Pick<Context, 'db' | 'actor'>, makers: Makers, plan: ExportPlan) {
  const { db, actor } = context
  const subject = await requireSubject(db, actor, plan.scope)
  const maker = findMaker(makers, plan)
  await requireContent(db, actor, subject.inCase, plan)
  const anonymous = subject.inCase !== null && isAnonymous(subject.inCase)
  const options = anonymous ? { ...plan.options, redactNames: true, redactEmployers: true } : plan.options
  const order: ExportOrder = {
    firmId: actor.firmId,
    caseId: subject.inCase?.id ?? null,
    type: plan.type,
    template: plan.template,
    title: `${templateRules[plan.template].title}: ${subject.label}`.slice(0, 200),
    scope: plan.scope,
    filters: plan.filters,
    options,
    createdBy: actor.userId,
  }
  return { subject, maker, order, anonymous }
}

export async function estimateExport(context: Context, makers: Makers, plan: ExportPlan): Promise<ExportEstimate> {
  const { maker, order, anonymous } = await prepare(context, makers, plan)
  const { options } = order
  const controls = templateRules[order.template].controls
  const estimate = await maker.estimate({
    db: context.db,
    order,
    actor: context.actor,
    publicUrl: publicUrl(context.parts.config),
  })
  const warnings = [
    ...(anonymous ? ['Anonymous jury: names and employers are always redacted.'] : []),
    ...(options.includePrivileged && controls.includes('privileged')
      ? ['Contains privileged work product. It can’t be shared by link.']
      : []),
    ...(!options.redactNames && controls.includes('names') ? ['Includes juror names.'] : []),
    ...(options.includeSuggestions && controls.includes('suggestions') ? ['Includes unconfirmed suggestions.'] : []),
  ]
  return { ...estimate, warnings: [...warnings, ...estimate.warnings] }
}

export async function createExport(context: Context, makers: Makers, input: NewExport): Promise<Export> {
  const { password, expiresInHours, filmLink, ...plan } = input
  const prepared = await prepare(context, makers, plan)
  await requireMakeable(context, prepared)
  await requireUnblocked(context.db, plan.scope)
  return start(context, prepared, { password, expiresInHours, filmLink: filmLink ?? null, rerunOf: null })
}

async function requireMakeable(
  { db, actor, parts }: Context,
  { maker, order }: Awaited<ReturnType<typeof prepare>>,
): Promise<void> {
  if (!templateRules[order.template].needsVerified) return
  const refusal = await maker.findRefusal?.({ db, order, actor, publicUrl: publicUrl(parts.config) })
  if (refusal) throw new Refusal('conflict', refusal)
}

export async function rerunExport(
  context: Context,
  makers: Makers,
  exportId: string,
  { password, expiresInHours, filmLink }: z.output<typeof rerunEndpoint.input>,
): Promise<Export> {
  const { row } = await requireExport(context.db, context.actor, exportId)
  if (row.hasPassword && password === undefined) {
    const message = 'Enter a password. The earlier one wasn’t saved.'
    throw new Refusal('invalid', message, { fields: { password: message } })
  }
  if (row.filmId !== null && filmLink === undefined) {
    const message = 'Add a share link again, or choose the review room. The earlier link wasn’t saved.'
    throw new Refusal('invalid', message, { fields: { filmLink: message } })
  }
  const { type, template, scope, filters, options } = row
  const prepared = await prepare(context, makers, { type, template, scope, filters, options })
  await requireMakeable(context, prepared)
  await requireUnblocked(context.db, scope)
  return start(context, prepared, { password, expiresInHours, filmLink: filmLink ?? null, rerunOf: row.id })
}

type Extra = {
  password: string | undefined
  expiresInHours: number | null
  filmLink: string | null
  rerunOf: string | null
}

async function start(
  { db, actor, parts, ip }: Context,
  { subject, maker, order }: Awaited<ReturnType<typeof prepare>>,
  { password, expiresInHours, filmLink, rerunOf }: Extra,
): Promise<Export> {
  const policy = await readPolicy(db, actor.firmId)
  requirePassword(policy, password)
  requireHours(policy, expiresInHours)
  const film = filmLink === null ? null : await requireFilm(db, order, filmLink)
  const id = newId()
  const sealedPassword = password === undefined ? null : await seal(parts.config.DATA_DIR, id, password)
  const kind = maker.file(order, password !== undefined)
  const rule = templateRules[order.template]
  const neverLinked = rule.neverLinked === true || isPrivilegedPaper(order)
  const asked = { db, order, actor, publicUrl: publicUrl(parts.config) }
  const { fileBytes, workBytes } = await estimateSpace(maker, asked, password !== undefined)
  await requireSpace(parts.storage, parts.config, workBytes)
  await requireQuota(db, order, parts.config, fileBytes)
  return db.transaction(async (tx) => {
    await requireSlot(tx, actor.firmId)
    const [row] = await tx
      .insert(exports)
      .values({
        ...order,
        id,
        sessionId: subject.sessionId,
        videoId: subject.videoId,
        neverLinked,
        hasPassword: password !== undefined,
        sealedPassword,
        filmId: film?.row.id ?? null,
        sealedLink: film && (await sealLink(parts.config.DATA_DIR, id, film.token)),
        status: 'queued',
        filename: toFileName(order.template, subject.inCase?.caseNumber ?? null, isPrivilegedPaper(order), kind),
        mime: sentKinds[kind].mime,
        expiresInHours,
        rerunOf,
      })
      .returning()
    const requires = usesMedia.has(order.type) ? (['ffmpeg'] as const) : []
    const options = { key: id, firmId: actor.firmId, requires }
    const jobId = await parts.queue.send(tx, makeExportJob, { exportId: id }, options)
    await tx.update(exports).set({ jobId }).where(eq(exports.id, id))
    await auditExport(tx, { actor, ip }, 'export.created', row!, {
      scope: order.scope,
      filters: order.filters,
      options: order.options,
      hasPassword: password !== undefined,
      expiresInHours,
      rerunOf,
      ...(film && { timecodesOpen: { exportId: film.row.id, title: film.row.title, linkId: film.link.id } }),
    })
    return readExport(tx, actor, { row: row!, inCase: subject.inCase })
  })
}

/** Otherwise, a firm whose recordings fill its quota couldn't export a list. */
const alwaysAllowedBytes = 1024 ** 2

/**
 * Throws `no_space` if a file of this size doesn't fit in the firm's quota. Archives always fit, because they're the way
 * out of an installation.
 */
export async function requireQuota(
  db: Db,
  { firmId, type }: Pick<ExportOrder, 'firmId' | 'type'>,
  { QUOTA_GB }: Pick<Config, 'QUOTA_GB'>,
  sizeBytes: number,
  lock?: 'lock',
): Promise<void> {
  if (type === 'archive' || sizeBytes <= alwaysAllowedBytes) return
  const left = await readQuotaLeft(db, firmId, QUOTA_GB, lock)
  if (left === null || sizeBytes <= left) return
  throw new Refusal(
    'no_space',
    `This export doesn’t fit in your firm’s ${QUOTA_GB} GB of storage. Delete videos or revoke exports you no longer need.`,
  )
}

async function requireSlot(tx: Db, firmId: string): Promise<void> {
  await tx.select({ id: firms.id }).from(firms).where(eq(firms.id, firmId)).for('no key update')
  const [row] = await tx
    .select({ count: sql<number>`count(*)::int` })
    .from(exports)
    .where(sql`${eq(exports.firmId, firmId)} and status in ('queued', 'running')`)
  if (row!.count < exportLimits.unfinished) return
  throw new Refusal(
    'conflict',
    `Your firm can have up to ${exportLimits.unfinished} unfinished exports. Wait for some to finish, or cancel some.`,
  )
}

export async function cancelExport({ db, actor, parts, ip }: Context, exportId: string): Promise<Export> {
  return db.transaction(async (tx) => {
    const seen = await requireLive(tx, actor, exportId)
    const { row } = seen
    if (row.status !== 'queued' && row.status !== 'running')
      throw new Refusal('conflict', 'This export is no longer running.')
    await tx
      .update(exports)
      .set({ status: 'cancelled', ...endUnfinished(row) })
      .where(eq(exports.id, row.id))
    if (row.jobId !== null) await parts.queue.cancel(tx, makeExportJob, row.jobId)
    await auditExport(tx, { actor, ip }, 'export.cancelled', row)
    return readExport(tx, actor, seen)
  })
}

async function requireLive(tx: Db, actor: Context['actor'], exportId: string): Promise<SeenExport> {
  const seen = await requireExport(tx, actor, exportId, 'export', { lock: true })
  return seen.row.createdBy === actor.userId ? seen : requireExport(tx, actor, exportId, 'revokeExports')
}

/** Updates the row before deleting the file. Once that is committed, no route serves the file. */
export async function revokeExport(context: Context, exportId: string, reason: string): Promise<Export> {
  const { db, actor, parts, ip } = context
  const { key, answer } = await db.transaction(async (tx) => {
    const seen = await requireExport(tx, actor, exportId, 'revokeExports', { lock: true })
    const { row } = seen
    if (row.status !== 'ready') throw new Refusal('conflict', 'Only exports that are ready can be revoked.')
    await tx.update(exports).set({ status: 'revoked', endedAt: new Date() }).where(eq(exports.id, row.id))
    await auditExport(tx, { actor, ip }, 'export.revoked', row, {}, reason)
    await notifyRevoked(tx, row, actor.userId)
    return { key: row.fileKey, answer: await readExport(tx, actor, seen) }
  })
  if (key !== null) await destroyFile(parts, exportId, key)
  return answer
}

/** Includes files of earlier claims. If removal fails, the next upkeep run retries it. */
export async function destroyFile(
  { database, storage }: Pick<Context['parts'], 'database' | 'storage'>,
  exportId: string,
  key: string,
): Promise<void> {
  await storage.removeAll(key.slice(0, key.lastIndexOf('/') + 1))
  await database.db
    .update(exports)
    .set({ fileKey: null })
    .where(and(eq(exports.id, exportId), inArray(exports.status, ['revoked', 'expired', 'cancelled', 'failed'])))
}

/** Records the export's options, but never passwords or content. */
export const auditExport = (
  tx: Db,
  who: { actor: (Pick<Actor, 'userId'> & Partial<Actor>) | null; ip?: string | null },
  action: string,
  row: Pick<ExportRow, 'id' | 'firmId' | 'caseId' | 'type' | 'template'>,
  details: Record<string, unknown> = {},
  reason?: string,
): Promise<void> =>
  recordAudit(tx, {
    firmId: row.firmId,
    actorId: who.actor?.userId ?? null,
    ip: who.ip ?? null,
    action,
    entity: 'export',
    entityId: row.id,
    caseId: row.caseId,
    details: { type: row.type, template: row.template, ...details, ...nameToken(who.actor ?? {}) },
    reason: reason || null,
  })

/** Throws if the file isn't ready, has expired, or may name jurors who have since become anonymous. */
export function requireReady({ row, inCase }: SeenExport): { key: string; sha256: string } {
  if (inCase !== null && isAnonymous(inCase) && !(row.options.redactNames && row.options.redactEmployers))
    throw new Refusal('gone', 'This case now has an anonymous jury, and this export may name jurors. Export it again.')
  const isOver = row.expiresAt !== null && row.expiresAt.getTime() <= Date.now()
  if (row.status === 'expired' || row.status === 'revoked' || (row.status === 'ready' && isOver))
    throw new Refusal('gone', `This export has ${row.status === 'revoked' ? 'been revoked' : 'expired'}.`)
  if (row.status !== 'ready' || row.fileKey === null || row.sha256 === null)
    throw new Refusal('conflict', 'This export isn’t ready.')
  return { key: row.fileKey, sha256: row.sha256 }
}

export function reportChangedExport(
  { database }: Pick<Context['parts'], 'database'>,
  row: ExportRow,
  found: string | null,
) {
  return database.db.transaction(async (tx) => {
    const isThis = and(eq(exports.id, row.id), eq(exports.status, 'ready'), eq(exports.fileKey, row.fileKey!))
    // A file that was revoked or expired during the download is missing on purpose, so it isn't reported.
    const [ready] = await tx.select({ id: exports.id }).from(exports).where(isThis).for('no key update')
    if (!ready) return
    await auditExport(tx, { actor: null }, 'export.integrity_changed', row, {
      expectedSha256: row.sha256,
      foundSha256: found,
    })
    await notifyChanged(tx, row)
  })
}

/**
 * Returns a name with only letters, digits, and dashes, safe for file systems, shells, and headers. Never includes
 * people's names.
 */
export function toFileName(
  template: ExportTemplate,
  caseNumber: string | null,
  isPrivileged: boolean,
  extension: string,
): string {
  const slug = (text: string) =>
    text
      .normalize('NFKD')
      .replaceAll(/[^A-Za-z0-9]+/g, '-')
      .replaceAll(/^-+|-+$/g, '')
      .slice(0, 40)
  return `${[slug(template), slug(caseNumber ?? ''), isPrivileged ? 'work-product' : ''].filter(Boolean).join('-')}.${extension}`
}
