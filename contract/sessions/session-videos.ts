import { z } from 'zod'
import { PartialTurn, stageNames } from '../videos/analysis.ts'
import { defineEndpoint, done, Id, nothing, Seconds, Timestamp } from '../endpoint.ts'
import { transcriptSources } from '../videos/transcript.ts'
import { videoStatuses } from '../videos/videos.ts'

/** `offset` is the time on the session clock when the video starts, in seconds. */
const place = {
  offset: Seconds,
  camera: z.string().trim().max(60),
}

export const SessionVideo = z.object({
  videoId: Id,
  position: z.int(),
  offset: Seconds,
  camera: z.string(),
  filename: z.string(),
  duration: Seconds.nullable(),
})
export type SessionVideo = z.infer<typeof SessionVideo>

const one = z.strictObject({ sessionId: Id })
const onVideo = z.strictObject({ sessionId: Id, videoId: Id })

export const listSessionVideos = defineEndpoint({
  method: 'GET',
  path: '/api/sessions/:sessionId/videos',
  summary: 'List the videos of a session in order.',
  needs: 'member',
  params: one,
  input: nothing,
  output: z.array(SessionVideo),
  touches: ['sessions', 'videos'],
})

/**
 * If the video has no case, also adds it to the session's case. A video can be in only one session. With `from`, moves it
 * out of that session and into this one's case.
 */
export const attachVideo = defineEndpoint({
  method: 'POST',
  path: '/api/sessions/:sessionId/videos',
  summary: 'Add a video to a session.',
  needs: 'member',
  params: one,
  input: z.strictObject({
    videoId: Id,
    offset: place.offset.default(0),
    camera: place.camera.default(''),
    from: Id.optional(),
  }),
  output: done,
  touches: ['sessions', 'videos', 'cases', 'highlights', 'notifications'],
})

export const placeVideo = defineEndpoint({
  method: 'PATCH',
  path: '/api/sessions/:sessionId/videos/:videoId',
  summary: 'Move a video within its session.',
  needs: 'member',
  params: onVideo,
  input: z.strictObject({ ...z.object(place).partial().shape, position: z.int().min(0).optional() }),
  output: done,
  touches: ['sessions'],
})

export const detachVideo = defineEndpoint({
  method: 'DELETE',
  path: '/api/sessions/:sessionId/videos/:videoId',
  summary: 'Remove a video from its session but keep it in the case.',
  needs: 'member',
  params: onVideo,
  input: nothing,
  output: done,
  touches: ['sessions', 'videos'],
})

export const stageStates = ['waiting', 'running', 'done', 'kept', 'failed', 'cancelled'] as const

export const VideoProgress = SessionVideo.extend({
  status: z.enum(videoStatuses),
  progress: z.number().min(0).max(100),
  stages: z.array(
    z.object({
      name: z.enum(stageNames),
      state: z.enum(stageStates),
      elapsedSeconds: z.number().nullable(),
      secondsLeft: z.number().nullable(),
      mayRetry: z.boolean(),
    }),
  ),
  queuePosition: z.int().nullable(),
  startedAt: Timestamp.nullable(),
  finishedAt: Timestamp.nullable(),
  elapsedSeconds: z.number().nullable(),
  secondsLeft: z.number().nullable(),
  failureReason: z.string().nullable(),
  nextStep: z.string().nullable(),
  transcriptSource: z.enum(transcriptSources).nullable(),
  transcriptReason: z.string().nullable(),
  transcriptStart: z.array(z.object({ speaker: z.string().nullable(), text: z.string() })),
  partial: z.object({ total: z.int(), turns: z.array(PartialTurn) }),
  findings: z.int().nullable(),
  may: z.object({ reprocess: z.boolean() }),
})
export type VideoProgress = z.infer<typeof VideoProgress>

export const readSessionProgress = defineEndpoint({
  method: 'GET',
  path: '/api/sessions/:sessionId/progress',
  summary: 'Get the analysis progress of each video in a session.',
  needs: 'member',
  params: one,
  input: nothing,
  output: z.array(VideoProgress),
  touches: ['sessions', 'videos', 'findings', 'transcripts', 'jurors'],
})
