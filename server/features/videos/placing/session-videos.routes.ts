import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/sessions/session-videos.ts'
import { requireSession } from '#server/features/sessions/sessions.access.ts'
import { mount } from '#server/platform/http/route.ts'
import { readSessionVideos } from './session-videos.queries.ts'
import type { SessionVideoListeners } from '../videos.listeners.ts'
import { attachVideo, detachVideo, placeVideo } from './session-videos.service.ts'

export function sessionVideoRoutes(app: FastifyInstance, listeners: SessionVideoListeners): void {
  mount(
    app,
    contract.listSessionVideos,
    async ({ db, actor }, { params }) => {
      await requireSession(db, actor, params.sessionId)
      return readSessionVideos(db, params.sessionId)
    },
    { reads: ['cases', 'sessions', 'videos'] },
  )
  mount(app, contract.attachVideo, (context, { params, input }) =>
    attachVideo(listeners, context, params.sessionId, input),
  )
  mount(app, contract.placeVideo, (context, { params, input }) => placeVideo(context, params, input))
  mount(app, contract.detachVideo, (context, { params }) => detachVideo(context, params))
}
