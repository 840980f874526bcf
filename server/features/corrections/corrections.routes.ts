import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/videos/corrections.ts'
import { requireVideo } from '#server/features/videos/videos.access.ts'
import { mount } from '#server/platform/http/route.ts'
import { type CorrectionListeners, createCorrection, undoCorrection } from './corrections.service.ts'
import { readCorrections, readOriginalTurns } from './corrections.queries.ts'

export function correctionRoutes(app: FastifyInstance, listeners: CorrectionListeners): void {
  mount(app, contract.createCorrection, (context, { params, input }) =>
    createCorrection(listeners, context, params.videoId, input),
  )
  mount(app, contract.undoCorrection, (context, { params }) => undoCorrection(listeners, context, params))
  mount(app, contract.listCorrections, async ({ db, actor }, { params, input }) => {
    await requireVideo(db, actor, params.videoId)
    return readCorrections(db, params.videoId, input.turn)
  })
  mount(app, contract.listOriginalTurns, async ({ db, actor }, { params }) => {
    await requireVideo(db, actor, params.videoId)
    return readOriginalTurns(db, params.videoId)
  })
}
