import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Unrenewed } from '#engine/host/spawn.ts'
import { withRenewedTools } from '#engine/host/tools.ts'
import { findAuditMark } from '#server/features/audit/audit.service.ts'
import { listLiveExportIds } from '#server/features/exports/core/exports.queries.ts'
import { makeExportJob } from '#server/features/exports/core/exports.service.ts'
import * as claims from '#server/features/exports/core/exports.states.ts'
import { exportKey, type ExportRow } from '#server/features/exports/core/exports.table.ts'
import { openFilm } from '#server/features/exports/core/film-link.ts'
import { estimateSpace, findMaker, type MakerProgress, type Makers } from '#server/features/exports/core/maker.ts'
import { checkScope } from '#server/features/videos/integrity.ts'
import { publicUrl } from '#server/platform/config.ts'
import { isTemporary } from '#server/platform/database/outage.ts'
import { DiskLow, Refusal } from '#server/platform/errors.ts'
import { unseal } from '#server/platform/keys/sealing.ts'
import type { Parts } from '#server/platform/parts.ts'
import { type JobRun, Permanent } from '#server/platform/queue.ts'
import { guardSpace, requireSpace } from '#server/platform/storage/space.ts'
import { openMediaIn } from './exports.media.ts'
import { exportTools } from './exports.tools.ts'
import { exportFolder, openFencedFolder } from './folders.ts'
import type { Log } from './log.ts'

const writeEveryMs = 1000
/** Share of the progress bar used for rehashing recordings, if there are any. */
const checkShare = 0.25
const kept = 'kept'

/**
 * Writes to a private folder and moves the flushed file into the store before marking the export ready, so a partial
 * file is never served. If the worker is killed, the next one starts over but reuses the parts in `kept`.
 */
export async function makeExport(
  parts: Parts,
  log: Log,
  makers: Makers,
  { payload, attempt, signal, renewals }: JobRun<{ exportId: string }>,
): Promise<void> {
  const { db } = parts.database
  const row = await claims.claimExport(db, payload.exportId)
  if (!row) return
  publish(parts, row)
  const folder = exportFolder(parts.config, row)
  let isOver = true
  const stop = new AbortController()
  const stopped = AbortSignal.any([signal, stop.signal])
  try {
    await openFencedFolder(folder)
    await mkdir(join(folder, kept), { recursive: true, mode: 0o700 })
    for (const name of await readdir(folder))
      if (name !== kept) await rm(join(folder, name), { recursive: true, force: true })
    const onLost = () => stop.abort(new Error('another worker took over the export'))
    const made = await withRenewedTools({ folder, renewals }, () => write(parts, makers, row, folder, stopped, onLost))
    stopped.throwIfAborted()
    const key = exportKey(row)
    await parts.storage.adopt(made.path, key)
    const isDone = await claims.finishExport(db, parts.config, row, { ...made, key }).catch(async (error: unknown) => {
      // After an outage, the commit may have succeeded, so the file must be kept.
      if (error instanceof Permanent) await parts.storage.remove(key)
      throw error
    })
    // The export was canceled or taken over at the last moment, so no row refers to this file.
    if (!isDone) await parts.storage.remove(key)
    else for (let claim = 1; claim < row.claim; claim++) await parts.storage.remove(exportKey({ ...row, claim }))
    log.info({ exportId: row.id, isDone, sizeBytes: made.sizeBytes }, 'export made')
  } catch (error) {
    isOver = false
    // Keeps the folder if the export will resume, here or in another worker.
    isOver = stopped.aborted && !(await listLiveExportIds(db)).includes(row.id)
    if (isOver || stop.signal.aborted) return
    await handleFailure(parts, log, row, error, { attempt, signal }).catch((last: unknown) => {
      isOver = last instanceof Permanent
      throw last
    })
  } finally {
    // An export that will be retried keeps its folder. Upkeep removes folders of failed exports.
    if (isOver) await rm(folder, { recursive: true, force: true })
    publish(parts, row)
  }
}

