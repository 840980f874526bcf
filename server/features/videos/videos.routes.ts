import type { FastifyInstance } from 'fastify'
import { readUploadLimits } from '#contract/videos/uploads.ts'
import * as contract from '#contract/videos/videos.ts'
import { Id } from '#contract/endpoint.ts'
import { type AccessRow, listAccesses } from '#server/features/audit/audit.queries.ts'
import { mount } from '#server/platform/http/route.ts'
import { releaseLease, acquireLease, toPeriodic } from '#server/platform/lease.ts'
import { fileRoutes } from './files.routes.ts'
import { decideIntegrity } from './integrity.ts'
import { uploadLimits } from './uploads/admission.ts'
import { multipartUploads } from './uploads/multipart.ts'
import { resumableUploads } from './uploads/resumable.ts'
import { openUploads } from './uploads/uploads.ts'
import { maintainUploads, removeStrays } from './uploads/upkeep.ts'
import { requireMay, requireVideo } from './videos.access.ts'
import type { VideoListeners, VoiceListeners } from './videos.listeners.ts'
import { deleteVideo, moveVideo, restoreVideo } from './videos.service.ts'

const upkeepEveryMs = 60_000

export function videoRoutes(app: FastifyInstance, listeners: VideoListeners & VoiceListeners): void {
  const uploads = openUploads(app.parts, listeners)
  multipartUploads(app, uploads)
  resumableUploads(app, uploads)
  fileRoutes(app)
  mount(app, readUploadLimits, ({ actor }) => uploadLimits(uploads, actor))
  mount(app, contract.moveVideo, (context, { params, input }) =>
    moveVideo(listeners, context, params.videoId, input.caseId),
  )
  mount(app, contract.deleteVideo, (context, { params }) => deleteVideo(uploads, context, params.videoId))
  mount(app, contract.decideIntegrity, (context, { params, input }) =>
    decideIntegrity(context, params.videoId, input.reason),
  )
  mount(app, contract.listVideoAccesses, async ({ db, actor, setHeader }, { params, input }) => {
    const video = await requireVideo(db, actor, params.videoId)
    requireMay(actor, video, 'readAccesses')
    const cursor = Id.safeParse(input.cursor).data
    const found = await listAccesses(db, { entityId: video.id, caseId: video.caseId, limit: input.limit, cursor })
    const last = found.at(-1)
    if (last && found.length === input.limit) setHeader('x-next-cursor', last.id)
    return found.map(toVideoAccess)
  })
  mount(app, contract.restoreVideo, (context, { params }) => restoreVideo(uploads, context, params.videoId))

  let tending: Promise<unknown> = Promise.resolve()
  const lease = toPeriodic('upload upkeep', app.parts.node.id)
  const report = (videoId: string, err: unknown) => app.log.error({ err, videoId }, 'upload upkeep failed')
  const tend = () => {
    const work = async () => {
      await removeStrays(uploads)
      if ((await acquireLease(app.parts.database.db, lease)) !== null) await maintainUploads(uploads, report)
    }
    tending = work().catch((error: unknown) => app.log.error({ err: error }, 'upload upkeep failed'))
  }
  let timer: NodeJS.Timeout | undefined
  app.addHook('onListen', async () => {
    tend()
    timer = setInterval(tend, upkeepEveryMs)
  })
  app.addHook('onClose', async () => {
    clearInterval(timer)
    uploads.folder.close()
    await tending
    await releaseLease(app.parts.database.db, lease).catch(() => {})
  })
}

const toVideoAccess = ({ id, person, inAnotherCase, file, openedAt, bytes }: AccessRow): contract.VideoAccess => ({
  id,
  person,
  inAnotherCase,
  use: file.includes(', downloaded') ? 'downloaded' : 'viewed',
  file: file.startsWith('original') ? 'original' : 'film',
  at: new Date(openedAt).toISOString(),
  bytes,
})
