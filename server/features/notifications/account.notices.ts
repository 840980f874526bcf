import { and, eq, isNull, sql } from 'drizzle-orm'
import { trialNoticeDays } from '#contract/account/trial.ts'
import type { AuthListeners } from '#server/features/auth/auth.listeners.ts'
import { twoFactorLosses } from '#server/features/auth/auth.table.ts'
import type { TeamListeners } from '#server/features/team/team.listeners.ts'
import { members, trials, users } from '#server/features/team/team.table.ts'
import type { Config } from '#server/platform/config.ts'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import type { Letter, Mailer } from '#server/platform/mail.ts'
import { notify } from './notifications.service.ts'
import { signInPlaces } from './notifications.table.ts'

export const entryNotices: Pick<AuthListeners, 'entered' | 'joined'> = {
  async entered(tx, { userId, firmId, ip, agent }) {
    const place = { userId, ip, agent: describeBrowser(agent) }
    const before = await tx.select().from(signInPlaces).where(eq(signInPlaces.userId, userId))
    await tx
      .insert(signInPlaces)
      .values(place)
      .onConflictDoUpdate({
        target: [signInPlaces.userId, signInPlaces.ip, signInPlaces.agent],
        set: { seenAt: sql`now()` },
      })
    const isKnown = before.some((each) => each.ip === ip && each.agent === place.agent)
    if (isKnown || before.length === 0) return
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

const dayMs = 86_400_000
const trialWords: Record<(typeof trialNoticeDays)[number], [title: string, message: string]> = {
  3: [
    'Your free trial ends in 3 days',
    'After that, you can still read and export everything, but you can’t make changes.',
  ],
  1: [
    'Your free trial ends tomorrow',
    'After that, you can still read and export everything, but you can’t make changes.',
  ],
  0: [
    'Your free trial has ended',
    'You can still read and export everything. To make changes, contact the operator of this installation.',
  ],
}

export async function notifyTrialEnds(
  db: Db,
  { TRIAL_DAYS }: Pick<Config, 'TRIAL_DAYS'>,
  now = new Date(),
): Promise<string[]> {
  if (TRIAL_DAYS === 0) return []
  const notified: string[] = []
  const near = await db
    .select()
    .from(trials)
    .where(
      sql`ends_at < ${new Date(now.getTime() + 3 * dayMs).toISOString()}::timestamptz and told_days_left is distinct from 0`,
    )
  for (const { firmId, endsAt, toldDaysLeft } of near) {
    const daysLeft = (endsAt.getTime() - now.getTime()) / dayMs
    const due = trialNoticeDays.findLast((days) => daysLeft <= days)
    if (due === undefined || (toldDaysLeft !== null && toldDaysLeft <= due)) continue
    await db.transaction(async (tx) => {
      const { rowCount } = await tx
        .update(trials)
        .set({ toldDaysLeft: due })
        .where(and(eq(trials.firmId, firmId), sql`told_days_left is not distinct from ${toldDaysLeft}::smallint`))
      if (rowCount !== 1) return
      const [phrase, message] = trialWords[due]
      // The notice may be late if the server was down or the trial is shorter than three days.
      const title = due === 3 && daysLeft <= 2 ? 'Your free trial ends in 2 days' : phrase
      await notify(tx, {
        ...{ firmId, actorId: null, topic: 'trial.ends', entityId: firmId, title, message },
        ...{ type: due === 0 ? 'error' : 'warning', category: 'system', to: { administrators: true } },
      })
      notified.push(firmId)
    })
  }
  return notified
}

const authenticatorRemoved = 'Authenticator app removed'

export async function notifyTwoFactorLosses(db: Db, mailer: Mailer): Promise<string[]> {
  const notified: string[] = []
  const untold = await db.select().from(twoFactorLosses).where(isNull(twoFactorLosses.toldAt))
  for (const { userId } of untold)
    await db.transaction(async (tx) => {
      const mine = await tx
        .update(twoFactorLosses)
        .set({ toldAt: new Date() })
        .where(and(eq(twoFactorLosses.userId, userId), isNull(twoFactorLosses.toldAt)))
        .returning({ userId: twoFactorLosses.userId })
      if (mine.length === 0) return
      const rows = await tx
        .select({ firmId: members.firmId, name: users.name, email: users.email })
        .from(members)
        .innerJoin(users, eq(users.id, members.userId))
        .where(and(eq(members.userId, userId), eq(members.status, 'active')))
      for (const { firmId, name } of rows) {
        const news = {
          firmId,
          entityId: userId,
          type: 'warning',
          category: 'system',
          title: authenticatorRemoved,
        } as const
        await notify(tx, {
          ...news,
          actorId: null,
          topic: 'two_factor.lost',
          message: 'An update removed your authenticator app. Set it up again the next time you sign in.',
          action: { url: '/profile' },
          to: { userIds: [userId] },
        })
        await notify(tx, {
          ...news,
          actorId: userId,
          topic: 'two_factor.lost_by_member',
          message: `An update removed ${name}’s authenticator app. They can set it up again at their next sign-in.`,
          action: { url: '/team' },
          to: { administrators: true },
        })
        notified.push(firmId)
      }
      const [person] = rows
      if (person) await mailer.send(tx, buildLetter(person.email), person.firmId)
    })
  return notified
}

const buildLetter = (to: string): Letter => ({
  to,
  subject: 'Set up two-factor sign-in again for Venire',
  text: [
    'A Venire update removed the authenticator app from your account. Until you set one up again, signing in only takes you to that step.',
    'Sign in soon and follow the instructions. You’ll get new recovery codes. The old ones no longer work.',
  ].join('\n\n'),
})
