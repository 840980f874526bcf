import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '#server/platform/config.ts'
import { buildWebIfStale } from '#tools/build-web.mjs'
import { waitForStop } from '../cli/start.ts'
import { startPlatform } from '../main.ts'
import { makeHeard, makeShared } from './heard.ts'
import { type LongSize, makeLong } from './long.ts'
import { operator, pipelineToken } from './people.ts'
import { changeOriginal, makeMany, openSamples } from './sample.ts'

const folder = await mkdtemp(join(tmpdir(), 'venire-e2e-'))
await buildWebIfStale()
const port = Number(process.argv[2] ?? 4310)
const platform = await startPlatform(
  readConfig({
    ...process.env,
    PORT: String(port),
    DATA_DIR: folder,
    SIGN_UP: 'open',
    PIPELINE_TOKEN: pipelineToken,
    MIN_FREE_GB: '0',
    RATE_LIMIT: '0',
    LOG_LEVEL: 'warn',
  }),
)
const token = new URL((await platform.createFirstFirmLink())!).searchParams.get('token')
await platform.app.inject({ method: 'POST', url: '/api/auth/sign-up/email', payload: { ...operator, token } })
const sizeOf = (asked: URLSearchParams): LongSize | undefined =>
  asked.has('turns')
    ? {
        turns: Number(asked.get('turns')),
        findings: Number(asked.get('findings')),
        opinions: Number(asked.get('opinions')),
      }
    : undefined
const copySample = openSamples(platform, folder)
// This test-only server inserts rows, because real analyses would take minutes.
const seeding = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', platform.url)
  const [, kind, id = ''] = pathname.split('/')
  const { database } = platform.app.parts
  const owner = { userId: searchParams.get('userId') ?? '', firmId: searchParams.get('firmId') ?? '' }
  const seed = () =>
    kind === 'long'
      ? makeLong(database.db, id, sizeOf(searchParams))
      : kind === 'heard'
        ? makeHeard(database.db, id)
        : kind === 'shared'
          ? makeShared(database.db, id)
          : kind === 'demo'
            ? database.pool.query('update firms set is_demo = true where id = $1', [id]).then(() => id)
            : kind === 'changed'
              ? changeOriginal(platform, id)
              : kind === 'many'
                ? makeMany(platform, owner, Number(id))
                : copySample(owner, searchParams.has('plain') ? 'plain' : 'captioned')
  // Use a long timeout because this blocks the only database connection.
  const work = database.patiently(async () => seed())
  work.then(
    (made) => response.end(made ?? id),
    (error: unknown) => response.writeHead(500).end(String(error)),
  )
}).listen(port + 1, '127.0.0.1')
await waitForStop()
seeding.close()
await platform.close()
await rm(folder, { recursive: true, force: true })
