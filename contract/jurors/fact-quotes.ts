import { z } from 'zod'
import { defineEndpoint, done, Id, nothing, Seconds } from '../endpoint.ts'
import { jurorFieldNames } from './fields.ts'

export const FactQuote = z.object({
  field: z.enum(jurorFieldNames),
  highlightId: Id,
  sessionId: Id,
  videoId: Id,
  start: Seconds.nullable(),
  quote: z.string(),
})
export type FactQuote = z.infer<typeof FactQuote>

const ofJuror = z.strictObject({ jurorId: Id })
const ofFact = z.strictObject({ jurorId: Id, field: z.enum(jurorFieldNames) })

export const listFactQuotes = defineEndpoint({
  method: 'GET',
  path: '/api/jurors/:jurorId/fact-quotes',
  summary: 'List the quotes behind a juror’s facts.',
  needs: 'member',
  params: ofJuror,
  input: nothing,
  output: z.array(FactQuote),
  touches: ['jurors', 'highlights'],
})

export const linkFactQuote = defineEndpoint({
  method: 'PUT',
  path: '/api/jurors/:jurorId/fact-quotes/:field',
  summary: 'Set the quote that supports a fact.',
  needs: 'member',
  params: ofFact,
  input: z.strictObject({ highlightId: Id }),
  output: FactQuote,
  touches: ['jurors', 'highlights'],
})

export const unlinkFactQuote = defineEndpoint({
  method: 'DELETE',
  path: '/api/jurors/:jurorId/fact-quotes/:field',
  summary: 'Remove the quote that supports a fact.',
  needs: 'member',
  params: ofFact,
  input: nothing,
  output: done,
  touches: ['jurors', 'highlights'],
})
