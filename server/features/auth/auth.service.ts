import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'
import type * as contract from '#contract/account/auth.ts'
import type { SignInMethod } from '#contract/account/auth.ts'
import { recordAudit } from '#server/features/audit/audit.service.ts'
import { findLink, isLinkUsable, consumeLink, voidCredentialLinks } from '#server/features/team/links.service.ts'
import { isUnproven, markAddressProven, runsInstallation, vouchForAddress } from '#server/features/team/operators.ts'
import { firms, members, users } from '#server/features/team/team.table.ts'
import { startTrial } from '#server/features/team/trial.service.ts'
import type { Config } from '#server/platform/config.ts'
import type { Db } from '#server/platform/db.ts'
import { Refusal, sqlState, uniqueViolation } from '#server/platform/errors.ts'
import { hashToken, newId, newToken } from '#server/platform/ids.ts'
import { isDirectLoopback } from '#server/platform/http/address.ts'
import type { OpenContext } from '#server/platform/http/route.ts'
import { lockName } from '#server/platform/lease.ts'
import { cookieName } from './auth.actor.ts'
import type { AuthListeners } from './auth.listeners.ts'
import { deleteOtherSignIns, describePerson, findUser, hasFirms, findHomeFirm } from './auth.queries.ts'
import { passkeys, signIns } from './auth.table.ts'
import { deviceCookieName, findKnownDevice } from './passwords/devices.ts'
import { type CountedGuess, countGuess, forgetPasswordGuesses } from './passwords/guesses.service.ts'
import { hashNewPassword } from './passwords/new-passwords.ts'
import { passwordMatches } from './passwords/passwords.ts'
import { openStep, voidSteps } from './two-factor/steps.service.ts'
import { revokeAllTokens } from './tokens.service.ts'
import { findTwoFactor, mustSetUpTwoFactor } from './two-factor/two-factor.queries.ts'
import { mailConfirmation, removeUnproven } from './unproven.ts'

export type Entry = {
  token: string
  userId: string
  firmId: string
  isOperator: boolean
  isHeldBack: boolean
  expiresAt: Date
}

export type SecondStep = { ticket: string }

export type EntryContext = OpenContext & { listeners: AuthListeners }

type Input<E extends { input: z.ZodType }> = z.output<E['input']>

type SigningUp = Pick<OpenContext, 'db' | 'parts' | 'request'>

/**
 * Returns whether anyone may create a firm or, if not, whether a link allows it. In the demo, sign-up is open only to
 * the machine it runs on.
 */
export async function signUpRule({ db, parts, request }: SigningUp): Promise<{ open: boolean; byLink: boolean }> {
  const { SIGN_UP, DEMO } = parts.config
  if (SIGN_UP === 'open' && (!DEMO || isDirectLoopback(request))) return { open: true, byLink: false }
  return { open: false, byLink: SIGN_UP === 'invite' || !(await hasFirms(db)) }
}

export async function canSignUp(context: SigningUp, token: string | undefined): Promise<boolean> {
  const rule = await signUpRule(context)
  return rule.open || (rule.byLink && token !== undefined && (await isLinkUsable(context.db, 'new_firm', token)))
}

export async function signUp(context: EntryContext, input: Input<typeof contract.signUp>): Promise<Entry> {
  await requireSignUp(context, input.token)
  const { email, name, firmName } = input
  const passwordHash = await hashNewPassword(input.password, { email, name, firms: [firmName] })
  return context.db.transaction(async (tx) => {
    // Another firm may have been created since the check above.
    await lockName(tx, 'sign-up')
    await requireSignUp({ ...context, db: tx }, input.token)
    const isByLink = await consumeFirmLink(tx, context.parts.config, input.token)
    // With open sign-up, anyone could be the first user, so only a command-line link makes that user an operator.
    const isOperator = isByLink && !(await hasFirms(tx))
    const [firmId, userId] = [newId(), newId()]
    await tx.insert(firms).values({ id: firmId, name: firmName, ...(input.timeZone && { timeZone: input.timeZone }) })
    await startTrial(tx, context.parts.config, firmId)
    const mustConfirm = context.parts.mailer.isConfigured && !isByLink
    await removeUnproven(tx, email, { ip: context.ip, reason: 'someone signed up with the same address' })
    await insertUser(tx, {
      ...{ id: userId, email, name, passwordHash, isOperator },
      unprovenSince: mustConfirm ? new Date() : null,
    })
    await tx.insert(members).values({ firmId, userId, role: 'administrator', profession: 'attorney' })
    await recordAudit(tx, {
      firmId,
      actorId: userId,
      ip: context.ip,
      action: 'firm.created',
      entity: 'firm',
      entityId: firmId,
      details: { name: firmName, email },
    })
    if (mustConfirm) await mailConfirmation(tx, context.parts, { userId, firmId, email, ip: context.ip })
    return enter(tx, context, { userId, firmId, method: 'link' })
  })
}

