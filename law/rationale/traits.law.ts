import type { Holding, WordRule } from './rule.ts'

export type Law = Pick<Holding, 'source' | 'verified'>

export const never = (trait: string, law: Law): Holding => ({
  level: 'protected_trait',
  sentence: `“{words}” names ${trait}. A challenge may not be based on it. State a reason that doesn’t depend on it, or don’t make the challenge.`,
  why: `A challenge based on ${trait} is unlawful no matter who makes it, and the author’s own words would prove it.`,
  ...law,
})

/** Traits the Constitution doesn't clearly cover. California protects them. Other courts differ. */
export const inCalifornia = (trait: string): WordRule['holds'] => ({
  everywhere: {
    level: 'caution',
    sentence: `“{words}” names ${trait}, which some courts protect. Rely on what the juror said instead.`,
    why: 'States differ on whether a challenge may be based on it.',
    source: 'State law; check before relying on it',
    verified: false,
  },
  ca_231_7: never(trait, {
    source: 'Cal. Code Civ. Proc. 231.5, as summarized in the digest of a later bill',
    verified: true,
  }),
})
