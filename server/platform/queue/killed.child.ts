import { openDatabase } from '../database/open.ts'
import { openQueue } from './open.ts'
import { slow } from './killed.job.ts'

const [dataDir = '', url] = process.argv.slice(2)
const database = await openDatabase({ DATA_DIR: dataDir, DATABASE_URL: url })
const queue = await openQueue(database, { ANALYSES_AT_ONCE: 1 })
await queue.send(database.db, slow, { thing: 'film' }, { key: 'film' })
await queue.work({ slow }, { slow: (run) => new Promise(() => process.stdout.write(`${run.id} ${run.attempt}\n`)) })