async function requireSignUp(context: SigningUp, token: string | undefined): Promise<void> {
  if (await canSignUp(context, token)) return
  throw new Refusal(
    'not_allowed',
    'To create a firm, get a sign-up link from the operator of this installation. To join a firm, ask its administrator for an invitation.',
  )
}

async function consumeFirmLink(tx: Db, { SIGN_UP }: Config, token: string | undefined): Promise<boolean> {
  if (token === undefined || (SIGN_UP === 'open' && !(await isLinkUsable(tx, 'new_firm', token)))) return false
  await consumeLink(tx, 'new_firm', token)
  return true
}

export async function signIn(
  context: EntryContext,
  { email, password }: Input<typeof contract.signIn>,
): Promise<Entry | SecondStep> {
  const user = await findUser(context.db, email)
  const guess = await countPasswordGuess(context, email, user?.id)
  const matches = await passwordMatches(password, user?.passwordHash ?? null)
  const firmId = user && matches ? await findHomeFirm(context.db, user.id) : null
  if (!user || !firmId) {
    await context.db.transaction((tx) =>
      recordAudit(tx, {
        firmId: null,
        actorId: user?.id ?? null,
        ip: context.ip,
        action: 'sign_in.failed',
        entity: 'user',
        entityId: user?.id ?? null,
      }),
    )
    throw new Refusal('unauthenticated', 'Incorrect email or password.')
  }
  await guess.forgive()
  const person = { userId: user.id, firmId }
  return context.db.transaction(async (tx) => {
    await lockWithPassword(tx, user.id, user.passwordHash)
    return enterByPassword(tx, context, { ...person, method: 'password' })
  })
}

async function countPasswordGuess(
  { db, ip, parts, request }: Pick<EntryContext, 'db' | 'ip' | 'parts' | 'request'>,
  email: string,
  userId: string | undefined,
): Promise<CountedGuess> {
  const cookie = request.cookies[deviceCookieName(parts.config)]
  const device = await findKnownDevice(parts.config, cookie, userId)
  return countGuess(db, { scope: 'password', account: email, source: ip, device })
}

async function enterByPassword(tx: Db, context: EntryContext, person: Entering): Promise<Entry | SecondStep> {
  if (!(await findTwoFactor(tx, person.userId))) return enter(tx, context, person)
  return { ticket: await openStep(tx, { kind: 'two_factor', userId: person.userId, firmId: person.firmId }) }
}

type Entering = { userId: string; firmId: string; method: SignInMethod }

/** The caller must have verified the person's identity. */
export async function enter(
  tx: Db,
  { ip, request, parts, listeners }: Pick<EntryContext, 'ip' | 'request' | 'parts' | 'listeners'>,
  { method, ...person }: Entering,
): Promise<Entry> {
  await requireActiveMember(tx, person)
  await endReplacedSession(tx, request.cookies[cookieName(parts.config)], ip)
  const token = newToken()
  const expiresAt = new Date(Date.now() + parts.config.SESSION_DAYS * 86_400_000)
  const id = newId()
  const agent = request.headers['user-agent']?.slice(0, 300) ?? null
  await tx.insert(signIns).values({
    id,
    tokenHash: hashToken(token),
    userId: person.userId,
    firmId: person.firmId,
    ip,
    agent,
    expiresAt,
    method,
  })
  await recordAudit(tx, {
    firmId: person.firmId,
    actorId: person.userId,
    ip,
    action: 'sign_in.succeeded',
    entity: 'sign_in',
    entityId: id,
    details: { method },
  })
  const isHeldBack = await mustSetUpTwoFactor(tx, { method, ...person })
  await listeners.entered(tx, { userId: person.userId, firmId: person.firmId, ip, agent })
  const [user] = await tx.select().from(users).where(eq(users.id, person.userId))
  const isOperator = user !== undefined && runsInstallation(parts.config, user)
  return { token, expiresAt, isHeldBack, isOperator, ...person }
}

