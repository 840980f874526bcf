/** What the check of a reason needs beside its words, so that a browser runs the server's own check while a person types. */
import { z } from 'zod'
import { caseTypes } from '../cases/data.ts'
import { defineEndpoint, Id, nothing } from '../endpoint.ts'

const SaidByJuror = z.object({
  /** To play it: of a confirmed highlight. */
  highlightId: Id.nullable(),
  /** Of the finding: "bias_indicator", "party_lean"; empty for what people marked. */
  type: z.string(),
  sub: z.string(),
  stance: z.string().nullable(),
  quote: z.string(),
})
export type SaidByJuror = z.infer<typeof SaidByJuror>

/** What is known of a juror's words. `isStruck`: by anybody, or released. */
export const ComparedJuror = z.object({
  jurorId: Id,
  number: z.string(),
  isStruck: z.boolean(),
  said: z.array(SaidByJuror),
  answers: z.array(z.object({ q: z.string(), a: z.string() })),
})
export type ComparedJuror = z.infer<typeof ComparedJuror>

export const Likeness = z.object({
  kind: z.enum(['finding', 'answer', 'topic']),
  /** What both speak of: the kind of finding, the question, the theme. */
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
  /** The strongest first. */
  alike: z.array(Likeness),
  /** 0 to 1: how near the nearest of them is. Orders the list; it is no probability. */
  nearness: z.number(),
})
export type Comparator = z.infer<typeof Comparator>

export const JurorStatements = z.object({
  /** Confirmed words and written answers of every juror of the case, for `findComparators`. */
  jurors: z.array(ComparedJuror),
  /** Themes of the case with the words to watch for. */
  issues: z.array(z.object({ name: z.string(), watchWords: z.array(z.string()) })),
  /** Which law holds, as `checkRationale` asks it. */
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
  summary: "List each juror's confirmed statements, to compare reasons for strikes.",
  needs: 'member',
  params: z.strictObject({ sessionId: Id }),
  input: nothing,
  output: JurorStatements,
  touches: ['strikes', 'highlights', 'jurors', 'cases'],
})
