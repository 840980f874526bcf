import { execFileSync } from 'node:child_process'
import { chmod, mkdtemp, readdir, rm, statfs } from 'node:fs/promises'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'
import { openServer } from '#server/platform/database/server.ts'
import { listMissingModels } from '#tools/models.mjs'
import { startPostgres } from './postgres.ts'
import { prepare } from './template.ts'

export default async function setup(): Promise<() => Promise<void>> {
  // After a `git pull`, new models may be missing.
  if (listMissingModels().length > 0) execFileSync(process.execPath, [join(import.meta.dirname, '../tools/models.mjs')])
  const place = await roomInMemory()
  await removeLeft(place)
  const folder = await mkdtemp(join(place, `venire-tests-${process.pid}-`))
  await chmod(folder, 0o711) // The database server runs as a different user, who needs access.
  process.env.TMPDIR = folder
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
    // Test processes may still be writing to their caches.
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }
}

/** Removes files that killed runs left in memory, where they would otherwise stay until a reboot. */
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

/** Prefers a folder in memory, where opening a database takes a third of the CPU time. */
async function roomInMemory(): Promise<string> {
  const memory = '/dev/shm'
  const found = await statfs(memory).catch(() => null)
  if (!found) return tmpdir()
  const needed = 4 * 1024 ** 3 // Enough for all concurrent test files, plus the same amount for the tests' own memory.
  return Math.min(found.bavail * found.bsize, freemem() - needed) >= needed ? memory : tmpdir()
}
