import { and, asc, eq } from 'drizzle-orm'
import type { TeamMember } from '#contract/team.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Db } from '#server/platform/db.ts'
import { absent } from '#server/platform/errors.ts'
import { initialsOf } from './people.ts'
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
      lastSeenAt: users.lastSeenAt,
    })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(eq(members.firmId, actor.firmId))
    .orderBy(asc(users.name), asc(users.id))
  return rows.map((row) => ({
    ...row,
    initials: initialsOf(row.name),
    lastSeenAt: row.lastSeenAt?.toISOString() ?? null,
  }))
}

/** A member of the actor's firm; one of another firm is as absent as a missing one. */
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

export async function isMember(db: Db, firmId: string, email: string): Promise<boolean> {
  const [row] = await db
    .select({ userId: users.id })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(and(eq(members.firmId, firmId), eq(users.email, email)))
  return row !== undefined
}
