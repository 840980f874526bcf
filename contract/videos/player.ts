/** What plays a video and shows its transcript piece by piece: small, however long the recording is. */
import { z } from 'zod'
import { defineEndpoint, Id, nothing } from '../endpoint.ts'
import { VideoDetail } from './videos.ts'

export const PlayableVideo = VideoDetail.pick({
  id: true,
  filename: true,
  status: true,
  duration: true,
  frameRate: true,
  streamUrl: true,
  posterUrl: true,
  captionsUrl: true,
  waveform: true,
  sprite: true,
}).extend({
  /** Of what is spoken; ISO 639-1, null where nobody could tell. */
  language: z.string().nullable(),
  isAnalysed: z.boolean(),
  may: z.object({ annotate: z.boolean() }),
})
export type PlayableVideo = z.infer<typeof PlayableVideo>

/** Turns at a time: about 20 kB compressed, and more than a screen shows. */
export const turnsAWindow = 100

export const TranscriptOutline = z.object({
  turns: z.int(),
  /** For every window of turns the milliseconds at which it begins; null where none of its turns has a time. */
  starts: z.array(z.int().nullable()),
})
export type TranscriptOutline = z.infer<typeof TranscriptOutline>

/** More places than these are counted, not shown. */
export const hitLimit = 500

/** Where a text was found: characters of a turn, and the second at which its first word is said. */
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
  summary: `How many turns a transcript has, and when each ${turnsAWindow} of them begin.`,
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
