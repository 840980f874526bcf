import { z } from 'zod'
import { defineEndpoint, Id, nothing } from '../endpoint.ts'
import { findingTypes, severities } from '../findings/findings.ts'
import { speakerRoles } from '../videos/transcript.ts'
import { videoStatuses } from '../videos/videos.ts'

export const CaseAnalytics = z.object({
  videos: z.object({
    total: z.number().int(),
    byStatus: z.record(z.enum(videoStatuses), z.number().int()),
    seconds: z.number(),
  }),
  findings: z.array(z.object({ type: z.enum(findingTypes), severity: z.enum(severities), count: z.number().int() })),
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
