import { and, eq, gt, sql, isNull, lt } from 'drizzle-orm'
import { randomInt } from 'node:crypto'
import { type ShareAccess, shareLimits } from '#contract/exports/share.ts'
import { passwordMatches, hashPassword } from '#server/features/auth/passwords/passwords.ts'
import type { Db } from '#server/platform/db.ts'
import { hashToken, newId, newToken } from '#server/platform/ids.ts'
import type { Mailer } from '#server/platform/mail.ts'
import { notifyDownloadedByLink } from '../core/exports.notices.ts'
import { auditExport } from '../core/exports.service.ts'
import {
  exportDownloads,
  type ExportRow,
  shareAccesses,
  type ShareLinkRow,
  shareLinks,
  shareOpenings,
  shareCodes,
} from '../core/exports.table.ts'
import { isUsedUp, type Shared } from '../core/exports.queries.ts'

export type Visitor = { ip: string; browser: string; recipient?: string }

/** Limits how long an opened link lasts if the browser is never closed. */
const openingMinutes = 120

export type Try =
  | { kind: 'right'; opening: string }
  | { kind: 'wrong'; left: number }
  | { kind: 'locked'; minutes: number }

export type Keys = { password: string | null; code: { email: string; digits: string } | null }

export const isGuarded = ({ passwordHash, emailCode }: ShareLinkRow): boolean => passwordHash !== null || emailCode

/**
 * Checks the password and code together. Counts the attempt in the database first so that parallel guesses and restarts
 * can't exceed the limit. Doesn't reveal which one was wrong.
 */
export async function checkKeys(
  db: Db,
  { link, row }: Shared,
  { password, code }: Keys,
  isCode: (email: string, digits: string) => Promise<boolean>,
  visitor: Visitor,
): Promise<Try> {
  const counted = await countAttempt(db, link.id)
  if (counted.kind === 'locked') return counted
  const isPassword = link.passwordHash === null || (await passwordMatches(password ?? '', link.passwordHash))
  // Checking a correct code consumes it, so the code comes last.
  if (isPassword && (!link.emailCode || (code !== null && (await isCode(code.email, code.digits))))) {
    await db
      .update(shareLinks)
      .set({ wrongTries: 0, wrongSince: null, lockedUntil: null })
      .where(eq(shareLinks.id, link.id))
    const who = code === null ? visitor : { ...visitor, recipient: code.email }
    await record(db, link, row, link.emailCode ? 'code_right' : 'password_right', who)
    return { kind: 'right', opening: await createOpening(db, link) }
  }
  const wrong = isPassword ? 'code_wrong' : 'password_wrong'
  await record(db, link, row, counted.left === 0 ? 'locked' : wrong, visitor)
  return counted.left === 0
    ? { kind: 'locked', minutes: shareLimits.lockMinutes }
    : { kind: 'wrong', left: counted.left }
}

const minutes = (count: number) => sql`make_interval(mins => ${count}::int)`

type Counted = { kind: 'counted'; left: number } | { kind: 'locked'; minutes: number }

/**
 * Counts and decides in one statement. The last attempt in a window locks the link, and a successful one unlocks it.
 */
async function countAttempt(db: Db, linkId: string): Promise<Counted> {
  const { wrongPasswords, windowMinutes, lockMinutes } = shareLimits
  const isSameWindow = sql`(locked_until is null and wrong_since > now() - ${minutes(windowMinutes)})`
  const tries = sql`case when ${isSameWindow} then wrong_tries else 0 end + 1`
  const [counted] = await db
    .update(shareLinks)
    .set({
      wrongTries: tries,
      wrongSince: sql`case when ${isSameWindow} then wrong_since else now() end`,
      lockedUntil: sql`case when ${tries} >= ${wrongPasswords} then now() + ${minutes(lockMinutes)} end`,
    })
    .where(and(eq(shareLinks.id, linkId), sql`(locked_until is null or locked_until <= now())`))
    .returning({ wrongTries: shareLinks.wrongTries })
  if (counted) return { kind: 'counted', left: wrongPasswords - counted.wrongTries }
  const [locked] = await db
    .select({ left: sql<number | null>`ceil(extract(epoch from locked_until - now()) / 60)::int` })
    .from(shareLinks)
    .where(eq(shareLinks.id, linkId))
  return { kind: 'locked', minutes: Math.max(1, locked?.left ?? 0) }
}

export async function createOpening(db: Db, link: ShareLinkRow): Promise<string> {
  const token = newToken()
  const expiresAt = sql`least(now() + ${minutes(openingMinutes)}, ${link.expiresAt.toISOString()}::timestamptz)`
  await db.insert(shareOpenings).values({ tokenHash: hashToken(token), linkId: link.id, expiresAt })
  await db
    .update(shareLinks)
    .set({ lastOpenedAt: sql`now()` })
    .where(eq(shareLinks.id, link.id))
  return token
}

