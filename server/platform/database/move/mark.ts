import { existsSync } from 'node:fs'
import { open, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Database } from '../../db.ts'
import { isMissing, Refusal } from '../../errors.ts'

/** Without this mark, a stale DATABASE_URL would start Venire on the old copy. */
const fileName = 'pg.moved'
const Mark = z.object({ at: z.string(), to: z.string() })

const restoringName = 'pg.restoring'

const formatDay = (at: string): string => at.slice(0, 10)

export async function refuseMovedFolder(dataDir: string): Promise<void> {
  if (existsSync(join(dataDir, 'pg-moving')) && !existsSync(join(dataDir, 'pg')))
    throw new Refusal(
      'conflict',
      'A move to the embedded database is unfinished. Set DATABASE_URL and run: venire move-database --to embedded. To start with an empty database instead, delete pg-moving from DATA_DIR.',
    )
  const text = await readFile(join(dataDir, fileName), 'utf8').catch((error: unknown) => {
    if (isMissing(error)) return null
    throw error
  })
  if (text === null) return
  const { at, to } = Mark.parse(JSON.parse(text))
  throw new Refusal(
    'conflict',
    `The embedded database was moved to ${to} on ${formatDay(at)}. Set DATABASE_URL. To move it back, set DATABASE_URL and run: venire move-database --to embedded`,
  )
}

export async function refuseMovedServer({ pool }: Database): Promise<void> {
  const { rows } = await pool.query<{ moved: boolean; moving: boolean; leaving: boolean; restoring: boolean }>(
    `select to_regclass('venire_moved.note') is not null as moved, to_regnamespace('venire_move') is not null as moving,
       to_regnamespace('venire_leaving') is not null as leaving,
       to_regnamespace('venire_restoring') is not null as restoring`,
  )
  if (rows[0]?.restoring)
    throw new Refusal(
      'conflict',
      'A backup is being restored into the database at DATABASE_URL. If that stopped, run the same venire restore again with --force, or drop the schema venire_restoring to use the database as it is.',
    )
  if (rows[0]?.moving)
    throw new Refusal(
      'conflict',
      'The database at DATABASE_URL is the target of an unfinished move. Run the same venire move-database again.',
    )
  if (!rows[0]?.moved && rows[0]?.leaving)
    throw new Refusal(
      'conflict',
      'The database at DATABASE_URL is being moved. Run the same venire move-database again, or drop its schema venire_leaving to keep using it.',
    )
  if (!rows[0]?.moved) return
  const { rows: notes } = await pool.query<{ at: string; to: string }>(
    `select to_char(at, 'YYYY-MM-DD') as at, moved_to as to from venire_moved.note`,
  )
  throw new Refusal(
    'conflict',
    `The database at DATABASE_URL was moved to ${notes[0]?.to} on ${notes[0]?.at}. To use this old copy anyway, drop its schema venire_moved.`,
  )
}

export const markFolder = (dataDir: string, to: string): Promise<void> =>
  writeFile(join(dataDir, fileName), JSON.stringify({ at: new Date().toISOString(), to }), { mode: 0o600, flush: true })

export const unmarkFolder = (dataDir: string): Promise<void> => rm(join(dataDir, fileName), { force: true })

/** Call this with the lock on the folder, which a running restore holds. */
export function refuseRestoringFolder(dataDir: string, { hasServer = false } = {}): void {
  const isPartlyReplaced = existsSync(join(dataDir, restoringName))
  const isWhole = hasServer || !existsSync(join(dataDir, '.restoring')) || existsSync(join(dataDir, 'pg'))
  if (!isPartlyReplaced && isWhole) return
  throw new Refusal(
    'conflict',
    `A restore into ${dataDir} was interrupted. Run the same venire restore again with --force. ` +
      (isPartlyReplaced
        ? 'Earlier files are in its replaced-* folders.'
        : 'To start with an empty database instead, delete .restoring from that folder.'),
  )
}

/** Keeps Venire from starting on a folder whose files were only partly replaced. */
export const markRestoringFolder = async (dataDir: string): Promise<void> => {
  await writeFile(join(dataDir, restoringName), 'A restore did not finish.\n', { mode: 0o600, flush: true })
  await syncEntries(dataDir)
}
export const unmarkRestoringFolder = async (dataDir: string): Promise<void> => {
  await syncEntries(dataDir)
  await rm(join(dataDir, restoringName))
}

async function syncEntries(folder: string): Promise<void> {
  await using handle = await open(folder, 'r')
  await handle.sync()
}

export async function markServer({ pool }: Database, to: string): Promise<void> {
  await pool.query(`create schema if not exists venire_moved;
    create table if not exists venire_moved.note (at timestamptz not null default now(), moved_to text not null)`)
  await pool.query('insert into venire_moved.note (moved_to) values ($1)', [to])
}

/** Keeps Venire from starting on a database while its rows are being copied, because new rows would be left behind. */
export const markLeaving = ({ pool }: Database) => pool.query('create schema if not exists venire_leaving')
export const unmarkLeaving = ({ pool }: Database) => pool.query('drop schema if exists venire_leaving')

/** Keeps Venire from starting on a database that a restore is about to replace, or has only partly replaced. */
export const markRestoring = ({ pool }: Database) => pool.query('create schema if not exists venire_restoring')
export const unmarkRestoring = ({ pool }: Database) => pool.query('drop schema if exists venire_restoring')
