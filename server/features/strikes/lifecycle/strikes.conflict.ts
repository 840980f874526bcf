import { eq } from 'drizzle-orm'
import type { StrikeConflict } from '#contract/strikes/moves.ts'
import { isLiveStrike } from '#contract/strikes/workflow.ts'
import type { SeenCase } from '#server/features/cases/cases.access.ts'
import { jurors } from '#server/features/jurors/jurors.table.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Db } from '#server/platform/db.ts'
import { Refusal } from '#server/platform/errors.ts'
import { readBudgets } from '../selection/budgets.queries.ts'
import { getStrikeLabel } from './strikes.labels.ts'
import { readStrike } from './read.ts'
import { type StrikeRow, strikes } from '../strikes.table.ts'

export const staleSentence = 'Somebody else changed this strike meanwhile. Look at their copy and decide again.'

/** The live strike that a juror already has; null for none. `except`: the one that asks. */
export async function liveStrikeOf(tx: Db, jurorId: string, except: string | null): Promise<StrikeRow | null> {
  const rows = await tx.select().from(strikes).where(eq(strikes.jurorId, jurorId))
  return rows.find((each) => each.id !== except && isLiveStrike(each)) ?? null
}

/** "Juror 14 already has a live strike: Peremptory 3." */
export const liveSentence = (jurorNumber: string, live: StrikeRow): string =>
  `Juror ${jurorNumber} already has a live strike: ${getStrikeLabel(live)}.`

type About = { inCase: SeenCase; jurorId: string; strikeId: string | null; yours: unknown }

/** A 409 tells what is now true: the strike in the way, the juror and the budgets, beside what was asked. */
export async function withCurrent(db: Db, actor: Actor, refusal: Refusal, about: About): Promise<Refusal> {
  const { inCase, jurorId, strikeId, yours } = about
  const [juror] = await db
    .select({ id: jurors.id, number: jurors.jurorNumber, status: jurors.status })
    .from(jurors)
    .where(eq(jurors.id, jurorId))
  if (!juror) return refusal
  const current: StrikeConflict = {
    theirs: strikeId === null ? null : await readStrike(db, actor, inCase, strikeId),
    yours,
    juror,
    budgets: await readBudgets(db, inCase),
  }
  return new Refusal(refusal.code, refusal.message, { ...refusal.detail, current })
}
