import { and, eq, isNull } from 'drizzle-orm'
import { strikeLimits } from '#contract/strikes/data.ts'
import { cases } from '#server/features/cases/cases.table.ts'
import { jurors } from '#server/features/jurors/jurors.table.ts'
import type { Parts } from '#server/platform/parts.ts'
import { tellOverdue } from './strikes.notices.ts'
import { type StrikeRow, strikes } from '../strikes.table.ts'

/** Since when a strike waits for an approver; null where it does not. */
export const waitingSince = ({ state, approvalState, submittedAt, exercisedAt }: StrikeRow): Date | null =>
  state === 'submitted'
    ? submittedAt
    : approvalState === 'pending' && (state === 'exercised' || state === 'ruled')
      ? exercisedAt
      : null

export const isOverdue = (since: Date, now: Date): boolean =>
  now.getTime() - since.getTime() >= strikeLimits.approvalHours * 3_600_000

/** Tells the approvers once that a strike still waits. Nothing is said of one that was decided, or submitted anew since. */
export async function remindOfApproval(
  { database, live }: Pick<Parts, 'database' | 'live'>,
  strikeId: string,
): Promise<void> {
  const firmId = await database.db.transaction(async (tx) => {
    const [found] = await tx
      .select({ strike: strikes, number: jurors.jurorNumber })
      .from(strikes)
      .innerJoin(jurors, eq(jurors.id, strikes.jurorId))
      .innerJoin(cases, and(eq(cases.id, strikes.caseId), isNull(cases.deletedAt)))
      .where(eq(strikes.id, strikeId))
    const since = found && waitingSince(found.strike)
    if (!since || !isOverdue(since, new Date())) return null
    await tellOverdue(tx, found.strike, found.number)
    return found.strike.firmId
  })
  if (firmId) live.publish({ firmId, nouns: ['notifications', 'strikes'] })
}
