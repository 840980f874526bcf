import type { RationaleInput, RationaleItem } from '#contract/strikes/rationale.ts'
import { checkRationale } from './check.ts'

/** In an example, brackets mark the words that the checker must quote. Without brackets, it must find nothing. */
export function readMarked(example: string): { text: string; words: string | null } {
  return { text: example.replaceAll(/[[\]]/g, ''), words: /\[(.*)\]/.exec(example)?.[1] ?? null }
}

export const findItem = (rule: string, text: string, more: Partial<RationaleInput> = {}): RationaleItem | undefined =>
  checkRationale({ text, kind: 'peremptory', forumId: 'ca_criminal', quotes: 1, ...more }).items.find(
    (item) => item.rule === rule,
  )

/** One row per example: the rule, the example, and the words it quotes. */
export const listExamples = (rules: Record<string, readonly string[]>) =>
  Object.entries(rules).flatMap(([rule, examples]) =>
    examples.map((example) => ({ rule, example, ...readMarked(example) })),
  )
