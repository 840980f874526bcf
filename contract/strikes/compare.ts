import { z } from 'zod'
import { caseTypes } from '../cases/data.ts'
import { defineEndpoint, Id } from '../endpoint.ts'

const SaidByJuror = z.object({
  highlightId: Id.nullable(),
  type: z.string(),
  sub: z.string(),
  stance: z.string().nullable(),
  quote: z.string(),
})
export type SaidByJuror = z.infer<typeof SaidByJuror>

/** `isStruck` is true for any juror who is no longer on the panel: struck, excused, dismissed, or absent. */
export const ComparedJuror = z.object({
  jurorId: Id,
  number: z.string(),
  isStruck: z.boolean(),
  said: z.array(SaidByJuror),
  answers: z.array(z.object({ q: z.string(), a: z.string() })),
})
export type ComparedJuror = z.infer<typeof ComparedJuror>

/** Stored in `about` for findings of different kinds. */
export const similarWords = 'similar words'

export const Likeness = z.object({
  kind: z.enum(['finding', 'answer', 'topic']),
  about: z.string(),
  theirs: z.string(),
  ours: z.string(),
  highlightId: Id.nullable(),
})
export type Likeness = z.infer<typeof Likeness>

export const Comparator = z.object({
  jurorId: Id,
  number: z.string(),
  isStruck: z.boolean(),
  alike: z.array(Likeness),
  /** A value from 0 to 1 that is used only for sorting. It isn't a probability. */
  nearness: z.number(),
})
export type Comparator = z.infer<typeof Comparator>

export const JurorStatements = z.object({
  jurors: z.array(ComparedJuror),
  issues: z.array(z.object({ name: z.string(), watchWords: z.array(z.string()) })),
  law: z.object({
    forumId: z.string().nullable(),
    state: z.string(),
    caseType: z.enum(caseTypes).nullable(),
    date: z.string().nullable(),
  }),
})
export type JurorStatements = z.infer<typeof JurorStatements>

export const readJurorStatements = defineEndpoint({
  method: 'GET',
  path: '/api/sessions/:sessionId/juror-statements',
  takesLong: true,
  summary: 'List jurors’ confirmed statements; with `jurorId`, also answers to that juror’s questions.',
  needs: 'member',
  params: z.strictObject({ sessionId: Id }),
  input: z.strictObject({ jurorId: Id.optional() }),
  output: JurorStatements,
  touches: ['strikes', 'highlights', 'jurors', 'cases'],
})
