import { existsSync } from 'node:fs'
import { cp, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join, resolve, sep } from 'node:path'
import { parseArgs } from 'node:util'
import { snapshotInstallation } from '#server/control-verbs.ts'
import { verifyAudit } from '#server/features/audit/audit.verify.ts'
import { findChangedOriginals, type Snapshot } from '#server/platform/backup/backup.record.ts'
import { makeEncrypted, pruneEncrypted } from '#server/platform/backup/encrypted/make.ts'
import {
  type BackupPlace,
  listEncrypted,
  nameAddress,
  openPlace,
  parsePlace,
  refuseInside,
} from '#server/platform/backup/encrypted/place.ts'
import { type BackupMade, recordBackup } from '#server/platform/backup/history.ts'
import { findNewest, removeOldBackups, removeUnfinished, unfinishedName } from '#server/platform/backup/list.ts'
import { type Made, makeBackup, type TakeSnapshot } from '#server/platform/backup/make.ts'
import { restoreBackup } from '#server/platform/backup/restore.ts'
import { compareRows } from '#server/platform/backup/snapshot.ts'
import { openBackup, requirePassphrase } from '#server/platform/backup/source.ts'
import { type Config, readConfig } from '#server/platform/config.ts'
import { askServer } from '#server/platform/control.ts'
import { countRows } from '#server/platform/database/handle.ts'
import { lockFolder } from '#server/platform/database/embedded/lock.ts'
import { openDatabase } from '#server/platform/database/open.ts'
import type { Storage } from '#server/platform/storage.ts'
import { getStoragePlace, isInDataFolder, openStorage } from '#server/platform/storage/open.ts'
import { describePlace } from '#server/platform/storage/url.ts'
import { askInstallation, formatSize } from '../installation.ts'
import { rehearseRestore } from '#server/platform/backup/rehearse.ts'

const usage = `Usage: venire backup [--to FOLDER|URL] [--encrypt] [--recordings] [--keep N] [--data FOLDER]
       venire backup --verify [BACKUP] [--to FOLDER|URL]

Backs up the database and files while Venire runs, and verifies the copy with SHA-256. Files that have not changed since
the last backup take no extra space.
  --to FOLDER     where backups are kept (default DATA_DIR/backups; use another disk if you can)
  --to URL        a bucket: s3://bucket/prefix?endpoint=https://…, with the credentials that STORAGE_URL uses. Encrypted
  --encrypt       encrypt every file in a folder, too. Needs BACKUP_KEY
  --recordings    include recordings and exports that STORAGE_URL stores outside of the data folder
  --keep N        then remove the oldest backups until N are left; encrypted ones are counted apart
  --verify        check a backup instead, by default the newest; lists what is damaged and exits with 1
  --data FOLDER   use this data folder instead of DATA_DIR

Exit code 0: the backup is whole. 1: it failed, or a recording has changed. 3: it is whole, but leaves out the keys.
`

/** The code isn't 0 because keys must be backed up separately, and it isn't 1 because this backup is complete. */
const withoutKeysCode = 3

