import { eq, inArray, lt, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db.ts'
import { Refusal } from '#server/platform/errors.ts'
import { getAddressKey } from '#server/platform/http/address.ts'
import { hashToken } from '#server/platform/ids.ts'
import { guesses } from '../auth.table.ts'
import { type GuessRule, insertGuess } from '../auth.queries.ts'

type Counter = GuessRule & { key: string }

const hourSeconds = 3600
const rules = {
  pair: { free: 4, leakSeconds: hourSeconds },
  /**
   * Counts attempts from all sources. Attempts are forgotten faster than for `pair`, so one source alone can't reach
   * the limit.
   */
  password: { free: 6, leakSeconds: 360 },
  /**
   * Strict because anyone who enters codes already knows the password. Three of a million codes are valid at any time.
   */
  code: { free: 6, leakSeconds: hourSeconds },
  source: { free: 30, leakSeconds: 30 },
  /** A whole firm may share one IP address. */
  letters: { free: 20, leakSeconds: 360 },
} as const satisfies Record<string, GuessRule>

type Guess = {
  scope: 'password' | 'code'
  account: string
  source: string
  /** Attempts from a known device are counted separately from all others. */
  device: string | null
}

export type CountedGuess = { forgive(): Promise<void> }

/**
 * Counts an attempt before it is checked. Throws `too_many` while further attempts are delayed for the account or the
 * source.
 */
export function countGuess(db: Db, { scope, account, source: ip, device }: Guess): Promise<CountedGuess> {
  const source = getAddressKey(ip)
  if (device) return countAll(db, [{ key: `${scope} device ${device} ${account}`, ...rules.pair }])
  return countAll(db, [
    { key: `${scope} pair ${account} ${source}`, ...rules.pair },
    { key: `${scope} account ${account}`, ...rules[scope] },
    { key: `source ${source}`, ...rules.source },
  ])
}

export const countSessionGuess = (db: Db, what: 'password' | 'code', signInId: string): Promise<CountedGuess> =>
  countAll(db, [{ key: `session ${what} ${signInId}`, ...rules.pair }])

/** Forgives one attempt. Otherwise, signing in between guesses would clear all guesses from this source. */
export async function countSourceGuess(db: Db, source: string): Promise<CountedGuess> {
  const counter = { key: `source ${getAddressKey(source)}`, ...rules.source }
  await countAll(db, [counter])
  return { forgive: () => takeBack(db, counter) }
}

/** Otherwise, anyone could have this server send emails to any number of addresses. */
export const countConfirmationLetter = (tx: Db, source: string): Promise<CountedGuess> =>
  countAll(
    tx,
    [{ key: `letters ${getAddressKey(source)}`, ...rules.letters }],
    'Too many confirmation emails were requested from your network.',
  )

export async function forgetPasswordGuesses(db: Db, account: string, source: string): Promise<void> {
  const keys = [`password pair ${account} ${getAddressKey(source)}`, `password account ${account}`]
  await db.delete(guesses).where(inArray(guesses.key, keys.map(hashToken)))
}

export async function purgeGuesses(db: Db): Promise<void> {
  await db.delete(guesses).where(lt(guesses.triedAt, sql`now() - interval '2 days'`))
}

async function countAll(
  db: Db,
  counters: readonly Counter[],
  refused = 'Too many failed attempts.',
): Promise<CountedGuess> {
  const counted: Counter[] = []
  for (const counter of counters) {
    if (await insertGuess(db, hashToken(counter.key), counter)) counted.push(counter)
    else {
      for (const each of counted) await takeBack(db, each)
      throw await toRefusal(db, counter, refused)
    }
  }
  const [first, ...others] = counters
  return {
    async forgive() {
      await db.delete(guesses).where(eq(guesses.key, hashToken(first!.key)))
      for (const each of others) await takeBack(db, each)
    },
  }
}

async function takeBack(db: Db, { key, free }: Counter): Promise<void> {
  await db
    .update(guesses)
    .set({
      tries: sql`greatest(0, tries - 1)`,
      freeAt: sql`case when round(tries - 1) < ${free} then now() else free_at end`,
    })
    .where(eq(guesses.key, hashToken(key)))
}

async function toRefusal(db: Db, { key }: Counter, refused: string): Promise<Refusal> {
  const [row] = await db
    .select({ freeAt: guesses.freeAt })
    .from(guesses)
    .where(eq(guesses.key, hashToken(key)))
  const retryAfterSeconds = Math.max(1, Math.ceil(((row?.freeAt.getTime() ?? 0) - Date.now()) / 1000))
  const minutes = Math.ceil(retryAfterSeconds / 60)
  const wait =
    retryAfterSeconds < 60
      ? `${retryAfterSeconds} ${retryAfterSeconds === 1 ? 'second' : 'seconds'}`
      : `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`
  return new Refusal('too_many', `${refused} Try again in ${wait}.`, { retryAfterSeconds })
}
