import { publicUrl } from '#server/platform/config.ts'
import type { Letter } from '#server/platform/mail.ts'
import type { Parts } from '#server/platform/parts.ts'
import {
  claimDigest,
  countUnread,
  type DigestLine,
  type DigestRecipient,
  listDigestRecipients,
} from './notifications.queries.ts'

/**
 * Excludes the newest notifications. Their timestamp is the start of their transaction, which may commit after the
 * digest is sent.
 */
const settleSeconds = 10

/**
 * Emails digests of unread notifications, daily or at the next upkeep. Digests contain only titles and counts, never
 * messages, cases, or jurors.
 */
export async function sendDigests(
  { database, mailer, config }: Pick<Parts, 'database' | 'mailer' | 'config'>,
  now = new Date(),
) {
  if (!mailer.isConfigured) return
  const until = new Date(now.getTime() - settleSeconds * 1000)
  for (const each of await listDigestRecipients(database.db, until)) {
    await database.db.transaction(async (tx) => {
      const lines = await countUnread(tx, each, until)
      if (!(await claimDigest(tx, each, until)) || lines.length === 0) return
      await mailer.send(tx, buildDigest(each, lines, publicUrl(config)), each.firmId)
    })
  }
}

function buildDigest({ email, firm, wish }: DigestRecipient, lines: readonly DigestLine[], site: string): Letter {
  const total = lines.reduce((sum, { times }) => sum + times, 0)
  const count = total === 1 ? '1 unread notification' : `${total} unread notifications`
  return {
    to: email,
    subject: `${count} on Venire`,
    text: [
      `You have ${count} in ${firm}:`,
      lines.map(({ title, times }) => `- ${title}${times > 1 ? ` (${times})` : ''}`).join('\n'),
      `Sign in to read more: ${site}/dashboard`,
      `You get this email ${wish === 'daily' ? 'once a day' : 'as things happen'}, only when something is unread. ` +
        `To change or stop it, open notification settings: ${site}/profile#notifications`,
    ].join('\n\n'),
  }
}
