import { z } from 'zod'
import { defineEndpoint, done, Id, nothing, Seconds, Timestamp } from '../endpoint.ts'
import { chainOutcomes } from '../findings/findings.ts'

export const motionParts = ['concern', 'follow_up', 'ruling'] as const

export const MotionQuote = z.object({
  /** A SHA-256 hash of the time and the words. If the words change, the quote must be verified again. */
  id: z.string().regex(/^[0-9a-f]{64}$/, 'Choose a quote from the list.'),
  part: z.enum(motionParts),
  question: z.string(),
  text: z.string(),
  sessionId: Id,
  videoId: Id,
  start: Seconds.nullable(),
  end: Seconds.nullable(),
  page: z.int().nullable(),
  line: z.int().nullable(),
  verified: z.object({ by: z.string(), at: Timestamp }).nullable(),
})
export type MotionQuote = z.infer<typeof MotionQuote>

export const MotionJuror = z.object({
  jurorId: Id,
  jurorNumber: z.string(),
  ground: z.object({ label: z.string(), source: z.string(), verified: z.boolean() }).nullable(),
  chains: z.array(z.object({ outcome: z.enum(chainOutcomes), quotes: z.array(MotionQuote) })),
})
export type MotionJuror = z.infer<typeof MotionJuror>

const inSession = z.strictObject({ sessionId: Id })

export const listMotionQuotes = defineEndpoint({
  method: 'GET',
  path: '/api/sessions/:sessionId/motion-quotes',
  takesLong: true,
  summary: 'List the quotes in a motion to strike for cause and who verified each one.',
  needs: 'member',
  params: inSession,
  input: nothing,
  output: z.array(MotionJuror),
  touches: ['highlights', 'findings', 'transcripts', 'strikes', 'jurors', 'sessions'],
})

/** Returns 409 if the words have changed. Set `verified` to false to undo the verification. */
export const verifyMotionQuote = defineEndpoint({
  method: 'PUT',
  path: '/api/sessions/:sessionId/motion-quotes',
  summary: 'Record that you compared a quote with the recording.',
  needs: 'member',
  params: inSession,
  input: z.strictObject({ quoteId: MotionQuote.shape.id, videoId: Id, verified: z.boolean() }),
  output: done,
  touches: ['highlights'],
})
