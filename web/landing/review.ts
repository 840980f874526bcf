/** The engine's own transcript and findings of the sample, as `node tools/pictures.ts` wrote them down. */
import { z } from 'zod'
import { findingTypes, severities } from '#contract/findings/findings.ts'
import sample from './assets/review.json' with { type: 'json' }

const Review = z.object({
  turns: z.array(z.object({ speaker: z.string().nullable(), text: z.string(), startMs: z.int() })),
  findings: z.array(
    z.object({
      type: z.enum(findingTypes),
      sub: z.string(),
      severity: z.enum(severities),
      quote: z.string(),
      speaker: z.string(),
      startMs: z.int(),
      why: z.string(),
    }),
  ),
})

export const { turns, findings } = Review.parse(sample)

/** The turn that is spoken at a time in ms; the first before anybody speaks. */
export const turnAt = (ms: number): number =>
  Math.max(
    0,
    turns.findLastIndex((turn) => turn.startMs <= ms),
  )

/** "JUROR 12" → "Juror 12". */
export const speakerName = (label: string): string =>
  label.toLowerCase().replace(/(^|\s)\p{L}/gu, (letter) => letter.toUpperCase())
