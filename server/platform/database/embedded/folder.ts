import { existsSync } from 'node:fs'
import { mkdir, open, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The major version of PostgreSQL inside the pinned @electric-sql/pglite. */
const embeddedMajor = '18'

/** Makes everything below a folder, and the folder itself, survive a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  const paths = [...entries.map((each) => join(each.parentPath, each.name)), folder]
  // A few at once: the file system then answers several with one flush of its journal.
  const next = paths[Symbol.iterator]()
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (const path of next) {
        await using file = await open(path, 'r')
        await file.sync()
      }
    }),
  )
}

/** Refuses a PostgreSQL folder that the embedded version cannot read, before it is touched. */
export async function checkFolderVersion(folder: string): Promise<void> {
  const version = await readFile(join(folder, 'PG_VERSION'), 'utf8').then(
    (text) => text.trim(),
    () => null,
  )
  if (version === null || version === embeddedMajor) return
  throw new Error(
    `The database in ${folder} was written by PostgreSQL ${version}, and this Venire carries PostgreSQL ${embeddedMajor}. ` +
      'Nothing was changed. Start the Venire that wrote it, or restore a backup made for this version.',
  )
}

/**
 * Makes the folder's first content whole or not at all: while `make` runs a mark stands beside the folder, and a
 * folder found with its mark was cut off before anything in it was acknowledged, so it is begun anew.
 */
export async function makeOnce<T>(folder: string, make: () => Promise<T>): Promise<T> {
  const mark = `${folder}.unfinished`
  if (existsSync(mark)) await rm(folder, { recursive: true, force: true })
  else if (existsSync(join(folder, 'PG_VERSION'))) return make()
  else if (existsSync(folder) && (await readdir(folder)).length > 0)
    throw new Error(
      `${folder} holds files but no database (PG_VERSION is missing). Nothing was changed. ` +
        'Restore the folder from a backup, or move it away to begin with an empty database.',
    )
  await writeFile(mark, 'The first start has not finished; this folder holds nothing yet.\n')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const made = await make()
  await syncFolder(folder)
  await rm(mark)
  return made
}
