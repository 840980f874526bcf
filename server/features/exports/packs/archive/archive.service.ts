import { and, eq, inArray, sql } from 'drizzle-orm'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { z } from 'zod'
import type { FastifyInstance } from 'fastify'
import { Id } from '#contract/endpoint.ts'
import * as contract from '#contract/exports/archives.ts'
import type { CaseImport, FoundArchive, readCaseOrigin } from '#contract/exports/archives.ts'
import { mayCreateCases } from '#contract/account/permissions.ts'
import { requireCase } from '#server/features/cases/cases.access.ts'
import { notify } from '#server/features/notifications/notifications.service.ts'
import { firms, members, users } from '#server/features/team/team.table.ts'
import { readQuotaLeft } from '#server/features/videos/uploads/admission.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Config } from '#server/platform/config.ts'
import type { Db } from '#server/platform/db.ts'
import { isTemporary } from '#server/platform/database/outage.ts'
import { absent, isMissing, Refusal } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import type { Parts } from '#server/platform/parts.ts'
import { defineJob, type JobRun, Permanent } from '#server/platform/queue.ts'
import { type Context, mount, requireActor } from '#server/platform/http/route.ts'
import type { LocalCopy } from '#server/platform/storage.ts'
import { requireSpace } from '#server/platform/storage/space.ts'
import { replayOrRun } from '#server/platform/http/idempotency.ts'
import { importCase, type Imported, inspectArchive } from './archive.import.ts'
import { importsPrefix, removeUnrecorded } from './archive.mark.ts'
import { caseImports } from '../../core/exports.table.ts'

export const importCaseJob = defineJob({
  name: 'case.import',
  // Earlier versions can't read `isStored`, so they leave these archives to this version.
  payload: z.strictObject({ importId: Id, isStored: z.literal(true).optional() }),
  attempts: 3,
  timeoutSeconds: 6 * 3600,
  heavy: false,
  lane: 'media',
})

const waitingKey = (id: string): string => `${importsPrefix}${id}.zip`

/** Where earlier versions put archives. */
export const formerRoot = (config: Pick<Config, 'DATA_DIR'>): string => join(config.DATA_DIR, 'imports')
const formerPath = (config: Pick<Config, 'DATA_DIR'>, id: string): string => join(formerRoot(config), `${id}.zip`)

export async function receiveArchive(
  { config, queue, storage }: Pick<Parts, 'config' | 'queue' | 'storage'>,
  db: Db,
  actor: Actor,
  { bytes, sizeBytes, caseNumber }: { bytes: Readable; sizeBytes: number; caseNumber: string | null },
): Promise<CaseImport> {
  if (!mayCreateCases(actor)) throw new Refusal('not_allowed', 'Only attorneys and administrators can import cases.')
  if ((await readQuotaLeft(db, actor.firmId, config.QUOTA_GB)) === 0)
    throw new Refusal(
      'no_space',
      `Your firm has used all ${config.QUOTA_GB} GB of its storage. Delete videos or revoke exports you no longer need.`,
    )
  await requireImportSlot(db, actor)
  // Leaves enough space for the archive and its extracted files.
  await requireSpace(storage, config, sizeBytes * 2)
  const id = newId()
  try {
    const checked = requireBytes(bytes, sizeBytes, () => requireSpace(storage, config, 0))
    await storage.put(waitingKey(id), Readable.from(checked), sizeBytes)
    await db.transaction(async (tx) => {
      // Other uploads may have finished in the meantime, so check the slot again under a lock.
      await tx.select({ id: firms.id }).from(firms).where(eq(firms.id, actor.firmId)).for('no key update')
      await requireImportSlot(tx, actor)
      await tx
        .insert(caseImports)
        .values({ id, firmId: actor.firmId, status: 'waiting', caseNumber, createdBy: actor.userId })
      const [key] = listImportKeys(id)
      await queue.send(tx, importCaseJob, { importId: id, isStored: true }, { key, firmId: actor.firmId })
    })
  } catch (error) {
    // After an outage, the commit may have succeeded. If it didn't, upkeep removes the archive.
    if (!isTemporary(error)) await storage.remove(waitingKey(id)).catch(() => {})
    throw error
  }
  return readImport(db, actor, id)
}

