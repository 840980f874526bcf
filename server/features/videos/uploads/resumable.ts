import type { IncomingMessage } from 'node:http'
import { ERRORS, Metadata, Server, type ServerOptions } from '@tus/server'
import { and, eq, isNull } from 'drizzle-orm'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { UploadMetadata, uploadPaths } from '#contract/videos/uploads.ts'
import type { Actor } from '#server/platform/actor.ts'
import { toOutage } from '#server/platform/database/outage.ts'
import { absent, Refusal, type RefusalCode } from '#server/platform/errors.ts'
import { replayOrRun } from '#server/platform/http/idempotency.ts'
import { invalid, requireActor } from '#server/platform/http/route.ts'
import { admitUpload } from './admission.ts'
import { maxUploadBytes } from './folder.ts'
import { endUpload, requireUploader, type Sender, UploadEnded } from './permission.ts'
import { receiveUpload } from './receipt.ts'
import { UploadStore } from './store.ts'
import { readReceived, type Uploads } from './uploads.ts'
import { discardUpload } from './upkeep.ts'
import { type VideoRow, videos } from '../videos.table.ts'

type ServerRequest = Parameters<NonNullable<ServerOptions['onIncomingRequest']>>[0]

const base = uploadPaths.resumable
const tusVersion = '1.0.0'
/** If a client reconnects, its previous request is ended after this time. */
const lockDrainMs = 1000

/**
 * Implements tus 1.0 (https://tus.io/protocols/resumable-upload). Routes check permission before passing a request to
 * the library so that permission errors look like those in the rest of the API.
 */
export function resumableUploads(app: FastifyInstance, uploads: Uploads): void {
  const admitted: Admitted = new WeakMap()
  const tus = tusServer(uploads, admitted)

  void app.register(async (scope) => {
    // The tus library reads the body itself.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    scope.addHook('onRequest', async (_request, reply) => void reply.header('tus-resumable', tusVersion))

    const passToLibrary = async (request: FastifyRequest, reply: FastifyReply, videoId: string): Promise<void> => {
      admitted.set(request.raw, { videoId, sender: readSender(request) })
      reply.header('x-video-id', videoId).hijack()
      for (const [name, value] of Object.entries(reply.getHeaders()))
        if (value !== undefined) reply.raw.setHeader(name, value)
      await tus.handle(request.raw, reply.raw)
    }

    scope.options(base, async (_request, reply) => {
      return reply
        .code(204)
        .header('tus-version', tusVersion)
        .header('tus-extension', tus.datastore.extensions.join(','))
        .header('tus-max-size', String(maxUploadBytes(uploads.parts.config)))
        .send()
    })

    scope.post(base, async (request, reply) => {
      const actor = requireActor(request)
      requireVersion(request, reply)
      requireUploadBody(request)
      const content = [request.headers['upload-length'], request.headers['upload-metadata']]
      const given = { endpoint: `POST ${base}`, content }
      const { answer: videoId, isReplay } = await replayOrRun(uploads.parts, request, reply, given, (db) =>
        admitUpload(uploads, actor, { ...readAnnouncement(request), resumable: true }, db),
      )
      if (isReplay) return reply.code(201).header('location', `${base}/${videoId}`).header('x-video-id', videoId).send()
      await passToLibrary(request, reply, videoId)
      // Delete the upload because the client doesn't have a URL to resume it.
      if (reply.raw.statusCode >= 400) await discardUpload(uploads, videoId)
      return reply
    })

    scope.head<{ Params: { id: string } }>(`${base}/:id`, async (request, reply) => {
      const actor = requireActor(request)
      requireVersion(request, reply)
      const video = await finishIfComplete(uploads, await requireUpload(uploads, actor, request.params.id), request)
      if (video.receivedAt) return sendComplete(reply, video)
      await passToLibrary(request, reply, video.id)
      return reply
    })

    scope.patch<{ Params: { id: string } }>(`${base}/:id`, async (request, reply) => {
      const actor = requireActor(request)
      requireVersion(request, reply)
      requireContentType(request)
      const video = await requireUpload(uploads, actor, request.params.id)
      if (video.receivedAt) throw new Refusal('conflict', 'This upload is already complete.')
      await requireStillAllowed(uploads, video, request)
      requireChunkFits(request, video)
      await passToLibrary(request, reply, video.id)
    })

    scope.delete<{ Params: { id: string } }>(`${base}/:id`, async (request, reply) => {
      const actor = requireActor(request)
      requireVersion(request, reply)
      const video = await requireUpload(uploads, actor, request.params.id)
      if (video.receivedAt || !(await discardUpload(uploads, video.id))) {
        throw new Refusal('conflict', 'This upload is already complete. Delete the video instead.')
      }
      return reply.code(204).send()
    })
  })
}

