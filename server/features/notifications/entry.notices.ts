import { eq, sql } from 'drizzle-orm'
import type { AuthListeners } from '#server/features/auth/auth.listeners.ts'
import type { TeamListeners } from '#server/features/team/team.listeners.ts'
import { users } from '#server/features/team/team.table.ts'
import { newId } from '#server/platform/ids.ts'
import { notify } from './notifications.service.ts'
import { signInPlaces } from './notifications.table.ts'

export const entryNotices: AuthListeners = {
  async entered(tx, { userId, firmId, ip, agent }) {
    const place = { userId, ip, agent: describeBrowser(agent) }
    const { rows } = await tx.execute<{ known: boolean; others: boolean }>(sql`
      select exists (select from sign_in_places
          where user_id = ${userId} and ip = ${place.ip} and agent = ${place.agent}) as known,
        exists (select from sign_in_places where user_id = ${userId}) as others`)
    await tx
      .insert(signInPlaces)
      .values(place)
      .onConflictDoUpdate({
        target: [signInPlaces.userId, signInPlaces.ip, signInPlaces.agent],
        set: { seenAt: sql`now()` },
      })
    if (rows[0]?.known || !rows[0]?.others) return
    await notify(tx, {
      firmId,
      // Doesn't set an actor because the account owner must be notified, too. Someone else may have signed in.
      actorId: null,
      topic: 'sign_in.new_place',
      entityId: newId(),
      type: 'warning',
      category: 'system',
      title: 'New sign-in',
      message: `Your account was used from ${place.agent} at ${ip}. If this wasn’t you, end that session and change your password.`,
      action: { url: '/profile', label: 'Review' },
      to: { userIds: [userId] },
    })
  },

  async joined(tx, { userId, firmId, invitedBy }) {
    const [person] = await tx.select({ name: users.name }).from(users).where(eq(users.id, userId))
    await notify(tx, {
      firmId,
      actorId: userId,
      topic: 'member.joined',
      entityId: userId,
      type: 'info',
      category: 'team',
      title: 'New team member',
      message: `${person?.name ?? 'A new member'} joined the firm.`,
      action: { url: '/team' },
      to: { administrators: true, userIds: [invitedBy] },
    })
  },
}

export const roleNotices: Pick<TeamListeners, 'roleChanged'> = {
  async roleChanged(tx, { firmId, userId, by, role }) {
    await notify(tx, {
      firmId,
      actorId: by,
      topic: 'member.role_changed',
      entityId: userId,
      type: 'info',
      category: 'team',
      title: 'Role changed',
      message:
        role === 'administrator' ? 'You are now a firm administrator.' : 'You are no longer a firm administrator.',
      action: { url: '/team' },
      to: { userIds: [userId] },
    })
  },
}

/** Returns the browser and operating system without versions so that an update doesn't look like a new browser. */
export function describeBrowser(agent: string | null): string {
  const browsers = [
    [/Edg/, 'Edge'],
    [/Firefox|FxiOS/, 'Firefox'],
    [/Chrom|CriOS/, 'Chrome'],
    [/Safari/, 'Safari'],
  ] as const
  const systems = [
    [/Windows/, 'Windows'],
    [/Android/, 'Android'],
    [/iPhone|iPad/, 'iOS'],
    [/Mac OS/, 'macOS'],
    [/Linux|CrOS/, 'Linux'],
  ] as const
  const browser = browsers.find(([mark]) => mark.test(agent ?? ''))?.[1]
  const system = systems.find(([mark]) => mark.test(agent ?? ''))?.[1]
  if (!browser) return 'an unknown browser'
  return system ? `${browser} on ${system}` : browser
}
