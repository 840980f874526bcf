import type { FastifyInstance } from 'fastify'
import { readPartialTranscript as partialEndpoint, retryStage as retryEndpoint } from '#contract/sessions/progress.ts'
import * as talk from '#contract/jurors/talk.ts'
import { readSessionProgress as progressEndpoint } from '#contract/sessions/session-videos.ts'
import { requireCase } from '#server/features/cases/cases.access.ts'
import { requireSession } from '#server/features/sessions/sessions.access.ts'
import { requireVideo } from '#server/features/videos/videos.access.ts'
import { mount } from '#server/platform/http/route.ts'
import { listConsistency } from './reading/consistency.queries.ts'
import { listJurorTalk } from './reading/juror-talk.queries.ts'
import { readPartial } from './runs/partial.queries.ts'
import { retryStage } from './runs/runs.service.ts'
import { readSessionProgress } from './runs/session-progress.queries.ts'

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
    { reads: ['cases', 'sessions', 'videos', 'transcripts', 'findings'] },
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
