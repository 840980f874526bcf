import { randomBytes } from 'node:crypto'
import { eq, isNull } from 'drizzle-orm'
import { Secret } from 'otpauth'
import { recoveryCodeCount } from '#contract/account/two-factor.ts'
import { recordAct, recordAudit, type Who } from '#server/features/audit/audit.service.ts'
import { users } from '#server/features/team/team.table.ts'
import type { Db } from '#server/platform/db.ts'
import { Refusal } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/http/route.ts'
import { seal } from '#server/platform/keys/sealing.ts'
import { deletePasswordSignIns, requireSignIn } from '../auth.queries.ts'
import { enter, type Entry, type EntryContext } from '../auth.service.ts'
import { noteSecured, type SecuringContext } from '../securing.ts'
import { twoFactorLosses, twoFactors } from '../auth.table.ts'
import {
  isAppCode,
  nameSecret,
  storeRecoveryCodes,
  consumeAppCode,
  consumeCode,
  buildTotp,
  wrongCode,
} from './codes.ts'
import { deviceCookieName, findKnownDevice } from '../passwords/devices.ts'
import { countGuess, countSessionGuess } from '../passwords/guesses.service.ts'
import { requirePasskeySignIn } from './passkeys.guard.ts'
import { countStepTry, findStep, consumeCountedStep } from './steps.service.ts'
import { deleteSecondSteps, deleteTwoFactor, findTwoFactor, isTwoFactorRequiredAnywhere } from './two-factor.queries.ts'
import { lockPerson, requireReach } from '#server/features/team/team.queries.ts'

export async function enterCode(
  context: EntryContext,
  { ticket, code }: { ticket: string; code: string },
): Promise<Entry> {
  const { userId, firmId } = await findStep(context.db, 'two_factor', ticket)
  if (!userId || !firmId) throw new Error('two-factor step has no user or firm')
  const { db, ip, parts, request } = context
  const device = await findKnownDevice(parts.config, request.cookies[deviceCookieName(parts.config)], userId)
  const guess = await countGuess(db, { scope: 'code', account: userId, source: ip, device })
  await countStepTry(db, ticket)
  const entry = await context.db.transaction(async (tx) => {
    if (!(await consumeCode(tx, { userId, code, dataDir: parts.config.DATA_DIR }))) return null
    await consumeCountedStep(tx, 'two_factor', ticket)
    const method = isAppCode(code) ? 'two_factor' : 'recovery_code'
    return enter(tx, context, { userId, firmId, method })
  })
  if (entry) {
    await guess.forgive()
    return entry
  }
  await context.db.transaction((tx) =>
    recordAudit(tx, {
      firmId,
      actorId: userId,
      ip: context.ip,
      action: 'sign_in.code_refused',
      entity: 'user',
      entityId: userId,
    }),
  )
  throw wrongCode()
}

export async function beginTwoFactor({ db, actor, parts }: Context): Promise<{ secret: string; uri: string }> {
  await requirePasskeySignIn({ db, actor, parts })
  if (await findTwoFactor(db, actor.userId)) throw alreadyOn()
  const secret = new Secret({ size: 20 }).base32
  const [user] = await db.select({ email: users.email }).from(users).where(eq(users.id, actor.userId))
  const sealedSecret = await seal(parts.config.DATA_DIR, nameSecret(actor.userId), secret)
  const begun = await db
    .insert(twoFactors)
    .values({ userId: actor.userId, sealedSecret })
    .onConflictDoUpdate({
      target: twoFactors.userId,
      set: { sealedSecret, lastStep: null },
      // Another window may have finished setting it up in the meantime.
      setWhere: isNull(twoFactors.confirmedAt),
    })
    .returning({ userId: twoFactors.userId })
  if (begun.length === 0) throw alreadyOn()
  return { secret, uri: buildTotp(secret, user?.email ?? '').toString() }
}

const alreadyOn = () => new Refusal('conflict', 'Two-factor sign-in is already on. Turn it off first to switch apps.')

