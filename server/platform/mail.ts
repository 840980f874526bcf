import { BlockList, isIP } from 'node:net'
import { sql } from 'drizzle-orm'
import { createTransport } from 'nodemailer'
import { z } from 'zod'
import type { Config } from './config.ts'
import type { Db } from './db.ts'
import { newId } from './ids.ts'
import { defineJob, Permanent, type Queue } from './queue.ts'

/** What goes to one person. The subject is seen by every server on its way: no name of a juror, party or case. */
export type Letter = { to: string; subject: string; text: string; html?: string }

export type Mailer = {
  /** False without SMTP_URL: callers then hand one-time links over on the screen instead. */
  isConfigured: boolean
  /** Sends in the caller's transaction: the letter leaves if and only if it commits. Nothing happens where mail is not set up. */
  send(tx: Db, letter: Letter): Promise<void>
  /** Hands one waiting letter to the mail server; the job's work. */
  deliver(db: Db, letterId: string): Promise<void>
  /** Asks the mail server for a greeting and a sign-in. Throws one sentence where it gives neither. */
  check(): Promise<void>
  close(): void
}

/** Pauses grow to five minutes between tries: a mail server may be away for a day. */
const tries = 290
const timeoutSeconds = 90
/** Below the job's time, so that the failure names its cause. */
const socketMs = 30_000

export const sendLetterJob = defineJob({
  name: 'mail.send',
  payload: z.object({ letterId: z.string() }),
  attempts: tries,
  timeoutSeconds,
  heavy: false,
})

type MailConfig = Pick<Config, 'SMTP_URL' | 'MAIL_FROM' | 'PUBLIC_URL'>

/** The connection that SMTP_URL describes. Outside of the private network it is encrypted or there is none. */
function parseConnection(url: URL) {
  const secure = url.protocol === 'smtps:'
  const host = url.hostname.replaceAll(/^\[|\]$/g, '')
  const isNear = isNearHost(host)
  return {
    host,
    port: Number(url.port) || (secure ? 465 : isNear ? 25 : 587),
    secure,
    requireTLS: !secure && !isNear,
    // A mail server on this machine often has a certificate that nobody signed, and the line is our own.
    ...(isNear && !secure ? { ignoreTLS: true } : {}),
    ...(url.username
      ? { auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } }
      : {}),
    connectionTimeout: socketMs,
    greetingTimeout: socketMs,
    socketTimeout: socketMs,
    // Attachments and bodies come from us alone; nothing is fetched or read from a file.
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** Opens the way to the mail server of SMTP_URL; nothing is sent before the first letter. */
export function openMailer(config: MailConfig, queue: Pick<Queue, 'send'>): Mailer {
  const { SMTP_URL, MAIL_FROM } = config
  const transport = SMTP_URL && MAIL_FROM ? createTransport(parseConnection(new URL(SMTP_URL))) : null
  const site = config.PUBLIC_URL ? new URL(config.PUBLIC_URL).hostname : 'venire.invalid'
  return {
    isConfigured: transport !== null,

    async send(tx, { to, subject, text, html }) {
      if (!transport) return
      const letterId = newId()
      await tx.execute(sql`insert into outgoing_letters (id, recipient, subject, body_text, body_html)
        values (${letterId}, ${to}, ${subject}, ${text}, ${html ?? null})`)
      await queue.send(tx, sendLetterJob, { letterId })
    },

    async deliver(db, letterId) {
      if (!transport) throw new Error('SMTP_URL is not set any more')
      const { rows } = await db.execute<Row>(sql`select recipient, subject, body_text, body_html, created_at
        from outgoing_letters where id = ${letterId}`)
      const [letter] = rows
      // A run that was cut off after the mail server had said yes.
      if (!letter) return
      try {
        await transport.sendMail({
          from: MAIL_FROM,
          to: { name: '', address: letter.recipient },
          subject: letter.subject,
          text: letter.body_text,
          ...(letter.body_html === null ? {} : { html: letter.body_html }),
          date: new Date(letter.created_at),
          // The same for every try: a mailbox that got it twice shows it once.
          messageId: `<${letterId}@${site}>`,
          // No "out of office" in answer to a program (RFC 3834).
          headers: { 'Auto-Submitted': 'auto-generated' },
        })
      } catch (error) {
        if (!isRefusedForGood(error)) throw new Error(`the mail server: ${toSentence(error)}`, { cause: error })
        await forget(db, letterId)
        throw new Permanent(`the mail server refused it: ${toSentence(error)}`)
      }
      await forget(db, letterId)
    },

    async check() {
      if (!transport) throw new Error('SMTP_URL is not set')
      try {
        await transport.verify()
      } catch (error) {
        throw new Error(toSentence(error), { cause: error })
      }
    },

    close: () => transport?.close(),
  }
}

type Row = { recipient: string; subject: string; body_text: string; body_html: string | null; created_at: string }

async function forget(db: Db, letterId: string): Promise<void> {
  await db.execute(sql`delete from outgoing_letters where id = ${letterId}`)
}

/** Letters that no job will deliver any more: given up after a day, or left from before mail was switched off. */
export async function purgeLetters(db: Db): Promise<void> {
  await db.execute(sql`delete from outgoing_letters where created_at < now() - interval '2 days'`)
}

/** An address that the server refuses (550) stays refused; a wrong password or a full disk is the operator's to mend. */
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

/**
 * Whether a host is this machine or the private network, by its name alone: an address of those ranges, `localhost`,
 * or a name without a dot, which only the local network (a container's neighbour) can resolve.
 */
export function isNearHost(host: string): boolean {
  const kind = isIP(host)
  if (kind > 0) return near.check(host, kind === 6 ? 'ipv6' : 'ipv4')
  return host === 'localhost' || !host.includes('.')
}
