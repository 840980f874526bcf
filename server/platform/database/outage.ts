import { Refusal, sqlState } from '../errors.ts'

/** Failures to reach a server, as Node's sockets and the pg driver name them. */
const connectionCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH'])
const connectionWords = /timeout exceeded when trying to connect|Connection terminated|not queryable/
/** 08: connection; 53: out of connections, memory or disk; 57P: shutting down. PostgreSQL manual, appendix A. */
const outageStates = /^(08|53|57P)/

/**
 * What to tell a client when a command failed because the database is away and not because the command is wrong.
 * drizzle wraps every failure, so the chain of causes is searched. Null for any other error.
 */
export function asOutage(error: unknown): Refusal | null {
  for (let each = error; each instanceof Error; each = each.cause) {
    if (each instanceof Refusal) return each
    const code = 'code' in each && typeof each.code === 'string' ? each.code : ''
    if (connectionCodes.has(code) || connectionWords.test(each.message) || outageStates.test(sqlState(each) ?? ''))
      return new Refusal('unavailable', 'The database cannot be reached. Please try again in a moment.', {
        retryAfterSeconds: 5,
      })
  }
  return null
}
