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
}
