import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { findChangedOriginals, findFaults, readRecord, readSums } from '#server/platform/backup/backup.record.ts'
import { listBackups, removeOldBackups } from '#server/platform/backup/list.ts'
import { makeBackup } from '#server/platform/backup/make.ts'
import type { Snapshot } from '#server/platform/backup/backup.record.ts'
import { type Config, readConfig } from '#server/platform/config.ts'
import { snapshotInstallation } from '#server/control-verbs.ts'
import { askServer } from '#server/platform/control.ts'
import { openDatabase } from '#server/platform/database/open.ts'
import { askInstallation } from './installation.ts'
import { formatSize } from './size.ts'

const usage = `Usage: venire backup [--to FOLDER] [--keep N] [--data FOLDER]
       venire backup --verify [BACKUP] [--to FOLDER]

Saves the database and the files in a folder of their own below FOLDER, checked by SHA-256, while Venire runs.
Files that have not changed since the last backup there are linked to its copy and take no room.
  --to FOLDER     where backups are kept (default DATA_DIR/backups; better on another disk)
  --keep N        afterwards remove the oldest ones until N are left
  --verify        check one instead, the newest where none is named; exit code 1 names what is damaged
  --data FOLDER   instead of DATA_DIR
`

export async function backup(argv: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: argv,
    options: {
      help: { type: 'boolean', short: 'h' },
      to: { type: 'string' },
      keep: { type: 'string' },
      verify: { type: 'boolean' },
      data: { type: 'string' },
    },
    allowPositionals: true,
  })
  const [named] = positionals
  if (values.help || (named !== undefined && !values.verify)) {
    process.stdout.write(usage)
    return values.help ? 0 : 2
  }
  const keep = values.keep === undefined ? null : Number(values.keep)
  if (keep !== null && (!Number.isInteger(keep) || keep < 1)) {
    console.error(`--keep: "${values.keep}" must be a whole number, 1 or more.`)
    return 2
  }
  const config = readConfig({ ...process.env, ...(values.data ? { DATA_DIR: values.data } : {}) })
  const to = values.to ? resolve(values.to) : join(config.DATA_DIR, 'backups')
  if (values.verify) return verifyBackup(named ? resolve(named) : (await listBackups(to)).at(-1), to)
  const made = await makeBackup(config, to, (folder) => takeSnapshot(config, folder))
  console.log(
    `${made.folder}\n${made.files} files (${formatSize(made.copiedBytes)} copied, ${made.linkedFiles} unchanged) and the database ` +
      `(${formatSize(made.databaseBytes)}), checked.`,
  )
  if (made.changed.length > 0) {
    console.error(`Recordings that changed since they were received:\n  ${made.changed.join('\n  ')}`)
    // Recorded and reported as any other check that fails.
    const ids = made.changed.flatMap((each) => /videos\/([0-9a-f-]{36})\//.exec(each)?.[1] ?? [])
    await askInstallation('verify-media', { ids }, config)
  }
  if (keep !== null && made.changed.length > 0)
    console.error('Older backups are kept: they may hold what was received.')
  else if (keep !== null) for (const each of await removeOldBackups(to, keep)) console.log(`Removed ${each}`)
  return made.changed.length === 0 ? 0 : 1
}

async function verifyBackup(folder: string | undefined, to: string): Promise<number> {
  if (!folder) {
    console.error(`There is no backup in ${to}.`)
    return 1
  }
  const damage = await findFaults(folder)
  const faults = [
    ...damage,
    ...(damage.length > 0 ? [] : findChangedOriginals((await readRecord(folder)).database, await readSums(folder))),
  ]
  if (faults.length === 0) console.log(`${folder} is whole.`)
  else console.error(`${folder} is damaged:\n  ${faults.join('\n  ')}`)
  return faults.length === 0 ? 0 : 1
}

/** The running server writes its own database; the rest is this process's work, so that nobody waits for it. */
async function takeSnapshot(config: Config, folder: string): Promise<Snapshot> {
  const answer = await askServer(config, 'snapshot-database', { folder })
  if (answer) return answer.result as Snapshot
  if (!config.DATABASE_URL && !existsSync(join(config.DATA_DIR, 'pg', 'PG_VERSION')))
    throw new Error(`There is no database in ${config.DATA_DIR}. Set DATA_DIR, or name the folder with --data`)
  // Not brought to this version's schema: a backup before an update is one of the version before it.
  const database = await openDatabase(config)
  try {
    return await snapshotInstallation(database, config, folder)
  } finally {
    await database.close()
  }
}
