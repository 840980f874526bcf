import { and, eq, gt, lt, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db.ts'
import { Refusal } from '#server/platform/errors.ts'
import { hashToken, newToken } from '#server/platform/ids.ts'
import { type EntryStepKind, entrySteps } from '../auth.table.ts'

const stepMinutes = 5
const maxFailures = 5

type Step = typeof entrySteps.$inferSelect
type NewStep = { kind: EntryStepKind; userId?: string; firmId?: string; challenge?: string }

export async function openStep(db: Db, step: NewStep): Promise<string> {
  const ticket = newToken()
  // Deletes expired steps, which would pile up because anyone can start a sign-in.
  await db.delete(entrySteps).where(lt(entrySteps.expiresAt, sql`now()`))
  const expiresAt = sql`now() + make_interval(mins => ${stepMinutes}::int)`
  await db.insert(entrySteps).values({ tokenHash: hashToken(ticket), expiresAt, ...step })
  return ticket
}

const live = (kind: EntryStepKind, ticket: string) =>
  and(
    eq(entrySteps.kind, kind),
    eq(entrySteps.tokenHash, hashToken(ticket)),
    gt(entrySteps.expiresAt, sql`now()`),
    lt(entrySteps.failures, maxFailures),
  )

const over = () => new Refusal('gone', 'This step expired, or there were too many attempts. Start again.')

export async function findStep(db: Db, kind: EntryStepKind, ticket: string): Promise<Step> {
  const [step] = await db.select().from(entrySteps).where(live(kind, ticket))
  if (!step) throw over()
  return step
}

/** Deletes and returns a step so that a challenge works only once. */
export async function consumeStep(tx: Db, kind: EntryStepKind, ticket: string): Promise<Step> {
  const [step] = await tx.delete(entrySteps).where(live(kind, ticket)).returning()
  if (!step) throw over()
  return step
}

/** Doesn't check the attempt limit because the last allowed attempt may be correct. */
export async function consumeCountedStep(tx: Db, kind: EntryStepKind, ticket: string): Promise<void> {
  const gone = await tx
    .delete(entrySteps)
    .where(and(eq(entrySteps.kind, kind), eq(entrySteps.tokenHash, hashToken(ticket))))
    .returning({ kind: entrySteps.kind })
  if (gone.length === 0) throw over()
}

/** Counts an attempt before it is checked. Throws `gone` if none are left. */
export async function countStepTry(db: Db, ticket: string): Promise<void> {
  const counted = await db
    .update(entrySteps)
    .set({ failures: sql`${entrySteps.failures} + 1` })
    .where(and(eq(entrySteps.tokenHash, hashToken(ticket)), lt(entrySteps.failures, maxFailures)))
    .returning({ kind: entrySteps.kind })
  if (counted.length === 0) throw over()
}

/** Sign-ins and new passkeys that passed the old password but aren't finished must start again. */
export async function voidSteps(tx: Db, userId: string): Promise<void> {
  await tx.delete(entrySteps).where(eq(entrySteps.userId, userId))
}
