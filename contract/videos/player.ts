/** The transcript is sent in windows to keep responses small. */
import { z } from 'zod'
import { defineEndpoint, Id, nothing } from '../endpoint.ts'
import { VideoDetail } from './videos.ts'

export const PlayableVideo = VideoDetail.pick({
  id: true,
  filename: true,
  status: true,
  duration: true,
  width: true,
  frameRate: true,
  streamUrl: true,
  posterUrl: true,
  captionsUrl: true,
  waveform: true,
  sprite: true,
}).extend({
  language: z.string().nullable(),
  isAnalysed: z.boolean(),
  may: z.object({ annotate: z.boolean() }),
})
export type PlayableVideo = z.infer<typeof PlayableVideo>

/** 50 turns are about 13 kB when compressed. They don't fit on one screen. */
export const turnsPerWindow = 50

export const TranscriptOutline = z.object({
  turns: z.int(),
  starts: z.array(z.int().nullable()),
})
export type TranscriptOutline = z.infer<typeof TranscriptOutline>

export const hitLimit = 500

export const TranscriptHit = z.object({ turn: z.int(), from: z.int(), to: z.int(), seconds: z.number().nullable() })
export type TranscriptHit = z.infer<typeof TranscriptHit>

const params = z.strictObject({ videoId: Id })

export const readPlayer = defineEndpoint({
  method: 'GET',
  path: '/api/videos/:videoId/player',
  summary: 'Get what a player needs for a video, without the transcript.',
  needs: 'member',
  params,
  input: nothing,
  output: PlayableVideo,
  touches: ['videos'],
})

export const readTranscriptOutline = defineEndpoint({
  method: 'GET',
  path: '/api/videos/:videoId/transcript-outline',
  summary: `Get the number of turns in a transcript and the start time of every ${turnsPerWindow}th turn.`,
  needs: 'member',
  params,
  input: nothing,
  output: TranscriptOutline,
  touches: ['transcripts', 'videos'],
})

export const findInTranscript = defineEndpoint({
  method: 'GET',
  path: '/api/videos/:videoId/transcript-hits',
  summary: 'Find words in a transcript, ignoring case and spacing.',
  needs: 'member',
  params,
  input: z.strictObject({ q: z.string().trim().max(200).default('') }),
  output: z.object({ count: z.int(), hits: z.array(TranscriptHit).max(hitLimit) }),
  touches: ['transcripts', 'videos'],
})
