import cookie from '@fastify/cookie'
import rateLimit from '@fastify/rate-limit'
import Fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify'
import { readFileSync } from 'node:fs'
import { getRateKey, installActor, resolveActor } from '#server/features/auth/auth.actor.ts'
import { analysisRoutes, sessionAnalysisRoutes } from '#server/features/analysis/analysis.routes.ts'
import {
  caseAnalysisListeners,
  analysisListeners,
  consentListeners,
} from '#server/features/analysis/runs/runs.service.ts'
import { forgetJurors } from '#server/features/speakers/undo.queries.ts'
import { annotationRoutes } from '#server/features/annotations/annotations.routes.ts'
import { correctionRoutes } from '#server/features/corrections/corrections.routes.ts'
import { opinionRoutes } from '#server/features/opinions/opinions.routes.ts'
import { speakerRoutes } from '#server/features/speakers/speakers.routes.ts'
import { proposalRoutes } from '#server/features/proposals/proposals.routes.ts'
import { signInListeners } from '#server/features/auth/auth.listeners.ts'
import { authRoutes } from '#server/features/auth/auth.routes.ts'
import { securityRoutes } from '#server/features/auth/security.routes.ts'
import { caseTeamListeners } from '#server/features/cases/cases.listeners.ts'
import { caseRoutes } from '#server/features/cases/cases.routes.ts'
import { entryNotices, roleNotices } from '#server/features/notifications/account.notices.ts'
import { securityNotices } from '#server/features/notifications/security.notices.ts'
import { notificationRoutes } from '#server/features/notifications/notifications.routes.ts'
import { formatProductMetrics } from '#server/features/operations/metrics.ts'
import { operationsRoutes } from '#server/features/operations/operations.routes.ts'
import { profileRoutes } from '#server/features/profile/profile.routes.ts'
import { settingsRoutes } from '#server/features/settings/settings.routes.ts'
import { overviewRoutes } from '#server/features/overview/overview.routes.ts'
import { searchRoutes } from '#server/features/search/search.routes.ts'
import { highlightListeners } from '#server/features/highlights/highlights.sync.ts'
import { exportRoutes } from '#server/features/exports/exports.routes.ts'
import { caseSharingListener, shareLinkListener } from '#server/features/exports/sharing/sharing.listeners.ts'
import { makers as exportMakers } from '#server/features/exports/makers.ts'
import { highlightRoutes } from '#server/features/highlights/highlights.routes.ts'
import { contactRoutes } from '#server/features/contact/contact.routes.ts'
import { jurorRoutes } from '#server/features/jurors/jurors.routes.ts'
import { vacateRemovedSeats } from '#server/features/jurors/seats.service.ts'
import { jurorGuards, keepSpeakers, sessionGuards, strikeRoutes } from '#server/features/strikes/strikes.ts'
import { sessionRoutes } from '#server/features/sessions/sessions.routes.ts'
import { teamRoutes } from '#server/features/team/team.routes.ts'
import { installTrialEnd } from '#server/features/team/trial.service.ts'
import { sessionVideoRoutes } from '#server/features/videos/placing/session-videos.routes.ts'
import type { VoiceListeners } from '#server/features/videos/videos.listeners.ts'
import { videoRoutes } from '#server/features/videos/videos.routes.ts'
import type { Patience } from '#server/platform/database/patience.ts'
import { Refusal } from '#server/platform/errors.ts'
import { installCompression } from '#server/platform/http/compress.ts'
import { installEtags } from '#server/platform/http/etag.ts'
import { healthRoutes } from '#server/platform/http/health.ts'
import {
  installErrors,
  installRequestPatience,
  installTrail,
  refuseAddress,
} from '#server/platform/http/http-errors.ts'
import { newId } from '#server/platform/ids.ts'
import { installJsonBody } from '#server/platform/http/json-body.ts'
import { liveRoute } from '#server/platform/live/route.ts'
import { openApiRoutes } from '#server/platform/openapi/routes.ts'
import { version } from '#server/platform/nodes.ts'
import type { Parts } from '#server/platform/parts.ts'
import { installOriginCheck, installSecurityHeaders } from '#server/platform/http/security.ts'
import {
  answerClientError,
  installBodyWatch,
  installSilentEnd,
  serverOptions,
  type TrafficLimits,
  trafficLimits,
} from '#server/platform/http/traffic.ts'
import { webFiles } from '#server/platform/http/web-files.ts'

type AppOptions = {
  logger: FastifyServerOptions['logger']
  webFolder: string
  limits?: Partial<TrafficLimits>
  patience?: Patience
}

