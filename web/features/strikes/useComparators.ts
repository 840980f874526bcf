import { useMemo } from 'react'
import type { Comparator } from '#contract/strikes/compare.ts'
import { findComparators } from '#law/rationale/comparators.ts'
import { type JurorStatements, readJurorStatements } from '#contract/strikes/compare.ts'
import { useRead } from '#web/platform/api.ts'

/** What the check of a reason needs beside its words: the law, the themes, and what jurors said. */
export const useStatements = (sessionId: string) => useRead(readJurorStatements, { params: { sessionId }, input: {} })

/** Jurors whose confirmed words or answers are like this juror's: the comparison that an objection makes. */
export function useComparators(statements: JurorStatements | undefined, jurorId: string): readonly Comparator[] {
  return useMemo(() => {
    const juror = statements?.jurors.find((each) => each.jurorId === jurorId)
    if (!statements || !juror) return []
    const { jurors, issues } = statements
    return findComparators({ juror, reliesOn: [], others: jurors.filter((each) => each !== juror), issues })
  }, [statements, jurorId])
}