export async function confirmTwoFactor(context: SecuringContext, code: string): Promise<string[]> {
  const { db, actor, parts } = context
  const guess = await countSessionGuess(db, 'code', actor.signInId)
  const codes = await db.transaction(async (tx) => {
    await requireSignIn(tx, actor)
    if (await findTwoFactor(tx, actor.userId)) throw new Refusal('conflict', 'Two-factor sign-in is already on.')
    await requirePasskeySignIn({ db: tx, actor, parts })
    if ((await tx.$count(twoFactors, eq(twoFactors.userId, actor.userId))) === 0)
      throw new Refusal('conflict', 'This setup is no longer valid. Start over.')
    const tried = { userId: actor.userId, code, dataDir: parts.config.DATA_DIR }
    if (!(await consumeAppCode(tx, tried))) return null
    await tx.update(twoFactors).set({ confirmedAt: new Date() }).where(eq(twoFactors.userId, actor.userId))
    await tx.delete(twoFactorLosses).where(eq(twoFactorLosses.userId, actor.userId))
    await deletePasswordSignIns(tx, actor)
    await audit(tx, context, 'two_factor.switched_on')
    await noteSecured(tx, context, { kind: 'twoFactorOn' })
    return newRecoveryCodes(tx, actor.userId)
  })
  if (!codes) throw wrongCode()
  await guess.forgive()
  return codes
}

export async function renewRecoveryCodes(context: SecuringContext): Promise<string[]> {
  const { db, actor } = context
  return db.transaction(async (tx) => {
    if (!(await findTwoFactor(tx, actor.userId))) throw new Refusal('conflict', 'Turn on two-factor sign-in first.')
    await audit(tx, context, 'two_factor.codes_renewed')
    await noteSecured(tx, context, { kind: 'codesRenewed' })
    return newRecoveryCodes(tx, actor.userId)
  })
}

export async function removeTwoFactor(context: SecuringContext): Promise<void> {
  const { db, actor } = context
  await db.transaction(async (tx) => {
    if (await isTwoFactorRequiredAnywhere(tx, actor.userId))
      throw new Refusal('conflict', 'Your firm requires two-factor sign-in, so you can’t turn it off.')
    if (!(await deleteTwoFactor(tx, actor.userId))) return
    await audit(tx, context, 'two_factor.switched_off')
    await noteSecured(tx, context, { kind: 'twoFactorOff' })
  })
}

async function newRecoveryCodes(tx: Db, userId: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, () => new Secret({ buffer: toBytes(10) }).base32)
  await storeRecoveryCodes(tx, userId, codes)
  return codes.map((code) => code.replace(/(.{4})(?=.)/g, '$1-'))
}

/** Copies the bytes because Node's buffers are slices of a shared pool. */
const toBytes = (count: number): ArrayBuffer => Uint8Array.from(randomBytes(count)).buffer

const audit = (tx: Db, { actor, ip }: Who, action: string) =>
  recordAct(tx, { actor, ip, action, entity: 'user', entityId: actor.userId })

export function removeMemberTwoFactor(
  { db, actor, parts, ip, listeners }: SecuringContext,
  userId: string,
): Promise<void> {
  return db.transaction(async (tx) => {
    const person = await lockPerson(tx, actor, parts.config, userId)
    const { name, isWalled } = person
    if (userId === actor.userId) throw new Refusal('conflict', 'Turn off your own two-factor sign-in on your profile.')
    const isMailed = parts.mailer.isConfigured
    requireReach({ ...person, isWalled: isWalled && !isMailed }, 'reset-password --two-factor')
    if (!(await deleteSecondSteps(tx, userId)))
      throw new Refusal('conflict', `${name} doesn’t have two-factor sign-in turned on.`)
    await recordAct(tx, {
      actor,
      ip,
      action: 'two_factor.removed',
      entity: 'user',
      entityId: userId,
      reason: 'by an administrator',
    })
    await listeners.secured(tx, parts, { userId, firmId: actor.firmId, kind: 'twoFactorOff' })
  })
}
