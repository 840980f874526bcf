import { createHash } from 'node:crypto'
import { link, mkdir, open, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Config } from '../config.ts'
import { isMissing } from '../errors.ts'
import { requireSpace } from '../storage/space.ts'
import type { Storage } from '../storage.ts'
import { type FileEntry, hashFile, isPlainFile, listFiles, readChunks, readRecord, readSums } from './backup.record.ts'
import { isSame, type Item, listItems } from './items.ts'
import { listBackups } from './list.ts'
import { isKey, nameSealed, sealKey } from './sealed-keys.ts'

type Before = { folder: string; unchanged: Map<string, FileEntry & { sha256: string }> }

export class Copies {
  readonly files: FileEntry[] = []
  readonly sums = new Map<string, string>()
  readonly counted = { copiedBytes: 0, linkedFiles: 0 }
  readonly #config: Pick<Config, 'DATA_DIR' | 'MIN_FREE_GB'>
  readonly #before: Before | null
  readonly #partial: string
  readonly #passphrase: string | null
  readonly #storage: Storage | null

  constructor(
    config: Pick<Config, 'DATA_DIR' | 'MIN_FREE_GB'>,
    before: Before | null,
    partial: string,
    passphrase: string | null = null,
    storage: Storage | null = null,
  ) {
    this.#config = config
    this.#before = before
    this.#partial = partial
    this.#passphrase = passphrase
    this.#storage = storage
  }

  async copyNew(): Promise<void> {
    const { DATA_DIR } = this.#config
    const items = await listItems(DATA_DIR, this.#storage)
    const fresh = items.filter(({ path }) => !this.#isTaken(path))
    const toCopy = fresh.filter((each) => !this.#isUnchanged(each))
    await requireSpace(
      this.#partial,
      this.#config,
      toCopy.reduce((sum, each) => sum + each.bytes, 0),
    )
    for (const each of fresh) await this.#take(each)
  }

  #isTaken(path: string): boolean {
    if (isKey(path) && this.#passphrase === null) return true
    return this.sums.has(path) || this.sums.has(nameSealed(path))
  }

  #isUnchanged(item: Item) {
    const known = this.#before?.unchanged.get(item.path)
    return known && isSame(known, item) ? known : null
  }

  async #take(item: Item): Promise<void> {
    const { open: _, ...file } = item
    if (isKey(file.path) && this.#passphrase !== null) return this.#takeKey(file, this.#passphrase)
    const target = join(this.#partial, 'data', file.path)
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    const known = this.#isUnchanged(item)
    const earlier = known && this.#before ? join(this.#before.folder, 'data', file.path) : null
    // Verify the earlier copy before linking to it, in case it was damaged.
    if (
      known &&
      earlier &&
      (await isPlainFile(earlier)) &&
      (await hashFile(earlier).catch(() => null)) === known.sha256 &&
      (await linked(earlier, target))
    ) {
      this.#keep(file, known.sha256)
      this.counted.linkedFiles++
      return
    }
    const sha256 = await copyItem(item, target)
    if (sha256 === null) return
    if ((await hashFile(target)) !== sha256) throw new Error(`${file.path} does not match what was written`)
    const { size } = await stat(target)
    this.#keep({ ...file, bytes: size }, sha256)
    this.counted.copiedBytes += size
  }

  async #takeKey(file: FileEntry, passphrase: string): Promise<void> {
    const path = nameSealed(file.path)
    const target = join(this.#partial, 'data', path)
    const sealed = sealKey(file.path, await readFile(join(this.#config.DATA_DIR, file.path)), passphrase)
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    await writeFile(target, sealed, { mode: 0o600, flush: true })
    this.#keep({ ...file, path, bytes: sealed.length }, await hashFile(target))
    this.counted.copiedBytes += sealed.length
  }

  #keep(file: FileEntry, sha256: string): void {
    this.files.push(file)
    this.sums.set(file.path, sha256)
  }

  async addDatabase(): Promise<number> {
    const own = [...this.sums]
    this.sums.clear()
    for (const [path, sha256] of own) this.sums.set(`data/${path}`, sha256)
    let bytes = 0
    for (const path of await listFiles(this.#partial)) {
      if (path.startsWith('data/')) continue
      this.sums.set(path, await hashFile(join(this.#partial, path)))
      bytes += (await stat(join(this.#partial, path))).size
    }
    return bytes
  }
}

export async function lastBackup(to: string): Promise<Before | null> {
  const folder = (await listBackups(to)).at(-1)
  if (!folder) return null
  try {
    const [{ files }, sums] = [await readRecord(folder), await readSums(folder)]
    return {
      folder,
      unchanged: new Map(files.map((each) => [each.path, { ...each, sha256: sums.get(`data/${each.path}`) ?? '' }])),
    }
  } catch {
    // If the last backup can't be read, everything is copied.
    return null
  }
}

/** Returns false if the file system doesn't support hard links or the file has too many of them. */
const linked = (from: string, to: string): Promise<boolean> =>
  link(from, to).then(
    () => true,
    () => false,
  )

async function copyItem(item: Item, target: string): Promise<string | null> {
  const source = await item.open()
  if (!source) return null
  try {
    return await copyHashing(source.path, target)
  } finally {
    await source.release()
  }
}

async function copyHashing(from: string, to: string): Promise<string | null> {
  const hash = createHash('sha256')
  try {
    await using copy = await open(to, 'w', 0o600)
    await readChunks(from, async (chunk) => {
      hash.update(chunk)
      await copy.writeFile(chunk)
    })
    await copy.sync()
  } catch (error) {
    if (!isMissing(error)) throw error
    await rm(to, { force: true })
    return null
  }
  return hash.digest('hex')
}
