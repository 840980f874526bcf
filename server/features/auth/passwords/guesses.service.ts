import { eq, inArray, lt, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db.ts'
import { Refusal } from '#server/platform/errors.ts'
import { getAddressKey } from '#server/platform/http/address.ts'
import { hashToken } from '#server/platform/ids.ts'
import { guesses } from '../auth.table.ts'

/**
 * After `free` attempts, each further attempt is delayed. The delay starts at 1 s and doubles. One attempt is forgotten
 * every `leakSeconds`.
 */
type Rule = { free: number; leakSeconds: number }
type Counter = Rule & { key: string }

const longestPauseSeconds = 900
const pausesUntilLongest = 11

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
} as const satisfies Record<string, Rule>

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

export async function forgetPasswordGuesses(db: Db, account: string, source: string): Promise<void> {
  const keys = [`password pair ${account} ${getAddressKey(source)}`, `password account ${account}`]
  await db.delete(guesses).where(inArray(guesses.key, keys.map(hashToken)))
}

export async function purgeGuesses(db: Db): Promise<void> {
  await db.delete(guesses).where(lt(guesses.triedAt, sql`now() - interval '2 days'`))
}

async function countAll(db: Db, counters: readonly Counter[]): Promise<CountedGuess> {
  const counted: Counter[] = []
  for (const counter of counters) {
    if (await countOne(db, counter)) counted.push(counter)
    else {
      for (const each of counted) await takeBack(db, each)
      throw await toRefusal(db, counter)
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

/** Truncates because the column stores milliseconds. Rounding up would block an attempt that should be allowed. */
const clock = sql`date_trunc('milliseconds', clock_timestamp())`

/**
 * Counts and decides in one statement so that parallel attempts are limited like sequential ones. Uses
 * clock_timestamp() because now() may be earlier than an attempt this statement waited for.
 */
async function countOne(db: Db, { key, free, leakSeconds }: Counter): Promise<boolean> {
  const most = free + pausesUntilLongest
  const { rowCount } = await db.execute(sql`
    insert into guesses as known (key, tries, free_at, tried_at) values (${hashToken(key)}, 1, ${clock}, ${clock})
    on conflict (key) do update set (tries, free_at, tried_at) = (
      select n, ${clock} + make_interval(secs => case when round(n) < ${free} then 0
          else least(${longestPauseSeconds}, power(2, round(n) - ${free})) end), ${clock}
      from (select least(${most}, 1 + greatest(0,
        known.tries - extract(epoch from ${clock} - known.tried_at)::float8 / ${leakSeconds}))) as next(n))
    where known.free_at <= ${clock}
    returning key`)
  return rowCount === 1
}

async function takeBack(db: Db, { key, free }: Counter): Promise<void> {
  await db.execute(sql`update guesses set tries = greatest(0, tries - 1),
    free_at = case when round(tries - 1) < ${free} then now() else free_at end where key = ${hashToken(key)}`)
}

async function toRefusal(db: Db, { key }: Counter): Promise<Refusal> {
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
  return new Refusal('too_many', `Too many failed attempts. Try again in ${wait}.`, { retryAfterSeconds })
}
