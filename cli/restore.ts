import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { verifyAudit } from '#server/features/audit/audit.verify.ts'
import { compareRows } from '#server/platform/backup/snapshot.ts'
import { restoreBackup } from '#server/platform/backup/restore.ts'
import { type Config, readConfig } from '#server/platform/config.ts'
import { askServer } from '#server/platform/control.ts'
import { countRows } from '#server/platform/database/handle.ts'
import { lockFolder } from '#server/platform/database/embedded/lock.ts'
import { openDatabase } from '#server/platform/database/open.ts'

const usage = `Usage: venire restore BACKUP [--data FOLDER] [--force]

Puts a backup in place: checks it by SHA-256, copies it, opens the database, counts every table and checks the audit record.
Stop Venire first. A data folder that is not empty is refused.
  --data FOLDER   instead of DATA_DIR
  --force         move what is there aside (into FOLDER/replaced-…), and drop the tables of a server's database
`

export async function restore(argv: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: argv,
    options: {
      help: { type: 'boolean', short: 'h' },
      data: { type: 'string' },
      force: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  })
  const [from] = positionals
  if (values.help || !from) {
    process.stdout.write(usage)
    return values.help ? 0 : 2
  }
  const config = readConfig({ ...process.env, ...(values.data ? { DATA_DIR: values.data } : {}) })
  await refuseRunning(config)
  const unlock = lockFolder(config.DATA_DIR)
  const restored = await restoreBackup(config, resolve(from), { force: values.force }).finally(unlock)
  if (restored.replaced) console.log(`What was there before lies in ${restored.replaced}.`)
  const database = await openDatabase(config)
  try {
    compareRows(await countRows(database.pool), restored.database.tables)
    const chains = await verifyAudit(database.db)
    const broken = chains.filter((each) => each.brokenAt !== null)
    for (const each of broken) console.error(`Audit record ${each.chain}: broken: ${each.fault}`)
    console.log(
      `Restored into ${config.DATA_DIR}: ${restored.files} files, ${restored.database.tables.length} tables` +
        (broken.length === 0 ? `, the audit record intact (${chains.length} chains).` : '.'),
    )
    return broken.length === 0 ? 0 : 1
  } finally {
    await database.close()
  }
}

async function refuseRunning(config: Config): Promise<void> {
  // A server that does not know the word still answers: then it runs.
  const runs = await askServer(config, 'ping', {}).then(
    (answer) => answer !== null,
    () => true,
  )
  if (runs) throw new Error(`Venire runs on ${config.DATA_DIR}. Stop it first`)
}
