import type { Config } from './config.ts'
import type { Database } from './db.ts'
import type { Hasher } from './hasher/hasher.ts'
import type { Live } from './live.ts'
import type { Mailer } from './mail.ts'
import type { Node } from './nodes.ts'
import type { Queue } from './queue.ts'
import type { Storage } from './storage.ts'

export type Parts = {
  config: Config
  database: Database
  storage: Storage
  queue: Queue
  live: Live
  hasher: Hasher
  mailer: Mailer
  node: Node
  /** Returns why a file can't be read as a transcript, or null if it can be, or if that isn't known yet. */
  checkTranscript(bytes: Uint8Array, name: string): Promise<string | null>
}
