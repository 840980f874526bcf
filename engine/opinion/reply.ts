/** What a language model must answer, and how it is told so. */
import { z } from 'zod'
import { severities, stances } from '#contract/findings/findings.ts'
import { spokenTypes } from '#engine/findings/taxonomy.ts'

export const Opinion = z.strictObject({
  added: z
    .array(
      z.strictObject({
        exchange: z.int(),
        type: z.enum(spokenTypes),
        sub: z.string(),
        severity: z.enum(severities),
        stance: z.enum(stances).nullable(),
        quote: z.string(),
        why: z.string(),
      }),
    )
    .describe('Findings that are missing from the list.'),
  disputed: z
    .array(z.strictObject({ finding: z.int(), quote: z.string(), why: z.string() }))
    .describe('Findings of the list that are none, by number.'),
})
export type Opinion = z.infer<typeof Opinion>

/** As both kinds of service take it: every field required, no others allowed. */
export function opinionSchema(): Record<string, unknown> {
  const { $schema: _draft, ...schema } = z.toJSONSchema(Opinion)
  return schema
}
