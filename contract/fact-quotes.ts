/** Where a juror said what stands in their record: a highlight behind each fact. */
import { z } from 'zod'
import { defineEndpoint, done, Id, nothing, Seconds } from './endpoint.ts'
import { saidFields } from './jurors.ts'

export const FactQuote = z.object({
  field: z.enum(saidFields),
  highlightId: Id,
  sessionId: Id,
  videoId: Id,
  /** Null where the transcript has no times. */
  start: Seconds.nullable(),
  quote: z.string(),
})
export type FactQuote = z.infer<typeof FactQuote>

const ofJuror = z.strictObject({ jurorId: Id })
const ofFact = z.strictObject({ jurorId: Id, field: z.enum(saidFields) })

export const listFactQuotes = defineEndpoint({
  method: 'GET',
  path: '/api/jurors/:jurorId/fact-quotes',
  summary: 'The words behind the facts of a juror’s record.',
  needs: 'member',
  params: ofJuror,
  input: nothing,
  output: z.array(FactQuote),
  touches: ['jurors', 'highlights'],
})

export const linkFactQuote = defineEndpoint({
  method: 'PUT',
  path: '/api/jurors/:jurorId/fact-quotes/:field',
  summary: 'Put words of the juror behind a fact, in place of others.',
  needs: 'member',
  params: ofFact,
  input: z.strictObject({ highlightId: Id }),
  output: FactQuote,
  touches: ['jurors', 'highlights'],
})

export const unlinkFactQuote = defineEndpoint({
  method: 'DELETE',
  path: '/api/jurors/:jurorId/fact-quotes/:field',
  summary: 'Take the words away from behind a fact.',
  needs: 'member',
  params: ofFact,
  input: nothing,
  output: done,
  touches: ['jurors', 'highlights'],
})
