/** The platform for the browser tests: the real one, on a data folder of its own that is removed afterwards. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '#server/platform/config.ts'
import { buildWebIfStale } from '#tools/build-web.mjs'
import { untilStopped } from '../cli/start.ts'
import { startPlatform } from '../main.ts'

const folder = await mkdtemp(join(tmpdir(), 'venire-e2e-'))
await buildWebIfStale()
const platform = await startPlatform(
  readConfig({
    ...process.env,
    PORT: process.argv[2] ?? '4310',
    DATA_DIR: folder,
    SIGN_UP: 'open',
    MIN_FREE_GB: '0',
    RATE_LIMIT: '0',
    LOG_LEVEL: 'warn',
  }),
)
await untilStopped()
await platform.close()
await rm(folder, { recursive: true, force: true })
