import { and, count, desc, eq, isNull } from 'drizzle-orm'
import type { z } from 'zod'
import { type ApiToken, type createToken as createEndpoint, tokenLimits } from '#contract/account/tokens.ts'
import { recordAct } from '#server/features/audit/audit.service.ts'
import { members, users } from '#server/features/team/team.table.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Db } from '#server/platform/db.ts'
import { absent, Refusal } from '#server/platform/errors.ts'
import { hashToken, newId, newToken } from '#server/platform/ids.ts'
import { noteSecured, type SecuringContext } from './securing.ts'
import { requireSignIn } from './auth.queries.ts'
import { apiTokens } from './auth.table.ts'

export const tokenPrefix = 'vnr_'
const hintLength = 4

const mine = (actor: Actor) =>
  and(eq(apiTokens.userId, actor.userId), eq(apiTokens.firmId, actor.firmId), isNull(apiTokens.revokedAt))

const asMember = ({ firmId, userId }: Actor) => and(eq(members.firmId, firmId), eq(members.userId, userId))

const shape = (row: typeof apiTokens.$inferSelect): ApiToken => ({
  id: row.id,
  name: row.name,
  hint: row.hint,
  scopes: row.scopes,
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt?.toISOString() ?? null,
  isExpired: row.expiresAt !== null && row.expiresAt.getTime() <= Date.now(),
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  lastUsedIp: row.lastUsedIp,
})

export async function listTokens(db: Db, actor: Actor): Promise<ApiToken[]> {
  const rows = await db
    .select()
    .from(apiTokens)
    .where(mine(actor))
    .orderBy(desc(apiTokens.id))
    .limit(tokenLimits.perPerson)
  return rows.map(shape)
}

export function createToken(
  context: SecuringContext,
  { name, scopes, days }: Omit<z.output<typeof createEndpoint.input>, 'password'>,
): Promise<{ token: string; record: ApiToken }> {
  const { db, actor, ip } = context
  return db.transaction(async (tx) => {
    // Locks the account so that concurrent requests can't exceed the limit.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, actor.userId)).for('update')
    // A concurrent suspension waits, so it also revokes this token.
    await tx.select({ userId: members.userId }).from(members).where(asMember(actor)).for('share')
    await requireSignIn(tx, actor)
    const [held] = await tx.select({ tokens: count() }).from(apiTokens).where(mine(actor))
    if ((held?.tokens ?? 0) >= tokenLimits.perPerson)
      throw new Refusal(
        'conflict',
        `You have ${tokenLimits.perPerson} tokens, the maximum. Revoke one you no longer use.`,
      )
    const token = tokenPrefix + newToken()
    const [row] = await tx
      .insert(apiTokens)
      .values({
        id: newId(),
        tokenHash: hashToken(token),
        hint: token.slice(0, tokenPrefix.length + hintLength),
        userId: actor.userId,
        firmId: actor.firmId,
        name,
        scopes,
        expiresAt: days === null ? null : new Date(Date.now() + days * 86_400_000),
      })
      .returning()
    await recordAct(tx, {
      actor,
      ip,
      action: 'token.created',
      entity: 'api_token',
      entityId: row!.id,
      details: { name, scopes, days },
    })
    await noteSecured(tx, context, { kind: 'tokenCreated', name })
    return { token, record: shape(row!) }
  })
}

export function revokeToken(context: SecuringContext, tokenId: string): Promise<void> {
  const { db, actor, ip } = context
  return db.transaction(async (tx) => {
    const [gone] = await tx
      .update(apiTokens)
      .set({ revokedAt: new Date() })
      .where(and(mine(actor), eq(apiTokens.id, tokenId)))
      .returning({ name: apiTokens.name })
    if (!gone) throw absent('token')
    await recordAct(tx, {
      actor,
      ip,
      action: 'token.revoked',
      entity: 'api_token',
      entityId: tokenId,
      details: { name: gone.name },
    })
    await noteSecured(tx, context, { kind: 'tokenRevoked', name: gone.name })
  })
}

/** Revokes tokens in every firm. When an account is reset by link, someone else may have them. */
export async function revokeAllTokens(tx: Db, userId: string): Promise<void> {
  await tx
    .update(apiTokens)
    .set({ revokedAt: new Date() })
    .where(and(eq(apiTokens.userId, userId), isNull(apiTokens.revokedAt)))
}

export async function revokeFirmTokens(tx: Db, firmId: string, userId: string): Promise<void> {
  await tx
    .update(apiTokens)
    .set({ revokedAt: new Date() })
    .where(and(eq(apiTokens.firmId, firmId), eq(apiTokens.userId, userId), isNull(apiTokens.revokedAt)))
}
