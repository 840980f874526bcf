import { and, eq, ne } from 'drizzle-orm'
import { checkRationale } from '#law/rationale/check.ts'
import type { SaidByJuror } from '#contract/strikes/compare.ts'
import { findComparators } from '#law/rationale/comparators.ts'
import type { RationaleCheck } from '#contract/strikes/rationale.ts'
import type { SeenCase } from '#server/features/cases/cases.access.ts'
import { highlights } from '#server/features/highlights/highlights.table.ts'
import type { Db } from '#server/platform/db.ts'
import { strikeEvidence } from '../evidence/evidence.table.ts'
import { comparedJurors, issuesOf, lawOf } from '../evidence/statements.ts'
import type { StrikeRow } from '../strikes.table.ts'

/** The rationale rules on a strike as it is now: the same functions as the browser's, so that both say the same. */
export async function checkStrike(tx: Db, inCase: SeenCase, strike: StrikeRow): Promise<RationaleCheck> {
  const reliesOn = await quotesOf(tx, strike.id)
  const { demeanor } = strike
  return checkRationale({
    ...lawOf(inCase),
    text: strike.rationale,
    kind: strike.kind,
    basis: strike.basis,
    quotes: reliesOn.length,
    demeanor: demeanor && {
      observer: demeanor.observer,
      secondObserver: demeanor.secondObserver,
      isConfirmed: demeanor.courtConfirmed,
      hasTimecode: demeanor.timecode !== null,
    },
    unstruckAlike: strike.kind === 'peremptory' ? await unstruckAlike(tx, inCase, strike, reliesOn) : [],
  })
}

/** The words that the strike cites. What stands under no highlight is compared by its words alone. */
async function quotesOf(tx: Db, strikeId: string): Promise<SaidByJuror[]> {
  const rows = await tx
    .select({
      quote: strikeEvidence.quote,
      highlightId: highlights.id,
      type: highlights.type,
      sub: highlights.sub,
      facts: highlights.facts,
    })
    .from(strikeEvidence)
    .leftJoin(highlights, eq(highlights.id, strikeEvidence.highlightId))
    .where(
      and(eq(strikeEvidence.strikeId, strikeId), eq(strikeEvidence.purpose, 'strike'), ne(strikeEvidence.quote, '')),
    )
  return rows.map(({ quote, highlightId, type, sub, facts }) => ({
    quote,
    highlightId,
    type: type ?? '',
    sub: sub ?? '',
    stance: facts?.stance ?? null,
  }))
}

/** Jurors who stay and said something alike, save those whose difference the author has explained. */
async function unstruckAlike(
  tx: Db,
  inCase: SeenCase,
  strike: StrikeRow,
  reliesOn: readonly SaidByJuror[],
): Promise<string[]> {
  const all = await comparedJurors(tx, inCase.id)
  const juror = all.find((each) => each.jurorId === strike.jurorId)
  if (!juror) return []
  const explained = new Set(
    strike.comparators
      .filter(({ stance, explanation }) => stance === 'explained' && explanation !== '')
      .map((each) => each.jurorId),
  )
  return findComparators({ juror, reliesOn, others: all, issues: issuesOf(inCase) })
    .filter(({ isStruck, jurorId }) => !isStruck && !explained.has(jurorId))
    .map(({ number }) => number)
}
