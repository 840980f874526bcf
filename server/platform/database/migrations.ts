import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** `worksFrom` is the oldest schema whose processes still work after this migration, or null if it only adds. */
export type Migration = { name: string; sql: string; sha256: string; worksFrom: string | null }
export type Applied = Pick<Migration, 'name' | 'sha256' | 'worksFrom'>

const fileName = /^\d{4}_[a-z0-9_]+\.sql$/
const mark = /^-- works from:(.*)$/m

export async function readMigrations(folder: string): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((each) => each.endsWith('.sql')).sort()
  for (const [at, file] of files.entries()) {
    if (!fileName.test(file)) throw new Error(`The migration ${file} must be named like 0007_add_rulings.sql.`)
    if (files[at - 1]?.slice(0, 4) === file.slice(0, 4))
      throw new Error(
        `The migrations ${files[at - 1]} and ${file} have the same number. Give the later one the next number.`,
      )
  }
  const names = files.map((file) => file.slice(0, -'.sql'.length))
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(folder, `${name}.sql`), 'utf8')
      const worksFrom = mark.exec(sql)?.[1]?.trim() ?? null
      if (worksFrom !== null && !(names.includes(worksFrom) && worksFrom <= name))
        throw new Error(
          `The migration ${name}.sql works from ${worksFrom}, which is neither itself nor an earlier one.`,
        )
      return { name, sql, sha256: createHash('sha256').update(sql).digest('hex'), worksFrom }
    }),
  )
}

const findLast = (names: readonly (string | null)[]): string =>
  names.reduce<string>((last, name) => (name !== null && name > last ? name : last), '')

/** Throws unless a process with the migrations in `known` may use this database. Newer migrations may have run. */
export function pendingMigrations(known: readonly Migration[], applied: readonly Applied[]): Migration[] {
  const knownByName = new Map(known.map((each) => [each.name, each]))
  const latest = findLast([...knownByName.keys()])
  const floor = findLast(applied.map(({ worksFrom }) => worksFrom))
  for (const each of applied) {
    const file = knownByName.get(each.name)
    if (!file && (each.name < latest || latest < floor))
      throw new Error(
        `The database was used by a newer Venire (its migration ${each.name} is unknown to this one). ` +
          'Nothing was changed. Start the newer version, or restore the backup that was made before that migration.',
      )
    if (file && file.sha256 !== each.sha256)
      throw new Error(
        `The migration ${each.name}.sql was changed after this database had applied it. ` +
          'Nothing was changed. Restore the file as it was and put the new statements into a new migration.',
      )
  }
  const appliedNames = new Set(applied.map((each) => each.name))
  const pending = known.filter((each) => !appliedNames.has(each.name))
  const lastApplied = findLast([...appliedNames])
  const skipped = pending.find((each) => each.name < lastApplied)
  if (skipped)
    throw new Error(
      `The migration ${skipped.name}.sql comes before ${lastApplied}, which this database has already applied. ` +
        'Give it the next number.',
    )
  return pending
}
