import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { and, asc, eq, isNull } from 'drizzle-orm'
import type { z } from 'zod'
import * as contract from '#contract/account/two-factor.ts'
import { recordAct, recordAudit, type Who } from '#server/features/audit/audit.service.ts'
import { users } from '#server/features/team/team.table.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Config } from '#server/platform/config.ts'
import type { Db } from '#server/platform/db.ts'
import { absent, Refusal, sqlState, uniqueViolation } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import type { Context, OpenContext } from '#server/platform/http/route.ts'
import { findHomeFirm, requireSignIn } from '../auth.queries.ts'
import { enter, type Entry, type EntryContext } from '../auth.service.ts'
import { noteSecured, type SecuringContext } from '../securing.ts'
import { passkeys, twoFactors } from '../auth.table.ts'
import { countSourceGuess } from '../passwords/guesses.service.ts'
import { getRelyingParty, requirePasskeySignIn } from './passkeys.guard.ts'
import { openStep, consumeStep } from './steps.service.ts'

/** Imported on first use because it takes 26 MB that most installations never need. */
const webauthn = () => import('@simplewebauthn/server')

type Input<E extends { input: z.ZodType }> = z.output<E['input']>
type Challenge = { ticket: string; options: Record<string, unknown> }

function requireRelyingParty(config: Config): { id: string; origin: string } {
  const party = getRelyingParty(config)
  if (party) return party
  throw new Refusal(
    'conflict',
    'Passkeys require an https address with a host name. The operator sets it in PUBLIC_URL, for example https://venire.firm.example.',
  )
}

const refused = () => new Refusal('unauthenticated', 'This passkey didn’t work. Try again, or use your password.')

const shape = (row: typeof passkeys.$inferSelect): contract.Passkey => ({
  id: row.id,
  name: row.name,
  isSynced: row.isSynced,
  createdAt: row.createdAt.toISOString(),
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
})

export async function listPasskeys(db: Db, actor: Actor): Promise<contract.Passkey[]> {
  const rows = await db.select().from(passkeys).where(eq(passkeys.userId, actor.userId)).orderBy(asc(passkeys.id))
  return rows.map(shape)
}

const tooMany = () =>
  new Refusal(
    'conflict',
    `You have ${contract.passkeyLimits.perPerson} passkeys, the maximum. Remove one you no longer use.`,
  )

export async function beginPasskey({ db, actor, parts }: Context): Promise<Challenge> {
  await requirePasskeySignIn({ db, actor, parts })
  const party = requireRelyingParty(parts.config)
  const known = await db.select().from(passkeys).where(eq(passkeys.userId, actor.userId))
  if (known.length >= contract.passkeyLimits.perPerson) throw tooMany()
  const [user] = await db.select({ name: users.name, email: users.email }).from(users).where(eq(users.id, actor.userId))
  const { generateRegistrationOptions } = await webauthn()
  const options = await generateRegistrationOptions({
    rpName: 'Venire',
    rpID: party.id,
    userID: new TextEncoder().encode(actor.userId),
    userName: user?.email ?? '',
    userDisplayName: user?.name ?? '',
    attestationType: 'none',
    excludeCredentials: known.map(({ credentialId }) => ({ id: credentialId })),
    // A passkey that requires a fingerprint or PIN counts as two factors.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  const { challenge } = options
  const ticket = await openStep(db, { kind: 'passkey_add', userId: actor.userId, firmId: actor.firmId, challenge })
  return { ticket, options: { ...options } }
}

export async function addPasskey(
  context: SecuringContext,
  { ticket, name, credential }: Input<typeof contract.addPasskey>,
): Promise<contract.Passkey> {
  const { db, actor, parts } = context
  const party = requireRelyingParty(parts.config)
  const { userId, challenge } = await consumeStep(db, 'passkey_add', ticket)
  if (userId !== actor.userId || !challenge) throw absent('passkey')
  const { verifyRegistrationResponse } = await webauthn()
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: credential as unknown as RegistrationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
  }).catch(notVerified)
  if (!verified || !registrationInfo)
    throw new Refusal('invalid', 'Your browser couldn’t create a passkey for this site. Try again.')
  const { credential: made, credentialBackedUp } = registrationInfo
  return db.transaction(async (tx) => {
    // Locks the account so that concurrent requests can't exceed the limit.
    await requireSignIn(tx, actor)
    await requirePasskeySignIn({ db: tx, actor, parts })
    if ((await tx.$count(passkeys, eq(passkeys.userId, userId))) >= contract.passkeyLimits.perPerson) throw tooMany()
    const [row] = await tx
      .insert(passkeys)
      .values({
        id: newId(),
        userId,
        credentialId: made.id,
        publicKey: Buffer.from(made.publicKey).toString('base64url'),
        counter: made.counter,
        transports: made.transports ?? [],
        name,
        isSynced: credentialBackedUp,
      })
      .returning()
      .catch((error: unknown): never => {
        if (sqlState(error) !== uniqueViolation) throw error
        throw new Refusal('conflict', 'This passkey is already registered.')
      })
    await tx.delete(twoFactors).where(and(eq(twoFactors.userId, userId), isNull(twoFactors.confirmedAt)))
    await audit(tx, context, 'passkey.added', row!)
    await noteSecured(tx, context, { kind: 'passkeyAdded', name })
    return shape(row!)
  })
}

