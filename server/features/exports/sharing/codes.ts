/** Codes by e-mail: six digits to one of a link's recipients, for ten minutes and five tries. */
import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import { randomInt } from 'node:crypto'
import { shareLimits } from '#contract/exports/share.ts'
import { hashPassword, passwordMatches } from '#server/features/auth/passwords.ts'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import type { Mailer } from '#server/platform/mail.ts'
import { shareCodes } from '../core/exports.table.ts'
import { record, type Visitor } from './door.ts'
import type { Shared } from '../core/exports.queries.ts'

const minuteMs = 60_000

export const addressOf = (email: string): string => email.trim().toLowerCase()
const isRecipient = ({ link }: Shared, email: string): boolean =>
  link.recipients.some((each) => addressOf(each) === email)

/**
 * Sends a code if the address is on the list, and a few letters at most. The caller says the same whatever it was: who
 * knows a link learns no address from it, neither by words nor, since a code is always hashed, by the time it took.
 */
export async function sendCode(
  db: Db,
  mailer: Mailer,
  shared: Shared,
  { email, firm }: { email: string; firm: string },
  visitor: Visitor,
): Promise<void> {
  const { link, row } = shared
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const codeHash = await hashPassword(code)
  if (!isRecipient(shared, email)) return record(db, link, row, 'code_refused', visitor)
  await db.transaction(async (tx) => {
    // One after the other: a hundred requests at once are three letters.
    await tx.execute(sql`select id from share_links where id = ${link.id} for update`)
    const since = new Date(Date.now() - shareLimits.windowMinutes * minuteMs)
    const sent = await tx.$count(
      shareCodes,
      and(eq(shareCodes.linkId, link.id), eq(shareCodes.email, email), gt(shareCodes.createdAt, since)),
    )
    if (sent >= shareLimits.codesInWindow) return
    await tx
      .update(shareCodes)
      .set({ usedAt: new Date() })
      .where(and(eq(shareCodes.linkId, link.id), eq(shareCodes.email, email), isNull(shareCodes.usedAt)))
    const expiresAt = new Date(Date.now() + shareLimits.codeMinutes * minuteMs)
    await tx.insert(shareCodes).values({ id: newId(), linkId: link.id, email, codeHash, expiresAt })
    await mailer.send(tx, {
      to: email,
      subject: `Your code: ${code}`,
      text: [
        `${firm} shared a file with you. Enter this code on the page that asks for it:`,
        '',
        `    ${code}`,
        '',
        `It works for ${shareLimits.codeMinutes} minutes. If you did not ask for it, somebody else has the link: tell the person who sent it to you, and pass the code on to nobody.`,
      ].join('\n'),
    })
    await record(tx, link, row, 'code_sent', { ...visitor, recipient: email })
  })
}

/** Whether this is the code that was last sent to this address. A try is counted before it is looked at. */
export async function isCode(db: Db, { link }: Shared, email: string, code: string): Promise<boolean> {
  const [held] = await db
    .update(shareCodes)
    .set({ tries: sql`${shareCodes.tries} + 1` })
    .where(
      and(
        sql`${shareCodes.id} = (select id from share_codes where link_id = ${link.id} and email = ${email}
          and used_at is null order by created_at desc limit 1)`,
        isNull(shareCodes.usedAt),
        gt(shareCodes.expiresAt, sql`now()`),
        lt(shareCodes.tries, shareLimits.codeTries),
      ),
    )
    .returning()
  // A missing code takes as long as a wrong one.
  if (!(await passwordMatches(code, held?.codeHash ?? null)) || !held) return false
  // Once: of two who enter it at the same time, one.
  const used = await db
    .update(shareCodes)
    .set({ usedAt: new Date() })
    .where(and(eq(shareCodes.id, held.id), isNull(shareCodes.usedAt)))
    .returning({ id: shareCodes.id })
  return used.length > 0
}