/** The library allows cross-origin reads. Its types don't expose the setting, so this removes the headers instead. */
function keepSameOrigin(server: Server): Server {
  const inner = server as unknown as { handler(request: ServerRequest): Promise<Response> }
  const handle = inner.handler.bind(server)
  inner.handler = async (request) => {
    const response = await handle(request)
    for (const name of [...response.headers.keys()])
      if (name.startsWith('access-control-')) response.headers.delete(name)
    return response
  }
  return server
}

type Admitted = WeakMap<IncomingMessage, { videoId: string; sender: Sender }>

const readSender = ({ ip, actor }: FastifyRequest): Sender => ({ ip, ...(actor && { actor }) })

function tusServer(uploads: Uploads, admitted: Admitted): Server {
  const parseId = (request: ServerRequest) => admitted.get(request.runtime!.node!.req as IncomingMessage)!
  const server = new Server({
    path: base,
    datastore: new UploadStore(uploads),
    locker: uploads.locks,
    lockDrainTimeout: lockDrainMs,
    relativeLocation: true,
    namingFunction: (request) => parseId(request).videoId,
    getFileIdFromRequest: (request) => parseId(request).videoId,
    onUploadFinish: async (request) => {
      const { videoId, sender } = parseId(request)
      await receiveUpload(uploads, videoId, sender)
      return {}
    },
    onResponseError: (request, error) => {
      const { code, status, message, detail } = toTusRefusal(error)
      const reply = request.runtime?.node?.res
      reply?.setHeader('x-error-code', code)
      if (detail.retryAfterSeconds !== undefined) reply?.setHeader('retry-after', String(detail.retryAfterSeconds))
      return { status_code: status, body: message }
    },
  })
  return keepSameOrigin(server)
}

async function requireUpload({ parts }: Uploads, actor: Actor, id: string): Promise<VideoRow> {
  if (!/^[0-9a-f-]{36}$/.test(id)) throw absent('upload')
  const [video] = await parts.database.db
    .select()
    .from(videos)
    .where(
      and(
        eq(videos.id, id),
        eq(videos.firmId, actor.firmId),
        eq(videos.uploadedBy, actor.userId),
        eq(videos.resumable, true),
        isNull(videos.deletedAt),
      ),
    )
  if (!video) throw absent('upload')
  return video
}

async function finishIfComplete(uploads: Uploads, video: VideoRow, request: FastifyRequest): Promise<VideoRow> {
  if (video.receivedAt) return video
  const file = await readReceived(uploads, video.id)
  if (file && file.bytes < video.sizeBytes) return video
  const { sha256 } = await receiveUpload(uploads, video.id, readSender(request))
  return { ...video, sha256, receivedAt: new Date() }
}

function sendComplete(reply: FastifyReply, video: VideoRow): FastifyReply {
  return reply
    .header('cache-control', 'no-store')
    .header('upload-offset', String(video.sizeBytes))
    .header('upload-length', String(video.sizeBytes))
    .header('x-video-id', video.id)
    .send()
}

