import { eq, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Trial } from '#contract/account/trial.ts'
import { recordAudit } from '#server/features/audit/audit.service.ts'
import type { Config } from '#server/platform/config.ts'
import type { Db } from '#server/platform/db.ts'
import { Refusal } from '#server/platform/errors.ts'
import { firms, trials } from './team.table.ts'

const dayMs = 86_400_000

export async function startTrial(tx: Db, { TRIAL_DAYS }: Pick<Config, 'TRIAL_DAYS'>, firmId: string): Promise<void> {
  if (TRIAL_DAYS === 0) return
  await tx.insert(trials).values({ firmId, endsAt: new Date(Date.now() + TRIAL_DAYS * dayMs) })
}

/** If TRIAL_DAYS is 0, trials never end. This includes trials that have already started. */
export async function readTrial(db: Db, { TRIAL_DAYS }: Pick<Config, 'TRIAL_DAYS'>, firmId: string): Promise<Trial> {
  const [trial] = TRIAL_DAYS === 0 ? [] : await db.select().from(trials).where(eq(trials.firmId, firmId))
  if (!trial) return { endsAt: null, daysLeft: null, isOver: false }
  const leftMs = trial.endsAt.getTime() - Date.now()
  return { endsAt: trial.endsAt.toISOString(), daysLeft: Math.max(0, Math.ceil(leftMs / dayMs)), isOver: leftMs <= 0 }
}

/** Reading stays open, so taking access away must too. */
const stillOpen =
  /^\/api\/(auth|exports|export-policy|notifications|profile|endpoints|contact|contact-requests|pipeline)(\/|$)|^\/api\/team\/(:userId|invitations\/:invitationId)|^\/api\/cases\/:caseId\/members\/:userId$|\/break-glass$/

export function installTrialEnd(app: FastifyInstance): void {
  const { config, database } = app.parts
  if (config.TRIAL_DAYS === 0) return
  app.addHook('onRequest', async (request) => {
    if (!request.actor || request.method === 'GET' || request.method === 'HEAD' || request.method === 'OPTIONS') return
    if (stillOpen.test(request.routeOptions.url ?? '')) return
    const { endsAt, isOver } = await readTrial(database.db, config, request.actor.firmId)
    if (!isOver || !endsAt) return
    const [firm] = await database.db
      .select({ timeZone: firms.timeZone })
      .from(firms)
      .where(eq(firms.id, request.actor.firmId))
    const day = new Date(endsAt).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: firm?.timeZone ?? 'UTC' })
    throw new Refusal(
      'not_allowed',
      `Your firm’s trial ended on ${day}. You can still read and export everything. To make changes, contact the operator of this installation.`,
    )
  })
}

type TrialRow = { firmId: string; name: string; endsAt: string; isOver: boolean }

export async function listTrials(db: Db): Promise<TrialRow[]> {
  const rows = await db
    .select({ firmId: firms.id, name: firms.name, endsAt: trials.endsAt })
    .from(trials)
    .innerJoin(firms, eq(firms.id, trials.firmId))
    .orderBy(trials.endsAt)
  return rows.map((each) => ({
    ...each,
    endsAt: each.endsAt.toISOString(),
    isOver: each.endsAt.getTime() <= Date.now(),
  }))
}

async function findFirm(db: Db, idOrName: string): Promise<{ id: string; name: string }> {
  const found = await db
    .select({ id: firms.id, name: firms.name })
    .from(firms)
    .where(sql`firms.id::text = ${idOrName} or lower(firms.name) = lower(${idOrName})`)
  const [firm, other] = found
  if (!firm) throw new Refusal('not_found', `No firm has the name or id "${idOrName}".`)
  if (other)
    throw new Refusal(
      'conflict',
      `Several firms are named "${idOrName}". Use one of these IDs: ${found.map((each) => each.id).join(', ')}.`,
    )
  return firm
}

export function setTrial(
  db: Db,
  idOrName: string,
  days: number | null,
): Promise<{ name: string; endsAt: string | null }> {
  return db.transaction(async (tx) => {
    const firm = await findFirm(tx, idOrName)
    const endsAt = days === null ? null : new Date(Date.now() + days * dayMs)
    if (endsAt)
      await tx
        .insert(trials)
        .values({ firmId: firm.id, endsAt })
        .onConflictDoUpdate({ target: trials.firmId, set: { endsAt, toldDaysLeft: null } })
    else await tx.delete(trials).where(eq(trials.firmId, firm.id))
    await recordAudit(tx, {
      firmId: firm.id,
      actorId: null,
      action: endsAt ? 'firm.trial_changed' : 'firm.trial_lifted',
      entity: 'firm',
      entityId: firm.id,
      details: { endsAt: endsAt?.toISOString() ?? null },
      reason: 'from the command line',
    })
    return { name: firm.name, endsAt: endsAt?.toISOString() ?? null }
  })
}