export async function backup(argv: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: argv,
    options: {
      help: { type: 'boolean', short: 'h' },
      to: { type: 'string' },
      encrypt: { type: 'boolean', default: false },
      recordings: { type: 'boolean', default: false },
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
  const keep = readKeep(values.keep)
  if (Number.isNaN(keep)) {
    console.error(`--keep: "${values.keep}" must be a whole number, 1 or more.`)
    return 2
  }
  const config = readConfigAt(values.data)
  const to = parsePlace(values.to ?? join(config.DATA_DIR, 'backups'))
  if (values.verify) return verifyBackup(named ?? (await findNewestAt(to)), to.address, config)
  return make(config, to, keep, { isEncrypted: values.encrypt, hasRecordings: values.recordings })
}

type Wish = { isEncrypted: boolean; hasRecordings: boolean }

async function make(config: Config, to: BackupPlace, keep: number | null, wish: Wish): Promise<number> {
  const isElsewhere = !isInDataFolder(config)
  const recordings = wish.hasRecordings && isElsewhere ? await openStorage(config) : null
  const snapshot = (folder: string) => takeSnapshot(config, folder, recordings !== null)
  const { made, prune } = await makeAt(config, to, wish, snapshot, recordings)
  reportMade(made, isElsewhere && !recordings ? describePlace(getStoragePlace(config)) : null)
  const isWhole = made.changed.length === 0
  const { folder, copiedBytes, databaseBytes } = made
  await record(config, { folder, bytes: copiedBytes + databaseBytes, isWhole })
  const leftOut = made.neededKeys.filter(({ isFile }) => isFile).map(({ name }) => name)
  if (leftOut.length > 0)
    console.error(
      `The backup leaves out ${leftOut.join(' and ')}, which a restore needs: set BACKUP_KEY to include them encrypted, or keep a copy elsewhere.`,
    )
  if (!isWhole) await reportChanged(made.changed, config)
  if (keep !== null && !isWhole) console.error('Older backups are kept because they may hold the original recordings.')
  else if (keep !== null) for (const each of await prune(keep)) console.log(`Removed ${each}`)
  if (!isWhole) return 1
  return leftOut.length > 0 ? withoutKeysCode : 0
}

function readKeep(value: string | undefined): number | null {
  if (value === undefined) return null
  const keep = Number(value)
  return Number.isInteger(keep) && keep >= 1 ? keep : Number.NaN
}

function reportMade(made: Made, notIncluded: string | null): void {
  console.log(
    `${made.folder}\n${made.files} files (${formatSize(made.copiedBytes)} copied, ${made.linkedFiles} unchanged) and the database ` +
      `(${formatSize(made.databaseBytes)}), checked.`,
  )
  if (notIncluded !== null)
    console.log(
      `Recordings and exports in ${notIncluded} are not included. Add --recordings to include them, ` +
        'or protect them there with versioning or replication.',
    )
  if (made.startedOver)
    console.log('BACKUP_KEY doesn’t decrypt any of the earlier backups there, so every file was copied again.')
}

type Outcome = { made: Made; prune: (keep: number) => Promise<string[]> }

async function makeAt(
  config: Config,
  to: BackupPlace,
  { isEncrypted }: Wish,
  snapshot: TakeSnapshot,
  recordings: Storage | null,
): Promise<Outcome> {
  if (to.place.kind === 'file' && !isEncrypted) {
    const { folder } = to.place
    const made = await makeBackup(config, folder, snapshot, recordings)
    return { made, prune: (keep) => removeOldBackups(folder, keep) }
  }
  refuseInside(to, config)
  const passphrase = await requirePassphrase(config)
  const made = await makeEncrypted(config, to, passphrase, snapshot, recordings)
  return { made, prune: (keep) => pruneEncrypted(to, keep, passphrase) }
}

async function findNewestAt(to: BackupPlace): Promise<string | undefined> {
  if (to.place.kind === 'file') return findNewest(to.place.folder)
  const name = (await listEncrypted(await openPlace(to))).at(-1)
  return name && nameAddress(to, name)
}

/** Ignores failures: a stopped server can't be notified, and an older server doesn't recognize the command. */
async function record(config: Config, made: BackupMade): Promise<void> {
  const answer = await askServer(config, 'record-backup', made).catch(() => null)
  // The server may be running on another machine.
  if (!answer && config.DATABASE_URL) await recordInDatabase(config, made).catch(() => {})
}

async function recordInDatabase(config: Config, made: BackupMade): Promise<void> {
  const database = await openDatabase(config)
  try {
    await recordBackup(database.db, made)
  } finally {
    await database.close()
  }
}

async function reportChanged(changed: readonly string[], config: Config): Promise<void> {
  console.error(`Recordings that changed since they were received:\n  ${changed.join('\n  ')}`)
  const ids = changed.flatMap((each) => /videos\/([0-9a-f-]{36})\//.exec(each)?.[1] ?? [])
  await askInstallation('verify-media', { ids }, config)
}

const readConfigAt = (folder: string | undefined): Config =>
  readConfig({ ...process.env, ...(folder ? { DATA_DIR: folder } : {}) })

async function verifyBackup(address: string | undefined, to: string, config: Config): Promise<number> {
  if (!address) {
    console.error(`No backups in ${to}.`)
    return 1
  }
  const source = await openBackup(address, config)
  const faults = await source.findFaults()
  if (faults.length === 0) {
    const { record: found, sums } = await source.load()
    faults.push(...findChangedOriginals(found.database, sums))
  }
  if (faults.length === 0) console.log(`${address} is intact.`)
  else console.error(`${address} is damaged:\n  ${faults.join('\n  ')}`)
  return faults.length === 0 ? 0 : 1
}

async function takeSnapshot(config: Config, folder: string, hasRecordings: boolean): Promise<Snapshot> {
  const snapshot = config.DATABASE_URL ? null : await askForSnapshot(config, folder, hasRecordings)
  if (snapshot) return snapshot
  if (!config.DATABASE_URL && !existsSync(join(config.DATA_DIR, 'pg', 'PG_VERSION')))
    throw new Error(`No database in ${config.DATA_DIR}. Set DATA_DIR or use --data FOLDER`)
  // Don't migrate the database, because a backup made before an update must keep the old schema.
  const database = await openDatabase(config)
  try {
    return await snapshotInstallation(database, config, folder, hasRecordings || undefined)
  } finally {
    await database.close()
  }
}

/** A server in a sandbox may be able to write only to its data folder, so the copy is moved from there. */
async function askForSnapshot(config: Config, folder: string, hasRecordings: boolean): Promise<Snapshot | null> {
  const dataDir = resolve(config.DATA_DIR)
  if (!existsSync(dataDir)) return null
  const ask = async (into: string) => {
    const answer = await askServer(config, 'snapshot-database', {
      folder: into,
      ...(hasRecordings && { hasRecordings }),
    })
    return answer && (answer.result as Snapshot)
  }
  if (resolve(folder).startsWith(dataDir + sep)) return ask(folder)
  await removeUnfinished(dataDir)
  const scratch = join(dataDir, unfinishedName('venire-snapshot'))
  await mkdir(scratch, { mode: 0o700 })
  try {
    const snapshot = await ask(scratch)
    if (snapshot) for (const name of await readdir(scratch)) await move(join(scratch, name), join(folder, name))
    return snapshot
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

async function move(from: string, to: string): Promise<void> {
  try {
    await rename(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
    await cp(from, to, { recursive: true })
  }
}

const restoreUsage = `Usage: venire restore BACKUP [--data FOLDER] [--force]
       venire restore BACKUP --rehearse [--data FOLDER] [--json]

Restores a backup: checks and copies its files, opens the database, counts the rows of every table, and verifies the
audit record. Stop Venire first. The data folder must be empty. BACKUP is the folder or address that "venire backup"
printed. If STORAGE_URL is set, recordings go there.
  --data FOLDER   use this data folder instead of DATA_DIR
  --force         move existing data to FOLDER/replaced-…, and drop the tables of a database server
  --rehearse      restore into a scratch database instead, check it, print a report, and remove it; Venire may run
  --json          print the report as JSON
`

export async function restore(argv: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: argv,
    options: {
      help: { type: 'boolean', short: 'h' },
      data: { type: 'string' },
      force: { type: 'boolean', default: false },
      rehearse: { type: 'boolean' },
      json: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  })
  const [from] = positionals
  if (values.help || !from) {
    process.stdout.write(restoreUsage)
    return values.help ? 0 : 2
  }
  const config = readConfigAt(values.data)
  const address = from.startsWith('s3://') ? from : resolve(from)
  if (values.rehearse) return rehearse(config, address, values.json)
  await refuseRunning(config)
  const unlock = lockFolder(config.DATA_DIR)
  const restored = await restoreBackup(config, address, { force: values.force }).finally(unlock)
  if (restored.replaced) console.log(`The previous data was moved to ${restored.replaced}.`)
  const database = await openDatabase(config)
  try {
    compareRows(await countRows(database.pool), restored.database.tables)
    const chains = await verifyAudit(database.db)
    const broken = chains.filter((each) => each.brokenAt !== null)
    for (const each of broken) console.error(`Audit chain ${each.chain} is broken: ${each.fault}`)
    console.log(
      `Restored into ${config.DATA_DIR}: ${restored.files} files, ${restored.database.tables.length} tables` +
        (broken.length === 0 ? `, audit record intact (${chains.length} chains).` : '.') +
        '\nSign-ins, API tokens, roles, case access, and share links are what they were when the backup was made. ' +
        'Revoke again anything revoked since then.',
    )
    return broken.length === 0 ? 0 : 1
  } finally {
    await database.close()
  }
}

export async function refuseRunning(config: Config): Promise<void> {
  // An older server doesn't recognize `ping`, but even an error response shows that it's running.
  const runs = await askServer(config, 'ping', {}).then(
    (answer) => answer !== null,
    () => true,
  )
  if (runs) throw new Error(`Venire is running on ${config.DATA_DIR}. Stop it first`)
}

async function rehearse(config: Config, from: string, asJson: boolean): Promise<number> {
  const report = await rehearseRestore(config, from, ({ db }) => verifyAudit(db))
  const { checked: chains, ...figures } = report
  const broken = chains.filter((each) => each.brokenAt !== null)
  if (asJson) {
    console.log(JSON.stringify({ ...figures, chains }))
    return broken.length === 0 ? 0 : 1
  }
  const { files, bytes, recordings, tables, rows, migrations } = figures
  console.log(
    [
      `Rehearsed restoring ${from} (made ${new Date(figures.startedAt).toLocaleString('en-US', { dateStyle: 'long', timeStyle: 'short' })}) in ${Math.ceil(figures.seconds)} s.`,
      `✓ Files: all ${files} match their SHA-256 (${formatSize(bytes)})`,
      recordings === 0
        ? '• Recordings: none in this backup. If STORAGE_URL keeps them elsewhere, check them there.'
        : `✓ Recordings: all ${recordings} files are unchanged since upload`,
      `✓ Database: ${tables} tables with ${rows} rows, the same as in the backup`,
      `✓ Upgrade: ${migrations.length === 0 ? 'not needed' : `${migrations.length} migrations`}`,
      ...broken.map((each) => `✗ Audit chain ${each.chain} is broken: ${each.fault}`),
      ...(broken.length === 0
        ? [`✓ Audit record: intact (${chains.length} ${chains.length === 1 ? 'chain' : 'chains'})`]
        : []),
      'The scratch copy was removed. Nothing else was changed.',
    ].join('\n'),
  )
  return broken.length === 0 ? 0 : 1
}
