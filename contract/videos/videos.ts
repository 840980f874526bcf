import { z } from 'zod'
import { sentiments, Span, Speaker, stageNames } from './analysis.ts'
import { Annotation } from '../findings/annotations.ts'
import { defineEndpoint, done, Id, nothing, page, Seconds, Timestamp } from '../endpoint.ts'
import { transcriptMaxBytes } from './transcript-files.ts'
import { transcriptSources, TranscriptCut, Turn } from './transcript.ts'

export const videoStatuses = ['uploading', 'processing', 'completed', 'failed'] as const
export type VideoStatus = (typeof videoStatuses)[number]
export const videoStatusWords: Readonly<Record<VideoStatus, string>> = {
  uploading: 'Uploading',
  processing: 'Processing',
  completed: 'Completed',
  failed: 'Failed',
}
export const videoStatusKinds = {
  uploading: 'busy',
  processing: 'busy',
  completed: 'done',
  failed: 'failed',
} as const satisfies Record<VideoStatus, string>

export const VideoSummary = z.object({
  id: Id,
  filename: z.string(),
  status: z.enum(videoStatuses),
  size: z.int(),
  duration: Seconds.nullable(),
  uploadedAt: Timestamp,
  progress: z.number().min(0).max(100),
  caseId: Id.nullable(),
  caseTitle: z.string().nullable(),
  session: z.object({ id: Id, name: z.string() }).nullable(),
  posterUrl: z.string().nullable(),
  /** This field and the next two are null unless the video is processing. */
  stage: z.enum(stageNames).nullable(),
  queuePosition: z.int().nullable(),
  secondsLeft: z.number().nullable(),
  failureReason: z.string().nullable(),
  failureStage: z.string().nullable(),
  analysis: z
    .object({ speakers: z.int(), sentiment: z.enum(sentiments).nullable(), topics: z.array(z.string()) })
    .nullable(),
  may: z.object({ reprocess: z.boolean() }),
})
export type VideoSummary = z.infer<typeof VideoSummary>

/** The number of videos the user can see in each status. Sent as JSON in the `x-totals` header. */
export const VideoTotals = z.object({
  total: z.int(),
  uploading: z.int(),
  processing: z.int(),
  completed: z.int(),
  failed: z.int(),
})
export type VideoTotals = z.infer<typeof VideoTotals>

export const VideoAnalysis = z.object({
  speakerCount: z.int(),
  confidenceScore: z.number().nullable(),
  sentiment: z.enum(sentiments).nullable(),
  language: z.string().nullable(),
  transcriptText: z.string().nullable(),
  turns: z.int(),
  speakerDiarization: z.array(Speaker),
  overlaps: z.array(Span),
  keyPhrases: z.array(z.string()),
  topics: z.array(z.string()),
  processingProvider: z.string(),
  processingJobId: Id,
  processingStartedAt: Timestamp.nullable(),
  processingCompletedAt: Timestamp.nullable(),
  transcriptSource: z.enum(transcriptSources),
  transcriptReason: z.string(),
  warnings: z.array(z.string()),
  /** Parts of the attached file that aren't speech. Absent in answers of version 0.1.0. */
  cuts: z.array(TranscriptCut).optional(),
  findingsSkipped: z.string().nullable(),
})
export type VideoAnalysis = z.infer<typeof VideoAnalysis>

export const integrities = ['ok', 'changed', 'unchecked'] as const

/** `film` is the copy used for playback. */
export const recordingFiles = ['original', 'film'] as const
export type RecordingFile = (typeof recordingFiles)[number]

export const VideoIntegrity = z.object({
  status: z.enum(integrities),
  checkedAt: Timestamp.nullable(),
  foundSha256: z.string().nullable(),
  changed: z.array(z.object({ file: z.enum(recordingFiles), isMissing: z.boolean() })),
  isBlocked: z.boolean(),
  mayDecide: z.boolean(),
  decision: z.object({ at: Timestamp, by: z.string().nullable(), reason: z.string() }).nullable(),
})
export type VideoIntegrity = z.infer<typeof VideoIntegrity>

