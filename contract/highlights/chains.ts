import { z } from 'zod'
import { defineEndpoint, Id, page, Seconds } from '../endpoint.ts'
import { chainOutcomes, hedgeLevels } from '../findings/findings.ts'
import { Highlight } from './highlights.ts'

export const Said = z.object({
  text: z.string(),
  turn: z.int(),
  start: Seconds.nullable(),
  end: Seconds.nullable(),
  clock: Seconds.nullable(),
  page: z.int().nullable(),
  line: z.int().nullable(),
})
export type Said = z.infer<typeof Said>

export const ChainRecord = z.object({
  videoId: Id,
  number: z.int(),
  concern: Highlight,
  probes: z.array(
    z.object({
      question: Said.nullable(),
      askerRole: z.string(),
      answer: Said,
      hedge: z.enum(hedgeLevels).nullable(),
      latencyMs: z.int().nullable(),
      highlightIds: z.array(Id),
    }),
  ),
  outcome: z.enum(chainOutcomes),
  ruling: Said.nullable(),
})
export type ChainRecord = z.infer<typeof ChainRecord>

export const listChains = defineEndpoint({
  method: 'GET',
  path: '/api/sessions/:sessionId/chains',
  takesLong: true,
  summary: 'List each concern of a session, how it was probed, and the ruling.',
  needs: 'member',
  params: z.strictObject({ sessionId: Id }),
  input: z.strictObject(page),
  output: z.array(ChainRecord),
  touches: ['highlights', 'findings', 'transcripts', 'videos', 'sessions', 'jurors'],
})
