import { once } from 'node:events'
import { readConfig } from '#server/platform/config.ts'
import { startPlatform } from '../main.ts'

const [dataDir = '', url = ''] = process.argv.slice(2)
const config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: url, PORT: '0', MIN_FREE_GB: '0', LOG_LEVEL: 'fatal' })
process.stdout.write('loaded\n')
await once(process.stdin, 'data')
const platform = await startPlatform(config)
const { status } = await fetch(`${platform.url}/readyz`)
process.stdout.write(`${status}\n`)
await platform.close()
process.exit(0)
