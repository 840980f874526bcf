import { and, eq, ne } from 'drizzle-orm'
import { checkRationale } from '#contract/rationale/check.ts'
import type { RationaleCheck } from '#contract/rationale/rationale.ts'
import type { SeenCase } from '#server/features/cases/cases.access.ts'
import type { Db } from '#server/platform/db.ts'
import { strikeEvidence } from './evidence.table.ts'
import type { StrikeRow } from './strikes.table.ts'

/** The rationale rules on a strike as it is now: the same function as the browser's, so that both say the same. */
export async function checkStrike(tx: Db, inCase: SeenCase, strike: StrikeRow): Promise<RationaleCheck> {
  const quoted = await tx
    .select({ id: strikeEvidence.id })
    .from(strikeEvidence)
    .where(
      and(eq(strikeEvidence.strikeId, strike.id), eq(strikeEvidence.purpose, 'strike'), ne(strikeEvidence.quote, '')),
    )
  const { demeanor } = strike
  return checkRationale({
    text: strike.rationale,
    kind: strike.kind,
    forumId: inCase.forumId,
    state: inCase.state,
    caseType: inCase.caseType,
    date: inCase.voirDireDate ?? inCase.trialDate,
    basis: strike.basis,
    quotes: quoted.length,
    demeanor: demeanor && {
      observer: demeanor.observer,
      secondObserver: demeanor.secondObserver,
      isConfirmed: demeanor.courtConfirmed,
      hasTimecode: demeanor.timecode !== null,
    },
    unstruckAlike: [],
  })
}
