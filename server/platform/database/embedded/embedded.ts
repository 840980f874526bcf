import { Pool } from 'pg'
import type { Database } from '../../db.ts'
import { EmbeddedHost } from './host.ts'
import { EmbeddedStream } from './stream.ts'
import { databaseHandle, ignoreLostClients, setTypeParsers } from '../handle.ts'
import { endlessPatience, limitPool, withPatience } from '../patience.ts'
import { nameStatements } from '../statements.ts'

export type EmbeddedOptions = {
  durable?: boolean
  /** How long the thread may stay silent, in seconds. The slowest query takes well under a second. */
  answerSeconds?: number
}

/** Creates the folder if missing. The caller must hold its lock. */
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

/** Closing the database ends the connection but not the thread. */
export function connectEmbedded(host: EmbeddedHost): Database {
  setTypeParsers()
  const pool = new Pool({
    stream: () => new EmbeddedStream(host),
    // PGlite has one session, so two clients would share a transaction.
    max: 1,
    idleTimeoutMillis: 0,
    user: 'postgres',
    database: 'postgres',
  })
  ignoreLostClients(pool)
  nameStatements(pool)
  // The limits also break the deadlock that occurs if code uses the pool inside a transaction.
  limitPool(pool, () => host.isPatient)
  return {
    kind: 'embedded',
    db: databaseHandle(pool),
    pool,
    patiently: (work) => host.patiently(() => withPatience(endlessPatience, work)),
    close: () => pool.end(),
  }
}
