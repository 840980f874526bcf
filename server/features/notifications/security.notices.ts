import { eq } from 'drizzle-orm'
import { endList } from '#contract/quotes.ts'
import type { SecurityChange, SecurityListener } from '#server/features/auth/securing.ts'
import { users } from '#server/features/team/team.table.ts'
import { publicUrl } from '#server/platform/config.ts'
import { notify } from './notifications.service.ts'

const oneLine = (name: string): string => name.replaceAll(/\s+/g, ' ')
const quote = (name = ''): string => `“${oneLine(name)}”`

const words: Record<SecurityChange['kind'], [title: string, toSentence: (change: SecurityChange) => string]> = {
  passkeyAdded: ['Passkey added', ({ name }) => `The passkey ${quote(name)} was added to your account.`],
  passkeyRemoved: ['Passkey removed', ({ name }) => `The passkey ${quote(name)} was removed from your account.`],
  tokenCreated: ['API token created', ({ name }) => `The API token ${quote(name)} was created for your account.`],
  tokenRevoked: ['API token revoked', ({ name }) => `Your API token ${quote(name)} was revoked.`],
  passwordChanged: ['Password changed', () => 'Your password was changed.'],
  passwordReset: ['Password reset', ({ keptPasskeys = [] }) => describeReset(keptPasskeys)],
  twoFactorOn: ['Two-factor sign-in turned on', () => 'Two-factor sign-in was turned on for your account.'],
  twoFactorOff: ['Two-factor sign-in turned off', () => 'Two-factor sign-in was turned off for your account.'],
  codesRenewed: ['Recovery codes replaced', () => 'Your recovery codes were replaced. The old ones no longer work.'],
}

const describeReset = (passkeys: readonly string[]): string =>
  [
    'Your password was reset by link. All sessions and API tokens were ended.',
    ...(passkeys.length === 0
      ? []
      : [
          `These passkeys can still be used to sign in: ${endList(passkeys.map(oneLine))} If you don’t recognize one, remove it from your profile.`,
        ]),
  ].join(' ')

export const securityNotices: SecurityListener = {
  async secured(tx, { mailer, config }, change) {
    const { userId, firmId, kind } = change
    const [title, toSentence] = words[kind]
    const message = toSentence(change)
    const [user] = await tx.select({ email: users.email }).from(users).where(eq(users.id, userId))
    const text = [
      message,
      `If this wasn’t you, change your password, then check your passkeys, API tokens, and sessions: ${publicUrl(config)}/profile`,
      'If you can’t sign in, tell a firm administrator right away.',
    ].join('\n\n')
    if (user) await mailer.send(tx, { to: user.email, subject: `Venire security notice: ${title}`, text }, firmId)
    if (firmId === null) return
    await notify(tx, {
      firmId,
      actorId: null,
      ...{ topic: 'account.secured', entityId: null, type: 'warning', category: 'system', title, message },
      action: { url: '/profile', label: 'Review' },
      to: { userIds: [userId] },
    })
  },
}
