import { z } from 'zod'
import { defineEndpoint, Id, nothing, page, Seconds, Timestamp } from '../endpoint.ts'
import { findingTypes, HardshipFacts, Opinion, severities, stances } from '../findings/findings.ts'

export const highlightTypes = [...findingTypes, 'objection', 'ruling', 'manual'] as const
export type HighlightType = (typeof highlightTypes)[number]

export const highlightSources = ['ai', 'user'] as const
export const highlightStatuses = ['suggested', 'confirmed', 'edited', 'dismissed'] as const
export type HighlightStatus = (typeof highlightStatuses)[number]

export const dismissReasons = [
  'wrong_speaker',
  'question_not_answer',
  'hypothetical',
  'negated',
  'duplicate',
  'not_relevant',
  'other',
] as const
export type DismissReason = (typeof dismissReasons)[number]

export const highlightLimits = { tags: 20, tag: 40, comment: 2000, batch: 200 } as const

export const HighlightJuror = z.object({
  id: Id.nullable(),
  number: z.string(),
  name: z.string().nullable(),
  assigned: z.boolean(),
})

export const Highlight = z.object({
  id: Id,
  videoId: Id,
  type: z.enum(highlightTypes),
  sub: z.string(),
  start: Seconds.nullable(),
  end: Seconds.nullable(),
  /** The time on the session clock in seconds: `start` plus the video's offset. */
  clock: Seconds.nullable(),
  quote: z.string(),
  question: z.string(),
  speaker: z.string().nullable(),
  juror: HighlightJuror.nullable(),
  turn: z.int().nullable(),
  page: z.int().nullable(),
  line: z.int().nullable(),
  trigger: z.object({ from: z.int(), to: z.int() }).nullable(),
  severity: z.enum(severities),
  confidence: z.number().nullable(),
  source: z.enum(highlightSources),
  modelVersion: z.string().nullable(),
  rules: z.array(z.string()),
  why: z.string(),
  chain: z.int().nullable(),
  stance: z.enum(stances).nullable(),
  latencyMs: z.int().nullable(),
  hardshipFacts: HardshipFacts.nullable(),
  themes: z.array(z.string()).optional(),
  opinion: Opinion.nullable(),
  status: z.enum(highlightStatuses),
  dismissReason: z.enum(dismissReasons).nullable(),
  decidedBy: z.string().nullable(),
  decidedAt: Timestamp.nullable(),
  pinned: z.boolean(),
  tags: z.array(z.string()),
  comments: z.int(),
  textChanged: z.boolean(),
  version: z.int(),
})
export type Highlight = z.infer<typeof Highlight>

export const HighlightComment = z.object({ id: Id, text: z.string(), by: z.string(), at: Timestamp })
export type HighlightComment = z.infer<typeof HighlightComment>

/** `none` is for highlights added by a person, because they have no confidence. */
export const confidenceBands = ['high', 'medium', 'low', 'none'] as const
export const bandFrom = { high: 0.8, medium: 0.5 } as const

const filters = {
  type: z.enum(highlightTypes).optional(),
  severity: z.enum(severities).optional(),
  status: z.enum(highlightStatuses).optional(),
  /** A juror number, or `none` for speakers who aren't jurors. */
  juror: z.string().max(20).optional(),
  videoId: Id.optional(),
  confidence: z.enum(confidenceBands).optional(),
  /**
   * `agreed` hides suggestions that the second opinion disagreed with. For a summary, the default is the case's
   * setting.
   */
  opinion: z.enum(['agreed', 'all']).optional(),
  q: z.string().trim().max(200).optional(),
}
export const HighlightFilters = z.strictObject(filters)
export type HighlightFilters = z.infer<typeof HighlightFilters>

/** The counts for each facet ignore that facet's own filter and apply all others. */
export const facetNames = ['type', 'severity', 'status', 'confidence', 'juror', 'videoId'] as const
export type FacetName = (typeof facetNames)[number]
const Facet = z.array(z.object({ value: z.string(), count: z.int() }))

export const HighlightSummary = z.object({
  total: z.int(),
  statuses: z.record(z.enum(highlightStatuses), z.int()),
  matching: z.int(),
  facets: z.object({ type: Facet, severity: Facet, status: Facet, confidence: Facet, juror: Facet, videoId: Facet }),
  /** Counts cover the whole firm. `confirmed` includes suggestions that were edited. */
  precision: z.object({ decided: z.int(), confirmed: z.int() }),
  /** Null if there is no second opinion. `left` is the number of suggestions that `agreed` hides. */
  opinion: z.object({ isAgreedOnly: z.boolean(), left: z.int() }).nullable(),
  searched: z.array(
    z.object({ videoId: Id, filename: z.string(), isAnalysed: z.boolean(), skipped: z.string().nullable() }),
  ),
  may: z.object({ review: z.boolean(), comment: z.boolean() }),
})
export type HighlightSummary = z.infer<typeof HighlightSummary>

