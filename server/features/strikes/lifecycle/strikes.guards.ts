import { eq, type SQL } from 'drizzle-orm'
import type { JurorListeners } from '#server/features/jurors/jurors.routes.ts'
import type { SessionListeners } from '#server/features/sessions/sessions.routes.ts'
import type { Db } from '#server/platform/db.ts'
import { Refusal } from '#server/platform/errors.ts'
import { excusals } from '../excusals/excusals.table.ts'
import { strikes } from '../strikes.table.ts'

/** A deletion is destroyed after its days: with it would go what was said in court, and a budget would come back. */
async function isOnRecord(tx: Db, strike: SQL | undefined, excusal: SQL | undefined): Promise<boolean> {
  const held = await tx.select({ id: strikes.id }).from(strikes).where(strike).limit(1)
  if (held.length > 0) return true
  return (await tx.select({ id: excusals.id }).from(excusals).where(excusal).limit(1)).length > 0
}

export const jurorGuards: JurorListeners = {
  async refuseDeletion(tx, { id, jurorNumber }) {
    if (await isOnRecord(tx, eq(strikes.jurorId, id), eq(excusals.jurorId, id)))
      throw new Refusal('conflict', `Juror ${jurorNumber} is in the strike log and stays on the record.`)
  },
}

export const sessionGuards: Pick<SessionListeners, 'refuseDeletion'> = {
  async refuseDeletion(tx, { id, name }) {
    if (await isOnRecord(tx, eq(strikes.sessionId, id), eq(excusals.sessionId, id)))
      throw new Refusal('conflict', `“${name}” holds strikes or excusals and stays on the record.`)
  },
}
