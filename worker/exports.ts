import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { cutClip } from '#engine/media/clip.ts'
import { runFfmpeg } from '#engine/media/ffmpeg.ts'
import { addCaptions } from '#engine/media/reel/join.ts'
import { makeReel } from '#engine/media/reel/reel.ts'
import { Unprocessable } from '#engine/stage.ts'
import { findAuditMark } from '#server/features/audit/audit.service.ts'
import { liveExportIds } from '#server/features/exports/core/exports.queries.ts'
import { makeExportJob } from '#server/features/exports/core/exports.service.ts'
import * as claims from '#server/features/exports/core/exports.states.ts'
import { exportKey, type ExportRow } from '#server/features/exports/core/exports.table.ts'
import { openFilm } from '#server/features/exports/core/film-link.ts'
import { type ExportTools, findMaker, type MakerProgress, type Makers } from '#server/features/exports/core/maker.ts'
import { checkScope } from '#server/features/videos/integrity.ts'
import { publicUrl } from '#server/platform/config.ts'
import { Refusal } from '#server/platform/errors.ts'
import { unseal } from '#server/platform/keys/sealing.ts'
import type { Parts } from '#server/platform/parts.ts'
import { type JobRun, Permanent } from '#server/platform/queue.ts'
import { requireSpace } from '#server/platform/storage/space.ts'
import { exportRoot } from './folders.ts'
import type { Log } from './log.ts'

const writeEveryMs = 1000
const kept = 'kept'

/**
 * Makes one export: into a folder of its own, then flushed and renamed into the store, and only then said to be ready.
 * A worker may be killed at any point: the next one begins anew, but for what the maker put by in `kept`, and nobody is
 * ever served half a file.
 */
export async function makeExport(
  parts: Parts,
  log: Log,
  makers: Makers,
  { payload, attempt, signal }: JobRun<{ exportId: string }>,
): Promise<void> {
  const { db } = parts.database
  const row = await claims.claimExport(db, payload.exportId)
  if (!row) return
  publish(parts, row)
  const folder = join(exportRoot(parts.config), row.id)
  let isOver = true
  const stop = new AbortController()
  const stopped = AbortSignal.any([signal, stop.signal])
  try {
    await mkdir(join(folder, kept), { recursive: true, mode: 0o700 })
    for (const name of await readdir(folder))
      if (name !== kept) await rm(join(folder, name), { recursive: true, force: true })
    const made = await write(parts, makers, row, folder, stopped, () =>
      stop.abort(new Error('the export was taken away')),
    )
    stopped.throwIfAborted()
    const key = exportKey(row)
    await parts.storage.adopt(made.path, key)
    const isDone = await claims.finishExport(db, row, { ...made, key }).catch(async (error: unknown) => {
      await parts.storage.remove(key)
      throw error
    })
    // Cancelled in the last moment: the row knows nothing of this file.
    if (!isDone) await parts.storage.remove(key)
    log.info({ exportId: row.id, isDone, sizeBytes: made.sizeBytes }, 'export made')
  } catch (error) {
    isOver = false
    // Cancelled. Where it goes on, here or with a worker that took it over, the folder is what it goes on from.
    isOver = stopped.aborted && !(await liveExportIds(db)).includes(row.id)
    if (isOver || stop.signal.aborted) return
    await settle(parts, log, row, error, { attempt, signal }).catch((last: unknown) => {
      isOver = last instanceof Permanent
      throw last
    })
  } finally {
    // What waits for its next attempt finds its work again; upkeep takes the folders of what is no longer live.
    if (isOver) await rm(folder, { recursive: true, force: true })
    publish(parts, row)
  }
}

