/** Written by `node tools/pictures.ts`. */
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

export const turnAt = (ms: number): number =>
  Math.max(
    0,
    turns.findLastIndex((turn) => turn.startMs <= ms),
  )

/** "JUROR 12" → "Juror 12" */
export const speakerName = (label: string): string =>
  label.toLowerCase().replace(/(^|\s)\p{L}/gu, (letter) => letter.toUpperCase())
