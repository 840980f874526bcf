import { cp, lstat, mkdir, open, readdir } from 'node:fs/promises'
import { createReadStream } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { PassThrough, type Readable } from 'node:stream'
import type { Config } from '../config.ts'
import { Refusal } from '../errors.ts'
import { type BackupRecord, findFaults, listFiles, readRecord, readSums } from './backup.record.ts'
import { DamagedFile, measureEncrypted } from './encrypted/chunks.ts'
import { type Contents, nameFile, readContentKey, readContents } from './encrypted/contents.ts'
import { forEachFile, listStored, readEncrypted } from './encrypted/files.ts'
import { type BackupPlace, openPlace, parseBackup } from './encrypted/place.ts'
import { readPassphrase, readSealedKeys } from './sealed-keys.ts'

type IsWanted = (path: string) => boolean

/** A single backup, encrypted or not. Paths are the ones in SHA256SUMS. */
export type BackupSource = {
  load(): Promise<{ record: BackupRecord; sums: ReadonlyMap<string, string> }>
  findFaults(): Promise<string[]>
  findFaultsFirst(): Promise<string[]>
  listData(): Promise<string[]>
  /** Copies the files in a folder that `isWanted` accepts. Throws if one is damaged. */
  extract(folder: string, into: string, isWanted?: IsWanted): Promise<void>
  provide(path: string, into: string): Promise<string>
  read(path: string): Readable
  readKeys(): Promise<Map<string, Buffer>>
}

export async function openBackup(address: string, config: Pick<Config, 'BACKUP_KEY'>): Promise<BackupSource> {
  const { at, name } = parseBackup(address)
  if (name !== null) return openEncrypted(at, name, config)
  if (at.place.kind === 's3')
    throw new Refusal(
      'invalid',
      `${at.address} holds several backups. Add a backup’s name, such as venire-….encrypted.`,
    )
  return openFolder(at.place.folder, config)
}

function openFolder(folder: string, config: Pick<Config, 'BACKUP_KEY'>): BackupSource {
  return {
    load: async () => ({ sums: await readSums(folder), record: await readRecord(folder) }),
    findFaults: () => findFaults(folder),
    findFaultsFirst: () => findFaults(folder),
    listData: () => listFiles(join(folder, 'data')).catch(() => []),
    async extract(from, into, isWanted = () => true) {
      const root = join(folder, from)
      if (from === 'data' && !(await readdir(folder)).includes(from)) return
      const filter = async (path: string) => {
        const found = await lstat(path)
        if (!found.isFile() && !found.isDirectory())
          throw new Refusal('invalid', `${path} is a symbolic link or a special file.`)
        return path === root || isWanted(relative(root, path).split(sep).join('/'))
      }
      await cp(root, into, { recursive: true, filter })
    },
    provide: async (path) => join(folder, path),
    read: (path) => createReadStream(join(folder, 'data', path)),
    readKeys: () => readSealedKeys(join(folder, 'data'), config),
  }
}

async function openEncrypted(at: BackupPlace, name: string, config: Pick<Config, 'BACKUP_KEY'>): Promise<BackupSource> {
  const passphrase = await requirePassphrase(config)
  const storage = await openPlace(at)
  const key = await readContentKey(storage, name, passphrase)
  const contents = await readContents(storage, name, key).catch((error: unknown): Contents => {
    throw error instanceof DamagedFile ? new Refusal('invalid', `The backup is damaged: ${error.message}.`) : error
  })
  const files = contents.files.map(([path, sha256, bytes]) => ({ path, sha256, bytes }))
  const byPath = new Map(files.map((each) => [each.path, each]))

  async function findMissing(): Promise<string[]> {
    const stored = await listStored(storage, key)
    return files.flatMap(({ path, sha256, bytes }) => {
      const found = stored.get(nameFile(key, sha256))
      if (found === undefined) return [`${path} is missing`]
      return found === measureEncrypted(bytes) ? [] : [`${path} was changed: its size differs`]
    })
  }

  async function write(path: string, target: string): Promise<void> {
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    await using file = await open(target, 'w', 0o600)
    await readEncrypted(storage, key, byPath.get(path)!, (plain) => file.writeFile(plain)).catch((error: unknown) => {
      throw error instanceof DamagedFile ? new Refusal('invalid', `The backup is damaged: ${path} was changed.`) : error
    })
  }

  return {
    load: async () => ({
      record: contents.record,
      sums: new Map(files.map(({ path, sha256 }) => [path, sha256])),
    }),
    async findFaults() {
      const faults = await findMissing()
      if (faults.length > 0) return faults
      await forEachFile(files, async (file) => {
        await readEncrypted(storage, key, file, () => {}).catch((error: unknown) => {
          if (!(error instanceof DamagedFile)) throw error
          faults.push(`${file.path} was changed: its SHA-256 differs`)
        })
      })
      return faults
    },
    findFaultsFirst: findMissing,
    listData: async () => files.flatMap(({ path }) => (path.startsWith('data/') ? [path.slice('data/'.length)] : [])),
    async extract(from, into, isWanted = () => true) {
      const start = `${from}/`
      for (const each of contents.folders)
        if (each.startsWith(start)) await mkdir(join(into, each.slice(start.length)), { recursive: true, mode: 0o700 })
      const wanted = files.filter(({ path }) => path.startsWith(start) && isWanted(path.slice(start.length)))
      await forEachFile(wanted, ({ path }) => write(path, join(into, path.slice(start.length))))
    },
    async provide(path, into) {
      await write(path, join(into, path))
      return join(into, path)
    },
    read(path) {
      const stream = new PassThrough()
      const push = (plain: Buffer) =>
        stream.write(plain) || new Promise<void>((resolve) => stream.once('drain', resolve))
      readEncrypted(storage, key, byPath.get(`data/${path}`)!, push).then(
        () => stream.end(),
        (error: Error) => stream.destroy(error),
      )
      return stream
    },
    readKeys: async () => new Map(),
  }
}

export async function requirePassphrase(config: Pick<Config, 'BACKUP_KEY'>): Promise<string> {
  const passphrase = await readPassphrase(config)
  if (passphrase === null)
    throw new Refusal(
      'invalid',
      'Encrypted backups need a passphrase. Set BACKUP_KEY, and keep a copy of it elsewhere.',
    )
  return passphrase
}
