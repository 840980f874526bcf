/** What one answer is found to be. */
import type { Stance } from '#contract/findings/findings.ts'
import type { Label, Sub } from './taxonomy.ts'

export type Verdict = {
  label: Label
  sub: Sub
  /** 0 to 1; see README.md for how it is computed. */
  confidence: number
  stance: Stance | null
  /** Character range in the answer that triggered it; null where the whole short answer did. */
  trigger: { from: number; to: number } | null
  rules: string[]
}

export type Utterance = {
  text: string
  role: string
  /** The question, or what was said just before; empty where nothing was. */
  context: string
  contextRole: string
  /** True where the same juror voiced a concern earlier: a firm "Yes" then rehabilitates. Null where nobody knows. */
  concernBefore: boolean | null
}
