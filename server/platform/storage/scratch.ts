import { randomUUID } from 'node:crypto'
import { link, mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { isMissing } from '../errors.ts'
import type { LocalCopy } from '../storage.ts'
import { requireSpace } from './space.ts'

/** Longer than the longest job. */
const abandonedMs = 48 * 3_600_000
const linkTries = 3

export type Scratch = {
  /** `name` must change whenever the bytes do. */
  copy(name: string, bytes: number, fetch: (path: string) => Promise<void>): Promise<LocalCopy>
  find(name: string, bytes: number): Promise<LocalCopy | null>
  tidy(): Promise<void>
}

/**
 * Keeps local copies of stored files, up to SCRATCH_GB. Each user of a copy gets a hard link, so any process can delete
 * the copy at any time.
 */
export async function openScratch(
  folder: string,
  config: Pick<Config, 'SCRATCH_GB' | 'MIN_FREE_GB'>,
): Promise<Scratch> {
  const [kept, held, coming] = [join(folder, 'kept'), join(folder, 'held'), join(folder, 'coming')]
  for (const each of [kept, held, coming]) await mkdir(each, { recursive: true, mode: 0o700 })
  const flights = new Map<string, Promise<void>>()

  async function makeRoom(bytes: number): Promise<void> {
    await requireSpace(folder, config, bytes).catch(async () => {
      await evict(0)
      await requireSpace(folder, config, bytes)
    })
  }

  async function fetchOnce(name: string, bytes: number, fetch: (path: string) => Promise<void>): Promise<void> {
    const flight = flights.get(name) ?? load(name, bytes, fetch).finally(() => flights.delete(name))
    flights.set(name, flight)
    await flight
  }

  async function load(name: string, bytes: number, fetch: (path: string) => Promise<void>): Promise<void> {
    // Upkeep runs on one machine only.
    await tidy()
    await makeRoom(bytes)
    const path = join(coming, randomUUID())
    try {
      await fetch(path)
      await flush(path)
      await rename(path, join(kept, name))
    } finally {
      await rm(path, { force: true })
    }
  }

  async function evict(most: number): Promise<void> {
    const found = []
    for (const name of await readdir(kept)) {
      const file = await stat(join(kept, name)).catch(ifMissing)
      if (file) found.push({ name, bytes: file.size, usedMs: file.mtimeMs })
    }
    let left = found.reduce((sum, { bytes }) => sum + bytes, 0)
    for (const { name, bytes } of found.toSorted((a, b) => a.usedMs - b.usedMs)) {
      if (left <= most) return
      await rm(join(kept, name), { force: true })
      left -= bytes
    }
  }

  async function tidy(): Promise<void> {
    for (const each of [held, coming])
      for (const name of await readdir(each)) {
        const file = await stat(join(each, name)).catch(ifMissing)
        if (file && Date.now() - file.ctimeMs > abandonedMs) await rm(join(each, name), { force: true })
      }
  }

  return {
    async find(name, bytes) {
      const path = join(held, randomUUID())
      const isHeld = await link(join(kept, name), path).then(() => true, ifMissing)
      if (!isHeld) return null
      const release = () => rm(path, { force: true })
      if ((await stat(path)).size !== bytes) return release().then(() => null)
      const now = new Date()
      await utimes(path, now, now)
      return { path, release }
    },

    async copy(name, bytes, fetch) {
      const path = join(held, randomUUID())
      for (let tries = 1; ; tries++) {
        try {
          await link(join(kept, name), path)
          if ((await stat(path)).size === bytes) break
          // The copy may have been cut off by a power failure.
          for (const each of [path, join(kept, name)]) await rm(each, { force: true })
          if (tries > linkTries) throw new Error(`the copy of a stored file doesn’t have ${bytes} bytes`)
          await fetchOnce(name, bytes, fetch)
        } catch (error) {
          if (!isMissing(error) || tries > linkTries) throw error
          await fetchOnce(name, bytes, fetch)
        }
      }
      const now = new Date()
      await utimes(path, now, now)
      await evict(config.SCRATCH_GB * 1024 ** 3)
      return { path, release: () => rm(path, { force: true }) }
    },

    tidy,
  }
}

async function flush(path: string): Promise<void> {
  await using file = await open(path, 'r+')
  await file.sync()
}

function ifMissing(error: unknown): null {
  if (isMissing(error)) return null
  throw error
}
