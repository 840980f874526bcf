import { pipeline } from 'node:stream/promises'
import multipart, { type MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Id } from '#contract/endpoint.ts'
import { uploadField, uploadPaths, type UploadResult } from '#contract/videos/uploads.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Db } from '#server/platform/db.ts'
import { Refusal } from '#server/platform/errors.ts'
import { replayOrRun } from '#server/platform/http/idempotency.ts'
import { requireActor } from '#server/platform/http/route.ts'
import { admitUpload, tooLarge } from './admission.ts'
import { maxUploadBytes } from './folder.ts'
import { receiveUpload } from './receipt.ts'
import type { Uploads } from './uploads.ts'
import { discardUpload } from './upkeep.ts'
import { sameBytesAs } from '../videos.queries.ts'

const maxFiles = 200
const invalidForm = 'Invalid upload form. Send multipart form data with the files in the “videos” field.'

export function multipartUploads(app: FastifyInstance, uploads: Uploads): void {
  void app.register(async (scope) => {
    const fileSize = maxUploadBytes(uploads.parts.config)
    await scope.register(multipart, {
      throwFileSizeLimit: false,
      limits: { fileSize, files: maxFiles, fields: 10, fieldSize: 1000 },
    })
    scope.post(uploadPaths.multipart, async (request, reply): Promise<UploadResult> => {
      const actor = requireActor(request)
      if (!request.isMultipart()) throw new Refusal('unsupported', invalidForm)
      const length = request.headers['content-length']
      // The quota check reserves the declared size, so a form of unknown size could exceed the quota.
      if (length === undefined) throw new Refusal('length_required', 'Send the form with a Content-Length header.')
      const given = { endpoint: `POST ${uploadPaths.multipart}`, content: length }
      const { answer } = await replayOrRun(uploads.parts, request, reply, given, (db) =>
        receiveForm(uploads, request, actor, db),
      )
      return answer
    })
  })
}

async function receiveForm(uploads: Uploads, request: FastifyRequest, actor: Actor, db: Db): Promise<UploadResult> {
  const result: UploadResult = { videos: [], refused: [] }
  let firstRefusal: Refusal | null = null
  let caseId: string | null = null
  let index = 0
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') {
        if (part.fieldname === 'caseId' && part.value !== '') caseId = parseCaseId(part.value)
        continue
      }
      try {
        const received = result.videos.reduce((sum, { size }) => sum + size, 0)
        const sizeBytes = Math.max(1, Number(request.headers['content-length']) - received)
        result.videos.push({ index, ...(await receivePart(uploads, request, actor, part, { caseId, sizeBytes }, db)) })
      } catch (error) {
        // The rejected file must be read to the end before the next file can be read.
        part.file.resume()
        if (!(error instanceof Refusal)) throw error
        firstRefusal ??= error
        result.refused.push({ index, filename: part.filename, reason: error.message })
      }
      index++
    }
  } catch (error) {
    throw asRefusal(error)
  }
  if (firstRefusal && result.videos.length === 0) {
    const reasons = result.refused.map(({ filename, reason }) => `${filename}: ${reason}`)
    throw new Refusal(firstRefusal.code, result.refused.length === 1 ? firstRefusal.message : reasons.join(' '))
  }
  if (result.videos.length === 0) {
    throw new Refusal('invalid', 'Choose at least one file.', {
      fields: { [uploadField]: 'Choose at least one file.' },
    })
  }
  return result
}

async function receivePart(
  uploads: Uploads,
  request: FastifyRequest,
  actor: Actor,
  part: MultipartFile,
  { caseId, sizeBytes }: { caseId: string | null; sizeBytes: number },
  db: Db,
): Promise<Omit<UploadResult['videos'][number], 'index'>> {
  if (part.fieldname !== uploadField) throw new Refusal('invalid', `Send files in the “${uploadField}” field.`)
  const videoId = await admitUpload(uploads, actor, {
    filename: part.filename,
    sizeBytes,
    caseId,
    resumable: false,
  })
  try {
    const sender = { ip: request.ip, actor }
    const fill = async () => {
      await uploads.folder.append(videoId, 0, (sink) => pipeline(part.file, sink))
      if (part.file.truncated) throw tooLarge(uploads.parts.config.MAX_UPLOAD_GB)
    }
    const { id, filename, sizeBytes: size, sha256 } = await receiveUpload(uploads, videoId, sender, db, fill)
    return {
      id,
      filename,
      size,
      sha256,
      sameBytesAs: await sameBytesAs(uploads.parts.database.db, actor, { id, sha256 }),
    }
  } catch (error) {
    await discardUpload(uploads, videoId)
    throw error
  }
}

function parseCaseId(value: unknown): string {
  const id = Id.safeParse(value)
  if (!id.success)
    throw new Refusal('invalid', 'Choose a case from the list.', {
      fields: { caseId: 'Choose a case from the list.' },
    })
  return id.data
}

function asRefusal(error: unknown): unknown {
  if (error instanceof Refusal || !(error instanceof Error)) return error
  const code = 'code' in error ? error.code : undefined
  if (code === 'FST_FILES_LIMIT') return new Refusal('too_large', `Upload up to ${maxFiles} files at a time.`)
  if (code === 'FST_FIELDS_LIMIT' || code === 'FST_PARTS_LIMIT') return new Refusal('invalid', invalidForm)
  if (code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE')
    return new Refusal('invalid', 'The connection closed before the upload finished.')
  const isParsers = typeof code === 'string' && code.startsWith('FST_')
  // In the parser's error messages, the boundary is called a "needle".
  if (isParsers || /boundary|multipart|unexpected end of form|malformed|needle/i.test(error.message))
    return new Refusal('invalid', invalidForm)
  return error
}
