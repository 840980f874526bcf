import { parseArgs } from 'node:util'
import { readConfig } from '#server/platform/config.ts'
import { moveDatabase } from '#server/platform/database/move/move.ts'
import { refuseRunning } from './backup/backup.ts'
import { openSteps } from './progress.ts'

const usage = `Usage: venire move-database --to URL [--data FOLDER] [--json]
       venire move-database --to embedded

Copies the database to an empty PostgreSQL database, or from the one in DATABASE_URL back into the data folder, and
compares the rows and hash of every table. Stop Venire first. The old database is kept. An interrupted move resumes where
it stopped. Recordings and other files stay in the data folder.
  --to URL        postgres://user@host/database; the password may be in PGPASSWORD
  --data FOLDER   use this data folder instead of DATA_DIR
  --json          print the rows and hash of every table as JSON
`

export async function moveDatabaseVerb(argv: string[]): Promise<number> {
  const { values } = parseArgs({
    args: argv,
    options: {
      help: { type: 'boolean', short: 'h' },
      to: { type: 'string' },
      data: { type: 'string' },
      json: { type: 'boolean' },
    },
  })
  const { to } = values
  if (values.help || !to) {
    process.stdout.write(usage)
    return values.help ? 0 : 2
  }
  if (to !== 'embedded' && !/^postgres(ql)?:\/\/./.test(to)) {
    console.error('--to: use an address such as postgres://user@host/database, or "embedded".')
    return 2
  }
  const config = readConfig({ ...process.env, ...(values.data ? { DATA_DIR: values.data } : {}) })
  await refuseRunning(config)
  const steps = openSteps((line) => process.stderr.write(`${line}\n`))
  const move = await moveDatabase(config, to, (table, done, total) =>
    steps.begin(`copying ${table} (${done + 1} of ${total} tables)`),
  ).finally(steps.end)
  if (values.json) {
    console.log(JSON.stringify(move))
    return 0
  }
  const rows = move.tables.reduce((sum, each) => sum + each.rows, 0)
  console.log(
    `Moved ${move.tables.length} tables with ${rows} rows from ${move.from} to ${move.to}. Every table has the same rows and hash in both.`,
  )
  if (move.replaced) console.log(`The previous embedded database was moved to ${move.replaced}.`)
  console.log(
    to === 'embedded'
      ? 'Unset DATABASE_URL, then start Venire. The database on the server is kept.'
      : `Set DATABASE_URL to the new address, then start Venire. The old database is kept.`,
  )
  return 0
}
