import { and, eq, isNull, like, not } from 'drizzle-orm'
import type { Db } from '#server/platform/db.ts'
import { hashToken } from '#server/platform/ids.ts'
import { recoveryCodes } from './auth.table.ts'
import { hashPassword, isSame, newRecipe, readRecipe } from './passwords.ts'

/**
 * A code is 80 bits, few enough to be guessed from a fast hash: argon2id is laid over its SHA-256, so that rows of earlier
 * versions, which hold the SHA-256 alone, can be strengthened without the code. One recipe for a set: a try costs one hash.
 */
async function strengthen(digests: readonly string[]): Promise<string[]> {
  const recipe = newRecipe()
  return Promise.all(digests.map((digest) => hashPassword(digest, recipe)))
}

/** Replaces the codes of a person. */
export async function storeRecoveryCodes(tx: Db, userId: string, codes: readonly string[]): Promise<void> {
  const hashes = await strengthen(codes.map(hashToken))
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  await tx.insert(recoveryCodes).values(hashes.map((codeHash) => ({ userId, codeHash })))
}

const is = (userId: string, codeHash: string) =>
  and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.codeHash, codeHash))

/** Takes a code, once. */
export async function takeRecoveryCode(tx: Db, { userId, code }: { userId: string; code: string }): Promise<boolean> {
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

/** Strengthens what earlier versions stored, person by person; answers how many codes there were. */
export async function strengthenRecoveryCodes(db: Db): Promise<number> {
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
