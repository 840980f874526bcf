import { z } from 'zod'
import { defineEndpoint, Id, nothing, Seconds } from '../endpoint.ts'
import { findingTypes } from '../findings/findings.ts'

export const PossibleFinding = z.object({
  videoId: Id,
  type: z.enum(findingTypes),
  sub: z.string(),
  start: Seconds.nullable(),
  end: Seconds.nullable(),
  quote: z.string(),
  question: z.string(),
  jurorNumber: z.string().nullable(),
  speaker: z.string().nullable(),
  turn: z.int(),
  why: z.string(),
})
export type PossibleFinding = z.infer<typeof PossibleFinding>

export const listPossibleFindings = defineEndpoint({
  method: 'GET',
  path: '/api/sessions/:sessionId/possible-findings',
  takesLong: true,
  summary: 'List findings that only the classifier detected in a session, except existing highlights.',
  needs: 'member',
  params: z.strictObject({ sessionId: Id }),
  input: nothing,
  output: z.array(PossibleFinding),
  touches: ['highlights', 'findings', 'transcripts', 'videos', 'sessions', 'jurors'],
})
