import { parseArgs } from 'node:util'
import { buildWebIfStale } from '#tools/build-web.mjs'
import { type Platform, startPlatform } from '../main.ts'
import { hasFirms } from '#server/features/auth/auth.queries.ts'
import { readConfig } from '#server/platform/config.ts'
import { openSteps } from './progress.ts'

const usage = `Usage: venire start [--port PORT] [--data FOLDER]

Starts Venire and runs until Ctrl-C. All settings: docs/operations.md.
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

/** Prints the link only to a terminal, never to a log, because anyone who opens it controls the installation. */
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