export async function buildApp(parts: Parts, { logger, webFolder, ...given }: AppOptions): Promise<FastifyInstance> {
  const { config } = parts
  const limits = { ...trafficLimits, ...given.limits }
  const server =
    config.TLS_CERT && config.TLS_KEY
      ? { https: { ...serverOptions(limits), cert: readFileSync(config.TLS_CERT), key: readFileSync(config.TLS_KEY) } }
      : { http: serverOptions(limits) }
  const app = Fastify({
    ...(logger === undefined ? {} : { logger }),
    ...server,
    trustProxy: config.TRUSTED_PROXIES.length > 0 ? config.TRUSTED_PROXIES : false,
    genReqId: newId,
    bodyLimit: 1024 * 1024,
    // Uploads can take hours. `installBodyWatch` ends slow ones.
    requestTimeout: 0,
    clientErrorHandler: answerClientError,
    frameworkErrors: refuseAddress,
    forceCloseConnections: 'idle',
    routerOptions: { ignoreTrailingSlash: true },
  }) as FastifyInstance

  app.decorate('parts', parts)
  app.decorate('mounted', [])
  app.decorate('counted', [])
  app.decorate('waysIn', [])
  app.addHook('onRoute', ({ method, url }) => void app.waysIn.push(...[method].flat().map((each) => `${each} ${url}`)))
  installErrors(app)
  installBodyWatch(app, limits)
  installSilentEnd(app)
  installRequestPatience(app, given.patience)
  installTrail(app)
  installJsonBody(app)
  app.addHook('onRequest', async (request, reply) => void reply.header('x-request-id', request.id))
  await app.register(cookie)
  await installSecurityHeaders(app)
  installEtags(app, version)
  installCompression(app)
  if (config.RATE_LIMIT > 0) {
    await app.register(rateLimit, {
      max: config.RATE_LIMIT,
      timeWindow: '1 minute',
      keyGenerator: getRateKey,
      // A page loads dozens of files, and everyone at a firm may share one IP address.
      allowList: ({ routeOptions }) => routeOptions.url === '/*',
      errorResponseBuilder: (_request, { ttl }) => {
        const retryAfterSeconds = Math.ceil(ttl / 1000)
        return new Refusal('too_many', `Too many requests. Try again in ${retryAfterSeconds} seconds.`, {
          retryAfterSeconds,
        })
      },
    })
  }
  installOriginCheck(app)
  installActor(app)
  installTrialEnd(app)

  authRoutes(app, { ...entryNotices, ...securityNotices })
  securityRoutes(app, securityNotices)
  teamRoutes(app, {
    ...caseTeamListeners,
    ...roleNotices,
    ...signInListeners,
    ...shareLinkListener,
    ...consentListeners,
  })
  notificationRoutes(app)
  profileRoutes(app)
  caseRoutes(app, { ...caseAnalysisListeners, ...caseSharingListener })
  const leavingCase: VoiceListeners['leavingCase'] = async (tx, videoId) => {
    await keepSpeakers(tx, videoId)
    return forgetJurors(tx, videoId)
  }
  videoRoutes(app, { ...analysisListeners, leavingCase })
  sessionRoutes(app, { ...sessionGuards, seatsChanged: vacateRemovedSeats })
  jurorRoutes(app, jurorGuards)
  sessionVideoRoutes(app, { ...analysisListeners, ...highlightListeners, leavingCase })
  annotationRoutes(app)
  analysisRoutes(app)
  sessionAnalysisRoutes(app)
  correctionRoutes(app, highlightListeners)
  proposalRoutes(app)
  opinionRoutes(app, consentListeners)
  speakerRoutes(app)
  highlightRoutes(app)
  exportRoutes(app, exportMakers)
  strikeRoutes(app)
  settingsRoutes(app)
  overviewRoutes(app)
  searchRoutes(app)
  operationsRoutes(app)
  contactRoutes(app)
  healthRoutes(app, formatProductMetrics)
  liveRoute(app, (request) => resolveActor(app, request), limits.liveStreamsPerPerson)
  openApiRoutes(app, version)
  await webFiles(app, webFolder)
  return app
}

export async function buildHealthApp(parts: Parts, logger: FastifyServerOptions['logger']): Promise<FastifyInstance> {
  const app = Fastify({ ...(logger === undefined ? {} : { logger }) })
  app.decorate('parts', parts)
  installErrors(app)
  healthRoutes(app, formatProductMetrics)
  await app.ready()
  return app
}
