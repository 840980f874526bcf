/** What the engine suggests about what was said. A suggestion stays one until a person confirms it. */
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

/** The four questions a court asks about a hardship; null where nobody said. */
export const HardshipFacts = z.object({
  paid: z.boolean().nullable(),
  replaceable: z.boolean().nullable(),
  scheduleFix: z.boolean().nullable(),
  documented: z.boolean().nullable(),
})
export type HardshipFacts = z.infer<typeof HardshipFacts>

/** A question with all of its answer. Indexes point into the transcript's turns. */
export const Exchange = z.object({
  index: z.int().min(0),
  questionTurns: z.array(z.int()),
  answerTurns: z.array(z.int()),
  askerRole: z.string(),
  /** The juror's label in the transcript. */
  speaker: z.string().nullable(),
  jurorNumber: z.string().nullable(),
  /** From the end of the question to the start of the answer; null where a time is missing, estimated or not comparable. */
  latencyMs: z.int().nullable(),
  hedge: z.enum(hedgeLevels).nullable(),
})
export type Exchange = z.infer<typeof Exchange>

export const Finding = z.object({
  type: z.enum(findingTypes),
  /** Sub-category of the taxonomy ("financial", "party_lean" …); `latency` for a long pause. */
  sub: z.string(),
  severity: z.enum(severities),
  confidence: z.number().min(0).max(1),
  stance: z.enum(stances).nullable(),
  /** Verbatim words of the juror. */
  quote: z.string(),
  /** Verbatim words of the question; empty where nobody asked. */
  question: z.string(),
  speaker: z.string().nullable(),
  jurorNumber: z.string().nullable(),
  startMs: z.int().nullable(),
  endMs: z.int().nullable(),
  turn: z.int(),
  exchange: z.int().nullable(),
  /** Character range inside the turn's text that triggered the finding, for marking the words. */
  trigger: z.object({ from: z.int(), to: z.int() }).nullable(),
  latencyMs: z.int().nullable(),
  hardshipFacts: HardshipFacts.nullable(),
  /** Findings with the same number tell one story: concern, probes, answers, outcome. */
  chain: z.int().nullable(),
  /** Themes of the case whose name or watch words it holds. */
  themes: z.array(z.string()).optional(),
  /** The rules or the model that fired. */
  rules: z.array(z.string()),
  /** One plain sentence. */
  why: z.string(),
  /** A second opinion that this is none, with verbatim words of the juror. The finding stands until a person decides. */
  disputes: z.array(z.object({ source: z.string(), quote: z.string(), why: z.string() })).optional(),
})
export type Finding = z.infer<typeof Finding>

/** How a concern ended. Of a bias what the juror said last; of a hardship what the court ruled, or what solved it. */
export const chainOutcomes = [
  'unresolved',
  'equivocal',
  'rehabilitated',
  'reaffirmed',
  'excused',
  'not_excused',
  'schedule_fixed',
] as const

/** A concern, what the court and counsel asked about it, and how it ended. */
export const Chain = z.object({
  /** Matches Finding.chain. */
  number: z.int(),
  /** Index of the finding that opened it. */
  concern: z.int(),
  /** Exchanges that probe the concern, with how firmly each was answered and after which wait. */
  probes: z.array(
    z.object({ exchange: z.int(), hedge: z.enum(hedgeLevels).nullable(), latencyMs: z.int().nullable() }),
  ),
  outcome: z.enum(chainOutcomes),
  /** The court's own words on it, where it ruled before the next juror spoke. */
  ruling: z.object({ turn: z.int(), text: z.string() }).nullable(),
})
export type Chain = z.infer<typeof Chain>

/** A finding as the video's screen shows it. */
export const VideoFinding = Finding.extend({
  id: Id,
  /** People have corrected words that it quotes since it was found: read it anew. */
  quoteChanged: z.boolean(),
})
export type VideoFinding = z.infer<typeof VideoFinding>

export const listFindings = defineEndpoint({
  method: 'GET',
  path: '/api/videos/:videoId/findings',
  summary: 'List the findings of a video in order of time.',
  needs: 'member',
  params: z.strictObject({ videoId: Id }),
  input: nothing,
  output: z.array(VideoFinding),
  touches: ['findings', 'videos'],
})