/**
 * Throws `not_allowed` if the person was suspended between the two sign-in steps. The lock makes a concurrent
 * suspension wait so that it also ends the new session.
 */
async function requireActiveMember(tx: Db, { userId, firmId }: Pick<Entering, 'userId' | 'firmId'>): Promise<void> {
  const [member] = await tx
    .select({ status: members.status })
    .from(members)
    .where(and(eq(members.firmId, firmId), eq(members.userId, userId)))
    .for('share')
  if (member?.status !== 'active') throw suspended()
}

const suspended = () =>
  new Refusal('not_allowed', 'Your access to this firm is suspended. Contact a firm administrator.')

async function endReplacedSession(tx: Db, cookie: string | undefined, ip: string): Promise<void> {
  if (cookie === undefined) return
  const [ended] = await tx
    .delete(signIns)
    .where(eq(signIns.tokenHash, hashToken(cookie)))
    .returning({ id: signIns.id, userId: signIns.userId, firmId: signIns.firmId })
  if (!ended) return
  const { id, userId, firmId } = ended
  await recordAudit(tx, { firmId, actorId: userId, ip, action: 'sign_in.replaced', entity: 'sign_in', entityId: id })
}

export async function resetPassword(
  { db, ip, parts, listeners }: EntryContext,
  { token, password }: Input<typeof contract.resetPassword>,
): Promise<void> {
  const { userId } = await findLink(db, 'password_reset', token)
  if (!userId) throw new Error('password reset link has no user')
  const passwordHash = await hashNewPassword(password, await describePerson(db, userId))
  const isReset = await db.transaction(async (tx) => {
    // Locks the account before the link, as when someone joins a firm, to prevent deadlocks.
    const [found] = await tx.select({ email: users.email }).from(users).where(eq(users.id, userId)).for('update')
    const { isMailed } = await consumeLink(tx, 'password_reset', token)
    // Whoever opened the account may have been someone else, so nothing of it may reach the owner of the address.
    if (isMailed && found && (await removeUnproven(tx, found.email, { ip, reason: 'password reset' }))) return false
    const endedPasskeys = await deleteUnprovenPasskeys(tx, userId)
    await (isMailed ? markAddressProven : vouchForAddress)(tx, userId)
    await tx.update(users).set({ passwordHash }).where(eq(users.id, userId))
    await voidCredentialLinks(tx, userId)
    await voidSteps(tx, userId)
    await deleteOtherSignIns(tx, userId, null)
    await revokeAllTokens(tx, userId)
    const firmId = await findHomeFirm(tx, userId)
    await recordAudit(tx, {
      firmId,
      actorId: userId,
      ip,
      action: 'password.reset',
      entity: 'user',
      entityId: userId,
      details: { endedPasskeys },
    })
    const kept = await tx.select({ name: passkeys.name }).from(passkeys).where(eq(passkeys.userId, userId))
    const keptPasskeys = kept.map(({ name }) => name)
    await listeners.secured(tx, parts, { userId, firmId, kind: 'passwordReset', keptPasskeys })
    const [user] = await tx.select({ email: users.email }).from(users).where(eq(users.id, userId))
    if (user) await forgetPasswordGuesses(tx, user.email, ip)
    return true
  })
  if (!isReset)
    throw new Refusal(
      'gone',
      'This account was never confirmed, so it was deleted. Sign up again, or open your invitation.',
    )
}

