import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { access, constants, copyFile, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Storage } from '../storage.ts'
import { pathOfKey, pathOfPrefix } from './keys.ts'
import { openForSending } from './send.ts'
import { freeBytes } from './space.ts'

/** Node's default of 64 KiB takes 16 times as many writes. */
const chunkBytes = 1024 * 1024
/** An incoming file that hasn't changed for this long is considered abandoned. */
const abandonedMs = 3_600_000

/**
 * Writes to a temporary name, flushes, renames, and then flushes the folder, so a power failure leaves either the whole
 * file or nothing.
 */
export async function openLocalStorage(folder: string): Promise<Storage> {
  const incoming = join(folder, '.incoming')
  await mkdir(incoming, { recursive: true, mode: 0o700 })
  await removeAbandoned(incoming)
  await flush(folder)

  const publish = async (temporary: string, key: string): Promise<void> => {
    const path = pathOfKey(folder, key)
    const made = await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await rename(temporary, path)
    for (let each = dirname(path); ; each = dirname(each)) {
      await flush(each)
      if (!made || each === dirname(made) || each === folder) break
    }
  }

  return {
    async adopt(localPath, key) {
      pathOfKey(folder, key)
      await flush(localPath)
      try {
        await publish(localPath, key)
      } catch (error) {
        if (!isCode(error, 'EXDEV')) throw error
        const temporary = join(incoming, randomUUID())
        try {
          await copyFile(localPath, temporary)
          await flush(temporary)
          await publish(temporary, key)
        } finally {
          await rm(temporary, { force: true })
        }
        await rm(localPath)
      }
    },

    async put(key, bytes) {
      pathOfKey(folder, key)
      const temporary = join(incoming, randomUUID())
      try {
        const source = bytes instanceof Uint8Array ? Readable.from([bytes]) : bytes
        await pipeline(source, createWriteStream(temporary, { mode: 0o600, flush: true, highWaterMark: chunkBytes }))
        const { size } = await stat(temporary)
        await publish(temporary, key)
        return { sizeBytes: size }
      } finally {
        await rm(temporary, { force: true })
      }
    },

    async size(key) {
      const found = await stat(pathOfKey(folder, key)).catch(missing)
      return found?.isFile() ? found.size : null
    },

    async digest(key, hasher, watch) {
      const path = pathOfKey(folder, key)
      return (await stat(path).catch(missing)) && hasher.digest(path, watch)
    },

    async open(key) {
      return openForSending(pathOfKey(folder, key)).catch(missing)
    },

    async localCopy(key) {
      const path = pathOfKey(folder, key)
      await stat(path)
      return { path, release: async () => {} }
    },

    async heldCopy(key) {
      const path = pathOfKey(folder, key)
      return (await stat(path).catch(missing)) && { path, release: async () => {} }
    },

    async *list(prefix) {
      const root = prefix === undefined ? folder : pathOfPrefix(folder, prefix)
      for (const entry of (await readdir(root, { recursive: true, withFileTypes: true }).catch(missing)) ?? []) {
        const path = join(entry.parentPath, entry.name)
        const key = relative(folder, path).split(sep).join('/')
        if (!entry.isFile() || key.startsWith('.')) continue
        const found = await stat(path).catch(missing)
        if (found) yield { key, sizeBytes: found.size, version: String(found.mtimeMs) }
      }
    },

    async protect() {},

    async remove(key) {
      const path = pathOfKey(folder, key)
      await rm(path, { force: true })
      await flush(dirname(path)).catch(missing)
    },

    async removeAll(prefix) {
      const path = pathOfPrefix(folder, prefix)
      await rm(path, { recursive: true, force: true })
      await flush(dirname(path)).catch(missing)
    },

    freeBytes: () => freeBytes(folder),

    findProblem: () =>
      access(folder, constants.R_OK | constants.W_OK).then(
        () => null,
        () => 'the storage folder is not writable',
      ),

    tidy: () => removeAbandoned(incoming),

    parts: null,
  }
}

/** Removes files left by dead processes. Recent files may still be in use. */
async function removeAbandoned(incoming: string): Promise<void> {
  for (const name of await readdir(incoming)) {
    const path = join(incoming, name)
    const found = await stat(path).catch(missing)
    if (found && Date.now() - found.mtimeMs > abandonedMs) await rm(path, { force: true })
  }
}

async function flush(path: string): Promise<void> {
  await using handle = await open(path, 'r')
  await handle.sync()
}

const isCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code

function missing(error: unknown): null {
  if (isCode(error, 'ENOENT') || isCode(error, 'ENOTDIR')) return null
  throw error
}
