import { Pool } from 'pg'
import type { Database } from '../../db.ts'
import { EmbeddedHost } from './host.ts'
import { EmbeddedStream } from './stream.ts'
import { databaseHandle, surviveLostClients, setTypeParsers } from '../handle.ts'
import { endlessPatience, limitPool, withPatience } from '../patience.ts'

export type EmbeddedOptions = {
  durable?: boolean
  /** How long the thread may owe an answer before it is given up. The slowest query of ours takes well under a second. */
  answerSeconds?: number
}

/** Opens the PostgreSQL folder `folder`, made if missing. The caller holds the lock on it. */
export async function openEmbedded(folder: string, options: EmbeddedOptions = {}): Promise<Database> {
  const { durable = true, answerSeconds = 30 } = options
  const host = new EmbeddedHost({ folder, durable }, answerSeconds)
  await host.ready()
  const database = connectEmbedded(host)
  return {
    ...database,
    async close() {
      await database.close()
      await host.close()
    },
  }
}

/** Closing ends the connection; the thread stays with the caller. */
export function connectEmbedded(host: EmbeddedHost): Database {
  setTypeParsers()
  const pool = new Pool({
    stream: () => new EmbeddedStream(host),
    // One session: PGlite is one PostgreSQL process, and two clients would share a transaction.
    max: 1,
    idleTimeoutMillis: 0,
    user: 'postgres',
    database: 'postgres',
  })
  surviveLostClients(pool)
  // Also ends code that asks the pool inside a transaction, and would wait for itself forever.
  limitPool(pool, () => host.isPatient)
  return {
    kind: 'embedded',
    db: databaseHandle(pool),
    pool,
    patiently: (work) => host.patiently(() => withPatience(endlessPatience, work)),
    close: () => pool.end(),
  }
}
