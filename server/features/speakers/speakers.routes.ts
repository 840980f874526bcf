import type { FastifyInstance } from 'fastify'
import * as naming from '#contract/speakers/naming.ts'
import * as proposals from '#contract/speakers/proposals.ts'
import * as contract from '#contract/speakers/speakers.ts'
import * as voices from '#contract/speakers/voices.ts'
import { requireSession } from '#server/features/sessions/sessions.access.ts'
import { requireVideo } from '#server/features/videos/videos.access.ts'
import { mount } from '#server/platform/http/route.ts'
import { readVoiceNaming } from './naming.queries.ts'
import { nameVoice, undoVoices } from './naming.service.ts'
import { listSpeakers } from './speakers.queries.ts'
import { assignSpeaker } from './speakers.service.ts'
import { nameStretches, readStretches } from './stretches.service.ts'
import { listVoiceTurns, readVoices } from './voices.queries.ts'
import * as service from './voices.service.ts'

export function speakerRoutes(app: FastifyInstance): void {
  mount(app, contract.listSpeakers, async ({ db, actor }, { params }) => {
    await requireSession(db, actor, params.sessionId)
    return listSpeakers(db, params.sessionId)
  })
  mount(app, contract.assignSpeaker, (context, { params, input }) => assignSpeaker(context, params.sessionId, input))
  mount(app, voices.readVoices, async ({ db, actor }, { params }) =>
    readVoices(db, actor, await requireVideo(db, actor, params.videoId)),
  )
  mount(app, voices.listVoiceTurns, async ({ db, actor }, { params, input }) => {
    await requireVideo(db, actor, params.videoId)
    return listVoiceTurns(db, params.videoId, input.label ?? null)
  })
  mount(app, naming.readVoiceNaming, async ({ db, actor }, { params }) =>
    readVoiceNaming(db, actor, await requireVideo(db, actor, params.videoId)),
  )
  mount(app, naming.nameVoice, (context, { params, input }) => nameVoice(context, params.videoId, input))
  mount(app, naming.undoVoices, (context, { params, input }) => undoVoices(context, params.videoId, input.version))
  mount(app, proposals.listJurorStretches, async ({ db, actor }, { params }) =>
    readStretches(db, actor, await requireVideo(db, actor, params.videoId)),
  )
  mount(app, proposals.nameStretches, (context, { params, input }) => nameStretches(context, params.videoId, input))
  mount(app, voices.nameTurns, (context, { params, input }) => service.nameTurns(context, params.videoId, input))
  mount(app, voices.mergeVoices, (context, { params, input }) => service.mergeVoices(context, params.videoId, input))
  mount(app, voices.regroupVoices, (context, { params, input }) =>
    service.regroupVoices(context, params.videoId, input),
  )
}
