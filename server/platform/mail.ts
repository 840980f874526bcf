import { BlockList, isIP } from 'node:net'
import { sql } from 'drizzle-orm'
import type { Transporter } from 'nodemailer'
import { z } from 'zod'
import type { Config } from './config.ts'
import type { Db } from './db.ts'
import { newId } from './ids.ts'
import { defineJob, Permanent, type Queue } from './queue.ts'

/** Subjects travel unencrypted, so they must not name a juror, party, or case. */
export type Letter = { to: string; subject: string; text: string; html?: string }

export type Mailer = {
  /** False if SMTP_URL isn't set. Callers then show one-time links on screen. */
  isConfigured: boolean
  /**
   * Sends the email when the transaction commits. Does nothing if mail isn't configured. Firms take turns, so pass null
   * for `firmId` only if the email doesn't belong to a firm.
   */
  send(tx: Db, letter: Letter, firmId: string | null): Promise<void>
  deliver(db: Db, letterId: string): Promise<void>
  check(): Promise<void>
  close(): void
}

/** Retry delays grow to five minutes, so this many attempts cover a day without the mail server. */
const tries = 290
const timeoutSeconds = 90
/** Shorter than the job's timeout so that the error names the cause. */
const socketMs = 30_000

export const sendLetterJob = defineJob({
  name: 'mail.send',
  payload: z.object({ letterId: z.string() }),
  attempts: tries,
  timeoutSeconds,
  heavy: false,
  lane: 'mail',
})

type MailConfig = Pick<Config, 'SMTP_URL' | 'MAIL_FROM' | 'PUBLIC_URL'>

/** Requires encryption for hosts outside the private network. */
function parseConnection(url: URL) {
  const secure = url.protocol === 'smtps:'
  const host = url.hostname.replaceAll(/^\[|\]$/g, '')
  const isNear = isNearHost(host)
  return {
    host,
    port: Number(url.port) || (secure ? 465 : isNear ? 25 : 587),
    secure,
    requireTLS: !secure && !isNear,
    // Local mail servers often have a self-signed certificate.
    ...(isNear && !secure ? { ignoreTLS: true } : {}),
    ...(url.username
      ? { auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } }
      : {}),
    connectionTimeout: socketMs,
    greetingTimeout: socketMs,
    socketTimeout: socketMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

export function openMailer(config: MailConfig, queue: Pick<Queue, 'send'>): Mailer {
  const { SMTP_URL, MAIL_FROM } = config
  const connection = SMTP_URL && MAIL_FROM ? parseConnection(new URL(SMTP_URL)) : null
  let transport: Promise<Transporter> | null = null
  const connect = (options: NonNullable<typeof connection>): Promise<Transporter> =>
    (transport ??= import('nodemailer').then(({ createTransport }) => createTransport(options)))
  const site = config.PUBLIC_URL ? new URL(config.PUBLIC_URL).hostname : 'venire.invalid'
  return {
    isConfigured: connection !== null,

    async send(tx, { to, subject, text, html }, firmId) {
      if (!connection) return
      const letterId = newId()
      await tx.execute(sql`insert into outgoing_letters (id, recipient, subject, body_text, body_html)
        values (${letterId}, ${to}, ${subject}, ${text}, ${html ?? null})`)
      await queue.send(tx, sendLetterJob, { letterId }, firmId === null ? {} : { firmId })
    },

    async deliver(db, letterId) {
      if (!connection) throw new Error('SMTP_URL is no longer set')
      const { rows } = await db.execute<Row>(sql`select recipient, subject, body_text, body_html, created_at
        from outgoing_letters where id = ${letterId}`)
      const [letter] = rows
      // A previous run was killed after it delivered the message.
      if (!letter) return
      try {
        await (
          await connect(connection)
        ).sendMail({
          from: MAIL_FROM,
          to: { name: '', address: letter.recipient },
          subject: letter.subject,
          text: letter.body_text,
          ...(letter.body_html === null ? {} : { html: letter.body_html }),
          date: new Date(letter.created_at),
          // The same ID on every attempt lets mail clients drop duplicates.
          messageId: `<${letterId}@${site}>`,
          // Suppresses auto-replies (RFC 3834).
          headers: { 'Auto-Submitted': 'auto-generated' },
        })
      } catch (error) {
        if (!isRefusedForGood(error)) throw new Error(`the mail server: ${toSentence(error)}`, { cause: error })
        await forget(db, letterId)
        throw new Permanent(`the mail server rejected it: ${toSentence(error)}`)
      }
      await forget(db, letterId)
    },

    async check() {
      if (!connection) throw new Error('SMTP_URL is not set')
      try {
        await (await connect(connection)).verify()
      } catch (error) {
        throw new Error(toSentence(error), { cause: error })
      }
    },

    close: () => void transport?.then((opened) => opened.close()),
  }
}

type Row = { recipient: string; subject: string; body_text: string; body_html: string | null; created_at: string }

async function forget(db: Db, letterId: string): Promise<void> {
  await db.execute(sql`delete from outgoing_letters where id = ${letterId}`)
}

/** Deletes old messages: undeliverable ones, and ones queued before mail was turned off. */
export async function purgeLetters(db: Db): Promise<void> {
  await db.execute(sql`delete from outgoing_letters where created_at < now() - interval '2 days'`)
}

/** Returns true for permanent rejections such as 550. The operator can fix other errors, such as a wrong password. */
function isRefusedForGood(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error) || !('responseCode' in error)) return false
  return (error.code === 'EENVELOPE' || error.code === 'EMESSAGE') && Number(error.responseCode) >= 500
}

const toSentence = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const near = new BlockList()
near.addSubnet('127.0.0.0', 8, 'ipv4')
near.addSubnet('10.0.0.0', 8, 'ipv4')
near.addSubnet('172.16.0.0', 12, 'ipv4')
near.addSubnet('192.168.0.0', 16, 'ipv4')
near.addAddress('::1', 'ipv6')
near.addSubnet('fc00::', 7, 'ipv6')

export function isNearHost(host: string): boolean {
  const kind = isIP(host)
  if (kind > 0) return near.check(host, kind === 6 ? 'ipv6' : 'ipv4')
  return host === 'localhost' || !host.includes('.')
}
