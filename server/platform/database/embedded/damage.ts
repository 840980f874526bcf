import { open, readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Refusal } from '../../errors.ts'
import { freeBytes } from '../../storage/space.ts'

/** PostgreSQL 18's control file version and WAL page magic number. */
const controlVersion = 1800
const logMagic = 0xd118
const fullBytes = 64 * 1024 * 1024

async function findDamage(folder: string): Promise<string[]> {
  const found: string[] = []
  for (const name of ['base', 'global', 'pg_wal', 'pg_xact', 'pg_multixact'])
    if (!(await stat(join(folder, name)).catch(() => null))?.isDirectory()) found.push(`the folder ${name} is missing`)
  const control = await readStart(join(folder, 'global/pg_control'), 12)
  if (!control) found.push('global/pg_control is missing')
  else if (control.length < 12 || control.readUInt32LE(8) !== controlVersion) found.push('global/pg_control is damaged')
  const segments = (await readdir(join(folder, 'pg_wal')).catch(() => [])).filter((name) => /^[0-9A-F]{24}$/.test(name))
  if (segments.length === 0) found.push('the log in pg_wal is missing')
  for (const name of segments) {
    const page = await readStart(join(folder, 'pg_wal', name), 2)
    // Segments that are ready for reuse start with zeros.
    const magic = page && page.length === 2 ? page.readUInt16LE(0) : 0
    if (magic !== 0 && magic !== logMagic) found.push(`pg_wal/${name} is damaged`)
  }
  return found
}

async function readStart(path: string, bytes: number): Promise<Buffer | null> {
  try {
    await using file = await open(path, 'r')
    const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, 0)
    return buffer.subarray(0, bytesRead)
  } catch {
    return null
  }
}

const restoring =
  'Restore the newest backup with "./venire restore BACKUP --force"; backups are in the backups folder of DATA_DIR unless ' +
  'you keep them elsewhere. The current files are moved aside, not deleted.'

export async function explainFailedStart(folder: string, reason: string): Promise<Refusal> {
  const damage = await findDamage(folder)
  const free = await freeBytes(folder).catch(() => null)
  const cause = { cause: new Error(reason) }
  const isFull = damage.length === 0 && free !== null && free < fullBytes
  const message = isFull
    ? `The embedded database could not start: the disk that contains ${dirname(folder)} is full. Free some space and start again.`
    : `The embedded database in ${folder} is damaged: ${damage.join(', ') || 'PostgreSQL can’t recover its files'}. ${restoring}`
  return Object.assign(new Refusal('unavailable', message), cause)
}

/** Returns null unless the SQLSTATE is class XX (internal error) or 58P01 (missing file). */
export function explainDamagedRead(folder: string, error: unknown): Error | null {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (!code.startsWith('XX') && code !== '58P01') return null
  const path =
    error instanceof Error ? /"?(?:base|global)\/[\d/]+"?/.exec(error.message)?.[0].replaceAll('"', '') : undefined
  const message = `The embedded database in ${folder} is damaged: ${path ?? 'one of its tables'} cannot be read. ${restoring}`
  return Object.assign(new Refusal('unavailable', message), { cause: error })
}
