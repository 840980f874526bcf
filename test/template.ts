import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Database } from '#server/platform/db.ts'
import { openEmbedded } from '#server/platform/database/embedded.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { installQueue } from '#server/platform/queue/install.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const cache = join(root, 'node_modules', '.cache', 'venire-tests')
/** Templates of other versions are removed after this time; another run may still be using a younger one. */
const keepMs = 3_600_000

/** The state that every test begins with: all migrations applied, the queue's tables made, no rows. */
export async function prepare(database: Database): Promise<void> {
  const folder = tmpdir()
  await migrate(database, { DATA_DIR: folder, DATABASE_URL: undefined, MIN_FREE_GB: 0, MIGRATE_WITHOUT_BACKUP: true })
  await installQueue(database)
}

/** A prepared embedded database as a tar file, made once for each state of the migrations (4 s) and kept. */
export async function embeddedTemplate(): Promise<Uint8Array> {
  const file = join(cache, `${await fingerprint()}.tar`)
  const found = await readFile(file).catch(() => null)
  if (found) return found
  await mkdir(cache, { recursive: true })
  const folder = await mkdtemp(join(tmpdir(), 'venire-template-'))
  try {
    const database = await openEmbedded(join(folder, 'pg'), { durable: false })
    await prepare(database)
    await database.pool.query('checkpoint')
    const bytes = await database.dump()
    await database.close()
    // Several test processes may make it at the same time: each publishes a whole file, and any of them will do.
    const own = join(cache, `${process.pid}.partial`)
    await writeFile(own, bytes)
    await rename(own, file)
    await removeOld()
    return bytes
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function fingerprint(): Promise<string> {
  const hash = createHash('sha256')
  const migrations = join(root, 'server', 'migrations')
  const files = (await readdir(migrations)).filter((each) => each.endsWith('.sql')).sort()
  for (const each of files) hash.update(`${each}\0${await readFile(join(migrations, each), 'utf8')}\0`)
  // The pins of the database and the queue stand in here.
  hash.update(await readFile(join(root, 'package.json'), 'utf8'))
  hash.update(await readFile(fileURLToPath(import.meta.url), 'utf8'))
  return hash.digest('hex').slice(0, 32)
}

async function removeOld(): Promise<void> {
  for (const each of await readdir(cache)) {
    const path = join(cache, each)
    const found = await stat(path).catch(() => null)
    if (found && Date.now() - found.mtimeMs > keepMs) await rm(path, { force: true })
  }
}
