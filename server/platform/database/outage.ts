import { DrizzleQueryError } from 'drizzle-orm'
import { DiskLow, Refusal, sqlState } from '../errors.ts'

const connectionCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH'])
const connectionWords = /timeout exceeded when trying to connect|Connection terminated|not queryable/
const outageStates = /^(08|53|57P)/

const databaseErrors = new WeakSet<Error>()

/** For errors that drizzle doesn't wrap. */
export function markDatabaseError<T>(error: T): T {
  if (error instanceof Error) databaseErrors.add(error)
  return error
}

const isConnectionError = (error: Error): boolean =>
  'code' in error && typeof error.code === 'string' && connectionCodes.has(error.code)
const isDatabaseOutage = (error: Error): boolean =>
  connectionWords.test(error.message) || outageStates.test(sqlState(error) ?? '')

/** Returns null if the error isn't a database outage. Searches the cause chain because drizzle wraps errors. */
export function toOutage(error: unknown): Refusal | null {
  for (let each = error; each instanceof Error; each = each.cause) {
    if (each instanceof Refusal) return each
    if (isConnectionError(each) || isDatabaseOutage(each))
      return new Refusal('unavailable', 'The database is unavailable. Try again in a moment.', {
        retryAfterSeconds: 5,
      })
  }
  return null
}

/**
 * Returns true for a database or file storage outage, or low disk space. Jobs wait until it's over instead of failing.
 * A lost connection counts only if a query lost it, because a mail server's counts as a failed attempt.
 */
export function isTemporary(error: unknown): boolean {
  let isQuery = false
  for (let each = error; each instanceof Error; each = each.cause) {
    if (each instanceof Refusal) return each instanceof DiskLow || each.code === 'unavailable'
    isQuery ||= each instanceof DrizzleQueryError || databaseErrors.has(each)
    if (isDatabaseOutage(each) || (isQuery && isConnectionError(each))) return true
  }
  return false
}