async function write(
  parts: Parts,
  makers: Makers,
  row: ExportRow,
  folder: string,
  signal: AbortSignal,
  onLost: () => void,
) {
  const { db } = parts.database
  const { config } = parts
  const actor = await claims.requireAllowed(db, row)
  const maker = findMaker(makers, row)
  await requireSpace(config.DATA_DIR, config, 0)
  await checkScope({ db, storage: parts.storage, hasher: parts.hasher }, row.scope, signal)
  const path = join(folder, 'out')
  let latest: MakerProgress = { fraction: 0, step: 'Starting' }
  let pending: Promise<unknown> = Promise.resolve()
  const tell = async () => {
    if (!(await claims.recordExportProgress(db, row, latest))) return onLost()
    publish(parts, row)
  }
  const timer = setInterval(() => {
    pending = pending.then(tell).catch(() => {})
  }, writeEveryMs)
  try {
    const { manifest } = await maker.make(
      {
        db,
        storage: parts.storage,
        order: row,
        actor,
        publicUrl: publicUrl(config),
        password: row.sealedPassword === null ? null : await unseal(config.DATA_DIR, row.id, row.sealedPassword),
        film: await openFilm(parts, row),
        folder,
        kept: join(folder, kept),
        tools: exportTools,
        keyFolder: config.DATA_DIR,
      },
      path,
      (now) => (latest = { ...now, fraction: Math.min(1, Math.max(latest.fraction, now.fraction)) }),
      signal,
    )
    latest = { fraction: Math.max(latest.fraction, 0.98), step: 'Hashing', secondsLeft: null }
    const audit = await findAuditMark(db, row.firmId)
    return {
      path,
      manifest: { ...manifest, audit },
      sizeBytes: (await stat(path)).size,
      sha256: await parts.hasher.digest(path),
    }
  } finally {
    clearInterval(timer)
    await pending
  }
}

/** Given back on a shutdown, tried again where that may mend it, else ended with a sentence for the one who waits. */
async function settle(
  parts: Parts,
  log: Log,
  row: ExportRow,
  error: unknown,
  { attempt, signal }: { attempt: number; signal: AbortSignal },
): Promise<never> {
  const { db } = parts.database
  const isOver = error instanceof Permanent || (error instanceof Refusal && error.code !== 'unavailable')
  if ((signal.aborted && signal.reason !== 'timeout') || (!isOver && attempt < makeExportJob.attempts)) {
    await claims.returnExport(db, row)
    throw error
  }
  log.warn({ err: error, exportId: row.id }, 'an export failed')
  const reason =
    error instanceof Permanent || error instanceof Refusal
      ? error.message
      : signal.aborted
        ? 'It took too long. Narrow it, and make it again.'
        : 'Something went wrong on the server. Make it again.'
  await claims.failExport(db, row, reason)
  throw new Permanent(reason)
}

const publish = (parts: Parts, { firmId }: ExportRow): void =>
  parts.live.publish({ firmId, nouns: ['exports', 'notifications'] })

const widest = 640

/** What exports need of the engine. */
const exportTools: ExportTools = {
  async still(input, atMs, out, signal) {
    await runFfmpeg({
      inputs: [{ path: input, options: ['-an', '-sn', '-dn', '-ss', String(atMs / 1000)] }],
      output: {
        path: out,
        // Without the version of the encoder in it, the same picture is the same bytes.
        options: [
          '-map',
          '0:v:0',
          '-frames:v',
          '1',
          '-vf',
          `scale='min(${widest},iw)':-2`,
          '-q:v',
          '4',
          '-flags',
          '+bitexact',
          '-f',
          'mjpeg',
        ],
      },
      doing: 'A picture of the video could not be read',
      signal,
      limits: { totalSeconds: 120 },
    })
    return stat(out).then(
      ({ size }) => size > 0,
      () => false,
    )
  },
  cutClip: (...cut) => cutClip(...cut).catch(giveUp),
  makeReel: (...reel) => makeReel(...reel).catch(giveUp),
  addCaptions: (...captions) => addCaptions(...captions).catch(giveUp),
}

/** The queue tries everything again that does not call itself permanent. */
function giveUp(error: unknown): never {
  throw error instanceof Unprocessable ? new Permanent(error.message, { cause: error }) : error
}
