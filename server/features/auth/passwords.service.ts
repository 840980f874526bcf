import { eq } from 'drizzle-orm'
import { recordAct } from '#server/features/audit/audit.service.ts'
import { voidCredentialLinks } from '#server/features/team/links.service.ts'
import { users } from '#server/features/team/team.table.ts'
import { Refusal } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/route.ts'
import { deleteOtherSignIns, describePerson } from './auth.queries.ts'
import { countSessionGuess } from './guesses.service.ts'
import { hashNewPassword } from './new-passwords.ts'
import { passwordMatches } from './passwords.ts'

/** Asks a signed-in person for their password again, before what would let somebody else in or lock them out. */
export async function requirePassword(
  { db, actor, ip }: Pick<Context, 'db' | 'actor' | 'ip'>,
  password: string,
  field: string,
): Promise<void> {
  // A screen left open must not give a passer-by all the tries they like.
  const guess = await countSessionGuess(db, 'password', actor.signInId)
  const [user] = await db.select({ passwordHash: users.passwordHash }).from(users).where(eq(users.id, actor.userId))
  if (user && (await passwordMatches(password, user.passwordHash))) {
    return guess.forgive()
  }
  await db.transaction((tx) =>
    recordAct(tx, { actor, ip, action: 'password.refused', entity: 'user', entityId: actor.userId }),
  )
  throw new Refusal('invalid', 'This is not your password.', { fields: { [field]: 'This is not your password.' } })
}

export async function changePassword(
  { db, actor, ip }: Context,
  { password, endOthers }: { password: string; endOthers: boolean },
): Promise<void> {
  const passwordHash = await hashNewPassword(password, await describePerson(db, actor.userId))
  await db.transaction(async (tx) => {
    await tx.update(users).set({ passwordHash }).where(eq(users.id, actor.userId))
    await voidCredentialLinks(tx, actor.userId)
    const ended = endOthers ? await deleteOtherSignIns(tx, actor.userId, actor.signInId) : 0
    await recordAct(tx, {
      actor,
      ip,
      action: 'password.changed',
      entity: 'user',
      entityId: actor.userId,
      details: { endedSessions: ended },
    })
  })
}
