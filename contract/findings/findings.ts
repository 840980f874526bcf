import { z } from 'zod'
import { defineEndpoint, Id, nothing } from '../endpoint.ts'

export const findingTypes = ['hardship', 'bias_indicator', 'long_pause', 'key_statement'] as const
export type FindingType = (typeof findingTypes)[number]

export const severities = ['low', 'medium', 'high', 'critical'] as const
export type Severity = (typeof severities)[number]

export const stances = ['expressed', 'equivocal', 'rehabilitated', 'reaffirmed'] as const
export type Stance = (typeof stances)[number]

export const hedgeLevels = ['firm', 'soft', 'weak', 'refusal'] as const
export type HedgeLevel = (typeof hedgeLevels)[number]

export const HardshipFacts = z.object({
  paid: z.boolean().nullable(),
  replaceable: z.boolean().nullable(),
  scheduleFix: z.boolean().nullable(),
  documented: z.boolean().nullable(),
})
export type HardshipFacts = z.infer<typeof HardshipFacts>

/** A question and its full answer. Values are indexes into the transcript's turns. */
export const Exchange = z.object({
  index: z.int().min(0),
  questionTurns: z.array(z.int()),
  answerTurns: z.array(z.int()),
  askerRole: z.string(),
  speaker: z.string().nullable(),
  jurorNumber: z.string().nullable(),
  /**
   * The time from the end of the question to the start of the answer. Null if either time is missing or estimated, or
   * if the two can't be compared.
   */
  latencyMs: z.int().nullable(),
  hedge: z.enum(hedgeLevels).nullable(),
})
export type Exchange = z.infer<typeof Exchange>

export const Opinion = z.object({ model: z.string(), agrees: z.boolean(), quote: z.string(), why: z.string() })

export const Finding = z.object({
  type: z.enum(findingTypes),
  /** A subcategory such as "financial" or "party_lean", or "latency" for a long pause. */
  sub: z.string(),
  severity: z.enum(severities),
  confidence: z.number().min(0).max(1),
  stance: z.enum(stances).nullable(),
  quote: z.string(),
  question: z.string(),
  speaker: z.string().nullable(),
  jurorNumber: z.string().nullable(),
  startMs: z.int().nullable(),
  endMs: z.int().nullable(),
  turn: z.int(),
  exchange: z.int().nullable(),
  trigger: z.object({ from: z.int(), to: z.int() }).nullable(),
  latencyMs: z.int().nullable(),
  hardshipFacts: HardshipFacts.nullable(),
  chain: z.int().nullable(),
  themes: z.array(z.string()).optional(),
  rules: z.array(z.string()),
  why: z.string(),
  /**
   * The opinion of a language model. If it disagrees, severity drops by one level. A person still makes the decision.
   */
  opinion: Opinion.optional(),
})
export type Finding = z.infer<typeof Finding>

/**
 * For a bias chain, the outcome is based on the juror's last answer. For a hardship chain, it's based on the ruling or
 * on how the hardship was resolved.
 */
export const chainOutcomes = [
  'unresolved',
  'equivocal',
  'rehabilitated',
  'reaffirmed',
  'excused',
  'not_excused',
  'schedule_fixed',
] as const

export const Chain = z.object({
  number: z.int(),
  concern: z.int(),
  probes: z.array(
    z.object({ exchange: z.int(), hedge: z.enum(hedgeLevels).nullable(), latencyMs: z.int().nullable() }),
  ),
  outcome: z.enum(chainOutcomes),
  /** Null if the court didn't rule before the next juror spoke. */
  ruling: z.object({ turn: z.int(), text: z.string() }).nullable(),
})
export type Chain = z.infer<typeof Chain>

export const VideoFinding = Finding.extend({
  id: Id,
  quoteChanged: z.boolean(),
})
export type VideoFinding = z.infer<typeof VideoFinding>

export const listFindings = defineEndpoint({
  method: 'GET',
  path: '/api/videos/:videoId/findings',
  summary: 'List the findings in a video in order of time.',
  needs: 'member',
  params: z.strictObject({ videoId: Id }),
  input: nothing,
  output: z.array(VideoFinding),
  touches: ['findings', 'videos'],
})
