import { z } from 'zod'
import { defineEndpoint, Id, nothing } from '../endpoint.ts'
import { findingTypes, severities } from '../findings/findings.ts'
import { speakerRoles } from '../videos/transcript.ts'
import { videoStatuses } from '../videos/videos.ts'

/** What the videos of a case add up to. Counts and seconds as measured; nothing is estimated. */
export const CaseAnalytics = z.object({
  videos: z.object({
    total: z.number().int(),
    byStatus: z.record(z.enum(videoStatuses), z.number().int()),
    /** Length of the videos whose length is known. */
    seconds: z.number(),
  }),
  /** As the engine suggested them, in the videos' latest results. */
  findings: z.array(z.object({ type: z.enum(findingTypes), severity: z.enum(severities), count: z.number().int() })),
  /** Who spoke how long, where a transcript says who and when; empty where none does. */
  talk: z.array(z.object({ role: z.enum(speakerRoles), seconds: z.number() })),
})
export type CaseAnalytics = z.infer<typeof CaseAnalytics>

export const readCaseAnalytics = defineEndpoint({
  method: 'GET',
  path: '/api/cases/:caseId/analytics',
  takesLong: true,
  summary: 'Get findings by type and speaking time by role for a case.',
  needs: 'member',
  params: z.strictObject({ caseId: Id }),
  input: nothing,
  output: CaseAnalytics,
  touches: ['cases', 'videos', 'findings', 'transcripts'],
})
