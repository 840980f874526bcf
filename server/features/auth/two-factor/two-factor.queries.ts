import { and, count, eq, isNotNull, isNull } from 'drizzle-orm'
import type { z } from 'zod'
import type { SignInMethod } from '#contract/account/auth.ts'
import type { TwoFactor } from '#contract/account/two-factor.ts'
import { firms, members } from '#server/features/team/team.table.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Db } from '#server/platform/db.ts'
import { passkeys, recoveryCodes, twoFactorLosses, twoFactors } from '../auth.table.ts'

export async function findTwoFactor(db: Db, userId: string) {
  const [row] = await db
    .select()
    .from(twoFactors)
    .where(and(eq(twoFactors.userId, userId), isNotNull(twoFactors.confirmedAt)))
  return row
}

export async function readTwoFactor(db: Db, actor: Actor): Promise<z.output<typeof TwoFactor>> {
  const found = await findTwoFactor(db, actor.userId)
  const [codes] = await db
    .select({ left: count() })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, actor.userId), isNull(recoveryCodes.usedAt)))
  return {
    isOn: found !== undefined,
    since: found?.confirmedAt?.toISOString() ?? null,
    recoveryCodesLeft: found ? (codes?.left ?? 0) : 0,
    isRequired: await isTwoFactorRequiredAnywhere(db, actor.userId),
    wasRemoved: await wasTwoFactorRemoved(db, actor.userId),
  }
}

async function isTwoFactorRequired(db: Db, firmId: string): Promise<boolean> {
  const [firm] = await db.select({ required: firms.requireTwoFactor }).from(firms).where(eq(firms.id, firmId))
  return firm?.required === true
}

/** Covers every firm of the person, because they have one authenticator app for all of them. */
export async function isTwoFactorRequiredAnywhere(db: Db, userId: string): Promise<boolean> {
  const [found] = await db
    .select({ id: firms.id })
    .from(members)
    .innerJoin(firms, and(eq(firms.id, members.firmId), eq(firms.requireTwoFactor, true)))
    .where(and(eq(members.userId, userId), eq(members.status, 'active')))
    .limit(1)
  return found !== undefined
}

async function wasTwoFactorRemoved(db: Db, userId: string): Promise<boolean> {
  return (await db.$count(twoFactorLosses, eq(twoFactorLosses.userId, userId))) > 0
}

export const mustSetUpTwoFactor = async (
  db: Db,
  { userId, firmId, method }: { userId: string; firmId: string; method: SignInMethod },
): Promise<boolean> =>
  method !== 'passkey' &&
  ((await isTwoFactorRequired(db, firmId)) || (await wasTwoFactorRemoved(db, userId))) &&
  (await findTwoFactor(db, userId)) === undefined

export async function deleteTwoFactor(tx: Db, userId: string): Promise<boolean> {
  const gone = await tx
    .delete(twoFactors)
    .where(eq(twoFactors.userId, userId))
    .returning({ at: twoFactors.confirmedAt })
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  return gone.some((row) => row.at !== null)
}

/** For someone who is locked out. Returns false if they had neither an authenticator app nor a passkey. */
export async function deleteSecondSteps(tx: Db, userId: string): Promise<boolean> {
  const keys = await tx.delete(passkeys).where(eq(passkeys.userId, userId)).returning({ id: passkeys.id })
  return (await deleteTwoFactor(tx, userId)) || keys.length > 0
}
