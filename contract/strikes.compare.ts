/** What the check of a reason needs beside its words, so that a browser runs the server's own check while a person types. */
import { z } from 'zod'
import { caseTypes } from './cases.data.ts'
import { defineEndpoint, Id, nothing } from './endpoint.ts'
import { ComparedJuror } from './rationale/comparators.ts'

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
