/** The strikes of a case, narrowed by what a person looks for; an empty word stands for all. */
import type { Strike } from '#contract/strikes/strikes.ts'

export type CaseFilter = { state: string; madeBy: string; kind: string; sessionId: string }
export const everyStrike: CaseFilter = { state: '', madeBy: '', kind: '', sessionId: '' }

export const filterStrikes = <T extends Pick<Strike, 'state' | 'madeBy' | 'kind' | 'sessionId'>>(
  strikes: readonly T[],
  filter: CaseFilter,
): T[] =>
  strikes.filter((strike) =>
    (['state', 'madeBy', 'kind', 'sessionId'] as const).every(
      (field) => filter[field] === '' || strike[field] === filter[field],
    ),
  )
