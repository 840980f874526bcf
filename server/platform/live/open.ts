import type { Database } from '../db.ts'
import type { Live } from '../live.ts'
import { openInProcessLive } from './in-process.ts'
import { openListenLive } from './listen.ts'

export const openLive = (database: Database): Promise<Live> =>
  database.kind === 'server' ? openListenLive(database) : Promise.resolve(openInProcessLive())
