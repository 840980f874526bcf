import { createHash } from 'node:crypto'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join, relative } from 'node:path'
import type { Config } from '../../config.ts'
import type { Storage } from '../../storage.ts'
import { findChangedOriginals } from '../backup.record.ts'
import { encryptedSuffix, freeName, isAlive, removeUnfinished, unfinishedName } from '../list.ts'
import { type Made, verifyCopy, type TakeSnapshot } from '../make.ts'
import { listNeededKeys } from '../needed-keys.ts'
import {
  type ContentKey,
  type Contents,
  createContentKey,
  filesFolder,
  OtherPassphrase,
  readContentKey,
  readContents,
  readKeyId,
  nameFile,
  writeContents,
} from './contents.ts'
import { DamagedFile } from './chunks.ts'
import { EncryptedFiles, listStored } from './files.ts'
import { type BackupPlace, listEncrypted, nameAddress, openPlace, stripSuffix } from './place.ts'

const marksFolder = 'unfinished'
/** Longer than any backup takes. */
const abandonedMs = 7 * 86_400_000
const machine = createHash('sha256').update(hostname()).digest('hex').slice(0, 6)

/**
 * Like `makeBackup`, but encrypts every file and stores each content once. The list of files is written last. If a
 * backup is killed, it doesn't count, and the next one reuses the files that it stored.
 */
export async function makeEncrypted(
  config: Pick<Config, 'DATA_DIR'>,
  at: BackupPlace,
  passphrase: string,
  snapshot: TakeSnapshot,
  recordings: Storage | null,
): Promise<Made> {
  const startedAt = new Date().toISOString()
  await mkdir(config.DATA_DIR, { recursive: true, mode: 0o700 })
  const storage = await openPlace(at)
  const taken = await listEncrypted(storage)
  const { key, before } = await continueLast(storage, taken, passphrase)
  const base = freeName(startedAt, new Set(taken.map(stripSuffix)))
  const name = base + encryptedSuffix
  await removeUnfinished(config.DATA_DIR)
  const scratch = join(config.DATA_DIR, unfinishedName(base))
  const mark = `${marksFolder}/${base}.${machine}.${process.pid}`
  await mkdir(scratch, { mode: 0o700 })
  try {
    await storage.put(mark, Buffer.from(startedAt))
    const isLocked = at.place.kind === 's3' && at.place.lockDays !== undefined
    const copies = new EncryptedFiles({ storage, key, isLocked }, before, await listStored(storage, key))
    await copies.addNew(config.DATA_DIR, recordings)
    const database = await snapshot(scratch)
    await copies.addNew(config.DATA_DIR, recordings)
    if (database.kind === 'embedded') await verifyCopy(scratch, database)
    const databaseBytes = await copies.addFolder(scratch)
    const neededKeys = await listNeededKeys(config.DATA_DIR, (each) => copies.files.has(`data/${each}`))
    await copies.requireStored()
    const finishedAt = new Date().toISOString()
    const record = { format: 1, startedAt, finishedAt, database, files: copies.entries, neededKeys } as const
    const files = [...copies.files].map(([path, { sha256, bytes }]): Contents['files'][number] => [path, sha256, bytes])
    await writeContents(storage, name, key, { record, files, folders: await listFolders(scratch) })
    if (isLocked) await storage.protect(name)
    return {
      folder: nameAddress(at, name),
      files: copies.entries.length,
      databaseBytes,
      changed: findChangedOriginals(database, new Map(files.map(([path, sha256]) => [path, sha256]))),
      neededKeys,
      startedOver: before === null && taken.length > 0,
      ...copies.counted,
    }
  } finally {
    await rm(scratch, { recursive: true, force: true })
    await storage.remove(mark).catch(() => {})
  }
}

/** Starts over with a new key if BACKUP_KEY doesn't open any of the earlier backups. */
async function continueLast(
  storage: Storage,
  names: readonly string[],
  passphrase: string,
): Promise<{ key: ContentKey; before: Contents | null }> {
  for (const name of names.toReversed()) {
    try {
      const key = await readContentKey(storage, name, passphrase)
      return { key, before: await readContents(storage, name, key) }
    } catch (error) {
      if (!(error instanceof OtherPassphrase || error instanceof DamagedFile)) throw error
    }
  }
  return { key: createContentKey(passphrase), before: null }
}

async function listFolders(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  return entries.filter((each) => each.isDirectory()).map((each) => relative(folder, join(each.parentPath, each.name)))
}

export async function pruneEncrypted(at: BackupPlace, keep: number, passphrase: string): Promise<string[]> {
  const storage = await openPlace(at)
  const names = await listEncrypted(storage)
  const old = names.slice(0, -keep)
  for (const each of old) await storage.remove(each)
  if (!(await hasUnfinished(storage))) await removeUnused(storage, names.slice(-keep), passphrase)
  return old.map((each) => nameAddress(at, each))
}

/** If another backup is in progress, its files aren't in any list yet. */
async function hasUnfinished(storage: Storage): Promise<boolean> {
  let isFound = false
  const pattern = new RegExp(`^${marksFolder}/venire-(\\d{8}T\\d{6}Z)[^.]*\\.(\\w+)\\.(\\d+)$`)
  for await (const { key } of storage.list()) {
    const [, utc = '', host, pid] = pattern.exec(key) ?? []
    if (host === undefined) continue
    const startedMs = Date.parse(utc.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)/, '$1-$2-$3T$4:$5:'))
    const isDead = host === machine ? !isAlive(Number(pid)) : Date.now() - startedMs > abandonedMs
    if (isDead) await storage.remove(key)
    else isFound = true
  }
  return isFound
}

async function removeUnused(storage: Storage, names: readonly string[], passphrase: string): Promise<void> {
  const used = new Set<string>()
  /** Backups made with another BACKUP_KEY can't be read, so all of their files are kept. */
  const unknown = new Set<string>()
  const keys = new Map<string, ContentKey>()
  for (const name of names) {
    const id = await readKeyId(storage, name)
    try {
      const key = keys.get(id) ?? (await readContentKey(storage, name, passphrase))
      keys.set(id, key)
      for (const [, sha256] of (await readContents(storage, name, key)).files) used.add(nameFile(key, sha256))
    } catch (error) {
      if (!(error instanceof OtherPassphrase || error instanceof DamagedFile)) throw error
      unknown.add(id)
    }
  }
  for await (const { key } of storage.list())
    if (key.startsWith(`${filesFolder}/`) && !unknown.has(key.split('/')[1]!) && !used.has(key))
      await storage.remove(key)
}
