import { mkdtemp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readConfig } from '#server/platform/config.ts'
import { readLatestMigration } from '#server/platform/database/migrate.ts'
import { Envelope } from '#server/platform/queue/jobs.queries.ts'
import { workerJobs } from '#worker/index.ts'
import { type Platform, startPlatform } from '../main.ts'
import { runCli, spawnCli } from './cli.ts'
import { startPostgres, type TestServer } from './postgres.ts'
import { startSmtp } from './smtp.ts'
import { unpackData } from './v0.1.0/unpack.ts'

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

/**
 * Contains the installation key, followed by a pg_dump of the demo database from the version before the `nodes` table.
 */
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

type Listed = { id: string; status: string; sha256?: string | null }

async function signIn({ url }: Platform) {
  const headers = { origin: url, 'content-type': 'application/json' }
  const entered = await fetch(`${url}/api/auth/sign-in/demo`, { method: 'POST', headers, body: '{}' })
  expect(entered.status).toBe(200)
  const cookie = entered.headers.getSetCookie()[0]!.split(';')[0]!
  return async <T>(path: string) => (await (await fetch(url + path, { headers: { cookie } })).json()) as T
}

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
    const read = await signIn(platform)
    const [video] = await read<Listed[]>('/api/videos')
    expect(video?.status).toBe('completed')
    expect(await read<Listed[]>(`/api/videos/${video!.id}/findings`)).toHaveLength(before!.findings)
  } finally {
    await platform.close()
  }
  const verified = await runCli(settings, 'verify', 'audit')
  expect([verified.code, verified.says]).toEqual([0, expect.stringContaining('intact')])
})

const basics = { PORT: '0', MIN_FREE_GB: '0', LOG_LEVEL: 'fatal', DEMO: 'true', BUILT_IN_RECOGNITION: 'false' }

async function expectDemo(platform: Platform): Promise<void> {
  const read = await signIn(platform)
  const videos = await read<Listed[]>('/api/videos')
  expect(videos.map(({ status }) => status)).toEqual(['completed', 'completed'])
  for (const { id } of videos) {
    expect((await read<Listed[]>(`/api/videos/${id}/findings`)).length).toBeGreaterThan(5)
    expect((await read<object[]>(`/api/videos/${id}/transcript`)).length).toBeGreaterThan(20)
  }
}

test('v0.1.0: its data folder starts, keeps its rows, and finishes its queued jobs', async () => {
  const smtp = await startSmtp()
  const dataDir = await mkdtemp(join(folder, 'embedded-'))
  await unpackData(dataDir)
  const settings = { ...basics, DATA_DIR: dataDir, SMTP_URL: smtp.url, MAIL_FROM: 'venire@firm.example' }
  const platform = await startPlatform(readConfig(settings))
  try {
    await expectDemo(platform)
    const { pool } = platform.app.parts.database
    const exported = async () => (await pool.query('select distinct status from exports')).rows
    await vi.waitFor(async () => expect(await exported()).toEqual([{ status: 'ready' }]), 120_000)
    await pool.query(`update pgboss.job set start_after = now() where name = 'mail.send' and state < 'active'`)
    await vi.waitFor(() => expect(smtp.received.map(({ to }) => to)).toEqual([['second@firm.example']]), 60_000)
  } finally {
    await platform.close()
    await smtp.stop()
  }
  const verified = await spawnCli(settings, 'verify', 'audit')
  expect(verified).toEqual({ code: 0, says: expect.stringContaining('intact') })
  expect(await spawnCli(settings, 'backup', '--verify')).toMatchObject({ code: 0 })
})

test('v0.1.0: its backup rehearses, restores, and starts', async () => {
  const backup = await unpackData(await mkdtemp(join(folder, 'old-')))
  const dataDir = await mkdtemp(join(folder, 'restored-'))
  const settings = { ...basics, DATA_DIR: dataDir }
  const rehearsed = await spawnCli(settings, 'restore', backup, '--rehearse', '--json')
  expect([rehearsed.code, JSON.parse(rehearsed.says)]).toEqual([
    0,
    expect.objectContaining({
      recordings: 2,
      migrations: expect.arrayContaining(['0058_nodes', await readLatestMigration()]),
      chains: [expect.objectContaining({ brokenAt: null })],
    }),
  ])
  const restored = await spawnCli(settings, 'restore', backup)
  expect(restored).toEqual({ code: 0, says: expect.stringContaining('audit record intact') })
  const platform = await startPlatform(readConfig(settings))
  try {
    await expectDemo(platform)
  } finally {
    await platform.close()
  }
})

test('v0.1.0: today’s jobs read the payloads that it sent', async () => {
  const sent = JSON.parse(await readFile(new URL('./v0.1.0/jobs.json', import.meta.url), 'utf8')) as object
  const jobs = Object.values(workerJobs)
  expect(Object.keys(sent).toSorted()).toEqual(jobs.map(({ name }) => name).toSorted())
  for (const [name, data] of Object.entries(sent)) {
    const { payload } = Envelope.parse(data)
    expect(jobs.find((job) => job.name === name)!.payload.parse(payload)).toEqual(payload)
  }
})
