import { and, asc, desc, eq, gt, ne, notInArray, sql } from 'drizzle-orm'
import type { Account, SignInSession } from '#contract/account/auth.ts'
import { toInitials } from '#server/features/team/team.queries.ts'
import { findLink } from '#server/features/team/links.service.ts'
import { unproven } from '#server/features/team/operators.ts'
import { firms, members, oneTimeLinks, users } from '#server/features/team/team.table.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Config } from '#server/platform/config.ts'
import type { Db } from '#server/platform/db.ts'
import { Refusal } from '#server/platform/errors.ts'
import { signIns } from './auth.table.ts'
import type { z } from 'zod'

export async function loadAccount(
  db: Db,
  actor: Pick<Actor, 'userId' | 'firmId' | 'isOperator' | 'isHeldBack'>,
  { DELETED_KEEP_DAYS }: Pick<Config, 'DELETED_KEEP_DAYS'>,
): Promise<Account> {
  const [row] = await db
    .select({
      userId: users.id,
      email: users.email,
      name: users.name,
      firmId: firms.id,
      firmName: firms.name,
      role: members.role,
      profession: members.profession,
      isSample: firms.isDemo,
      mustConfirmEmail: sql<boolean>`${unproven}`,
      avatar: sql<string | null>`(select avatar from profiles where profiles.user_id = ${users.id})`,
    })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .innerJoin(firms, eq(firms.id, members.firmId))
    .where(and(eq(members.userId, actor.userId), eq(members.firmId, actor.firmId)))
  if (!row) throw new Error('actor has no membership')
  return {
    ...row,
    initials: toInitials(row.name),
    isOperator: actor.isOperator,
    mustSetUpTwoFactor: actor.isHeldBack === true,
    firms: await listFirms(db, actor.userId),
    deletedKeepDays: DELETED_KEEP_DAYS,
  }
}

const listFirms = (db: Db, userId: string): Promise<Account['firms']> =>
  db
    .select({ id: firms.id, name: firms.name })
    .from(members)
    .innerJoin(firms, eq(firms.id, members.firmId))
    .where(and(eq(members.userId, userId), eq(members.status, 'active')))
    .orderBy(asc(firms.name), asc(firms.id))

export async function readInvitation(db: Db, token: string): Promise<{ firmName: string; invitedBy: string | null }> {
  const { id } = await findLink(db, 'invitation', token)
  const [found] = await db
    .select({ firmName: firms.name, invitedBy: users.name })
    .from(oneTimeLinks)
    .innerJoin(firms, eq(firms.id, oneTimeLinks.firmId))
    .leftJoin(users, eq(users.id, oneTimeLinks.createdBy))
    .where(eq(oneTimeLinks.id, id))
  if (!found) throw new Error('invitation has no firm')
  return found
}

export async function findUser(db: Db, email: string) {
  const [user] = await db.select().from(users).where(eq(users.email, email))
  return user
}

export async function describePerson(
  db: Db,
  userId: string,
): Promise<{ email: string; name: string; firms: string[] }> {
  const rows = await db
    .select({ email: users.email, name: users.name, firm: firms.name })
    .from(users)
    .leftJoin(members, eq(members.userId, users.id))
    .leftJoin(firms, eq(firms.id, members.firmId))
    .where(eq(users.id, userId))
  if (!rows[0]) throw new Error('user not found')
  const { email, name } = rows[0]
  return { email, name, firms: rows.flatMap(({ firm }) => firm ?? []) }
}

export async function findHomeFirm(db: Db, userId: string): Promise<string | null> {
  const [row] = await db
    .select({ firmId: members.firmId })
    .from(members)
    .leftJoin(signIns, and(eq(signIns.userId, members.userId), eq(signIns.firmId, members.firmId)))
    .where(and(eq(members.userId, userId), eq(members.status, 'active')))
    .orderBy(
      sql`${members.chosenAt} desc nulls last`,
      sql`${signIns.lastSeenAt} desc nulls last`,
      asc(members.createdAt),
    )
    .limit(1)
  return row?.firmId ?? null
}

export const hasFirms = async (db: Db): Promise<boolean> =>
  (await db.select({ id: firms.id }).from(firms).limit(1)).length > 0

export async function listSignIns(db: Db, actor: Actor): Promise<z.input<typeof SignInSession>[]> {
  const rows = await db
    .select()
    .from(signIns)
    .where(and(eq(signIns.userId, actor.userId), gt(signIns.expiresAt, new Date())))
    .orderBy(desc(signIns.lastSeenAt))
    .limit(100)
  return rows.map((row) => ({
    id: row.id,
    method: row.method,
    createdAt: row.createdAt.toISOString(),
    lastSeenAt: row.lastSeenAt.toISOString(),
    ip: row.ip,
    agent: row.agent,
    current: row.id === actor.signInId,
  }))
}

export async function deleteSignIn(db: Db, userId: string, id: string): Promise<boolean> {
  const gone = await db
    .delete(signIns)
    .where(and(eq(signIns.userId, userId), eq(signIns.id, id)))
    .returning({ id: signIns.id })
  return gone.length > 0
}

export async function deleteOtherSignIns(db: Db, userId: string, exceptId: string | null): Promise<number> {
  const gone = await db
    .delete(signIns)
    .where(and(eq(signIns.userId, userId), exceptId ? ne(signIns.id, exceptId) : undefined))
    .returning({ id: signIns.id })
  return gone.length
}

/** Otherwise, someone who knew only the password would stay signed in after its owner turns on two-factor sign-in. */
export async function deletePasswordSignIns(tx: Db, { userId, signInId }: Actor): Promise<void> {
  const isByPasswordAlone = notInArray(signIns.method, ['two_factor', 'recovery_code', 'passkey'])
  await tx.delete(signIns).where(and(eq(signIns.userId, userId), ne(signIns.id, signInId), isByPasswordAlone))
}

/** Locks the account first, so that a request in progress during a password reset changes nothing. */
export async function requireSignIn(tx: Db, { userId, signInId }: Actor): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update')
  const [found] = await tx.select({ id: signIns.id }).from(signIns).where(eq(signIns.id, signInId))
  if (!found) throw new Refusal('unauthenticated', 'Sign in first.')
}

const longestPauseSeconds = 900
const pausesUntilLongest = 11

/**
 * After `free` attempts, each further attempt is delayed. The delay starts at 1 s and doubles. One attempt is forgotten
 * every `leakSeconds`.
 */
export type GuessRule = { free: number; leakSeconds: number }

/** Truncates because the column stores milliseconds. Rounding up would block an attempt that should be allowed. */
const clock = sql`date_trunc('milliseconds', clock_timestamp())`

/**
 * Counts and decides in one statement so that parallel attempts are limited like sequential ones. Uses
 * clock_timestamp() because now() may be earlier than an attempt this statement waited for.
 */
export async function insertGuess(db: Db, key: string, { free, leakSeconds }: GuessRule): Promise<boolean> {
  const most = free + pausesUntilLongest
  const { rowCount } = await db.execute(sql`
    insert into guesses as known (key, tries, free_at, tried_at) values (${key}, 1, ${clock}, ${clock})
    on conflict (key) do update set (tries, free_at, tried_at) = (
      select n, ${clock} + make_interval(secs => case when round(n) < ${free} then 0
          else least(${longestPauseSeconds}, power(2, round(n) - ${free})) end), ${clock}
      from (select least(${most}, 1 + greatest(0,
        known.tries - extract(epoch from ${clock} - known.tried_at)::float8 / ${leakSeconds}))) as next(n))
    where known.free_at <= ${clock}
    returning key`)
  return rowCount === 1
}
