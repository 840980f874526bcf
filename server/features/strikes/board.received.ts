import { and, desc, eq, or } from 'drizzle-orm'
import type { StrikeBoard } from '#contract/strikes/board.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Db } from '#server/platform/db.ts'
import { selectionSteps, strikeEvents, strikes } from './strikes.table.ts'

/** The latest are enough: who finds a later act of theirs knows that all before it were taken. */
const latest = 50

/**
 * What a device that sent these acts looks for before it forgets its own copies. To be read before the strikes and the
 * steps: what it names is then in them for certain.
 */
export async function receivedFrom(db: Db, actor: Actor, caseId: string): Promise<StrikeBoard['received']> {
  const moves = await db
    .select({ id: strikeEvents.id })
    .from(strikeEvents)
    .innerJoin(strikes, eq(strikes.id, strikeEvents.strikeId))
    .where(and(eq(strikes.caseId, caseId), eq(strikeEvents.byUser, actor.userId)))
    .orderBy(desc(strikeEvents.seq))
    .limit(latest)
  const steps = await db
    .select({ id: selectionSteps.id, byUser: selectionSteps.byUser, undoneBy: selectionSteps.undoneBy })
    .from(selectionSteps)
    .where(
      and(
        eq(selectionSteps.caseId, caseId),
        or(eq(selectionSteps.byUser, actor.userId), eq(selectionSteps.undoneBy, actor.userId)),
      ),
    )
    .orderBy(desc(selectionSteps.seq))
    .limit(latest)
  const recorded = steps.filter(({ byUser }) => byUser === actor.userId)
  const undone = steps.filter(({ undoneBy }) => undoneBy === actor.userId)
  return { events: [...moves, ...recorded].map(({ id }) => id), undoneSteps: undone.map(({ id }) => id) }
}