export const VideoDetail = z.object({
  id: Id,
  filename: z.string(),
  originalName: z.string(),
  size: z.int(),
  duration: Seconds.nullable(),
  status: z.enum(videoStatuses),
  progress: z.number().min(0).max(100),
  createdAt: Timestamp,
  caseId: Id.nullable(),
  caseTitle: z.string().nullable(),
  session: z.object({ id: Id, name: z.string() }).nullable(),
  uploadedByName: z.string(),
  sha256: z.string().nullable(),
  integrity: VideoIntegrity,
  sameBytesAs: z.array(z.object({ id: Id, filename: z.string() })),
  stage: z.enum(stageNames).nullable(),
  queuePosition: z.int().nullable(),
  secondsLeft: z.number().nullable(),
  failureReason: z.string().nullable(),
  failureStage: z.string().nullable(),
  canRetry: z.boolean(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  codec: z.string().nullable(),
  frameRate: z.tuple([z.int(), z.int()]).nullable(),
  streamUrl: z.string().nullable(),
  downloadUrl: z.string(),
  posterUrl: z.string().nullable(),
  captionsUrl: z.string().nullable(),
  waveform: z.object({ url: z.string(), bucketsPerSecond: z.number(), buckets: z.int() }).nullable(),
  sprite: z
    .object({
      url: z.string(),
      columns: z.int(),
      rows: z.int(),
      tileWidth: z.int(),
      tileHeight: z.int(),
      intervalMs: z.int(),
      count: z.int(),
    })
    .nullable(),
  may: z.object({ annotate: z.boolean(), reprocess: z.boolean(), remove: z.boolean(), readAccesses: z.boolean() }),
  analysis: VideoAnalysis.nullable(),
  annotations: z.array(Annotation),
})
export type VideoDetail = z.infer<typeof VideoDetail>

export const videoSorts = ['newest', 'oldest', 'name', 'longest', 'largest'] as const

const one = z.strictObject({ videoId: Id })

export const listVideos = defineEndpoint({
  method: 'GET',
  path: '/api/videos',
  summary: 'List your videos, newest first.',
  needs: 'member',
  params: nothing,
  input: z.strictObject({
    ...page,
    status: z.enum(videoStatuses).optional(),
    caseId: Id.optional(),
    /**
     * Lists only videos that can be added to a session in this case. They must belong to this case or no case, and not
     * be in a session yet.
     */
    joins: Id.optional(),
    q: z.string().trim().max(200).optional(),
    sort: z.enum(videoSorts).default('newest'),
  }),
  output: z.array(VideoSummary),
  touches: ['videos'],
})

export const readVideo = defineEndpoint({
  method: 'GET',
  path: '/api/videos/:videoId',
  summary: 'Get a video with its analysis and annotations.',
  needs: 'member',
  params: one,
  /** `brief` omits the transcript text and the times for speakers and overlaps, which are large for long recordings. */
  input: z.strictObject({ brief: z.enum(['true', 'false']).default('false') }),
  output: VideoDetail,
  touches: ['videos', 'annotations'],
})

/** The `x-next-cursor` header has the next index. */
export const readTranscript = defineEndpoint({
  method: 'GET',
  path: '/api/videos/:videoId/transcript',
  summary: 'Get a transcript by turns, with the time of every word.',
  needs: 'member',
  params: one,
  input: z.strictObject({
    from: z.coerce.number().int().min(0).default(0),
    limit: z.coerce.number().int().min(1).max(2000).default(500),
  }),
  output: z.array(Turn),
  touches: ['transcripts', 'videos'],
})

export const moveVideo = defineEndpoint({
  method: 'PATCH',
  path: '/api/videos/:videoId',
  summary: 'Move a video into or out of a case.',
  needs: 'member',
  params: one,
  input: z.strictObject({ caseId: Id.nullable() }),
  output: done,
  touches: ['videos', 'cases'],
})

export const deleteVideo = defineEndpoint({
  method: 'DELETE',
  path: '/api/videos/:videoId',
  summary: 'Delete a video and stop any work on it.',
  needs: 'member',
  params: one,
  input: nothing,
  output: done,
  touches: ['videos'],
})

export const restoreVideo = defineEndpoint({
  method: 'POST',
  path: '/api/videos/:videoId/restore',
  summary: 'Restore a deleted video while it’s kept.',
  needs: 'member',
  params: one,
  input: nothing,
  output: done,
  touches: ['videos'],
})

export const decideIntegrity = defineEndpoint({
  method: 'POST',
  path: '/api/videos/:videoId/integrity-decision',
  summary: 'Keep a recording whose stored file changed, and record the reason.',
  needs: 'member',
  params: one,
  input: z.strictObject({ reason: z.string().trim().min(1, 'Enter a reason.').max(1000) }),
  output: done,
  touches: ['videos', 'exports'],
})

/** Each person gets at most one entry per file every half hour. */
export const VideoAccess = z.object({
  id: Id,
  person: z.string().nullable(),
  inAnotherCase: z.boolean().default(false),
  use: z.enum(['viewed', 'downloaded']),
  file: z.enum(recordingFiles),
  at: Timestamp,
  bytes: z.int(),
})
export type VideoAccess = z.infer<typeof VideoAccess>

export const listVideoAccesses = defineEndpoint({
  method: 'GET',
  path: '/api/videos/:videoId/accesses',
  summary: 'List who viewed or downloaded a recording, newest first.',
  needs: 'member',
  params: one,
  input: z.strictObject(page),
  output: z.array(VideoAccess),
  touches: ['videos'],
})

export const reprocessVideo = defineEndpoint({
  method: 'POST',
  path: '/api/videos/:videoId/reprocess',
  summary: 'Analyze a video again.',
  needs: 'member',
  params: one,
  input: nothing,
  output: done,
  touches: ['videos', 'findings', 'transcripts'],
})

export const cancelProcessing = defineEndpoint({
  method: 'POST',
  path: '/api/videos/:videoId/cancel',
  summary: 'Cancel the analysis of a video.',
  needs: 'member',
  params: one,
  input: nothing,
  output: done,
  touches: ['videos'],
})

export const attachTranscript = defineEndpoint({
  method: 'PUT',
  path: '/api/videos/:videoId/transcript',
  summary: 'Attach a transcript file and analyze the video again.',
  needs: 'member',
  params: one,
  input: z
    .strictObject({
      name: z.string().trim().min(1).max(255),
      text: z.string().min(1, 'The transcript file is empty.').max(transcriptMaxBytes).optional(),
      /** Use this for formats other than plain text. */
      base64: z
        .string()
        .regex(/^[A-Za-z0-9+/]*={0,2}$/, 'Encode the file as base64.')
        .min(1, 'The transcript file is empty.')
        .max(Math.ceil(transcriptMaxBytes / 3) * 4 + 4, 'The transcript file is larger than 20 MB.')
        .optional(),
    })
    .refine(({ text, base64 }) => (text === undefined) !== (base64 === undefined), {
      path: ['text'],
      message: 'Send the transcript as text or as base64.',
    }),
  output: done,
  touches: ['videos', 'findings', 'transcripts'],
})
