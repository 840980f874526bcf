import type { FastifyInstance } from 'fastify'
import { ok } from '#contract/endpoint.ts'
import { listNodes } from '#contract/operations/nodes.ts'
import * as contract from '#contract/operations/operations.ts'
import type { Db } from '#server/platform/db.ts'
import { releaseLease, acquireLease, toPeriodic } from '#server/platform/lease.ts'
import { every, type Repeating } from '#server/platform/queue/repeat.ts'
import { listNodes as readNodes, listUnserved } from '#server/platform/nodes.ts'
import { Refusal } from '#server/platform/errors.ts'
import { hasBearerToken } from '#server/platform/http/bearer.ts'
import { mount, mountOpen } from '#server/platform/http/route.ts'
import { listMonitoredEndpoints, listServerEndpoints } from './endpoints.queries.ts'
import { startMeter } from './meter.ts'
import { purgeMeasured, recordMeasured } from './measured.queries.ts'
import { addMonitor, checkMonitors, deleteMonitor, editMonitor } from './monitors.service.ts'
import { summarizePerformance } from './performance.queries.ts'
import { readPipelineStatus, savePipelineReport } from './pipeline.queries.ts'
import { readDatabaseStatistics, readSystemOverview } from './statistics.queries.ts'

const minuteMs = 60_000

export function operationsRoutes(app: FastifyInstance): void {
  const { config, database } = app.parts
  const meter = startMeter(app)
  const lease = toPeriodic('operations', app.parts.node.id)
  const isCounting = async (db: Db) => (await acquireLease(db, lease)) !== null
  const record = () => recordMeasured(database.db, meter.take(), process.memoryUsage.rss(), new Date(), isCounting)
  const warn = (what: string) => (error: unknown) => app.log.warn({ err: error }, what)
  let repeating: Repeating[] = []
  app.addHook('onListen', async () => {
    repeating = [
      every(minuteMs, record, warn('failed to store measurements')),
      every(minuteMs, () => checkMonitors(database.db, config, isCounting), warn('failed to check endpoints')),
      every(60 * minuteMs, () => purgeMeasured(database.db), warn('failed to remove old measurements')),
    ]
    for (const each of repeating) each.soon()
  })
  app.addHook('onClose', async () => {
    if (repeating.length === 0) return
    await Promise.all(repeating.map((each) => each.stop()))
    await record().catch(warn('failed to store the last measurements'))
    await releaseLease(database.db, lease).catch(() => {})
  })

  mount(app, contract.readOverview, ({ db }) => readSystemOverview(db))
  mount(app, contract.listEndpoints, async ({ db, actor }) => [
    // A query may contain a key, and members of every firm see this list.
    ...(await listMonitoredEndpoints(db)).map((each) => (actor.isOperator ? each : withoutQuery(each))),
    ...(await listServerEndpoints(db, app.mounted)),
  ])
  mount(app, contract.addEndpoint, (context, { input }) => addMonitor({ ...context, config }, input))
  mount(app, contract.editEndpoint, (context, { params, input }) =>
    editMonitor({ ...context, config }, params.id, input),
  )
  mount(app, contract.deleteEndpoint, async (context, { params }) => {
    await deleteMonitor({ ...context, config }, params.id)
    return ok
  })
  mount(app, contract.readPipeline, ({ db }) => readPipelineStatus(db))
  mountOpen(app, contract.reportPipeline, async ({ db, request }, { input }) => {
    if (!hasBearerToken(request.headers.authorization, config.PIPELINE_TOKEN))
      throw new Refusal('unauthenticated', 'Send PIPELINE_TOKEN as a bearer token.')
    await savePipelineReport(db, input)
    return ok
  })
  mount(app, contract.readDatabaseStats, () => readDatabaseStatistics(database))
  mount(app, listNodes, async ({ db }) => ({
    nodes: await readNodes(db),
    queue: await app.parts.queue.depth(),
    unserved: await listUnserved(db),
  }))
  mount(app, contract.readPerformance, ({ db }, { input }) => summarizePerformance(db, input.window))
}

const withoutQuery = (endpoint: contract.EndpointRecord): contract.EndpointRecord => ({
  ...endpoint,
  url: endpoint.url?.replace(/[?#].*$/s, '') ?? null,
})
