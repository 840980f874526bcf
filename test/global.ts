import { chmod, mkdtemp, readdir, rm, statfs } from 'node:fs/promises'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'
import { openServer } from '#server/platform/database/server.ts'
import { startPostgres } from './postgres.ts'
import { prepare } from './template.ts'

/** Runs once before and after all test files: a folder for everything they write, and the server on the server's leg. */
export default async function setup(): Promise<() => Promise<void>> {
  const place = await roomInMemory()
  await removeLeft(place)
  const folder = await mkdtemp(join(place, `venire-tests-${process.pid}-`))
  await chmod(folder, 0o711) // the server runs as a user of its own
  process.env.TMPDIR = folder
  // The programs that tests start are the same few: each after the first finds its source compiled.
  process.env.NODE_COMPILE_CACHE = join(folder, 'compiled')
  const server = process.env.VENIRE_TEST_DATABASE === 'server' ? await startPostgres() : null
  if (server) {
    const first = await openServer(server.url)
    await first.pool.query('create database venire_template')
    await first.close()
    const template = await openServer(server.url.replace(/\/postgres$/, '/venire_template'))
    await prepare(template)
    await template.close()
    process.env.VENIRE_TEST_SERVER = server.url
  }
  return async () => {
    await server?.stop()
    // Test processes write what they compiled as they end, some of them a moment after this begins.
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }
}

/** Removes what runs left that were killed: it would take up memory until the machine is started anew. */
async function removeLeft(place: string): Promise<void> {
  for (const name of await readdir(place)) {
    const pid = /^venire-tests-(\d+)-/.exec(name)?.[1]
    if (pid && !isRunning(Number(pid))) await rm(join(place, name), { recursive: true, force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}

/**
 * Where files live in memory, if there is room; else the system's own folder. On a disk, opening a database takes three
 * times the processor's time.
 */
async function roomInMemory(): Promise<string> {
  const memory = '/dev/shm'
  const found = await statfs(memory).catch(() => null)
  if (!found) return tmpdir()
  const needed = 4 * 1024 ** 3 // the files of all tests that run at once, and the tests' own memory
  return Math.min(found.bavail * found.bsize, freemem() - needed) >= needed ? memory : tmpdir()
}