/** Replaces the library's messages, which are for developers, and its 500 error for a lock timeout. */
const tusRefusals: Record<number, [RefusalCode, string]> = {
  400: ['invalid', 'The upload was interrupted. Request its offset and resume from there.'],
  404: ['not_found', 'This upload doesn’t exist or you don’t have access to it.'],
  409: ['conflict', 'Upload-Offset doesn’t match where this upload stopped. Request its offset and resume from there.'],
  410: ['gone', 'This upload has expired. Start it again.'],
  413: ['too_large', 'This chunk is larger than the rest of the declared file.'],
  501: ['invalid', 'This server doesn’t support that tus extension.'],
}

function toTusRefusal(error: unknown): Refusal {
  const outage = error instanceof Refusal ? error : toOutage(error)
  if (outage) return outage
  if (error === ERRORS.ERR_LOCK_TIMEOUT)
    return new Refusal('conflict', 'Another request is still writing this upload. Try again in a moment.')
  const status = (error as { status_code?: number } | null)?.status_code
  const known = tusRefusals[status ?? 500]
  return new Refusal(
    ...(known ?? (['internal', 'The upload was interrupted on the server. It can be resumed.'] as const)),
  )
}

function requireVersion(request: FastifyRequest, reply: FastifyReply): void {
  if (request.headers['tus-resumable'] === tusVersion) return
  reply.header('tus-version', tusVersion)
  throw new Refusal('precondition', `Send the header Tus-Resumable: ${tusVersion}.`)
}

const bodyType = 'application/offset+octet-stream'

function requireContentType(request: FastifyRequest): void {
  const type = request.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase()
  if (type !== bodyType) throw new Refusal('unsupported', `Send the upload as ${bodyType}.`)
}

function requireUploadBody(request: FastifyRequest): void {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
  if (encoding === undefined && (length === undefined || length === '0')) return
  requireContentType(request)
  const announced = Number(request.headers['upload-length'])
  if (Number(length ?? 0) > announced) throw tooLong()
}

function requireChunkFits(request: FastifyRequest, video: VideoRow): void {
  const offset = request.headers['upload-offset']
  if (typeof offset !== 'string' || !/^\d{1,15}$/.test(offset))
    throw new Refusal('invalid', 'upload-offset: Set the Upload-Offset header to the byte offset.')
  if (Number(offset) + Number(request.headers['content-length'] ?? 0) > video.sizeBytes) throw tooLong()
}

const tooLong = () => new Refusal(...tusRefusals[413]!)

async function requireStillAllowed(uploads: Uploads, video: VideoRow, request: FastifyRequest): Promise<void> {
  try {
    await requireUploader(uploads.parts.database.db, video)
  } catch (error) {
    if (error instanceof UploadEnded) await endUpload(uploads, video.id, readSender(request))
    throw error
  }
}

function readAnnouncement(request: FastifyRequest): { filename: string; sizeBytes: number; caseId: string | null } {
  const length = request.headers['upload-length']
  if (typeof length !== 'string' || !/^\d{1,15}$/.test(length)) {
    throw new Refusal('invalid', 'upload-length: Set the Upload-Length header to the file size in bytes.')
  }
  const metadata = UploadMetadata.safeParse(readMetadata(request.headers['upload-metadata']))
  if (!metadata.success) throw invalid(metadata.error.issues)
  return { filename: metadata.data.filename, sizeBytes: Number(length), caseId: metadata.data.caseId ?? null }
}

function readMetadata(header: string | string[] | undefined): Record<string, string | null> {
  try {
    const metadata = Metadata.parse(String(header ?? ''))
    return Object.fromEntries(Object.entries(metadata).filter(([, value]) => value !== null && value !== ''))
  } catch {
    throw new Refusal('invalid', 'upload-metadata: The header must be a list of names with base64 values.')
  }
}
