import { videoPrefix } from '#server/features/videos/videos.table.ts'
import { damaged, type Ids, textOf } from './archive.ids.ts'
import type { Column, Table } from './catalogue.ts'

/** What belongs to the place where the case was, and gets a new value here. */
const ownFolders: Readonly<Record<string, readonly string[]>> = { analysis_runs: ['work_id'] }
/** Keys of files, which begin with the firm and the video that they belong to. */
const fileKeys: Readonly<Record<string, string>> = { videos: 'transcript_key', video_files: 'key' }

type Row = Record<string, unknown>

/**
 * A row of an archive as it may be put in here: every id a new one, every reference to something that the archive brings
 * itself. Refuses a row that names anything else: nobody's record can be reached by an archive that was made up.
 */
export function rowOf(table: Table, found: Row, ids: Ids, firmId: string): Row {
  const known = new Map(table.columns.map((column) => [column.name, column]))
  const row: Row = {}
  for (const [name, value] of Object.entries(found)) {
    const column = known.get(name)
    if (!column) throw damaged(`it was made by a newer version, which knows "${table.name}.${name}"`)
    if (!column.generated) row[name] = valueOf(table, column, value, ids)
  }
  const keyColumn = fileKeys[table.name]
  const key = keyColumn === undefined ? null : row[keyColumn]
  if (typeof key === 'string') {
    const id = textOf(table.name === 'videos' ? row.id : row.video_id)
    if (!key.startsWith(videoPrefix({ id, firmId })))
      throw damaged(`a row of "${table.name}" names a file that is not its own`)
  }
  return row
}

function valueOf(table: Table, { name, type, refersTo, nullable }: Column, value: unknown, ids: Ids): unknown {
  if (value === null || value === undefined) return null
  if (type === 'uuid') {
    const id = textOf(value)
    if (refersTo !== null) {
      const here = ids.of(refersTo, id)
      if (here !== undefined) return here
      throw damaged(`"${table.name}.${name}" names a record that is not in it (${id.slice(0, 40)})`)
    }
    if (name === 'id') return ids.of(table.name, id)
    if (ownFolders[table.name]?.includes(name)) return ids.fresh(id)
    const here = ids.any(id)
    if (here === undefined && !nullable)
      throw damaged(`"${table.name}.${name}" names a record that is not in it (${id.slice(0, 40)})`)
    return here ?? null
  }
  if (typeof value === 'string') return ids.inText(value)
  return typeof value === 'object' ? (JSON.parse(ids.inText(JSON.stringify(value))) as unknown) : value
}
