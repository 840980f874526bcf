import { and, eq, isNull } from 'drizzle-orm'
import { twoFactorLosses } from '#server/features/auth/auth.table.ts'
import { members, users } from '#server/features/team/team.table.ts'
import type { Db } from '#server/platform/db.ts'
import type { Letter, Mailer } from '#server/platform/mail.ts'
import { notify } from './notifications.service.ts'

const removed = 'Authenticator app removed'

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
        const news = { firmId, entityId: userId, type: 'warning', category: 'system', title: removed } as const
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