export async function readImport(db: Db, actor: Actor, importId: string): Promise<CaseImport> {
  const [row] = await db
    .select()
    .from(caseImports)
    .where(
      and(eq(caseImports.id, importId), eq(caseImports.createdBy, actor.userId), eq(caseImports.firmId, actor.firmId)),
    )
  if (!row) throw absent('import')
  const { id, status, failure, caseId, result, createdAt } = row
  const found = status === 'review' ? row.found : null
  return { id, status, failure, caseId, found, result, createdAt: createdAt.toISOString() }
}

/** A matching email address isn't enough to link anyone, so the importer confirms each match. */
export async function confirmImport(
  { db, actor, parts }: Context,
  importId: string,
  people: { id: string; userId: string | null }[],
): Promise<CaseImport> {
  await db.transaction(async (tx) => {
    const mine = and(
      eq(caseImports.id, importId),
      eq(caseImports.createdBy, actor.userId),
      eq(caseImports.firmId, actor.firmId),
    )
    const [row] = await tx.select().from(caseImports).where(mine).for('update')
    if (!row) throw absent('import')
    if (row.status !== 'review' || !row.found)
      throw new Refusal('conflict', 'This import isn’t waiting for your review.')
    const byId = new Map(people.map((each) => [each.id, each]))
    if (
      byId.size !== people.length ||
      row.found.people.length !== people.length ||
      !row.found.people.every(({ id }) => byId.has(id))
    )
      throw refusePeople('Match every person in the archive, or keep them by name.')
    const userIds = [...new Set(people.flatMap(({ userId }) => userId ?? []))]
    const known =
      userIds.length === 0
        ? []
        : await tx
            .select({ id: members.userId })
            .from(members)
            .where(
              and(eq(members.firmId, actor.firmId), eq(members.status, 'active'), inArray(members.userId, userIds)),
            )
    if (known.length !== userIds.length) throw refusePeople('Choose active members of your firm.')
    await tx.update(caseImports).set({ status: 'waiting', matches: people }).where(eq(caseImports.id, importId))
    const [, key] = listImportKeys(importId)
    await parts.queue.send(tx, importCaseJob, { importId, isStored: true }, { key, firmId: actor.firmId })
  })
  return readImport(db, actor, importId)
}

const refusePeople = (message: string): Refusal => new Refusal('invalid', message, { fields: { people: message } })

export async function readOrigin(
  db: Db,
  actor: Actor,
  caseId: string,
): Promise<z.output<typeof readCaseOrigin.output>> {
  await requireCase(db, actor, caseId)
  const [row] = await db
    .select({
      result: caseImports.result,
      endedAt: caseImports.endedAt,
      createdAt: caseImports.createdAt,
      name: users.name,
    })
    .from(caseImports)
    .leftJoin(users, eq(users.id, caseImports.createdBy))
    .where(and(eq(caseImports.caseId, caseId), eq(caseImports.status, 'done')))
  if (!row?.result) return null
  return {
    importedAt: (row.endedAt ?? row.createdAt).toISOString(),
    importedBy: row.name ?? '',
    fingerprint: row.result.fingerprint,
    origin: row.result.origin ?? { kind: 'unverified', signedBy: null },
  }
}

/** Each import keeps a full archive in storage until it ends. */
const importsAtOnce = 3

/** Nobody else can finish the import of a person who left. */
const isByMember = sql`exists (select from members where members.firm_id = ${caseImports.firmId}
  and members.user_id = ${caseImports.createdBy} and members.status = 'active')`

async function requireImportSlot(db: Db, { firmId }: Actor): Promise<void> {
  const busy = await db
    .select({ id: caseImports.id })
    .from(caseImports)
    .where(
      and(eq(caseImports.firmId, firmId), inArray(caseImports.status, ['waiting', 'running', 'review']), isByMember),
    )
  if (busy.length >= importsAtOnce)
    throw new Refusal('conflict', `Your firm already has ${importsAtOnce} imports in progress. Finish one first.`)
}

const checkEveryBytes = 32 * 1024 ** 2

