/** What is said of a reason that names a trait on which no challenge may rest. */
import type { Holding, WordRule } from './rule.ts'

export type Law = Pick<Holding, 'source' | 'verified'>

export const never = (trait: string, law: Law): Holding => ({
  level: 'protected_trait',
  sentence: `“{words}” names ${trait}: a challenge may not rest on it, so give the reason without it or do not make the challenge.`,
  why: `A challenge on ${trait} is unlawful whoever makes it, and the author’s own words would prove it.`,
  ...law,
})

/** Traits that the Constitution does not plainly cover: California protects them, elsewhere courts differ. */
export const inCalifornia = (trait: string): WordRule['holds'] => ({
  everywhere: {
    level: 'caution',
    sentence: `“{words}” names ${trait}, which some courts protect: rely on what the juror said instead.`,
    why: 'Whether a challenge may rest on it differs between states.',
    source: 'The law of the state; check before relying on it',
    verified: false,
  },
  ca_231_7: never(trait, {
    source: 'Cal. Code Civ. Proc. 231.5, as the digest of a later bill tells it',
    verified: true,
  }),
})
