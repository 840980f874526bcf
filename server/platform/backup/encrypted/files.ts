import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { isMissing } from '../../errors.ts'
import type { Storage } from '../../storage.ts'
import { type FileEntry, listFiles, readChunks } from '../backup.record.ts'
import { isSame, type Item, listItems } from '../items.ts'
import { DamagedFile, encryptChunks, measureEncrypted, beginDecryption } from './chunks.ts'
import { type ContentKey, type Contents, filesFolder, nameFile } from './contents.ts'
import { readStored } from './place.ts'

type Known = { sha256: string; bytes: number }
type Place = { storage: Storage; key: ContentKey; isLocked: boolean }

const tries = 3
/** Larger files are copied one at a time, because each takes up to 64 MB of memory. */
const smallBytes = 8 * 1024 * 1024
const smallAtOnce = 8

export async function forEachFile<T extends { bytes: number }>(
  files: readonly T[],
  work: (file: T) => Promise<void>,
): Promise<void> {
  for (const each of files) if (each.bytes > smallBytes) await work(each)
  const next = files.filter(({ bytes }) => bytes <= smallBytes).values()
  await Promise.all(
    Array.from({ length: smallAtOnce }, async () => {
      for (const each of next) await work(each)
    }),
  )
}

export async function listStored(storage: Storage, { id }: ContentKey): Promise<Map<string, number>> {
  const found = new Map<string, number>()
  for await (const { key, sizeBytes } of storage.list())
    if (key.startsWith(`${filesFolder}/${id}/`)) found.set(key, sizeBytes)
  return found
}

export class EncryptedFiles {
  readonly entries: FileEntry[] = []
  readonly files = new Map<string, Known>()
  readonly counted = { copiedBytes: 0, linkedFiles: 0 }
  readonly #place: Place
  readonly #before: Contents | null
  readonly #known: Map<string, Known>
  readonly #stored: Map<string, number>

  constructor(place: Place, before: Contents | null, stored: Map<string, number>) {
    this.#place = place
    this.#before = before
    this.#known = new Map(before?.files.map(([path, sha256, bytes]) => [path, { sha256, bytes }]))
    this.#stored = stored
  }

  async addNew(dataDir: string, recordings: Storage | null): Promise<void> {
    const items = (await listItems(dataDir, recordings)).filter(({ path }) => !this.files.has(`data/${path}`))
    const earlier = new Map(this.#before?.record.files.map((each) => [each.path, each]))
    await forEachFile(items, async (item) => {
      const { open: _, ...entry } = item
      const same = earlier.get(item.path)
      const known = this.#known.get(`data/${item.path}`)
      if (known && same && isSame(same, item) && this.#isStored(known)) {
        this.counted.linkedFiles++
        await this.#protect(known)
        return this.#keep(entry, known)
      }
      const found = await this.#copy(item)
      if (found) this.#keep({ ...entry, bytes: found.bytes }, found)
    })
  }

  async addFolder(folder: string): Promise<number> {
    const paths = await listFiles(folder)
    const found = await Promise.all(paths.map(async (path) => ({ path, bytes: (await stat(join(folder, path))).size })))
    await forEachFile(found, async ({ path }) => {
      this.files.set(path, await this.#store(join(folder, path)))
    })
    return found.reduce((sum, { bytes }) => sum + bytes, 0)
  }

  /** Throws if another backup has removed files that this one needs. */
  async requireStored(): Promise<void> {
    const stored = await listStored(this.#place.storage, this.#place.key)
    for (const [path, { sha256, bytes }] of this.files)
      if (stored.get(nameFile(this.#place.key, sha256)) !== measureEncrypted(bytes))
        throw new Error(`the stored copy of ${path} is gone`)
  }

  #keep(entry: FileEntry, known: Known): void {
    this.entries.push(entry)
    this.files.set(`data/${entry.path}`, known)
  }

  #isStored = ({ sha256, bytes }: Known): boolean =>
    this.#stored.get(nameFile(this.#place.key, sha256)) === measureEncrypted(bytes)

  async #copy(item: Item): Promise<Known | null> {
    const source = await item.open()
    if (!source) return null
    try {
      return await this.#store(source.path)
    } catch (error) {
      if (isMissing(error)) return null
      throw error
    } finally {
      await source.release()
    }
  }

  async #store(path: string): Promise<Known> {
    for (let attempt = 1; ; attempt++) {
      const known = await hashWhole(path)
      if (this.#isStored(known)) {
        await this.#protect(known)
        return known
      }
      try {
        await this.#put(path, known)
        return known
      } catch (error) {
        if (!(error instanceof ChangedWhileRead) || attempt === tries) throw error
      }
    }
  }

  async #put(path: string, known: Known): Promise<void> {
    const { storage, key } = this.#place
    const name = nameFile(key, known.sha256)
    const size = measureEncrypted(known.bytes)
    await storage.put(name, Readable.from(encryptChunks(readSame(path, known), key.content, name)), size)
    await readEncrypted(storage, key, known, () => {})
    this.#stored.set(name, size)
    this.counted.copiedBytes += known.bytes
    await this.#protect(known)
  }

  async #protect({ sha256 }: Known): Promise<void> {
    if (this.#place.isLocked) await this.#place.storage.protect(nameFile(this.#place.key, sha256))
  }
}

class ChangedWhileRead extends Error {}

async function hashWhole(path: string): Promise<Known> {
  const hash = createHash('sha256')
  let bytes = 0
  await readChunks(path, (chunk) => {
    hash.update(chunk)
    bytes += chunk.length
  })
  return { sha256: hash.digest('hex'), bytes }
}

/** Throws at the end if the bytes differ from those that were hashed. Ignores bytes appended in the meantime. */
async function* readSame(path: string, { sha256, bytes }: Known): AsyncGenerator<Buffer, void> {
  const hash = createHash('sha256')
  if (bytes > 0)
    for await (const chunk of createReadStream(path, { end: bytes - 1, highWaterMark: 1024 * 1024 })) {
      hash.update(chunk as Buffer)
      yield chunk as Buffer
    }
  if (hash.digest('hex') !== sha256) throw new ChangedWhileRead(`${path} keeps changing while being read`)
}

/** Throws `DamagedFile` if the content isn't what was backed up. */
export async function readEncrypted(
  storage: Storage,
  key: ContentKey,
  { sha256 }: Pick<Known, 'sha256'>,
  use: (plain: Buffer) => unknown,
): Promise<void> {
  const name = nameFile(key, sha256)
  const hash = createHash('sha256')
  const decryption = beginDecryption(key.content, name, async (plain) => {
    hash.update(plain)
    await use(plain)
  })
  await readStored(storage, name, (chunk) => decryption.push(chunk))
  await decryption.finish()
  if (hash.digest('hex') !== sha256) throw new DamagedFile(`${name} doesn’t match its SHA-256`)
}
