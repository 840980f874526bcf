/**
 * `POST /api/videos/upload` accepts multipart form data with a repeated `videos` field. `/api/uploads` uses tus 1.0.
 * Both stream their request bodies, so they can't use `defineEndpoint`.
 */
import { z } from 'zod'
import { defineEndpoint, Id, nothing } from '../endpoint.ts'

export const uploadPaths = { multipart: '/api/videos/upload', resumable: '/api/uploads' } as const
export const uploadField = 'videos'
export const formMaxBytes = 64 * 1024 * 1024
export const resumableAboveBytes = 32 * 1024 * 1024
/**
 * The number of bytes per PATCH request. It's small enough that no request takes hours. Each request uses about 40 ms
 * of CPU time.
 */
export const uploadChunkBytes = 256 * 1024 * 1024

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

/** tus upload metadata. When the upload is complete, the response has an `x-video-id` header. */
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
