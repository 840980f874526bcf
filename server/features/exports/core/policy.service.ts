import { eq } from 'drizzle-orm'
import { defaultExportPolicy, type ExportPolicy } from '#contract/exports/policy.ts'
import { recordAct } from '#server/features/audit/audit.service.ts'
import type { Db } from '#server/platform/db.ts'
import { Refusal } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/route.ts'
import { exportPolicies } from './exports.table.ts'

export async function readPolicy(db: Db, firmId: string): Promise<ExportPolicy> {
  const [row] = await db.select().from(exportPolicies).where(eq(exportPolicies.firmId, firmId))
  if (!row) return defaultExportPolicy
  const { passwordRequired, maxExpiryDays, allowNever, allowLinks } = row
  return { passwordRequired, maxExpiryDays, allowNever, allowLinks }
}

export function savePolicy({ db, actor, ip }: Context, policy: ExportPolicy): Promise<ExportPolicy> {
  return db.transaction(async (tx) => {
    const before = await readPolicy(tx, actor.firmId)
    const row = { ...policy, updatedBy: actor.userId, updatedAt: new Date() }
    await tx
      .insert(exportPolicies)
      .values({ firmId: actor.firmId, ...row })
      .onConflictDoUpdate({ target: exportPolicies.firmId, set: row })
    await recordAct(tx, {
      actor,
      ip,
      action: 'firm.export_policy_changed',
      entity: 'firm',
      entityId: actor.firmId,
      details: { before, after: policy },
    })
    return policy
  })
}

/** The hours after which a file or link ends: as asked for, within what the firm allows. */
export function requireHours(policy: ExportPolicy, hours: number | null): number | null {
  const days = policy.maxExpiryDays
  const message =
    hours === null
      ? policy.allowNever
        ? null
        : `Your firm lets no export stay for ever. Choose at most ${days} days.`
      : hours > days * 24
        ? `Your firm keeps exports for at most ${days} days. Choose a shorter time.`
        : null
  if (message) throw refuse('expiresInHours', message)
  return hours
}

export function requirePassword(policy: ExportPolicy, password: string | undefined): void {
  if (policy.passwordRequired && password === undefined)
    throw refuse('password', 'Your firm demands a password for every export and every link.')
}

const refuse = (field: string, message: string) => new Refusal('invalid', message, { fields: { [field]: message } })
