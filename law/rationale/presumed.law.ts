import type { Holding } from './rule.ts'

const presumed = (reason: string, source: string, verified: boolean): Holding => ({
  level: 'presumptively_invalid',
  sentence: `“{words}”: ${reason} is presumed invalid as a reason here. Rely on something else, or be ready to show that it concerns this case and not a group.`,
  why: 'The court may sustain an objection without finding any intent to discriminate.',
  source,
  verified,
})
export const ca = (reason: string, item: number, verified = false) =>
  presumed(reason, `Cal. Code Civ. Proc. 231.7(e)(${item})`, verified)
export const wa = (reason: string, item: string, verified = false) =>
  presumed(reason, `Wash. Gen. R. 37(h)(${item})`, verified)
export const check = (sentence: string, why: string, source: string): Holding => ({
  level: 'caution',
  sentence,
  why,
  source,
  verified: false,
})
