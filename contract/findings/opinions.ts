/**
 * A language model gives a second opinion: it explains findings or lowers their severity. This is off until the case
 * lead turns it on.
 */
import { z } from 'zod'
import { defineEndpoint, Id, nothing } from '../endpoint.ts'

export const CaseOpinion = z.object({
  enabled: z.boolean(),
  /** If true, the highlights page hides suggestions that the language model disagreed with. */
  agreedOnly: z.boolean(),
  service: z.object({ model: z.string(), host: z.string() }).nullable(),
})
export type CaseOpinion = z.infer<typeof CaseOpinion>

const ofCase = z.strictObject({ caseId: Id })

export const readCaseOpinion = defineEndpoint({
  method: 'GET',
  path: '/api/cases/:caseId/second-opinion',
  summary: 'Get whether a language model gives second opinions in a case.',
  needs: 'member',
  params: ofCase,
  input: nothing,
  output: CaseOpinion,
  touches: ['cases'],
})

export const switchCaseOpinion = defineEndpoint({
  method: 'PUT',
  path: '/api/cases/:caseId/second-opinion',
  summary: 'Turn a case’s second opinions on or off, or hide findings the second opinion disagrees with.',
  needs: 'member',
  params: ofCase,
  input: z
    .strictObject({ enabled: z.boolean().optional(), agreedOnly: z.boolean().optional() })
    .refine((input) => Object.keys(input).length > 0, 'Nothing to change.'),
  output: CaseOpinion,
  touches: ['cases', 'highlights'],
})