async function write(
  parts: Parts,
  makers: Makers,
  row: ExportRow,
  folder: string,
  stopped: AbortSignal,
  onLost: () => void,
) {
  const { db } = parts.database
  const { config } = parts
  const actor = await claims.requireAllowed(db, row)
  const maker = findMaker(makers, row)
  // If the disk is low already, the export waits.
  await requireSpace(folder, config, 0)
  const asked = { db, order: row, actor, publicUrl: publicUrl(config) }
  const { workBytes } = await estimateSpace(maker, asked, row.sealedPassword !== null)
  const newBytes = Math.max(0, workBytes - (await sumBytes(join(folder, kept))))
  await requireSpace(folder, config, newBytes).catch(throwDiskFull)
  await using guard = await guardSpace(folder, config)
  const signal = AbortSignal.any([stopped, guard.signal])
  const path = join(folder, 'out')
  let latest: MakerProgress = { fraction: 0, step: 'Starting' }
  let checked = 0
  const report = (now: MakerProgress) => {
    const fraction = Math.min(1, checked + (1 - checked) * now.fraction)
    latest = { ...now, fraction: Math.max(latest.fraction, fraction) }
  }
  let pending: Promise<unknown> = Promise.resolve()
  const tell = async () => {
    if (!(await claims.recordExportProgress(db, row, latest))) return onLost()
    publish(parts, row)
  }
  const timer = setInterval(() => {
    pending = pending.then(tell).catch(() => {})
  }, writeEveryMs)
  try {
    const { storage, hasher } = parts
    const onProgress = (fraction: number) => report({ fraction: fraction * checkShare, step: 'Checking recordings' })
    const count = await checkScope({ db, storage, hasher }, row.scope, { signal, onProgress })
    if (count > 0) checked = checkShare
    const { manifest } = await maker.make(
      {
        ...asked,
        storage,
        openMedia: openMediaIn(storage),
        password: row.sealedPassword === null ? null : await unseal(config.DATA_DIR, row.id, row.sealedPassword),
        film: await openFilm(parts, row),
        folder,
        kept: join(folder, kept),
        tools: exportTools,
        keyFolder: config.DATA_DIR,
      },
      path,
      report,
      signal,
    )
    latest = { fraction: Math.max(latest.fraction, 0.98), step: 'Hashing', secondsLeft: null }
    const audit = await findAuditMark(db, row.firmId)
    return {
      path,
      manifest: { ...manifest, audit },
      sizeBytes: (await stat(path)).size,
      sha256: await hasher.digest(path, { signal }),
    }
  } catch (error) {
    if (guard.signal.aborted) throwDiskFull(guard.signal.reason)
    if (isDiskFull(error)) await requireSpace(folder, config, minBytes).catch(throwDiskFull)
    throw error
  } finally {
    clearInterval(timer)
    await pending
  }
}

async function sumBytes(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const sizes = await Promise.all(files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** Between two checks, a tool or thread may fill a disk. Only the message of its error gets here. */
const isDiskFull = (error: unknown) => error instanceof Error && /ENOSPC|No space left/.test(error.message)
const minBytes = 1024 ** 2

/** Waiting wouldn't help, because the export itself fills the disk. With the cause, it would count as temporary. */
function throwDiskFull(error: unknown): never {
  throw error instanceof DiskLow ? new Permanent(error.message) : error
}

/**
 * On shutdown, requeues the export. Retries temporary errors. Otherwise, marks the export as failed with a message for
 * the user.
 */
async function handleFailure(
  parts: Parts,
  log: Log,
  row: ExportRow,
  error: unknown,
  { attempt, signal }: { attempt: number; signal: AbortSignal },
): Promise<never> {
  const { db } = parts.database
  const isOver = error instanceof Permanent || error instanceof Refusal
  const mayTryAgain = isTemporary(error) || error instanceof Unrenewed || (!isOver && attempt < makeExportJob.attempts)
  if ((signal.aborted && signal.reason !== 'timeout') || mayTryAgain) {
    await claims.returnExport(db, row)
    throw error
  }
  log.warn({ err: error, exportId: row.id }, 'an export failed')
  const reason =
    error instanceof Permanent || error instanceof Refusal
      ? error.message
      : signal.aborted
        ? 'The export took too long. Narrow the selection and try again.'
        : 'Something went wrong on the server. Try again.'
  await claims.failExport(db, row, reason)
  throw new Permanent(reason)
}

const publish = (parts: Parts, { firmId }: ExportRow): void =>
  parts.live.publish({ firmId, nouns: ['exports', 'notifications'] })
