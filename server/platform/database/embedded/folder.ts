import { existsSync } from 'node:fs'
import { mkdir, open, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** PostgreSQL version of the pinned @electric-sql/pglite. */
const embeddedMajor = '18'

export async function syncFolder(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  const paths = [...entries.map((each) => join(each.parentPath, each.name)), folder]
  // Flush several files at once so that the file system can combine journal flushes.
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

/** Makes an empty folder for the data that a restore or a move replaces. Two of them may start within a second. */
export async function makeAsideFolder(dataDir: string): Promise<string> {
  const second = new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '')
  for (let nth = 1; ; nth += 1) {
    const aside = join(dataDir, nth === 1 ? `replaced-${second}` : `replaced-${second}-${nth}`)
    try {
      await mkdir(aside, { mode: 0o700 })
      return aside
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}

export async function checkFolderVersion(folder: string): Promise<void> {
  const version = await readFile(join(folder, 'PG_VERSION'), 'utf8').then(
    (text) => text.trim(),
    () => null,
  )
  if (version === null || version === embeddedMajor) return
  throw new Error(
    `The database in ${folder} was written by PostgreSQL ${version}, but this Venire includes PostgreSQL ${embeddedMajor}. ` +
      'Nothing was changed. Start the Venire that wrote it, or restore a backup made for this version.',
  )
}

/** A marker file next to the folder means that an earlier run was interrupted, so `make` starts over. */
export async function makeOnce<T>(folder: string, make: () => Promise<T>): Promise<T> {
  const mark = `${folder}.unfinished`
  if (existsSync(mark)) await rm(folder, { recursive: true, force: true })
  else if (existsSync(join(folder, 'PG_VERSION'))) return make()
  else if (existsSync(folder) && (await readdir(folder)).length > 0)
    throw new Error(
      `${folder} holds files but no database (PG_VERSION is missing). Nothing was changed. ` +
        'Restore the folder from a backup, or move it away to start with an empty database.',
    )
  await writeFile(mark, 'The first start has not finished. There is no data here yet.\n')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const made = await make()
  await syncFolder(folder)
  await rm(mark)
  return made
}
