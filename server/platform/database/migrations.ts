import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

export type Migration = { name: string; sql: string; sha256: string }
export type Applied = Pick<Migration, 'name' | 'sha256'>

const fileName = /^\d{4}_[a-z0-9_]+\.sql$/

export async function readMigrations(folder: string): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((each) => each.endsWith('.sql')).sort()
  for (const [at, file] of files.entries()) {
    if (!fileName.test(file)) throw new Error(`The migration ${file} must be named like 0007_add_rulings.sql.`)
    if (files[at - 1]?.slice(0, 4) === file.slice(0, 4))
      throw new Error(
        `The migrations ${files[at - 1]} and ${file} have the same number. Give the later one the next number.`,
      )
  }
  return Promise.all(
    files.map(async (file) => {
      const sql = await readFile(join(folder, file), 'utf8')
      return { name: file.slice(0, -'.sql'.length), sql, sha256: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

export function pendingMigrations(known: readonly Migration[], applied: readonly Applied[]): Migration[] {
  const knownByName = new Map(known.map((each) => [each.name, each]))
  for (const each of applied) {
    const file = knownByName.get(each.name)
    if (!file)
      throw new Error(
        `The database was used by a newer Venire (its migration ${each.name} is unknown to this one). ` +
          'Nothing was changed. Start the newer version, or restore the backup that was made before that migration.',
      )
    if (file.sha256 !== each.sha256)
      throw new Error(
        `The migration ${each.name}.sql was changed after this database had applied it. ` +
          'Nothing was changed. Restore the file as it was and put the new statements into a new migration.',
      )
  }
  const appliedNames = new Set(applied.map((each) => each.name))
  const pending = known.filter((each) => !appliedNames.has(each.name))
  const lastApplied = applied
    .map((each) => each.name)
    .sort()
    .at(-1)
  const skipped = lastApplied && pending.find((each) => each.name < lastApplied)
  if (skipped)
    throw new Error(
      `The migration ${skipped.name}.sql comes before ${lastApplied}, which this database has already applied. ` +
        'Give it the next number.',
    )
  return pending
}