const inSession = z.strictObject({ sessionId: Id })
const one = z.strictObject({ highlightId: Id })
const Tags = z.array(z.string().trim().min(1).max(highlightLimits.tag)).max(highlightLimits.tags)
const endAfterStart = { path: ['end'], message: 'End time must be after start time.' }

export const listHighlights = defineEndpoint({
  method: 'GET',
  path: '/api/sessions/:sessionId/highlights',
  takesLong: true,
  summary: 'List the highlights of a session in order of time.',
  needs: 'member',
  params: inSession,
  input: z.strictObject({ ...filters, ...page }),
  output: z.array(Highlight),
  touches: ['highlights', 'findings', 'transcripts', 'videos', 'sessions', 'jurors'],
})

export const readHighlightSummary = defineEndpoint({
  method: 'GET',
  path: '/api/sessions/:sessionId/highlight-summary',
  summary: 'Count the highlights of a session by facet.',
  needs: 'member',
  params: inSession,
  input: HighlightFilters,
  output: HighlightSummary,
  touches: ['highlights', 'findings', 'transcripts', 'videos', 'sessions', 'jurors'],
})

export const createHighlight = defineEndpoint({
  method: 'POST',
  path: '/api/sessions/:sessionId/highlights',
  summary: 'Mark part of a video as a highlight.',
  needs: 'member',
  params: inSession,
  input: z
    .strictObject({
      videoId: Id,
      start: Seconds,
      end: Seconds,
      type: z.enum(highlightTypes).default('manual'),
      severity: z.enum(severities).default('low'),
      tags: Tags.default([]),
    })
    .refine(({ start, end }) => end > start, endAfterStart),
  output: Highlight,
  touches: ['highlights'],
})

/** A suggestion is marked as edited if its range or severity changes, but not if it's pinned or tagged. */
export const updateHighlight = defineEndpoint({
  method: 'PATCH',
  path: '/api/highlights/:highlightId',
  summary: 'Change a highlight.',
  needs: 'member',
  params: one,
  input: z
    .strictObject({
      version: z.int(),
      severity: z.enum(severities).optional(),
      tags: Tags.optional(),
      pinned: z.boolean().optional(),
      start: Seconds.optional(),
      end: Seconds.optional(),
    })
    .refine(({ start, end }) => (start === undefined) === (end === undefined), {
      path: ['end'],
      message: 'Enter both a start and an end time.',
    })
    .refine(({ start, end }) => start === undefined || end === undefined || end > start, endAfterStart),
  output: Highlight,
  touches: ['highlights'],
})

/** Updates all highlights or none of them. If any version is stale, returns 409 with the highlights that changed. */
export const decideHighlights = defineEndpoint({
  method: 'POST',
  path: '/api/sessions/:sessionId/highlight-decisions',
  takesLong: true,
  summary: 'Confirm, dismiss, or reopen highlights.',
  needs: 'member',
  params: inSession,
  input: z
    .strictObject({
      decision: z.enum(['confirm', 'dismiss', 'reopen']),
      reason: z.enum(dismissReasons).optional(),
      items: z
        .array(z.strictObject({ id: Id, version: z.int() }))
        .min(1)
        .max(highlightLimits.batch),
    })
    .refine(({ decision, reason }) => decision !== 'dismiss' || reason !== undefined, {
      path: ['reason'],
      message: 'Choose a reason for dismissing it.',
    }),
  output: z.array(Highlight),
  touches: ['highlights'],
})

export const FindingDecision = z.object({
  findingId: Id,
  highlightId: Id,
  sessionId: Id,
  status: z.enum(highlightStatuses).exclude(['suggested']),
  severity: z.enum(severities),
  dismissReason: z.enum(dismissReasons).nullable(),
  decidedBy: z.string().nullable(),
})
export type FindingDecision = z.infer<typeof FindingDecision>

export const listFindingDecisions = defineEndpoint({
  method: 'GET',
  path: '/api/videos/:videoId/finding-decisions',
  takesLong: true,
  summary: 'List which findings in a video were confirmed, edited, or dismissed.',
  needs: 'member',
  params: z.strictObject({ videoId: Id }),
  input: nothing,
  output: z.array(FindingDecision),
  touches: ['highlights', 'findings', 'videos', 'sessions'],
})

export const listHighlightComments = defineEndpoint({
  method: 'GET',
  path: '/api/highlights/:highlightId/comments',
  summary: 'List the comments on a highlight, oldest first.',
  needs: 'member',
  params: one,
  input: nothing,
  output: z.array(HighlightComment),
  touches: ['highlights'],
})

export const createHighlightComment = defineEndpoint({
  method: 'POST',
  path: '/api/highlights/:highlightId/comments',
  summary: 'Comment on a highlight.',
  needs: 'member',
  params: one,
  input: z.strictObject({ text: z.string().trim().min(1, 'Enter a comment.').max(highlightLimits.comment) }),
  output: HighlightComment,
  touches: ['highlights', 'notifications'],
})
