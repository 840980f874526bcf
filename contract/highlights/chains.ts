/** Chains as people review them: a concern, the probes with their answers, how it ended, and the court's ruling. */
import { z } from 'zod'
import { defineEndpoint, Id, page, Seconds } from '../endpoint.ts'
import { chainOutcomes, hedgeLevels } from '../findings/findings.ts'
import { Highlight } from './highlights.ts'

/** Words of the transcript as it reads now, with corrections. */
export const Said = z.object({
  text: z.string(),
  /** First turn of the words. */
  turn: z.int(),
  /** Null where the transcript has no times. */
  start: Seconds.nullable(),
  end: Seconds.nullable(),
  /** Seconds on the clock of the session. */
  clock: Seconds.nullable(),
  page: z.int().nullable(),
  line: z.int().nullable(),
})
export type Said = z.infer<typeof Said>

export const ChainRecord = z.object({
  videoId: Id,
  /** As in Highlight.chain, within its video. */
  number: z.int(),
  /** What opened it, with what people decided about it. */
  concern: Highlight,
  /** In the order of the questions; empty where nobody asked further. */
  probes: z.array(
    z.object({
      question: Said.nullable(),
      askerRole: z.string(),
      answer: Said,
      hedge: z.enum(hedgeLevels).nullable(),
      /** From the end of the question to the start of the answer; a number, never a meaning. */
      latencyMs: z.int().nullable(),
      /** Highlights in this answer that belong to the chain. */
      highlightIds: z.array(Id),
    }),
  ),
  outcome: z.enum(chainOutcomes),
  /** The court's own words on it; null where it did not rule before the next juror spoke. */
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