export async function findOpening(
  db: Db,
  link: ShareLinkRow,
  opening: string | undefined,
): Promise<{ isCounted: boolean } | null> {
  if (opening === undefined) return null
  const [found] = await db
    .select({ countedAt: shareOpenings.countedAt })
    .from(shareOpenings)
    .where(
      and(
        eq(shareOpenings.tokenHash, hashToken(opening)),
        eq(shareOpenings.linkId, link.id),
        gt(shareOpenings.expiresAt, sql`now()`),
      ),
    )
  return found ? { isCounted: found.countedAt !== null } : null
}

export async function recordUsedUp(db: Db, link: ShareLinkRow, visitor: Visitor): Promise<void> {
  await db.insert(shareAccesses).values({ id: newId(), linkId: link.id, kind: 'refused_used_up', ...visitor })
}

/**
 * Counts one download per browser session and returns false if the link has none left. The row lock keeps two visitors
 * from both taking the last one.
 */
export function countDownload(db: Db, { link, row }: Shared, opening: string, visitor: Visitor): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [now] = await tx.select().from(shareLinks).where(eq(shareLinks.id, link.id)).for('update')
    const at = eq(shareOpenings.tokenHash, hashToken(opening))
    const [opened] = await tx.select({ countedAt: shareOpenings.countedAt }).from(shareOpenings).where(at)
    if (!now || !opened) return false
    if (opened.countedAt !== null) return true
    if (isUsedUp(now)) {
      await recordUsedUp(tx, link, visitor)
      return false
    }
    await tx
      .update(shareOpenings)
      .set({ countedAt: sql`now()` })
      .where(at)
    await tx
      .update(shareLinks)
      .set({ downloads: now.downloads + 1 })
      .where(eq(shareLinks.id, link.id))
    await tx.insert(exportDownloads).values({ id: newId(), exportId: row.id, linkId: link.id, ip: visitor.ip })
    await record(tx, link, row, 'downloaded', visitor)
    await notifyDownloadedByLink(tx, row, link.label)
    return true
  })
}

export async function record(
  db: Db,
  link: ShareLinkRow,
  row: ExportRow,
  kind: ShareAccess['kind'],
  visitor: Visitor,
): Promise<void> {
  // Use a transaction because the audit chain holds its lock until the transaction ends.
  await db.transaction(async (tx) => {
    await tx.insert(shareAccesses).values({ id: newId(), linkId: link.id, kind, ...visitor })
    if (kind !== 'page_opened')
      await auditExport(tx, { actor: null, ip: visitor.ip }, `export.link_${kind}`, row, { linkId: link.id })
  })
}

export const toAddress = (email: string): string => email.trim().toLowerCase()
const isRecipient = ({ link }: Shared, email: string): boolean =>
  link.recipients.some((each) => toAddress(each) === email)

/**
 * Emails a code to a listed recipient, within the rate limit. For unlisted addresses, the response and its timing are
 * the same.
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
    // Without the lock, parallel requests could exceed the limit.
    await tx.select({ id: shareLinks.id }).from(shareLinks).where(eq(shareLinks.id, link.id)).for('update')
    const since = sql`now() - ${minutes(shareLimits.windowMinutes)}`
    const sent = await tx.$count(
      shareCodes,
      and(eq(shareCodes.linkId, link.id), eq(shareCodes.email, email), gt(shareCodes.createdAt, since)),
    )
    if (sent >= shareLimits.codesInWindow) return
    await tx
      .update(shareCodes)
      .set({ usedAt: sql`now()` })
      .where(and(eq(shareCodes.linkId, link.id), eq(shareCodes.email, email), isNull(shareCodes.usedAt)))
    const expiresAt = sql`now() + ${minutes(shareLimits.codeMinutes)}`
    await tx.insert(shareCodes).values({ id: newId(), linkId: link.id, email, codeHash, expiresAt })
    const letter = {
      to: email,
      subject: `Your code: ${code}`,
      text: [
        `${firm} shared a file with you. Enter this code on the page that requested it:`,
        '',
        `    ${code}`,
        '',
        `It expires in ${shareLimits.codeMinutes} minutes. If you didn’t request it, someone else has the link. Tell the person who sent it to you, and don’t share the code.`,
      ].join('\n'),
    }
    await mailer.send(tx, letter, row.firmId)
    await record(tx, link, row, 'code_sent', { ...visitor, recipient: email })
  })
}

/** Returns whether this is the latest code sent to the address. Counts the attempt first. */
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
  // If there is no code, the check takes as long as for a wrong one.
  if (!(await passwordMatches(code, held?.codeHash ?? null)) || !held) return false
  // If a code is used twice at the same time, only one attempt succeeds.
  const used = await db
    .update(shareCodes)
    .set({ usedAt: sql`now()` })
    .where(and(eq(shareCodes.id, held.id), isNull(shareCodes.usedAt)))
    .returning({ id: shareCodes.id })
  return used.length > 0
}
