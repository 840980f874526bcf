import { and, eq, inArray } from 'drizzle-orm'
import { createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { CaseImport } from '#contract/archives.ts'
import { mayCreateCases } from '#contract/permissions.ts'
import { notify } from '#server/features/notifications/notifications.service.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Config } from '#server/platform/config.ts'
import type { Db } from '#server/platform/db.ts'
import { absent, Refusal } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import type { Parts } from '#server/platform/parts.ts'
import { type JobRun, Permanent } from '#server/platform/queue.ts'
import { requireSpace } from '#server/platform/storage/space.ts'
import { importCaseJob } from '../exports.jobs.ts'
import { importCase } from './archive.import.ts'
import { caseImports } from './archive.table.ts'

/** Archives that wait, each under the id of its import. */
const waitingRoot = (config: Pick<Config, 'DATA_DIR'>): string => join(config.DATA_DIR, 'imports')
const waitingPath = (config: Pick<Config, 'DATA_DIR'>, id: string): string => join(waitingRoot(config), `${id}.zip`)

/** Takes an archive to bring in, in the background. What it holds is looked at there. */
export async function receiveArchive(
  { config, database, queue }: Pick<Parts, 'config' | 'database' | 'queue'>,
  actor: Actor,
  { bytes, sizeBytes, caseNumber }: { bytes: Readable; sizeBytes: number; caseNumber: string | null },
): Promise<CaseImport> {
  if (!mayCreateCases(actor)) throw new Refusal('not_allowed', 'Only attorneys and administrators may bring in cases.')
  // Once as it came, and once taken apart.
  await requireSpace(config.DATA_DIR, config, sizeBytes * 2)
  const id = newId()
  const path = waitingPath(config, id)
  await mkdir(waitingRoot(config), { recursive: true, mode: 0o700 })
  try {
    await pipeline(bytes, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
    await using file = await open(path, 'r+')
    if ((await file.stat()).size !== sizeBytes)
      throw new Refusal('invalid', 'The file did not arrive whole. Send it again.')
    await file.sync()
    await database.db.transaction(async (tx) => {
      await tx
        .insert(caseImports)
        .values({ id, firmId: actor.firmId, status: 'waiting', caseNumber, createdBy: actor.userId })
      await queue.send(tx, importCaseJob, { importId: id }, { key: id })
    })
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
  return readImport(database.db, actor, id)
}

/** For whoever sent it. */
export async function readImport(db: Db, actor: Actor, importId: string): Promise<CaseImport> {
  const [row] = await db
    .select()
    .from(caseImports)
    .where(
      and(eq(caseImports.id, importId), eq(caseImports.createdBy, actor.userId), eq(caseImports.firmId, actor.firmId)),
    )
  if (!row) throw absent('import')
  const { id, status, failure, caseId, result, createdAt } = row
  return { id, status, failure, caseId, result, createdAt: createdAt.toISOString() }
}

/** The job: brings in what waits. A refusal is told to whoever sent it, and the archive is destroyed. */
export async function runImport(
  { config, database, storage, live }: Parts,
  { payload: { importId }, attempt, signal }: JobRun<{ importId: string }>,
): Promise<void> {
  const { db } = database
  const [row] = await db
    .update(caseImports)
    .set({ status: 'running' })
    .where(and(eq(caseImports.id, importId), inArray(caseImports.status, ['waiting', 'running'])))
    .returning()
  const path = waitingPath(config, importId)
  if (!row?.createdBy) return rm(path, { force: true })
  const { firmId, caseNumber, createdBy: leadId } = row
  try {
    const done = await importCase({ db, storage }, { importId, path, firmId, leadId, caseNumber }, () =>
      signal.throwIfAborted(),
    )
    await db.transaction((tx) =>
      notify(tx, {
        ...newsOf(row),
        caseId: done.caseId,
        entityId: done.caseId,
        type: 'success',
        title: 'Case brought in',
        message: `${done.title} (${done.caseNumber}) is here. ${done.warnings.join(' ')}`.trim(),
        action: { url: `/cases/${done.caseId}`, label: 'View' },
      }),
    )
  } catch (error) {
    const isOver = error instanceof Refusal || attempt >= importCaseJob.attempts
    if (!isOver || signal.aborted) throw error
    const failure =
      error instanceof Refusal ? error.message : 'Something went wrong on the server. Send the archive again.'
    await db.transaction(async (tx) => {
      await tx
        .update(caseImports)
        .set({ status: 'failed', failure, endedAt: new Date() })
        .where(eq(caseImports.id, importId))
      await notify(tx, {
        ...newsOf(row),
        entityId: importId,
        type: 'error',
        title: 'Case not brought in',
        message: failure,
      })
    })
    await rm(path, { force: true })
    throw new Permanent(failure, { cause: error })
  } finally {
    live.publish({ firmId, nouns: ['cases', 'notifications'] })
  }
  await rm(path, { force: true })
}

const newsOf = ({ firmId, createdBy }: { firmId: string; createdBy: string | null }) => ({
  firmId,
  actorId: null,
  category: 'case' as const,
  topic: 'case.import',
  to: { userIds: [createdBy!] },
})

/** Archives that nobody waits for any more: of an upload that was cut off, or of an import that ended as it died. */
export async function tidyImports({ config, database }: Pick<Parts, 'config' | 'database'>): Promise<void> {
  const files = await readdir(waitingRoot(config)).catch(() => [])
  if (files.length === 0) return
  const rows = await database.db
    .select({ id: caseImports.id })
    .from(caseImports)
    .where(inArray(caseImports.status, ['waiting', 'running']))
  const waiting = new Set(rows.map(({ id }) => `${id}.zip`))
  for (const name of files) {
    const path = join(waitingRoot(config), name)
    // One that is still arriving has no row yet.
    if (!waiting.has(name) && (await isOlderThanHours(path, 24))) await rm(path, { force: true })
  }
}

async function isOlderThanHours(path: string, hours: number): Promise<boolean> {
  await using file = await open(path).catch(() => null)
  return file !== null && Date.now() - (await file.stat()).mtimeMs > hours * 3_600_000
}
