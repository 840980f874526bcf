import { z } from 'zod'
import { PartialTurn, stageNames } from '../videos/analysis.ts'
import { defineEndpoint, done, Id } from '../endpoint.ts'

const one = z.strictObject({ videoId: Id })

export const PartialTranscript = z.object({
  total: z.int(),
  /** The latest turns in time order. Some earlier speech may not be recognized yet. */
  turns: z.array(PartialTurn),
})
export type PartialTranscript = z.infer<typeof PartialTranscript>

export const readPartialTranscript = defineEndpoint({
  method: 'GET',
  path: '/api/videos/:videoId/partial-transcript',
  summary: 'Get the words recognized so far in a running analysis.',
  needs: 'member',
  params: one,
  input: z.strictObject({ limit: z.coerce.number().int().min(1).max(500).default(200) }),
  output: PartialTranscript,
  touches: ['transcripts', 'videos'],
})

export const retryStage = defineEndpoint({
  method: 'POST',
  path: '/api/videos/:videoId/retry',
  summary: 'Rerun an analysis stage and every stage that depends on it.',
  needs: 'member',
  params: one,
  input: z.strictObject({ stage: z.enum(stageNames) }),
  output: done,
  touches: ['videos', 'findings', 'transcripts'],
})
