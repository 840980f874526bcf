import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client, Pool, type PoolClient } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openServer } from '#server/platform/database/server.ts'
import { freePort } from './crash/platform.ts'
import { openCluster } from './cluster.ts'
import { startPostgres, type TestServer, untilOpen } from './postgres.ts'

let server: TestServer
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server.stop())

async function openBouncer(server: TestServer, mode: 'session' | 'transaction') {
  const { url, folder } = server
  const { username, password, port: serverPort } = new URL(url)
  const port = await freePort()
  const name = (extension: string) => join(folder, `${mode}.${extension}`)
  await writeFile(name('users'), `"${username}" "${password}"\n`)
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'scram-sha-256',
    auth_file: name('users'),
    pidfile: name('pid'),
    pool_mode: mode,
  }
  const lines = Object.entries(settings).map(([key, value]) => `${key} = ${value}`)
  await writeFile(name('ini'), `[databases]\n* = host=127.0.0.1 port=${serverPort}\n[pgbouncer]\n${lines.join('\n')}\n`)
  const ended = server.shell(`PATH="$PATH:/usr/sbin"; exec pgbouncer -q ${name('ini')}`)
  const pooled = new URL(url)
  pooled.port = String(port)
  await Promise.race([ended, untilOpen(pooled.href)])
  return {
    url: pooled.href,
    async close() {
      // Otherwise, PgBouncer waits until its clients disconnect.
      await server.shell(`kill -KILL "$(cat ${name('pid')})"`)
      await ended.catch(() => {})
    },
  }
}

const readSettings = async (client: PoolClient) =>
  (
    await client.query(`select current_setting('timezone') as zone, current_setting('statement_timeout') as timeout,
      current_setting('client_connection_check_interval') as watched, '2026-07-01 12:00+00'::timestamptz::text as noon`)
  ).rows[0] as unknown
const prepared = { zone: 'UTC', timeout: '5min', watched: '1s', noon: '2026-07-01 12:00:00+00' }

test('each connection has UTC and a statement timeout, directly and through PgBouncer', async () => {
  const bouncer = await openBouncer(server, 'session')
  const admin = new Client({ connectionString: server.url })
  await admin.connect()
  await admin.query(`alter role venire set timezone = 'America/New_York'`)
  try {
    for (const url of [server.url, bouncer.url]) {
      const database = await openServer(url, 4)
      const held = await Promise.all(Array.from({ length: 4 }, () => database.pool.connect()))
      for (const client of held) expect(await readSettings(client)).toEqual(prepared)
      for (const client of held) client.release()
      await database.close()
    }
  } finally {
    await admin.query('alter role venire reset timezone')
    await admin.end()
    await bouncer.close()
  }
})

test('refuses PgBouncer in transaction mode, idle and busy', async () => {
  const bouncer = await openBouncer(server, 'transaction')
  const busy = new Pool({ connectionString: bouncer.url, max: 8 })
  try {
    const refused = /shares sessions between clients\. Set pool_mode = session/
    await expect(openServer(bouncer.url)).rejects.toThrow(refused)
    const over = new AbortController()
    const load = Array.from({ length: 8 }, async () => {
      while (!over.signal.aborted) await busy.query('select pg_sleep(0.001)')
    })
    await expect(openServer(bouncer.url).finally(() => over.abort())).rejects.toThrow(refused)
    await Promise.all(load)
  } finally {
    await busy.end()
    await bouncer.close()
  }
})

test('a web process and a worker run through PgBouncer with three connections each', async () => {
  const cluster = await openCluster()
  const bouncer = await openBouncer(cluster.server, 'session')
  try {
    const settings = { DATABASE_URL: bouncer.url, DATABASE_CONNECTIONS: '3' }
    const web = await cluster.startWeb(settings)
    const worker = await cluster.startWorker([], settings)
    for (const { url } of [web, worker]) expect((await fetch(`${url}/readyz`)).status).toBe(200)
    await cluster.signUp(web)
    const count = await cluster.query(`select count(*)::int as count from pg_stat_activity where backend_type =
      'client backend' and pid <> pg_backend_pid()`)
    expect(count[0]?.count).toBeLessThanOrEqual(2 * 4)
  } finally {
    try {
      await bouncer.close()
    } finally {
      await cluster.close()
    }
  }
}, 90_000)

test('refuses a database whose encoding is not UTF-8', async () => {
  const admin = new Client({ connectionString: server.url })
  await admin.connect()
  await admin.query(`create database old_text encoding 'SQL_ASCII' locale 'C' template template0`)
  await admin.end()
  await expect(openServer(server.url.replace(/\/postgres$/, '/old_text'))).rejects.toThrow(
    'can’t be used: its encoding is SQL_ASCII, and Venire requires UTF8.',
  )
})
