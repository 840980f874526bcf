import type { Letter } from '#server/platform/mail.ts'

/** "21 November 2026 at 14:05 UTC": a letter is read in any time zone. */
const formatMoment = (iso: string): string =>
  `${new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(new Date(iso))} UTC`

type Invited = { to: string; firmName: string; invitedBy: string | null; url: string; expiresAt: string }

/** Asks somebody to join a firm. */
export const invitationLetter = ({ to, firmName, invitedBy, url, expiresAt }: Invited): Letter => ({
  to,
  subject: `Invitation to ${firmName} on Venire`,
  text: [
    `${invitedBy ?? 'An administrator'} invites you to join ${firmName} on Venire.`,
    `Open this link to choose a password. It works once, until ${formatMoment(expiresAt)}:`,
    url,
    'If you do not know this firm, you need do nothing.',
  ].join('\n\n'),
})

/** Lets somebody set a new password. */
export const resetLetter = ({ to, url, expiresAt }: Pick<Invited, 'to' | 'url' | 'expiresAt'>): Letter => ({
  to,
  subject: 'A new password for Venire',
  text: [
    'Somebody asked for a link with which you set a new password for your Venire account.',
    `It works once, until ${formatMoment(expiresAt)}:`,
    url,
    'If it was not you, you need do nothing: your password stays as it is.',
  ].join('\n\n'),
})

/** Proves that a new address is its owner's. */
export const confirmEmailLetter = ({ to, url, expiresAt }: Pick<Invited, 'to' | 'url' | 'expiresAt'>): Letter => ({
  to,
  subject: 'Confirm your e-mail address for Venire',
  text: [
    'Somebody wants to sign in to Venire with this address.',
    `If it was you, open this link to confirm it. It works once, until ${formatMoment(expiresAt)}:`,
    url,
    'If it was not you, you need do nothing.',
  ].join('\n\n'),
})

/** Tells whoever reads the old address, in case it was not they. */
export const emailChangedLetter = ({ to }: Pick<Invited, 'to'>): Letter => ({
  to,
  subject: 'Your e-mail address for Venire was changed',
  text: [
    'Your Venire account now has another e-mail address, and this one no longer signs you in.',
    'If it was not you, tell an administrator of your firm at once.',
  ].join('\n\n'),
})