async function* requireBytes(
  bytes: Readable,
  sizeBytes: number,
  checkSpace: () => Promise<void>,
): AsyncGenerator<Buffer> {
  const incomplete = () => new Refusal('invalid', 'The upload was incomplete. Upload the file again.')
  let [received, nextCheck] = [0, checkEveryBytes]
  try {
    for await (const chunk of bytes as AsyncIterable<Buffer>) {
      received += chunk.length
      if (received >= nextCheck) {
        await checkSpace()
        nextCheck = received + checkEveryBytes
      }
      if (received > sizeBytes)
        throw new Refusal('invalid', 'The file is larger than its Content-Length. Upload it again.')
      yield chunk
    }
  } catch (error) {
    // Otherwise, a lost connection would look like an outage of the store.
    throw error instanceof Refusal ? error : incomplete()
  }
  if (received < sizeBytes) throw incomplete()
}

export async function requireImporter(
  db: Db,
  { firmId, createdBy }: { firmId: string; createdBy: string },
): Promise<void> {
  const [found] = await db
    .select({ role: members.role, profession: members.profession })
    .from(members)
    .where(and(eq(members.firmId, firmId), eq(members.userId, createdBy), eq(members.status, 'active')))
    .for('share')
  if (!found || !mayCreateCases(found))
    throw new Refusal(
      'not_allowed',
      'The person who uploaded this archive can no longer import cases. Nothing was imported.',
    )
}

/** The job that checks an archive, and the one that continues after its people were matched. */
export const listImportKeys = (importId: string): [string, string] => [importId, `${importId}:confirmed`]

export async function runImport(
  parts: Parts,
  { payload: { importId }, attempt, signal }: JobRun<{ importId: string }>,
): Promise<void> {
  const { db } = parts.database
  const [row] = await db
    .update(caseImports)
    .set({ status: 'running' })
    .where(and(eq(caseImports.id, importId), inArray(caseImports.status, ['waiting', 'running'])))
    .returning()
  if (!row) {
    const [now] = await db.select({ status: caseImports.status }).from(caseImports).where(eq(caseImports.id, importId))
    // A worker that was killed after its check leaves the archive to the importer's review.
    if (now?.status !== 'review') await removeArchive(parts, importId)
    return
  }
  if (!row.createdBy) return removeArchive(parts, importId)
  let isDone: boolean
  try {
    const copy = await fetchArchive(parts, importId)
    try {
      isDone = await readArchive(parts, row, { leadId: row.createdBy, path: copy.path, signal })
    } finally {
      await copy.release()
    }
  } catch (error) {
    if (isTemporary(error)) throw error
    const isOver = error instanceof Refusal || attempt >= importCaseJob.attempts
    if (!isOver || (signal.aborted && signal.reason !== 'timeout')) throw error
    const failure =
      error instanceof Refusal ? error.message : 'The import failed on the server. Upload the archive again.'
    await db.transaction(async (tx) => {
      await tx
        .update(caseImports)
        .set({ status: 'failed', failure, endedAt: new Date() })
        .where(eq(caseImports.id, importId))
      await notifyImportFailed(tx, row, failure)
    })
    await removeArchive(parts, importId)
    throw new Permanent(failure, { cause: error })
  } finally {
    parts.live.publish({ firmId: row.firmId, nouns: ['cases', 'notifications'] })
  }
  if (isDone) await removeArchive(parts, importId)
}

type ImportRow = typeof caseImports.$inferSelect

export const notifyImportFailed = (tx: Db, row: ImportRow, failure: string): Promise<unknown> =>
  notify(tx, {
    ...buildNotice(row),
    entityId: row.id,
    type: 'error',
    title: 'Case import failed',
    message: failure,
  })

/** Returns false if people must be matched first. */
async function readArchive(
  { config, database, storage }: Parts,
  row: ImportRow,
  { leadId, path, signal }: { leadId: string; path: string; signal: AbortSignal },
): Promise<boolean> {
  const { db } = database
  const { id: importId, firmId, caseNumber } = row
  await requireImporter(db, { firmId, createdBy: leadId })
  if (row.matches === null) {
    const found = await inspectArchive({ db, config }, { importId, path, firmId, leadId, caseNumber })
    signal.throwIfAborted()
    await requestMatching(db, row, found)
    return false
  }
  const byId = new Map(row.matches.map(({ id, userId }) => [id, userId]))
  await importCase(
    { db, storage, config },
    {
      importId,
      path,
      firmId,
      leadId,
      caseNumber,
      match: ({ id }) => byId.get(id) ?? null,
      requireAllowed: (tx) => requireImporter(tx, { firmId, createdBy: leadId }),
      imported: (tx, done) => notifyImported(tx, row, done),
      isTakenOver: () => signal.reason === 'gone',
    },
    () => signal.throwIfAborted(),
  )
  return true
}