export async function acceptInvitation(
  context: EntryContext,
  input: Input<typeof contract.acceptInvitation>,
): Promise<{ firmId: string; entry: Entry | SecondStep }> {
  const invitation = await findLink(context.db, 'invitation', input.token)
  const { firmId, email, role, profession, createdBy } = invitation
  if (!firmId || !email || !role || !profession) throw new Error('invitation has no firm, email, or role')
  const found = await findUser(context.db, email)
  const known = found && isUnproven(found) && invitation.isMailed ? undefined : found
  // The link alone must not grant access to an existing account.
  if (known) await checkInvitedPassword(context, known, input.password)
  const passwordHash = known?.passwordHash ?? (await hashInvitedPassword(context.db, input, { firmId, email }))
  return context.db.transaction(async (tx) => {
    if (known) await lockWithPassword(tx, known.id, passwordHash)
    const { isMailed } = await consumeLink(tx, 'invitation', input.token)
    const userId = known?.id ?? newId()
    if (known) {
      // A reset link created while the account belonged to one firm must not grant access to another firm.
      await voidCredentialLinks(tx, userId)
    } else {
      await removeUnproven(tx, email, { ip: context.ip, reason: 'invitation accepted' })
      await insertUser(tx, { id: userId, email, name: input.name, passwordHash, isOperator: false })
    }
    await (isMailed ? markAddressProven : vouchForAddress)(tx, userId)
    await joinFirm(tx, { firmId, userId, role, profession })
    await recordAudit(tx, {
      firmId,
      actorId: userId,
      ip: context.ip,
      action: 'member.joined',
      entity: 'user',
      entityId: userId,
      details: { role, profession },
    })
    await context.listeners.joined(tx, { userId, firmId, invitedBy: createdBy })
    const person = { userId, firmId, method: 'link' } as const
    return { firmId, entry: await enterByPassword(tx, context, person) }
  })
}

/**
 * Someone else may have signed up with this address before its owner verified it, so the account's passkeys are
 * deleted.
 */
async function deleteUnprovenPasskeys(tx: Db, userId: string): Promise<number> {
  const [user] = await tx.select({ provenAt: users.emailProvenAt }).from(users).where(eq(users.id, userId))
  if (user?.provenAt) return 0
  const gone = await tx.delete(passkeys).where(eq(passkeys.userId, userId)).returning({ id: passkeys.id })
  return gone.length
}

async function hashInvitedPassword(
  db: Db,
  { password, name }: Input<typeof contract.acceptInvitation>,
  { firmId, email }: { firmId: string; email: string },
): Promise<string> {
  const [firm] = await db.select({ name: firms.name }).from(firms).where(eq(firms.id, firmId))
  return hashNewPassword(password, { email, name, firms: firm ? [firm.name] : [] })
}

async function checkInvitedPassword(
  context: EntryContext,
  { id, email, passwordHash }: typeof users.$inferSelect,
  password: string,
): Promise<void> {
  const guess = await countPasswordGuess(context, email, id)
  if (await passwordMatches(password, passwordHash)) return guess.forgive()
  throw new Refusal('not_allowed', 'This email address already has an account. Enter its password to join.')
}

async function lockWithPassword(tx: Db, userId: string, passwordHash: string | null): Promise<void> {
  const [user] = await tx.select({ hash: users.passwordHash }).from(users).where(eq(users.id, userId)).for('update')
  if (user?.hash !== passwordHash)
    throw new Refusal('conflict', 'This account’s password was just changed. Enter the new one.')
}

async function joinFirm(tx: Db, member: Omit<typeof members.$inferInsert, 'status'>): Promise<void> {
  const chosenAt = new Date()
  const joined = await tx
    .insert(members)
    .values({ ...member, chosenAt })
    .onConflictDoNothing()
    .returning({ userId: members.userId })
  if (joined.length > 0) return
  const [row] = await tx
    .select({ status: members.status })
    .from(members)
    .where(and(eq(members.firmId, member.firmId), eq(members.userId, member.userId)))
  if (row?.status !== 'active') throw suspended()
}

async function insertUser(tx: Db, user: typeof users.$inferInsert): Promise<void> {
  try {
    await tx.insert(users).values(user)
  } catch (error) {
    if (sqlState(error) !== uniqueViolation) throw error
    throw new Refusal('conflict', 'This email address already has an account. Sign in instead.', {
      fields: { email: 'This email address already has an account.' },
    })
  }
}
