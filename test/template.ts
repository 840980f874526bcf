import { createHash } from 'node:crypto'
import { cpSync, existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Database } from '#server/platform/db.ts'
import { openEmbedded } from '#server/platform/database/embedded/embedded.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { installQueue } from '#server/platform/queue/open.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const cache = join(root, 'node_modules', '.cache', 'venire-tests')
/** Keeps recent templates because another run may be using them. */
const keepMs = 3_600_000

export async function prepare(database: Database): Promise<void> {
  const folder = tmpdir()
  await migrate(database, { DATA_DIR: folder, DATABASE_URL: undefined, MIN_FREE_GB: 0, MIGRATE_WITHOUT_BACKUP: true })
  await installQueue(database)
}

export async function copyTemplate(folder: string): Promise<void> {
  // For 1,400 files, the async version takes four times as much CPU time.
  cpSync(await embeddedTemplate(), folder, { recursive: true })
}

/**
 * Building the template takes 4 s and happens once per set of migrations. Tests copy the template and never open it.
 */
async function embeddedTemplate(): Promise<string> {
  const kept = join(cache, await fingerprint())
  if (existsSync(kept)) {
    await utimes(kept, new Date(), new Date())
    return kept
  }
  await mkdir(cache, { recursive: true })
  const own = await mkdtemp(join(cache, 'partial-'))
  const database = await openEmbedded(join(own, 'pg'), { durable: false })
  await prepare(database)
  await database.close()
  // Several processes may build it at once. The first to finish publishes its folder.
  await rename(join(own, 'pg'), kept).catch((error: unknown) => {
    if (!existsSync(kept)) throw error
  })
  await rm(own, { recursive: true, force: true })
  await removeOld()
  return kept
}

async function fingerprint(): Promise<string> {
  const hash = createHash('sha256')
  const migrations = join(root, 'server', 'migrations')
  const files = (await readdir(migrations)).filter((each) => each.endsWith('.sql')).sort()
  for (const each of files) hash.update(`${each}\0${await readFile(join(migrations, each), 'utf8')}\0`)
  // package.json contains the pinned versions of the database and the queue.
  hash.update(await readFile(join(root, 'package.json'), 'utf8'))
  hash.update(await readFile(fileURLToPath(import.meta.url), 'utf8'))
  // The queue creates a table per day, so the date is part of the key.
  hash.update(new Date().toISOString().slice(0, 10))
  return hash.digest('hex').slice(0, 32)
}

async function removeOld(): Promise<void> {
  for (const each of await readdir(cache)) {
    const path = join(cache, each)
    const found = await stat(path).catch(() => null)
    if (found && Date.now() - found.mtimeMs > keepMs) await rm(path, { recursive: true, force: true })
  }
}
