import { eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { missingCode } from '#contract/account/auth.ts'
import { recordAct } from '#server/features/audit/audit.service.ts'
import { voidCredentialLinks } from '#server/features/team/links.service.ts'
import { users } from '#server/features/team/team.table.ts'
import { Refusal } from '#server/platform/errors.ts'
import { noteSecured, type SecuringContext } from '../securing.ts'
import { deleteOtherSignIns, describePerson, requireSignIn } from '../auth.queries.ts'
import { consumeCode, wrongCode } from '../two-factor/codes.ts'
import { voidSteps } from '../two-factor/steps.service.ts'
import { countSessionGuess } from './guesses.service.ts'
import { hashNewPassword } from './new-passwords.ts'
import { passwordMatches } from './passwords.ts'
import { findTwoFactor } from '../two-factor/two-factor.queries.ts'

/**
 * Requires the password, plus a code if two-factor sign-in is on, for changes that could grant access or lock out the
 * owner.
 */
export const requireProof: FastifyInstance['requireProof'] = async (who, { field, password, code }) => {
  await requirePassword(who, password, field)
  if (await findTwoFactor(who.db, who.actor.userId)) await requireCode(who, code)
}

type Asked = Parameters<FastifyInstance['requireProof']>[0]

async function requirePassword({ db, actor, ip }: Asked, password: string, field: string): Promise<void> {
  // Limits guesses by someone who finds an unattended screen.
  const guess = await countSessionGuess(db, 'password', actor.signInId)
  const [user] = await db.select({ passwordHash: users.passwordHash }).from(users).where(eq(users.id, actor.userId))
  if (user && (await passwordMatches(password, user.passwordHash))) {
    return guess.forgive()
  }
  await db.transaction((tx) =>
    recordAct(tx, { actor, ip, action: 'password.refused', entity: 'user', entityId: actor.userId }),
  )
  throw new Refusal('invalid', 'Incorrect password.', { fields: { [field]: 'Incorrect password.' } })
}

async function requireCode({ db, actor, ip, parts }: Asked, code: string | undefined): Promise<void> {
  if (code === undefined) throw new Refusal('invalid', missingCode, { fields: { code: missingCode } })
  const guess = await countSessionGuess(db, 'code', actor.signInId)
  const tried = { userId: actor.userId, code, dataDir: parts.config.DATA_DIR }
  if (await db.transaction((tx) => consumeCode(tx, tried))) return guess.forgive()
  await db.transaction((tx) =>
    recordAct(tx, { actor, ip, action: 'two_factor.refused', entity: 'user', entityId: actor.userId }),
  )
  throw wrongCode()
}

export async function changePassword(
  context: SecuringContext,
  { password, endOthers }: { password: string; endOthers: boolean },
): Promise<void> {
  const { db, actor, ip } = context
  const passwordHash = await hashNewPassword(password, await describePerson(db, actor.userId))
  await db.transaction(async (tx) => {
    await tx.update(users).set({ passwordHash }).where(eq(users.id, actor.userId))
    await requireSignIn(tx, actor)
    await voidCredentialLinks(tx, actor.userId)
    await voidSteps(tx, actor.userId)
    const ended = endOthers ? await deleteOtherSignIns(tx, actor.userId, actor.signInId) : 0
    await recordAct(tx, {
      actor,
      ip,
      action: 'password.changed',
      entity: 'user',
      entityId: actor.userId,
      details: { endedSessions: ended },
    })
    await noteSecured(tx, context, { kind: 'passwordChanged' })
  })
}
