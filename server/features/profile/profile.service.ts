import { asc, eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { Profile, saveProfile as saveEndpoint } from '#contract/account/profile.ts'
import { nameToken, recordAct, recordAudit, type Who } from '#server/features/audit/audit.service.ts'
import { notify } from '#server/features/notifications/notifications.service.ts'
import { members, users } from '#server/features/team/team.table.ts'
import type { Db } from '#server/platform/db.ts'
import { Refusal } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/http/route.ts'
import { profiles } from './profile.table.ts'

export async function readProfile(db: Db, userId: string): Promise<Profile> {
  const [row] = await db
    .select({ name: users.name, email: users.email, profile: profiles })
    .from(users)
    .leftJoin(profiles, eq(profiles.userId, users.id))
    .where(eq(users.id, userId))
  if (!row) throw new Error('actor has no account')
  const { name, email, profile } = row
  return {
    name,
    email,
    title: profile?.title ?? '',
    phone: profile?.phone ?? '',
    barAdmissions: profile?.barAdmissions ?? [],
    practiceAreas: profile?.practiceAreas ?? [],
    yearsInPractice: profile?.yearsInPractice ?? null,
    bio: profile?.bio ?? '',
    languages: profile?.languages ?? [],
    timeZone: profile?.timeZone ?? null,
    signatureBlock: profile?.signatureBlock ?? '',
    avatar: profile?.avatar ?? null,
    version: profile?.version ?? 0,
  }
}

export function saveProfile(
  { db, actor, ip }: Context,
  { name, version, ...fields }: z.output<typeof saveEndpoint.input>,
): Promise<Profile> {
  return db.transaction(async (tx) => {
    await tx.select({ id: users.id }).from(users).where(eq(users.id, actor.userId)).for('update')
    const before = await readProfile(tx, actor.userId)
    if (before.version !== version)
      throw new Refusal(
        'conflict',
        'Your profile was changed in another window. Compare both versions, then save again.',
        {
          current: before,
        },
      )
    const row = { ...fields, version: version + 1, updatedAt: new Date() }
    await tx
      .insert(profiles)
      .values({ userId: actor.userId, ...row })
      .onConflictDoUpdate({ target: profiles.userId, set: row })
    await tx.update(users).set({ name }).where(eq(users.id, actor.userId))
    const after = await readProfile(tx, actor.userId)
    const changed = (Object.keys(fields) as (keyof typeof fields)[]).filter(
      (key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]),
    )
    if (before.name !== name) await reportName(tx, { actor, ip }, before, name)
    await recordAct(tx, {
      actor,
      ip,
      action: 'profile.changed',
      entity: 'user',
      entityId: actor.userId,
      // Other fields' values are personal data, and audit events can't be erased.
      details: { changed: before.name === name ? changed : ['name', ...changed] },
    })
    return after
  })
}

async function reportName(tx: Db, { actor, ip }: Who, { name, email }: Profile, after: string): Promise<void> {
  const { userId } = actor
  const homes = await tx
    .select({ firmId: members.firmId })
    .from(members)
    .where(eq(members.userId, userId))
    .orderBy(asc(members.firmId))
  for (const { firmId } of homes) {
    await recordAudit(tx, {
      ...{ firmId, actorId: userId, ip, action: 'user.name_changed', entity: 'user', entityId: userId },
      details: { before: name, after, ...nameToken(actor) },
    })
    await notify(tx, {
      ...{ firmId, actorId: userId, topic: 'user.name_changed', entityId: userId, type: 'info', category: 'team' },
      title: 'Name changed',
      message: `${name} (${email}) is now ${after}.`,
      action: { url: '/team' },
      to: { administrators: true },
    })
  }
}

export function saveAvatar({ db, actor, ip }: Context, avatar: string | null): Promise<Profile> {
  return db.transaction(async (tx) => {
    await tx
      .insert(profiles)
      .values({ userId: actor.userId, avatar, version: 0 })
      .onConflictDoUpdate({ target: profiles.userId, set: { avatar } })
    await recordAct(tx, {
      actor,
      ip,
      action: avatar ? 'profile.picture_set' : 'profile.picture_removed',
      entity: 'user',
      entityId: actor.userId,
    })
    return readProfile(tx, actor.userId)
  })
}
