import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startAnchoring } from '#server/features/audit/audit.anchoring.ts'
import { keyOlderChains } from '#server/features/audit/audit.anchors.ts'
import { controlVerbs, createFirstFirmLink } from '#server/control-verbs.ts'
import { buildApp } from '#server/app.ts'
import { listOperators } from '#server/features/team/operators.ts'
import { openControl } from '#server/platform/control.ts'
import { type Config, publicUrl } from '#server/platform/config.ts'
import { openDatabase } from '#server/platform/database/open.ts'
import { migrateLocked } from '#server/platform/database/migrate.ts'
import { holdStartLock } from '#server/platform/database/start-lock.ts'
import { openHasher } from '#server/platform/hasher/thread.ts'
import { openLive } from '#server/platform/live/open.ts'
import { loggerOptions } from '#server/platform/log.ts'
import type { Parts } from '#server/platform/parts.ts'
import { openMailer } from '#server/platform/mail.ts'
import { openQueue } from '#server/platform/queue/open.ts'
import { openLocalStorage } from '#server/platform/storage/local.ts'
import { startWorker, workerJobs } from '#worker/index.ts'

export type Platform = {
  /** Public base URL. */
  url: string
  /** Returns null once a firm exists. */
  createFirstFirmLink(): Promise<string | null>
  app: FastifyInstance
  close(): Promise<void>
}

/** Warns after an update because operators listed by email address lose their rights until they verify it. */
async function warnOfPendingOperators({ config, database }: Parts, log: FastifyBaseLogger): Promise<void> {
  for (const { email, isPending } of await listOperators(database.db, config))
    if (isPending)
      log.warn(
        `${email} is in OPERATOR_EMAILS but is not an operator, because the address is not verified. Run: ./venire operator add ${email}`,
      )
}

const webFolder = fileURLToPath(new URL('./dist/web', import.meta.url))

/**
 * Starts everything in one process and reports each step to `onStep`. On failure, closes what was opened in reverse
 * order.
 */
export async function startPlatform(config: Config, onStep: (doing: string) => void = () => {}): Promise<Platform> {
  const opened: (() => unknown)[] = []
  const close = async (): Promise<void> => {
    for (let step = opened.pop(); step; step = opened.pop()) await step()
  }
  try {
    await mkdir(config.DATA_DIR, { recursive: true, mode: 0o700 })
    onStep('opening the database')
    const database = await openDatabase(config)
    opened.push(() => database.close())
    const hasher = openHasher()
    opened.push(() => hasher.close())
    const live = await openLive(database)
    opened.push(() => live.close())
    onStep('waiting for another Venire process that is starting')
    const queue = await holdStartLock(database, async () => {
      onStep('preparing the database')
      await migrateLocked(database, config)
      await keyOlderChains(database.db, config.DATA_DIR)
      const fresh = await openQueue(database, config)
      opened.push(() => fresh.stop())
      await fresh.prepare(workerJobs)
      return fresh
    })
    onStep('starting')
    const storage = await openLocalStorage(join(config.DATA_DIR, 'files'))
    const mailer = openMailer(config, queue)
    opened.push(() => mailer.close())
    const parts: Parts = { config, database, storage, queue, live, hasher, mailer }

    const app = await buildApp(parts, { logger: loggerOptions(config), webFolder })
    await app.listen({ host: config.HOST, port: config.PORT })
    opened.push(() => app.close())
    await warnOfPendingOperators(parts, app.log)
    const anchoring = await startAnchoring(parts, app.log)
    opened.push(() => anchoring.stop())
    const control = await openControl(parts, controlVerbs)
    opened.push(() => control.close())
    const worker = await startWorker(parts, app.log)
    opened.push(() => worker.stop())

    const address = app.server.address()
    const url = publicUrl(config, typeof address === 'object' && address ? address.port : config.PORT)
    return { url, createFirstFirmLink: () => createFirstFirmLink(database.db, url), app, close }
  } catch (error) {
    await close()
    throw error
  }
}