const notifyImported = (tx: Db, row: ImportRow, { caseId, title, caseNumber, warnings }: Imported): Promise<unknown> =>
  notify(tx, {
    ...buildNotice(row),
    caseId,
    entityId: caseId,
    type: 'success',
    title: 'Case imported',
    message: `${title} (${caseNumber}) was imported. ${warnings.join(' ')}`.trim(),
    action: { url: `/cases/${caseId}`, label: 'View' },
  })

const fetchArchive = ({ config, storage }: Parts, id: string): Promise<LocalCopy> =>
  storage.localCopy(waitingKey(id)).catch((error: unknown) => {
    if (!isMissing(error)) throw error
    return { path: formerPath(config, id), release: async () => {} }
  })

/** Also removes the files of an import that was killed. */
export async function removeArchive({ config, database, storage }: Parts, id: string): Promise<void> {
  await removeUnrecorded({ db: database.db, storage }, id)
  await storage.remove(waitingKey(id))
  await rm(formerPath(config, id), { force: true })
}

async function requestMatching(db: Db, row: ImportRow, found: FoundArchive): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.update(caseImports).set({ status: 'review', found }).where(eq(caseImports.id, row.id))
    await notify(tx, {
      ...buildNotice(row),
      entityId: row.id,
      type: 'info',
      title: 'Case archive checked',
      message: `Match the people in ${found.title} (${found.caseNumber}) to finish the import.`,
      action: { url: `/dashboard?import=${row.id}`, label: 'Continue' },
    })
  })
}

const buildNotice = ({ firmId, createdBy }: { firmId: string; createdBy: string | null }) => ({
  firmId,
  actorId: null,
  category: 'case' as const,
  topic: 'case.import',
  to: { userIds: [createdBy] },
})

const Query = z.object({ caseNumber: z.string().trim().min(1).max(60).optional() })

export function archiveRoutes(app: FastifyInstance): void {
  mount(app, contract.readCaseImport, ({ db, actor }, { params }) => readImport(db, actor, params.importId))
  mount(app, contract.confirmCaseImport, (context, { params, input }) =>
    confirmImport(context, params.importId, input.people),
  )
  mount(app, contract.readCaseOrigin, ({ db, actor }, { params }) => readOrigin(db, actor, params.caseId))
  void app.register(async (scope) => {
    scope.addHook('onRequest', async (request) => {
      requireActor(request)
    })
    // Archives are streamed to disk because they may not fit in memory.
    scope.removeAllContentTypeParsers()
    for (const type of ['application/zip', 'application/x-zip-compressed', 'application/octet-stream'])
      scope.addContentTypeParser(type, (_request, payload, done) => done(null, payload))
    scope.post('/api/case-imports', { bodyLimit: Number.MAX_SAFE_INTEGER }, async (request, reply) => {
      const actor = requireActor(request)
      const sizeBytes = Number(request.headers['content-length'])
      if (!Number.isSafeInteger(sizeBytes) || sizeBytes <= 0 || !request.body)
        throw new Refusal('invalid', 'Send the archive as the request body with a Content-Length header.')
      const query = Query.safeParse(request.query)
      if (!query.success)
        throw new Refusal('invalid', 'Case number must be 1 to 60 characters.', {
          fields: { caseNumber: 'Case number must be 1 to 60 characters.' },
        })
      const { caseNumber = null } = query.data
      const given = { endpoint: 'POST /api/case-imports', content: sizeBytes }
      const { answer } = await replayOrRun(scope.parts, request, reply, given, (db) =>
        receiveArchive(scope.parts, db, actor, { bytes: request.body as Readable, sizeBytes, caseNumber }),
      )
      return answer
    })
  })
}
