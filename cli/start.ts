import { parseArgs } from 'node:util'
import { buildWebIfStale } from '#tools/build-web.mjs'
import { startPlatform } from '../main.ts'
import { readConfig } from '#server/platform/config.ts'
import { openSteps } from './progress.steps.ts'

const usage = `Usage: venire start [--port PORT] [--data FOLDER]

Starts Venire and stays up until Ctrl-C. All settings: docs/operations.md.
  --port PORT     instead of PORT (default 3000; 0 takes a free one)
  --data FOLDER   instead of DATA_DIR (default ./data)
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
  await buildWebIfStale()
  const steps = openSteps((line) => process.stderr.write(`${line}\n`))
  const platform = await startPlatform(config, steps.begin).finally(steps.end)
  console.log(`Venire is running at ${platform.url}`)
  if (platform.firstFirmLink) {
    console.log(`Create the first firm with this link (it works once, for 72 hours):\n  ${platform.firstFirmLink}`)
  }
  await untilStopped()
  console.log('Stopping: work under way is kept and goes on at the next start.')
  await platform.close()
  return 0
}

/** Resolves at the first Ctrl-C or SIGTERM. */
export function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    process.once('SIGINT', () => resolve())
    process.once('SIGTERM', () => resolve())
  })
}