const mine = (actor: Actor, id: string) => and(eq(passkeys.userId, actor.userId), eq(passkeys.id, id))

export function renamePasskey({ db, actor, ip }: Context, id: string, name: string): Promise<contract.Passkey> {
  return db.transaction(async (tx) => {
    const [row] = await tx.update(passkeys).set({ name }).where(mine(actor, id)).returning()
    if (!row) throw absent('passkey')
    await audit(tx, { actor, ip }, 'passkey.renamed', row)
    return shape(row)
  })
}

export function removePasskey(context: SecuringContext, id: string): Promise<void> {
  const { db, actor, parts } = context
  return db.transaction(async (tx) => {
    await requirePasskeySignIn({ db: tx, actor, parts })
    const [row] = await tx.delete(passkeys).where(mine(actor, id)).returning()
    if (!row) throw absent('passkey')
    await audit(tx, context, 'passkey.removed', row)
    await noteSecured(tx, context, { kind: 'passkeyRemoved', name: row.name })
  })
}

const audit = (tx: Db, { actor, ip }: Who, action: string, { id, name }: { id: string; name: string }) =>
  recordAct(tx, { actor, ip, action, entity: 'passkey', entityId: id, details: { name } })

export async function offerPasskeySignIn({ db, parts }: OpenContext): Promise<Challenge> {
  const party = requireRelyingParty(parts.config)
  const { generateAuthenticationOptions } = await webauthn()
  const options = await generateAuthenticationOptions({ rpID: party.id, userVerification: 'required' })
  return {
    ticket: await openStep(db, { kind: 'passkey_enter', challenge: options.challenge }),
    options: { ...options },
  }
}

export async function enterByPasskey(
  context: EntryContext,
  { ticket, credential }: Input<typeof contract.enterByPasskey>,
): Promise<Entry> {
  const { verifyAuthenticationResponse } = await webauthn()
  const { db, ip, parts } = context
  const guess = await countSourceGuess(db, ip)
  const party = requireRelyingParty(parts.config)
  const { challenge } = await consumeStep(db, 'passkey_enter', ticket)
  const [known] = await db.select().from(passkeys).where(eq(passkeys.credentialId, credential.id))
  const verified =
    known &&
    challenge &&
    (await verifyAuthenticationResponse({
      response: credential as unknown as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      credential: {
        id: known.credentialId,
        publicKey: Uint8Array.from(Buffer.from(known.publicKey, 'base64url')),
        counter: known.counter,
      },
      requireUserVerification: true,
    }).catch(notVerified))
  const firmId = known && verified && verified.verified ? await findHomeFirm(db, known.userId) : null
  const info = verified && verified.authenticationInfo
  const entry =
    known &&
    info &&
    firmId &&
    (await db.transaction(async (tx) => {
      if (!(await countUse(tx, known, info.newCounter))) return null
      return enter(tx, context, { userId: known.userId, firmId, method: 'passkey' })
    }))
  if (entry) {
    await guess.forgive()
    return entry
  }
  await db.transaction((tx) =>
    recordAudit(tx, {
      firmId: null,
      actorId: known?.userId ?? null,
      ip,
      action: 'sign_in.failed',
      entity: 'user',
      entityId: known?.userId ?? null,
      details: { method: 'passkey' },
    }),
  )
  throw refused()
}

/** Returns false if the passkey was removed, or used by a clone, since it was read. */
async function countUse(tx: Db, { id, counter }: typeof passkeys.$inferSelect, newCounter: number): Promise<boolean> {
  const used = await tx
    .update(passkeys)
    .set({ counter: newCounter, lastUsedAt: new Date() })
    .where(and(eq(passkeys.id, id), eq(passkeys.counter, counter)))
    .returning({ id: passkeys.id })
  return used.length > 0
}

/** The library throws for any invalid response, such as a wrong origin or a stale counter. */
const notVerified = (): { verified: false; registrationInfo?: never; authenticationInfo?: never } => ({
  verified: false,
})
