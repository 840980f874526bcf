import { parseArgs } from 'node:util'
import { buildWebIfStale } from '#tools/build-web.mjs'
import { lanes } from '#contract/operations/nodes.ts'
import { type Platform, startPlatform, startWorkerOnly } from '../main.ts'
import { hasFirms } from '#server/features/auth/auth.queries.ts'
import { type Config, readConfig } from '#server/platform/config.ts'
import { openSteps } from './progress.ts'

const usage = `Usage: venire start [--port PORT] [--data FOLDER]

Starts Venire and runs until Ctrl-C. With ROLE=web, other processes run the jobs. All settings: docs/operations.md.
  --port PORT     use this port instead of PORT (default 3000; 0 picks a free port)
  --data FOLDER   use this data folder instead of DATA_DIR (default ./data)
`

export async function start(argv: string[]): Promise<number> {
  const { values } = parseArgs({
    args: argv,
    options: { help: { type: 'boolean', short: 'h' }, port: { type: 'string' }, data: { type: 'string' } },
  })
  if (values.help) {
    process.stdout.write(usage)
    return 0
  }
  const config = readConfig({
    ...process.env,
    ...(values.port ? { PORT: values.port } : {}),
    ...(values.data ? { DATA_DIR: values.data } : {}),
  })
  if (config.ROLE === 'worker') return runWorker(config)
  await buildWebIfStale()
  const steps = openSteps((line) => process.stderr.write(`${line}\n`))
  const platform = await startPlatform(config, steps.begin).finally(steps.end)
  console.log(`Venire is running at ${platform.url}`)
  await announceFirstFirm(platform)
  await waitForStop()
  console.log('Stopping. Unfinished work resumes at the next start.')
  await platform.close()
  return 0
}

const workerUsage = `Usage: venire worker [--lanes LANES] [--concurrency N] [--port PORT] [--data FOLDER]

Takes jobs from the database in DATABASE_URL and runs until Ctrl-C. Pages and the API come from "venire start".
  --lanes LANES     take only these jobs, comma-separated (default: all): ${lanes.join(', ')}
  --concurrency N   run N CPU-heavy jobs at a time instead of ANALYSES_AT_ONCE (default 1)
  --port PORT       answer /healthz, /readyz, and /metrics on this port
  --data FOLDER     use this data folder instead of DATA_DIR (default ./data)
`

export async function worker(argv: string[]): Promise<number> {
  const { values } = parseArgs({
    args: argv,
    options: {
      help: { type: 'boolean', short: 'h' },
      lanes: { type: 'string' },
      concurrency: { type: 'string' },
      port: { type: 'string' },
      data: { type: 'string' },
    },
  })
  if (values.help) {
    process.stdout.write(workerUsage)
    return 0
  }
  const config = readConfig({
    ...process.env,
    ROLE: 'worker',
    ...(values.lanes ? { LANES: values.lanes } : {}),
    ...(values.concurrency ? { ANALYSES_AT_ONCE: values.concurrency } : {}),
    ...(values.port ? { PORT: values.port } : {}),
    ...(values.data ? { DATA_DIR: values.data } : {}),
  })
  return runWorker(config, values.port === undefined ? undefined : config.PORT)
}

async function runWorker(config: Config, port?: number): Promise<number> {
  const steps = openSteps((line) => process.stderr.write(`${line}\n`))
  const running = await startWorkerOnly(config, { port, onStep: steps.begin }).finally(steps.end)
  console.log(`Venire’s worker is running. It handles these jobs: ${config.LANES.join(', ')}.`)
  await waitForStop()
  console.log('Stopping. Other workers take over unfinished work.')
  await running.close()
  return 0
}

/**
 * Prints the link only to a terminal, never to a log, because anyone with the link can take control of the
 * installation.
 */
export async function announceFirstFirm({
  app,
  createFirstFirmLink,
}: Pick<Platform, 'app' | 'createFirstFirmLink'>): Promise<void> {
  if (!process.stdout.isTTY) {
    if (!(await hasFirms(app.parts.database.db)))
      console.log('To create the first firm, run ./venire firm-link on this machine.')
    return
  }
  const link = await createFirstFirmLink()
  if (link) console.log(`Create the first firm with this link. It works once, for 72 hours:\n  ${link}`)
}

export function waitForStop(): Promise<void> {
  return new Promise((resolve) => {
    process.once('SIGINT', () => resolve())
    process.once('SIGTERM', () => resolve())
  })
}
