/**
 * Two ways in, one result. `POST /api/videos/upload` takes multipart form data with the repeated field `videos`;
 * `/api/uploads` speaks tus 1.0 (resumable) and is what the web client uses above `resumableAboveBytes`.
 * Neither is an endpoint value: their bodies are streams.
 */
import { z } from 'zod'
import { defineEndpoint, Id, nothing } from '../endpoint.ts'

export const uploadPaths = { multipart: '/api/videos/upload', resumable: '/api/uploads' } as const
export const uploadField = 'videos'
/** The web client sends the small files of one choice together, in forms of at most this size. */
export const formMaxBytes = 64 * 1024 * 1024
/** Above this the web client uploads resumably. */
export const resumableAboveBytes = 32 * 1024 * 1024
/**
 * One request carries this much of a resumable upload. What arrived of a broken one is kept whatever its size, so pieces
 * only keep a request from lasting for hours; each costs some 40 ms of the server's processor.
 */
export const uploadChunkBytes = 256 * 1024 * 1024

/** Per file of a multipart upload: received, or refused with a sentence. `index` is the file's place in the form, from 0. */
export const UploadResult = z.object({
  videos: z.array(
    z.object({
      index: z.int(),
      id: Id,
      filename: z.string(),
      size: z.int(),
      sha256: z.string(),
      sameBytesAs: z.array(z.object({ id: Id, filename: z.string() })),
    }),
  ),
  refused: z.array(z.object({ index: z.int(), filename: z.string(), reason: z.string() })),
})
export type UploadResult = z.infer<typeof UploadResult>

/** Metadata of a resumable upload, all strings as tus wants: filename, filetype, and optionally caseId. The finished upload answers `x-video-id`. */
export const UploadMetadata = z.object({
  filename: z.string().min(1).max(255),
  filetype: z.string().max(100).default(''),
  caseId: Id.optional(),
})

export const UploadLimits = z.object({
  maxFileBytes: z.int(),
  freeBytes: z.int().nullable(),
  quotaLeftBytes: z.int().nullable(),
})

export const readUploadLimits = defineEndpoint({
  method: 'GET',
  path: '/api/upload-limits',
  summary: 'Get the largest file accepted and the space left.',
  needs: 'member',
  params: nothing,
  input: nothing,
  output: UploadLimits,
  touches: ['videos'],
})
