import { and, eq, isNull, ne, or, sql } from 'drizzle-orm'
import type { StrikeApproval } from '#contract/strikes/board.ts'
import { strikeLimits } from '#contract/strikes/data.ts'
import { requireCase } from '#server/features/cases/cases.access.ts'
import { caseAccess, cases } from '#server/features/cases/cases.table.ts'
import { jurors } from '#server/features/jurors/jurors.table.ts'
import { sessions } from '#server/features/sessions/sessions.table.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Db } from '#server/platform/db.ts'
import type { Parts } from '#server/platform/parts.ts'
import { type StrikeRow, strikes } from '../strikes.table.ts'
import { readStrikes } from './read.ts'
import { notifyOverdue } from './move.ts'

const getWaitingSince = ({ state, approvalState, submittedAt, exercisedAt }: StrikeRow): Date | null =>
  state === 'submitted'
    ? submittedAt
    : approvalState === 'pending' && (state === 'exercised' || state === 'ruled')
      ? exercisedAt
      : null

const isOverdue = (since: Date, now: Date): boolean =>
  now.getTime() - since.getTime() >= strikeLimits.approvalHours * 3_600_000

const mostShown = 200

export async function listApprovals(db: Db, actor: Actor): Promise<StrikeApproval[]> {
  const waiting = await db
    .select({ strike: strikes, sessionName: sessions.name })
    .from(strikes)
    .innerJoin(caseAccess, and(eq(caseAccess.caseId, strikes.caseId), eq(caseAccess.userId, actor.userId)))
    .innerJoin(sessions, and(eq(sessions.id, strikes.sessionId), isNull(sessions.deletedAt)))
    .where(
      and(
        eq(strikes.firmId, actor.firmId),
        sql`${caseAccess.status} <> 'archived'`,
        or(eq(caseAccess.role, 'lead'), and(eq(caseAccess.role, 'attorney'), caseAccess.canApproveStrikes)),
        or(eq(strikes.state, 'submitted'), eq(strikes.approvalState, 'pending')),
      ),
    )
    .orderBy(sql`coalesce(${strikes.submittedAt}, ${strikes.exercisedAt})`)
    .limit(mostShown)
  const byCase = Map.groupBy(waiting, ({ strike }) => strike.caseId)
  const now = new Date()
  const approvals: StrikeApproval[] = []
  for (const [caseId, rows] of byCase) {
    const inCase = await requireCase(db, actor, caseId)
    const ids = rows.map(({ strike }) => strike.id)
    const shown = await readStrikes(db, actor, inCase, sql`${strikes.id} in ${ids}`)
    for (const strike of shown) {
      const mine = strike.moves.includes('approve') || strike.moves.includes('approve_afterwards')
      const row = rows.find((each) => each.strike.id === strike.id)!
      const since = getWaitingSince(row.strike)
      if (!mine || !since) continue
      approvals.push({
        strike,
        caseTitle: inCase.title,
        sessionName: row.sessionName,
        overdue: isOverdue(since, now),
        waitingSince: since.toISOString(),
      })
    }
  }
  return approvals.toSorted((a, b) => Number(b.overdue) - Number(a.overdue) || compare(a, b))
}

const compare = (a: StrikeApproval, b: StrikeApproval): number => a.waitingSince.localeCompare(b.waitingSince)

export async function remindOfApproval(
  { database, live }: Pick<Parts, 'database' | 'live'>,
  strikeId: string,
): Promise<void> {
  const firmId = await database.db.transaction(async (tx) => {
    const [found] = await tx
      .select({ strike: strikes, number: jurors.jurorNumber })
      .from(strikes)
      .innerJoin(jurors, eq(jurors.id, strikes.jurorId))
      .innerJoin(cases, and(eq(cases.id, strikes.caseId), isNull(cases.deletedAt), ne(cases.status, 'archived')))
      .where(eq(strikes.id, strikeId))
    const since = found && getWaitingSince(found.strike)
    if (!since || !isOverdue(since, new Date())) return null
    await notifyOverdue(tx, found.strike, found.number)
    return found.strike.firmId
  })
  if (firmId) live.publish({ firmId, nouns: ['notifications', 'strikes'] })
}
