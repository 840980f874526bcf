import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { PoolClient } from 'pg'
import { countRows } from './handle.ts'

const run = promisify(execFile)
const maxOutputBytes = 64 * 1024 * 1024

export async function missingDumpTools(): Promise<string | null> {
  for (const tool of ['pg_dump', 'pg_restore']) {
    try {
      await run(tool, ['--version'])
    } catch {
      return `${tool} is not installed`
    }
  }
  return null
}

/** Passes credentials in the environment because arguments appear in the process list. */
export function connectionEnv(url: string): NodeJS.ProcessEnv {
  const { hostname, port, username, password, pathname, searchParams } = new URL(url)
  const given: [string, string | null][] = [
    ['PGHOST', searchParams.get('host') ?? decodeURIComponent(hostname)],
    ['PGPORT', port],
    ['PGUSER', decodeURIComponent(username)],
    ['PGPASSWORD', decodeURIComponent(password)],
    ['PGDATABASE', decodeURIComponent(pathname.slice(1))],
    // The driver's `no-verify` means the same as libpq's `require`.
    ['PGSSLMODE', searchParams.get('sslmode')?.replace(/^no-verify$/, 'require') ?? null],
    ['PGSSLROOTCERT', searchParams.get('sslrootcert')],
    ['PGSSLCERT', searchParams.get('sslcert')],
    ['PGSSLKEY', searchParams.get('sslkey')],
  ]
  const present = given.flatMap(([name, value]) => (value ? [[name, value] as const] : []))
  return { ...process.env, ...Object.fromEntries(present) }
}

/** Throws if the dump doesn't list every table. */
export async function dumpServer(client: PoolClient, url: string, file: string): Promise<void> {
  const tables = await countRows(client)
  await run('pg_dump', ['--format=custom', '--no-password', `--file=${file}`], { env: connectionEnv(url) })
  const { stdout } = await run('pg_restore', ['--list', file], { maxBuffer: maxOutputBytes })
  const dumped = stdout.split('\n').filter((line) => / TABLE DATA /.test(line)).length
  if (dumped < tables.size) throw new Error(`the dump contains ${dumped} tables, but the database has ${tables.size}`)
}

export async function dumpSnapshot(client: PoolClient, url: string, file: string): Promise<Map<string, number>> {
  await client.query('begin isolation level repeatable read read only')
  try {
    await client.query('set local statement_timeout = 0')
    const { rows } = await client.query<{ id: string }>('select pg_export_snapshot() as id')
    const tables = await countRows(client)
    const given = ['--format=custom', '--no-password', `--snapshot=${rows[0]?.id}`, `--file=${file}`]
    await run('pg_dump', given, { env: connectionEnv(url) })
    return tables
  } finally {
    await client.query('rollback')
  }
}

export async function loadDump(url: string, file: string): Promise<void> {
  const { pathname } = new URL(url)
  const name = decodeURIComponent(pathname.slice(1))
  const given = ['--exit-on-error', '--single-transaction', '--no-owner', '--no-privileges', '--no-password']
  await run('pg_restore', [...given, `--dbname=${name}`, file], { env: connectionEnv(url), maxBuffer: maxOutputBytes })
}
