import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Id } from '#contract/endpoint.ts'
import { getAccessLog } from '#server/features/audit/accesses.ts'
import { nameToken } from '#server/features/audit/audit.service.ts'
import { sendBytes, type SentKind } from '#server/platform/http/bytes.ts'
import { absent, Refusal } from '#server/platform/errors.ts'
import { requireActor } from '#server/platform/http/route.ts'
import { blockedRefusal, checkAfterPart, isBlocked, recordCheck, toFilm, toOriginal } from './integrity.ts'
import { requireServed, type ServedVideo } from './videos.queries.ts'
import { type FileKind, getSentKind } from './videos.table.ts'

type Served = Awaited<ReturnType<typeof requireServed>>
type Answer = (served: Served, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/** The keys are detected containers, not file extensions. */
const containers = new Map<string, SentKind>([
  ['mp4', 'mp4'],
  // Browsers can play MOV files as MP4 but reject the type video/quicktime.
  ['mov', 'mp4'],
  ['webm', 'webm'],
  ['matroska', 'matroska'],
  ['avi', 'avi'],
])
const getOriginalKind = ({ container }: ServedVideo): SentKind => containers.get(container ?? '') ?? 'bin'

export function fileRoutes(app: FastifyInstance): void {
  const { storage, database, live } = app.parts

  const serve = (name: string, kind: FileKind, answer: Answer) =>
    app.route<{ Params: { videoId: string } }>({
      method: ['GET', 'HEAD'],
      url: `/api/videos/:videoId/${name}`,
      handler: async (request, reply) => {
        const actor = requireActor(request)
        const { videoId } = request.params
        if (!Id.safeParse(videoId).success) throw absent('video')
        return answer(await requireServed(database.db, actor, videoId, kind), request, reply)
      },
    })

  const sendDerived: Answer = async ({ file }, request, reply) => {
    if (!file) throw new Refusal('not_found', 'This file isn’t ready yet.')
    return sendBytes(storage, request, reply, { key: file.key, kind: getSentKind(file), etag: file.key })
  }

  const accesses = getAccessLog(database.db)
  app.addHook('onClose', () => accesses.flush())

  const sendFilm = (
    { video, file, check, filmCheck }: Served,
    { request, reply, use }: { request: FastifyRequest; reply: FastifyReply; use: 'viewed' | 'downloaded' },
  ): Promise<FastifyReply> => {
    if (isBlocked(check) || isBlocked(filmCheck)) throw blockedRefusal(video.filename)
    const actor = requireActor(request)
    const film = use === 'downloaded' ? null : file
    const onOpen = () =>
      accesses.open({
        firmId: video.firmId,
        caseId: video.caseId,
        entity: 'video',
        entityId: video.id,
        file: `${film ? 'proxy' : 'original'}, ${use}`,
        by: { userId: actor.userId, ...nameToken(actor) },
        ip: request.ip,
        action: `video.${use}`,
      })
    const stored = film ? toFilm(video, film) : toOriginal(video)
    const onChanged = async (found: string | null) => {
      request.log.error({ videoId: video.id, expected: stored.sha256, found }, `a stored ${stored.kind} was changed`)
      await recordCheck(database.db, stored, found)
      live.publish({ firmId: video.firmId, nouns: ['videos', 'notifications'] })
    }
    // If someone decided to keep using a changed file, its new hash applies.
    const known = film ? filmCheck : check
    const sha256 = (known?.integrity === 'changed' ? known.foundSha256 : null) ?? stored.sha256
    return sendBytes(storage, request, reply, {
      key: stored.key,
      kind: film ? getSentKind(film) : getOriginalKind(video),
      etag: film ? film.key : sha256!,
      ...(sha256 === null ? {} : { sha256 }),
      onOpen,
      onChanged,
      ...(use === 'downloaded' ? { saveAs: video.filename } : {}),
    })
  }

  serve('stream', 'proxy', async (served, request, reply) => {
    const { video, file } = served
    if (!file && (!video.sha256 || video.durationMs === null)) {
      throw new Refusal('not_found', 'This video can’t be played until its media check passes.')
    }
    return sendFilm(served, { request, reply, use: 'viewed' })
  })

  serve('download', 'proxy', async (served, request, reply) => {
    if (!served.video.sha256) throw new Refusal('conflict', 'This video is still uploading.')
    if (request.headers.range !== undefined) await checkAfterPart(app.parts, served.video, served.check)
    return sendFilm(served, { request, reply, use: 'downloaded' })
  })

  for (const kind of ['poster', 'sprite', 'waveform'] as const) serve(kind, kind, sendDerived)
}
