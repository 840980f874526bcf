import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { changeFirm as changeEndpoint, FirmSettings } from '#contract/account/team.ts'
import { recordAct } from '#server/features/audit/audit.service.ts'
import type { Db } from '#server/platform/db.ts'
import { absent } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/http/route.ts'
import { firms } from './team.table.ts'

const settings = {
  name: firms.name,
  timeZone: firms.timeZone,
  retentionDays: firms.retentionDays,
  defaultForumId: firms.defaultForumId,
  requireTwoFactor: firms.requireTwoFactor,
  idleHours: firms.idleHours,
  localAnalysisOnly: firms.localAnalysisOnly,
}

export async function readFirm(db: Db, firmId: string): Promise<FirmSettings> {
  const [row] = await db.select(settings).from(firms).where(eq(firms.id, firmId))
  if (!row) throw absent('firm')
  return row
}

export function changeFirm(
  { db, actor, ip }: Context,
  input: z.output<typeof changeEndpoint.input>,
): Promise<FirmSettings> {
  return db.transaction(async (tx) => {
    const before = await readFirm(tx, actor.firmId)
    const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
    if (Object.keys(given).length > 0) await tx.update(firms).set(given).where(eq(firms.id, actor.firmId))
    const after = await readFirm(tx, actor.firmId)
    await recordAct(tx, {
      actor,
      ip,
      action: 'firm.settings_changed',
      entity: 'firm',
      entityId: actor.firmId,
      details: { before, after },
    })
    return after
  })
}
