import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { mkdir } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { startAnchoring } from '#server/features/audit/audit.anchoring.ts'
import { keyOlderChains } from '#server/features/audit/audit.anchors.ts'
import { controlVerbs, createFirstFirmLink } from '#server/control-verbs.ts'
import { buildApp, buildHealthApp } from '#server/app.ts'
import { listOperators } from '#server/features/team/operators.ts'
import { openControl } from '#server/platform/control.ts'
import { type Config, publicUrl } from '#server/platform/config.ts'
import { openDatabase } from '#server/platform/database/open.ts'
import { migrateLocked, requireMigrated } from '#server/platform/database/migrate.ts'
import { holdStartLock } from '#server/platform/database/start-lock.ts'
import { answerWhileStarting } from '#server/platform/http/starting.ts'
import { openHasher } from '#server/platform/hasher/thread.ts'
import { openLive } from '#server/platform/live/open.ts'
import { getKeyring } from '#server/platform/keys/installation-key.ts'
import { fingerprintSecrets } from '#server/platform/keys/sealing.ts'
import { loggerOptions } from '#server/platform/logs/log.ts'
import { joinNodes, version } from '#server/platform/nodes.ts'
import type { Parts } from '#server/platform/parts.ts'
import { openMailer } from '#server/platform/mail.ts'
import { openQueue } from '#server/platform/queue/open.ts'
import { recordActive, openStorage } from '#server/platform/storage/open.ts'
import { listDisks } from '#server/platform/storage/space.ts'
import { openTraces } from '#server/platform/logs/traces.ts'
import { checkTranscript } from '#engine/host/transcript.ts'
import { findCapabilities } from '#worker/capabilities.ts'
import { startWorker, workerJobs } from '#worker/index.ts'

export type Platform = {
  url: string
  createFirstFirmLink(): Promise<string | null>
  app: FastifyInstance
  close(): Promise<void>
}

/**
 * Warns after an update because operators listed by email address have no operator rights until they verify the
 * address.
 */
async function warnOfPendingOperators({ config, database }: Parts, log: FastifyBaseLogger): Promise<void> {
  for (const { email, isPending } of await listOperators(database.db, config))
    if (isPending)
      log.warn(
        `${email} is in OPERATOR_EMAILS but is not an operator, because the address is not verified. Run: ./venire operator add ${email}`,
      )
}

const webFolder = fileURLToPath(new URL('./dist/web', import.meta.url))

type Opened = (() => unknown)[]

async function closeAll(opened: Opened): Promise<void> {
  for (let step = opened.pop(); step; step = opened.pop()) await step()
}

async function openAll<T>(work: (opened: Opened) => Promise<T>): Promise<T & { close(): Promise<void> }> {
  const opened: Opened = []
  try {
    return { ...(await work(opened)), close: () => closeAll(opened) }
  } catch (error) {
    await closeAll(opened)
    throw error
  }
}

type OnStep = (doing: string) => void

async function openParts(config: Config, opened: Opened, onStep: OnStep): Promise<Parts> {
  for (const { path } of listDisks(config)) await mkdir(path, { recursive: true, mode: 0o700 })
  const traces = openTraces(config, version)
  opened.push(() => traces.close())
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
    if (config.ROLE === 'worker') await requireMigrated(database)
    else await migrateLocked(database, config)
    await keyOlderChains(database.db, config.DATA_DIR)
    const fresh = await openQueue(database, config)
    opened.push(() => fresh.stop())
    await fresh.prepare(workerJobs)
    return fresh
  })
  onStep('starting')
  const readKeys = async () => `${getKeyring().current.fingerprint} ${await fingerprintSecrets(config.DATA_DIR)}`
  const node = await joinNodes(database, config, { readKeys, capabilities: await findCapabilities(config) })
  opened.push(() => node.leave())
  const storage = await openStorage(config)
  await recordActive(config)
  const mailer = openMailer(config, queue)
  opened.push(() => mailer.close())
  return { config, database, storage, queue, live, hasher, mailer, node, checkTranscript }
}

async function serveControl(parts: Parts, opened: Opened): Promise<void> {
  const control = await openControl(parts, controlVerbs)
  opened.push(() => control.close())
}

async function work(parts: Parts, opened: Opened, log: FastifyBaseLogger): Promise<void> {
  const worker = await startWorker(parts, log)
  opened.push(() => worker.stop())
}

/** Answers requests until `end` is called, unless the port is 0. In that case, no one knows the address yet. */
async function serveDuringStart(config: Config, port: number | undefined, opened: Opened, onStep: OnStep) {
  let doing = 'starting'
  const starting = port ? await answerWhileStarting({ ...config, PORT: port }, () => doing) : null
  const end = async () => starting?.close()
  opened.push(end)
  return {
    end,
    onStep: (step: string) => {
      doing = step
      onStep(step)
    },
  }
}

/** Keeps answering until proxies have noticed that /readyz fails. */
async function drain({ config, node }: Parts, app: FastifyInstance): Promise<void> {
  if (config.STOP_GRACE_SECONDS === 0) return
  node.drain()
  app.server.prependListener('request', (_request, response) => void (response.shouldKeepAlive = false))
  await sleep(config.STOP_GRACE_SECONDS * 1000)
}

/**
 * Starts everything in one process. If ROLE is "web", starts everything except the worker. Reports each step to
 * `onStep`.
 */
export function startPlatform(config: Config, onStep: OnStep = () => {}): Promise<Platform> {
  return openAll(async (opened) => {
    const early = await serveDuringStart(config, config.PORT, opened, onStep)
    const parts = await openParts(config, opened, early.onStep)
    const app = await buildApp(parts, { logger: loggerOptions(config), webFolder })
    await early.end()
    await app.listen({ host: config.HOST, port: config.PORT })
    opened.push(() => app.close())
    await warnOfPendingOperators(parts, app.log)
    const anchoring = await startAnchoring(parts, app.log)
    opened.push(() => anchoring.stop())
    await serveControl(parts, opened)
    if (config.ROLE === 'all') await work(parts, opened, app.log)
    opened.push(() => drain(parts, app))
    const address = app.server.address()
    const url = publicUrl(config, typeof address === 'object' && address ? address.port : config.PORT)
    return { url, createFirstFirmLink: () => createFirstFirmLink(parts.database.db, url), app }
  })
}

export function startWorkerOnly(
  config: Config,
  { port, onStep = () => {} }: { port?: number | undefined; onStep?: OnStep },
): Promise<{ close(): Promise<void> }> {
  return openAll(async (opened) => {
    const early = await serveDuringStart(config, port, opened, onStep)
    const parts = await openParts(config, opened, early.onStep)
    const app = await buildHealthApp(parts, loggerOptions(config))
    opened.push(() => app.close())
    await early.end()
    if (port !== undefined) await app.listen({ host: config.HOST, port })
    await serveControl(parts, opened)
    await work(parts, opened, app.log)
    return {}
  })
}
