import { and, eq, isNull, like, lt, not, or } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import type { Db } from '#server/platform/db.ts'
import { Refusal } from '#server/platform/errors.ts'
import { hashToken } from '#server/platform/ids.ts'
import { seal, unseal } from '#server/platform/keys/sealing.ts'
import { recoveryCodes, twoFactors } from '../auth.table.ts'
import { hashPassword, isSame, newRecipe, readRecipe } from '../passwords/passwords.ts'

/** RFC 6238 parameters that all authenticator apps support: SHA-1, six digits, 30 seconds. */
const stepSeconds = 30
/** Accepts codes one step early or late because a phone's clock may be off. */
const stepWindow = 1

export const buildTotp = (secret: string, email: string) =>
  new TOTP({ issuer: 'Venire', label: email, secret: Secret.fromBase32(secret), digits: 6, period: stepSeconds })

export const nameSecret = (userId: string) => `two-factor:${userId}`

export async function resealSecrets(tx: Db, dataDir: string): Promise<number> {
  const rows = await tx.select().from(twoFactors).for('update')
  for (const { userId, sealedSecret } of rows) {
    const secret = await unseal(dataDir, nameSecret(userId), sealedSecret)
    const resealed = await seal(dataDir, nameSecret(userId), secret)
    await tx.update(twoFactors).set({ sealedSecret: resealed }).where(eq(twoFactors.userId, userId))
  }
  return rows.length
}

export const wrongCode = (): Refusal => {
  const sentence = 'This code is incorrect or already used. Wait for the next one.'
  return new Refusal('invalid', sentence, { fields: { code: sentence } })
}

type Tried = { userId: string; code: string; dataDir: string }

export const isAppCode = (code: string): boolean => /^\d{6}$/.test(code)

export const consumeCode = (tx: Db, tried: Tried): Promise<boolean> =>
  isAppCode(tried.code) ? consumeAppCode(tx, tried) : consumeRecoveryCode(tx, tried)

/** Accepts each app code once. After that, rejects codes from the same or an earlier time step. */
export async function consumeAppCode(tx: Db, { userId, code, dataDir }: Tried): Promise<boolean> {
  const [row] = await tx.select().from(twoFactors).where(eq(twoFactors.userId, userId))
  if (!row) return false
  const nowMs = Date.now()
  const secret = await unseal(dataDir, nameSecret(userId), row.sealedSecret)
  const delta = buildTotp(secret, '').validate({ token: code, window: stepWindow, timestamp: nowMs })
  if (delta === null) return false
  const step = Math.floor(nowMs / 1000 / stepSeconds) + delta
  const taken = await tx
    .update(twoFactors)
    .set({ lastStep: step })
    .where(and(eq(twoFactors.userId, userId), or(isNull(twoFactors.lastStep), lt(twoFactors.lastStep, step))))
    .returning({ userId: twoFactors.userId })
  return taken.length > 0
}

/**
 * Recovery codes have only 80 bits of entropy, so argon2id is applied to their SHA-256. Older rows with only the SHA-256 can be
 * upgraded without the code. All codes in a set share one salt, so checking a code takes one hash.
 */
async function strengthen(digests: readonly string[]): Promise<string[]> {
  const recipe = newRecipe()
  return Promise.all(digests.map((digest) => hashPassword(digest, recipe)))
}

export async function storeRecoveryCodes(tx: Db, userId: string, codes: readonly string[]): Promise<void> {
  const hashes = await strengthen(codes.map(hashToken))
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  await tx.insert(recoveryCodes).values(hashes.map((codeHash) => ({ userId, codeHash })))
}

const is = (userId: string, codeHash: string) =>
  and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.codeHash, codeHash))

async function consumeRecoveryCode(tx: Db, { userId, code }: { userId: string; code: string }): Promise<boolean> {
  const digest = hashToken(code)
  const unused = and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt))
  const rows = await tx.select().from(recoveryCodes).where(unused).for('update')
  const tried = new Map<string, string>()
  for (const { codeHash } of rows) {
    const recipe = readRecipe(codeHash)
    const salt = recipe?.salt.toString('base64') ?? ''
    const given = tried.get(salt) ?? (recipe ? await hashPassword(digest, recipe) : digest)
    tried.set(salt, given)
    if (!isSame(given, codeHash)) continue
    await tx.update(recoveryCodes).set({ usedAt: new Date() }).where(is(userId, codeHash))
    return true
  }
  return false
}

export async function rehashRecoveryCodes(db: Db): Promise<number> {
  const isWeak = not(like(recoveryCodes.codeHash, '$argon2id$%'))
  const people = await db.selectDistinct({ userId: recoveryCodes.userId }).from(recoveryCodes).where(isWeak)
  let count = 0
  for (const { userId } of people)
    count += await db.transaction(async (tx) => {
      const weak = await tx
        .select()
        .from(recoveryCodes)
        .where(and(eq(recoveryCodes.userId, userId), isWeak))
        .for('update')
      const hashes = await strengthen(weak.map(({ codeHash }) => codeHash))
      for (const [at, { codeHash }] of weak.entries())
        await tx.update(recoveryCodes).set({ codeHash: hashes[at]! }).where(is(userId, codeHash))
      return weak.length
    })
  return count
}
