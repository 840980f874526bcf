import type { FastifyInstance } from 'fastify'
import { listSpeakerProposals } from '#contract/speakers/proposals.ts'
import { requireVideo } from '#server/features/videos/videos.access.ts'
import { mount } from '#server/platform/http/route.ts'
import { readProposals } from './proposals.queries.ts'

export function proposalRoutes(app: FastifyInstance): void {
  mount(app, listSpeakerProposals, async ({ db, actor }, { params }) => {
    await requireVideo(db, actor, params.videoId)
    return readProposals(db, params.videoId)
  })
}
