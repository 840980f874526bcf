import { z } from 'zod'
import { caseTypes } from '../cases/data.ts'
import { strikeKinds } from './data.ts'

/** Increment this when any rule changes. It's stored with each result. */
export const rationaleRulesVersion = '3'

/** Levels are ordered from least to most serious. */
export const rationaleLevels = ['ok', 'caution', 'presumptively_invalid', 'protected_trait'] as const
export type RationaleLevel = (typeof rationaleLevels)[number]

/** Batson and J.E.B. apply everywhere. Each of the others applies only in its own state's courts. */
export const rationaleRegimes = ['batson', 'jeb', 'ca_231_7', 'wa_gr37'] as const
export type RationaleRegime = (typeof rationaleRegimes)[number]

export const rationaleBases = [
  'stated_answer',
  'questionnaire_answer',
  'experience',
  'relationship',
  'attitude',
  'demeanor_observed',
  'other',
] as const
export type RationaleBasis = (typeof rationaleBases)[number]

export const RationaleInput = z.object({
  text: z.string(),
  kind: z.enum(strikeKinds),
  forumId: z.string().nullable(),
  state: z.string().default(''),
  caseType: z.enum(caseTypes).nullable().default(null),
  /** The date of selection or trial (YYYY-MM-DD). If null, current law applies. */
  date: z.string().nullable().default(null),
  basis: z.array(z.enum(rationaleBases)).default([]),
  quotes: z.int().min(0),
  demeanor: z
    .object({
      observer: z.string(),
      secondObserver: z.string(),
      isConfirmed: z.boolean(),
      hasTimecode: z.boolean(),
    })
    .nullable()
    .default(null),
  unstruckAlike: z.array(z.string()).default([]),
})
export type RationaleInput = z.input<typeof RationaleInput>
export type CompleteRationaleInput = z.output<typeof RationaleInput>

export const RationaleItem = z.object({
  rule: z.string(),
  level: z.enum(rationaleLevels).exclude(['ok']),
  words: z.string(),
  range: z.object({ from: z.int(), to: z.int() }).nullable(),
  sentence: z.string(),
  why: z.string(),
  source: z.string(),
  /** True if we checked this against the text of the source. */
  verified: z.boolean(),
})
export type RationaleItem = z.infer<typeof RationaleItem>

export const RationaleCheck = z.object({
  level: z.enum(rationaleLevels),
  version: z.string(),
  regimes: z.array(z.enum(rationaleRegimes)),
  items: z.array(RationaleItem),
})
export type RationaleCheck = z.infer<typeof RationaleCheck>
