import { readConfig } from '#server/platform/config.ts'
import { startPlatform } from '../main.ts'

const [dataDir = '', port = ''] = process.argv.slice(2)
const settings = {
  DATA_DIR: dataDir,
  PORT: port,
  MIN_FREE_GB: '0',
  RATE_LIMIT: '0',
  LOG_LEVEL: 'fatal',
  SIGN_UP: 'open',
  BUILT_IN_RECOGNITION: 'false',
  DRAFT_RECOGNITION: 'false',
}
const { url } = await startPlatform(readConfig(settings))
process.stdout.write(`${url}\n`)
