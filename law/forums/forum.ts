/** The shape of a forum: every one has the same fields, so that code reads them all alike. */
import type { CaseType, SelectionMethod } from '#contract/cases/data.ts'

/** What several defendants tried together, or several parties, change. */
export type Joint =
  /** They use the one number of their side together. */
  | { kind: 'shared' }
  /** Each defendant gets so many more to use alone, and the prosecution as many as all of these. */
  | { kind: 'extraEach'; each: number }
  /** In place of the side's number each defendant has this one; the prosecution has its own once for each defendant. */
  | { kind: 'each'; each: number; prosecutionEach?: number }
  /** Defendants divide the side's number, rounded up, and have so many at least; the prosecution has as many as all. */
  | { kind: 'divided'; atLeast: number }

export type ForumRule = {
  id: string
  /** The offence or the parties the rule is for: "Felony (more than one year)". */
  label: string
  /** Challenges of the plaintiff or the prosecution, and of the defense. */
  plaintiff: number
  defense: number
  /** What the numbers above are for: a side as a whole, or each party of it. */
  counts: 'side' | 'party'
  joint: Joint
  /** Types of case it suggests itself for. */
  suits: readonly CaseType[]
  verified: boolean
}

/** `each` more challenges a side for every `perAlternates` alternates begun, up to the greatest number of alternates. */
export type AlternateExtra = {
  perAlternates: number
  each: number
  atMostAlternates: number
  /** They may be used against prospective alternates only, and the others not against these. */
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
  /** Null where nothing was said: unknown, and so not allowed until somebody says so. */
  backStrikes: { allowed: boolean; verified: boolean } | null
  method: { value: SelectionMethod; note: string } | null
  source: string
  verified: boolean
  notes: readonly string[]
}
