/** What the check of a strike's reason is given and what it answers. It warns and explains; it never decides. */
import { z } from 'zod'
import { caseTypes } from '../cases/data.ts'
import { strikeKinds } from './data.ts'

/** Raised with every change of a rule: the answer is stored with it, so that an old one can be told from a new one. */
export const rationaleRulesVersion = '2'

/** From the mildest to the gravest. */
export const rationaleLevels = ['ok', 'caution', 'presumptively_invalid', 'protected_trait'] as const
export type RationaleLevel = (typeof rationaleLevels)[number]

/** Batson and J.E.B. hold everywhere; the others in the courts of their state. */
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
  /** What the author wrote. */
  text: z.string(),
  kind: z.enum(strikeKinds),
  forumId: z.string().nullable(),
  /** Of the case, for a forum that is none of the list: "California", "WA". */
  state: z.string().default(''),
  caseType: z.enum(caseTypes).nullable().default(null),
  /** Year-month-day of the selection or the trial; null for today's law. */
  date: z.string().nullable().default(null),
  basis: z.array(z.enum(rationaleBases)).default([]),
  /** How many verbatim quotes the strike cites. */
  quotes: z.int().min(0),
  /** Who saw a conduct or demeanor that is relied on, and whether it can be looked up. */
  demeanor: z
    .object({
      observer: z.string(),
      /** Empty for nobody. */
      secondObserver: z.string(),
      /** The court or opposing counsel confirmed it on the record. */
      isConfirmed: z.boolean(),
      hasTimecode: z.boolean(),
    })
    .nullable()
    .default(null),
  /** Jurors who said something alike and are not struck, as numbers, save those whose difference the author explained. */
  unstruckAlike: z.array(z.string()).default([]),
})
export type RationaleInput = z.input<typeof RationaleInput>
export type CompleteRationaleInput = z.output<typeof RationaleInput>

export const RationaleItem = z.object({
  rule: z.string(),
  level: z.enum(rationaleLevels).exclude(['ok']),
  /** The words of the reason that it is about; empty where it is about what is missing. */
  words: z.string(),
  /** Characters of the text. */
  range: z.object({ from: z.int(), to: z.int() }).nullable(),
  /** What is wrong and what to do, in one sentence. */
  sentence: z.string(),
  /** Why it matters here. */
  why: z.string(),
  source: z.string(),
  /** Whether the text of the source was seen; else it must be checked. */
  verified: z.boolean(),
})
export type RationaleItem = z.infer<typeof RationaleItem>

export const RationaleCheck = z.object({
  /** The gravest level among the items. */
  level: z.enum(rationaleLevels),
  version: z.string(),
  regimes: z.array(z.enum(rationaleRegimes)),
  items: z.array(RationaleItem),
})
export type RationaleCheck = z.infer<typeof RationaleCheck>
