import { Refusal, sqlState } from '../errors.ts'

const connectionCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH'])
const connectionWords = /timeout exceeded when trying to connect|Connection terminated|not queryable/
const outageStates = /^(08|53|57P)/

/** Returns null if the error isn't a database outage. Searches the cause chain because drizzle wraps errors. */
export function toOutage(error: unknown): Refusal | null {
  for (let each = error; each instanceof Error; each = each.cause) {
    if (each instanceof Refusal) return each
    const code = 'code' in each && typeof each.code === 'string' ? each.code : ''
    if (connectionCodes.has(code) || connectionWords.test(each.message) || outageStates.test(sqlState(each) ?? ''))
      return new Refusal('unavailable', 'The database is unavailable. Try again in a moment.', {
        retryAfterSeconds: 5,
      })
  }
  return null
}
