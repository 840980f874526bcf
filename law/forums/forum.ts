import type { CaseType, SelectionMethod } from '#contract/cases/data.ts'

export type Joint =
  /** Defendants share their side's challenges. */
  | { kind: 'shared' }
  /** Each defendant gets `each` extra individual challenges, and the prosecution as many as all defendants together. */
  | { kind: 'extraEach'; each: number }
  /**
   * Each defendant gets `each` challenges instead of the side's number. The prosecution gets its own number once per
   * defendant.
   */
  | { kind: 'each'; each: number; prosecutionEach?: number }
  /**
   * Defendants divide the side's number, rounded up, with a minimum each. The prosecution gets as many as all
   * defendants together.
   */
  | { kind: 'divided'; atLeast: number }

export type ForumRule = {
  id: string
  /** The offense or the parties, such as "Felony (more than one year)". */
  label: string
  /** `plaintiff` is the prosecution in criminal cases. */
  plaintiff: number
  defense: number
  /** Whether the numbers are per side or per party. */
  counts: 'side' | 'party'
  joint: Joint
  /** Case types it is suggested for. */
  suits: readonly CaseType[]
  verified: boolean
}

/** Each side gets `each` more challenges for every `perAlternates` alternates or part of that. */
export type AlternateExtra = {
  perAlternates: number
  each: number
  atMostAlternates: number
  /** If true, these may be used only on alternates, and regular ones only on the jury. */
  separate: boolean
  verified: boolean
}

export type Forum = {
  id: string
  name: string
  jury: { sizes: readonly number[]; usual: number; note: string }
  alternates: { usual: number; most: number }
  rules: readonly ForumRule[]
  alternateExtra: AlternateExtra | null
  /** Null if unknown, which disallows them until the user allows them. */
  backStrikes: { allowed: boolean; verified: boolean } | null
  method: { value: SelectionMethod; note: string } | null
  source: string
  verified: boolean
  notes: readonly string[]
}
