import type { CaseType, SelectionMethod } from '#contract/cases/data.ts'

export type Joint =
  | { kind: 'shared' }
  /**
   * Each defendant gets `each` extra individual challenges. The prosecution gets as many extra challenges as all
   * defendants combined, unless that is up to the court (`byOrder`).
   */
  | { kind: 'extraEach'; each: number; prosecutionExtra?: 'byOrder' }
  /**
   * Each defendant gets `each` challenges instead of the side's number. The prosecution gets its own number for each
   * defendant.
   */
  | { kind: 'each'; each: number; prosecutionEach?: number }
  /**
   * Defendants divide the side's number, rounded up, with at least `atLeast` each. The prosecution gets as many as all
   * defendants combined.
   */
  | { kind: 'divided'; atLeast: number }

export type ForumRule = {
  id: string
  label: string
  /** The number of challenges for the prosecution in criminal cases. */
  plaintiff: number
  defense: number
  counts: 'side' | 'party'
  joint: Joint
  suits: readonly CaseType[]
  /** If the case has more parties than this, the rule doesn't cover it and the number is unverified. */
  mostParties?: number
  verified: boolean
}

/** Each side gets `each` more challenges per `perAlternates` alternates, rounded up. */
export type AlternateRule = {
  kind: 'rule'
  perAlternates: number
  each: number
  /** The most alternates for which the law gives a number. Infinity if it sets no limit. */
  atMostAlternates: number
  /** False if the law doesn't say how many challenges an incomplete group of alternates adds. */
  countsPartGroups: boolean
  /**
   * Challenges for defendants who are tried together: they share the side's number (`shared`), each gets that number
   * and the prosecution gets the total (`each`), or each gets one more (`oneMoreEach`). Null if the law we checked
   * doesn't say.
   */
  joint: 'shared' | 'each' | 'oneMoreEach' | null
  /**
   * If true, extra challenges may be used only against alternates, and regular challenges only against other jurors.
   */
  separate: boolean
  verified: boolean
}

export type AlternateExtra =
  | AlternateRule
  /** The law in `source` doesn't provide for extra challenges. */
  | { kind: 'none'; source: string }
  /** We haven't checked the law. */
  | { kind: 'unknown' }

export type Forum = {
  id: string
  name: string
  jury: { sizes: readonly number[]; usual: number; note: string }
  alternates: { usual: number; most: number }
  rules: readonly ForumRule[]
  alternateExtra: AlternateExtra
  /** Null if unknown. In that case, back-strikes aren't allowed unless the user turns them on. */
  backStrikes: { allowed: boolean; verified: boolean } | null
  method: { value: SelectionMethod; note: string } | null
  source: string
  verified: boolean
  notes: readonly string[]
}
