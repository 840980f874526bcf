import type { FastifyInstance } from 'fastify'
import { readCaseAnalytics as caseAnalytics } from '#contract/cases/analytics.ts'
import { keepFinding as keepEndpoint } from '#contract/findings/annotations.ts'
import { listFindings } from '#contract/findings/findings.ts'
import {
  findInTranscript as findEndpoint,
  readPlayer as playerEndpoint,
  readTranscriptOutline,
} from '#contract/videos/player.ts'
import * as contract from '#contract/videos/videos.ts'
import { requireMay, requireVideo, seesWorkProduct } from '#server/features/videos/videos.access.ts'
import { mount } from '#server/platform/http/route.ts'
import { attachTranscript } from './runs/attached.service.ts'
import { captionRoutes } from './reading/captions.routes.ts'
import { readCaseAnalytics } from './reading/case-analytics.queries.ts'
import { readDetail } from './reading/detail.queries.ts'
import { keepFinding, cancelProcessing, reprocessVideo, retryStage } from './runs/runs.service.ts'
import { countLibrary, countVideos, listLibrary } from './reading/library.queries.ts'
import { readFindings, readTurns } from './runs/results.queries.ts'
import { readPlayer } from './reading/player.queries.ts'
import { findInTranscript, readOutline } from './reading/transcript.queries.ts'
import { readPartialTranscript as partialEndpoint, retryStage as retryEndpoint } from '#contract/sessions/progress.ts'
import * as talk from '#contract/jurors/talk.ts'
import { readSessionProgress as progressEndpoint } from '#contract/sessions/session-videos.ts'
import { requireCase } from '#server/features/cases/cases.access.ts'
import { requireSession } from '#server/features/sessions/sessions.access.ts'
import { listConsistency } from './reading/consistency.queries.ts'
import { listJurorTalk } from './reading/juror-talk.queries.ts'
import { readPartial, readSessionProgress } from './runs/session-progress.queries.ts'

/** Allows 20 MB of text plus JSON escapes. */
const transcriptBodyBytes = 48 * 1024 * 1024

export function analysisRoutes(app: FastifyInstance): void {
  const { config } = app.parts
  captionRoutes(app)

  mount(
    app,
    contract.listVideos,
    async ({ db, actor, setHeader, markUncounted }, { input }) => {
      const { videos, nextCursor } = await listLibrary(db, actor, config, input)
      const isWhole = nextCursor === null && !input.cursor && !input.q && !input.status && !input.caseId && !input.joins
      setHeader('x-totals', JSON.stringify(isWhole ? countVideos(videos) : await countLibrary(db, actor)))
      if (nextCursor) setHeader('x-next-cursor', nextCursor)
      // Upload progress and positions in the queue, which all firms share, change without a write to the firm's rows.
      if (videos.some(({ status, queuePosition }) => status === 'uploading' || queuePosition !== null)) markUncounted()
      return videos
    },
    { reads: ['videos', 'cases', 'sessions', 'team'] },
  )
  mount(
    app,
    contract.readVideo,
    async ({ db, actor, markUncounted }, { params, input }) => {
      const asked = { videoId: params.videoId, isBrief: input.brief === 'true' }
      const video = await readDetail(db, actor, config, asked)
      if (video.status === 'uploading' || video.queuePosition !== null) markUncounted()
      return video
    },
    { reads: ['videos', 'cases', 'sessions', 'team', 'transcripts', 'jurors', 'annotations'] },
  )
  mount(app, caseAnalytics, ({ db, actor }, { params }) => readCaseAnalytics(db, actor, params.caseId))
  mount(app, contract.readTranscript, async ({ db, actor, setHeader }, { params, input }) => {
    await requireVideo(db, actor, params.videoId)
    const turns = await readTurns(db, params.videoId, input)
    const last = turns.at(-1)
    if (last && turns.length === input.limit) setHeader('x-next-cursor', String(last.index + 1))
    return turns
  })
  mount(app, playerEndpoint, ({ db, actor }, { params }) => readPlayer(db, actor, params.videoId))
  mount(app, readTranscriptOutline, async ({ db, actor }, { params }) => {
    await requireVideo(db, actor, params.videoId)
    return readOutline(db, params.videoId)
  })
  mount(app, findEndpoint, async ({ db, actor }, { params, input }) => {
    await requireVideo(db, actor, params.videoId)
    return findInTranscript(db, params.videoId, input.q)
  })
  mount(app, listFindings, async ({ db, actor }, { params }) => {
    const video = await requireVideo(db, actor, params.videoId)
    const findings = await readFindings(db, params.videoId)
    return seesWorkProduct(video) ? findings : findings.map(({ themes: _themes, ...each }) => each)
  })
  mount(app, keepEndpoint, (context, { params }) => keepFinding(context, params))
  mount(app, contract.reprocessVideo, (context, { params }) => reprocessVideo(context, params.videoId))
  mount(app, contract.cancelProcessing, (context, { params }) => cancelProcessing(context, params.videoId))

  void app.register(async (scope) => {
    scope.addHook('onRoute', (route) => void (route.bodyLimit = transcriptBodyBytes))
    mount(
      scope,
      contract.attachTranscript,
      (context, { params, input }) => attachTranscript(context, params.videoId, input),
      {
        first: async ({ db, actor }, { videoId }) =>
          requireMay(actor, await requireVideo(db, actor, videoId), 'reprocess'),
      },
    )
  })
}

export function sessionAnalysisRoutes(app: FastifyInstance): void {
  const { config } = app.parts
  mount(
    app,
    progressEndpoint,
    async ({ db, actor, markUncounted }, { params }) => {
      const videos = await readSessionProgress(db, config, await requireSession(db, actor, params.sessionId))
      // Upload progress, queue positions, and elapsed times change without a write to the firm's rows.
      if (videos.some(({ status }) => status === 'uploading' || status === 'processing')) markUncounted()
      return videos
    },
    { reads: ['cases', 'sessions', 'videos', 'transcripts', 'findings', 'jurors'] },
  )
  mount(app, partialEndpoint, async ({ db, actor }, { params, input }) => {
    await requireVideo(db, actor, params.videoId)
    return readPartial(db, params.videoId, input.limit)
  })
  mount(app, retryEndpoint, (context, { params, input }) => retryStage(context, params.videoId, input.stage))
  mount(app, talk.listJurorTalk, async ({ db, actor }, { params }) => {
    await requireCase(db, actor, params.caseId)
    return listJurorTalk(db, params.caseId)
  })
  mount(app, talk.listConsistency, async ({ db, actor }, { params }) =>
    listConsistency(db, await requireCase(db, actor, params.caseId, 'seeWorkProduct')),
  )
}
