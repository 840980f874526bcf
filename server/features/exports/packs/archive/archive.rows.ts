import { videoPrefix } from '#server/features/videos/videos.table.ts'
import { damaged, type Ids, textOf } from './archive.ids.ts'
import type { Column, Table } from './catalogue.ts'

/** What belongs to the place where the case was, and gets a new value here. */
const ownFolders: Readonly<Record<string, readonly string[]>> = { analysis_runs: ['work_id'] }
/** Keys of files, which begin with the firm and the video that they belong to. */
const fileKeys: Readonly<Record<string, string>> = { videos: 'transcript_key', video_files: 'key' }

type Row = Record<string, unknown>
type Place = {
  firmId: string
  /** Keys under which the files of the archive are stored here, and the SHA-256 of each. */
  files: ReadonlyMap<string, string>
}

/**
 * A row of an archive as it may be put in here: every id a new one, every reference to something that the archive brings
 * itself. Refuses a row that names anything else: nobody's record can be reached by an archive that was made up.
 */
export function rowOf(table: Table, found: Row, ids: Ids, { firmId, files }: Place): Row {
  const row: Row = {}
  for (const column of table.columns)
    if (!column.generated && column.name in found) row[column.name] = valueOf(table, column, found[column.name], ids)
  const keyColumn = fileKeys[table.name]
  const key = keyColumn === undefined ? null : row[keyColumn]
  if (typeof key === 'string') {
    const id = textOf(table.name === 'videos' ? row.id : row.video_id)
    if (!key.startsWith(videoPrefix({ id, firmId })))
      throw damaged(`a row of "${table.name}" names a file that is not its own`)
    const sha256 = files.get(key)
    if (sha256 === undefined) throw damaged(`a row of "${table.name}" names a file that is not in it`)
    if (table.name === 'video_files' && (row.sha256 ?? sha256) !== sha256)
      throw damaged(`a file of the video ${textOf(found.video_id)} has another SHA-256 than its record says`)
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
  return typeof value === 'object' ? ids.inJson(value) : value
}
