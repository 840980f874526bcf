import { mkdtemp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readConfig } from '#server/platform/config.ts'
import { readLatestMigration } from '#server/platform/database/migrate.ts'
import { startPlatform } from '../main.ts'
import { runCli } from './cli.ts'
import { startPostgres, type TestServer } from './postgres.ts'

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

/** Demo database from the version before `nodes`, dumped with pg_dump, preceded by its installation key. */
const fixture = fileURLToPath(new URL('./upgrade.sql.gz', import.meta.url))

let postgres: TestServer
let folder: string
let dump: string
beforeAll(async () => {
  postgres = await startPostgres()
  folder = await mkdtemp(join(tmpdir(), 'venire-upgrade-'))
  dump = gunzipSync(await readFile(fixture)).toString('utf8')
})
afterAll(async () => {
  await postgres?.stop()
  await rm(folder, { recursive: true, force: true })
})

async function query<Row extends object>(sql: string): Promise<Row[]> {
  const client = new Client({ connectionString: postgres.url })
  await client.connect()
  try {
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end()
  }
}

const countAll = () =>
  query<{ videos: number; turns: number; findings: number; highlights: number; events: number }>(`
    select (select count(*)::int from videos) as videos, (select count(*)::int from transcript_turns) as turns,
      (select count(*)::int from findings) as findings, (select count(*)::int from highlights) as highlights,
      (select count(*)::int from audit_events) as events`)

test('a database from before nodes upgrades, keeps its rows, and works', async () => {
  const [, key = ''] = /^-- installation\.key: (.*)$/m.exec(dump) ?? []
  const dataDir = join(folder, 'data')
  await mkdir(dataDir)
  await writeFile(join(dataDir, 'installation.key'), key, { mode: 0o600 })
  await query(dump)
  expect(await query('select max(name) as name from public.schema_migrations')).toEqual([
    { name: '0057_more_enums_in_code' },
  ])
  const [before] = await countAll()
  expect(before).toMatchObject({ videos: 1 })
  expect(before!.findings).toBeGreaterThan(5)
  const settings = {
    ...{ DATA_DIR: dataDir, DATABASE_URL: postgres.url, PORT: '0', MIN_FREE_GB: '0' },
    ...{ LOG_LEVEL: 'fatal', DEMO: 'true', ROLE: 'web' },
  }
  const platform = await startPlatform(readConfig(settings))
  try {
    const latest = await readLatestMigration()
    expect(await query('select max(name) as name from schema_migrations')).toEqual([{ name: latest }])
    const [after] = await countAll()
    const { events, ...rows } = after!
    expect(rows).toEqual({ ...before, events: undefined })
    expect(events).toBeGreaterThanOrEqual(before!.events)
    const origin = { origin: platform.url, 'content-type': 'application/json' }
    const entered = await fetch(`${platform.url}/api/auth/sign-in/demo`, {
      method: 'POST',
      headers: origin,
      body: '{}',
    })
    expect(entered.status).toBe(200)
    const cookie = entered.headers.getSetCookie()[0]!.split(';')[0]!
    const read = async (path: string) =>
      (await (await fetch(platform.url + path, { headers: { cookie } })).json()) as { id: string; status: string }[]
    const [video] = await read('/api/videos')
    expect(video?.status).toBe('completed')
    expect(await read(`/api/videos/${video!.id}/findings`)).toHaveLength(before!.findings)
  } finally {
    await platform.close()
  }
  const verified = await runCli(settings, 'verify', 'audit')
  expect([verified.code, verified.says]).toEqual([0, expect.stringContaining('intact')])
})
