import { z } from 'zod'
import { defineEndpoint, Id, nothing, Seconds } from '../endpoint.ts'

export const JurorTalk = z.object({
  jurorId: Id,
  questionCount: z.int().nullable(),
  speakingSeconds: z.number().nullable(),
  firstQuestion: z.object({ videoId: Id, seconds: Seconds }).nullable(),
})
export type JurorTalk = z.infer<typeof JurorTalk>

export const listJurorTalk = defineEndpoint({
  method: 'GET',
  path: '/api/cases/:caseId/juror-talk',
  summary: 'Get each juror’s speaking time and the number of questions asked of each.',
  needs: 'member',
  params: z.strictObject({ caseId: Id }),
  input: nothing,
  output: z.array(JurorTalk),
  touches: ['jurors', 'videos', 'transcripts'],
})

const Heard = z.object({ videoId: Id, seconds: Seconds.nullable(), question: z.string(), answer: z.string() })

export const ConsistencyPrompt = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('answers_differ'),
    jurorId: Id,
    topic: z.string(),
    written: z.object({ q: z.string(), a: z.string() }),
    heard: Heard,
  }),
  z.object({
    kind: z.literal('name_heard'),
    jurorId: Id,
    name: z.string(),
    list: z.enum(['witness', 'attorney']),
    heard: Heard,
  }),
])
export type ConsistencyPrompt = z.infer<typeof ConsistencyPrompt>

export const listConsistency = defineEndpoint({
  method: 'GET',
  path: '/api/cases/:caseId/consistency',
  summary: 'List where a juror’s written and spoken answers differ.',
  needs: 'member',
  params: z.strictObject({ caseId: Id }),
  input: nothing,
  output: z.array(ConsistencyPrompt),
  touches: ['jurors', 'videos', 'transcripts', 'cases'],
})
