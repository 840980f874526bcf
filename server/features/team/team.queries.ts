import { and, asc, eq, ne, sql } from 'drizzle-orm'
import type { TeamMember } from '#contract/account/team.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Config } from '#server/platform/config.ts'
import type { Db } from '#server/platform/db.ts'
import { absent, Refusal } from '#server/platform/errors.ts'
import { isBehindWall } from './links.service.ts'
import { runsInstallation } from './operators.ts'
import { members, users } from './team.table.ts'

export async function listMembers(db: Db, actor: Actor): Promise<TeamMember[]> {
  const rows = await db
    .select({
      userId: users.id,
      name: users.name,
      email: users.email,
      role: members.role,
      profession: members.profession,
      status: members.status,
      lastSeenAt: seenHere,
    })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(eq(members.firmId, actor.firmId))
    .orderBy(asc(users.name), asc(users.id))
  return rows.map((row) => ({
    ...row,
    initials: toInitials(row.name),
    lastSeenAt: row.lastSeenAt?.toISOString() ?? null,
  }))
}

/** Counts only this firm's sessions for someone in several firms, so no firm sees when they work for another. */
const seenHere = sql<Date | null>`case when exists (select from members other
    where other.user_id = ${members.userId} and other.firm_id <> ${members.firmId})
  then (select max(last_seen_at) from sign_ins
    where sign_ins.user_id = ${members.userId} and sign_ins.firm_id = ${members.firmId})
  else ${users.lastSeenAt} end`.mapWith(users.lastSeenAt)

export async function requireMember(
  db: Db,
  actor: Actor,
  userId: string,
): Promise<Pick<TeamMember, 'userId' | 'email' | 'name' | 'role' | 'profession' | 'status'>> {
  const [row] = await db
    .select({
      userId: users.id,
      email: users.email,
      name: users.name,
      role: members.role,
      profession: members.profession,
      status: members.status,
    })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(and(eq(members.firmId, actor.firmId), eq(members.userId, userId)))
  if (!row) throw absent('person')
  return row
}

type PersonStanding = { name: string; email: string; isShared: boolean; isWalled: boolean }

/**
 * Locks the account while the person, not just the membership, is changed. `isShared` is true if the account also has
 * access to another firm or operates the installation. Joining a firm takes the same lock.
 */
export async function lockPerson(
  tx: Db,
  actor: Actor,
  config: Pick<Config, 'OPERATOR_EMAILS'>,
  userId: string,
): Promise<PersonStanding> {
  await requireMember(tx, actor, userId)
  const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('update')
  if (!user) throw absent('person')
  const [elsewhere] = await tx
    .select({ firmId: members.firmId })
    .from(members)
    .where(and(eq(members.userId, userId), ne(members.firmId, actor.firmId)))
    .limit(1)
  const isShared = elsewhere !== undefined || (runsInstallation(config, user) && !actor.isOperator)
  const [walled] = await tx
    .select({ userId: users.id })
    .from(users)
    .where(and(eq(users.id, userId), isBehindWall(users.id, actor.userId)))
  return { name: user.name, email: user.email, isShared, isWalled: walled !== undefined }
}

export function requireReach({ name, isShared, isWalled }: PersonStanding, command: string): void {
  const why = isShared
    ? `${name}’s account has access beyond your firm.`
    : isWalled && `${name} is on a case you’re not a member of.`
  if (why) throw new Refusal('conflict', `${why} Ask the operator of this installation to run "venire ${command}".`)
}

export async function isMember(db: Db, firmId: string, email: string): Promise<boolean> {
  const [row] = await db
    .select({ userId: users.id })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(and(eq(members.firmId, firmId), eq(users.email, email)))
  return row !== undefined
}

export function toInitials(name: string): string {
  const words = name.normalize('NFC').match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  const [first = '', last = ''] = [words[0], words.length > 1 ? words.at(-1) : '']
  return (toLetter(first) + toLetter(last)).toUpperCase() || '?'
}

/** The u flag keeps surrogate pairs intact. */
const toLetter = (word: string): string => /^./su.exec(word)?.[0] ?? ''
