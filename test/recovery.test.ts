import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readConfig } from '#server/platform/config.ts'
import { type Platform, startPlatform } from '../main.ts'
import { runCli } from './cli.ts'
import { signUp } from './crash/sign-up.ts'
import { startPostgres, type TestServer } from './postgres.ts'

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

let guide: string[]
let base: string
let folder: string
let postgres: TestServer
const toScratch = (text: string) =>
  text.replaceAll('/mnt/', `${base}/`).replaceAll('/var/lib/postgresql/main', `${base}/recovered`)

beforeAll(async () => {
  const docs = await readFile(fileURLToPath(new URL('../docs/operations.md', import.meta.url)), 'utf8')
  const [, section = ''] = docs.split('\n## Point-in-time recovery\n')
  guide = [...section.split('\n## ')[0]!.matchAll(/```\w+\n([\s\S]*?)```/g)].map(([, block = '']) => block)
  folder = await mkdtemp(join(tmpdir(), 'venire-recovery-'))
  base = await mkdtemp(join(tmpdir(), 'venire-archive-'))
  // The user that runs the PostgreSQL server needs to write here.
  await chmod(base, 0o777)
  const lines = toScratch(guide[0]!).matchAll(/^(\w+) = '?(.*?)'?$/gm)
  postgres = await startPostgres(Object.fromEntries([...lines].map(([, name = '', value = '']) => [name, value])))
  await postgres.shell(`mkdir ${base}/wal ${base}/base`)
})
afterAll(async () => {
  await postgres?.stop()
  await Promise.all([folder, base].map((each) => rm(each, { recursive: true, force: true })))
})

const settings = () => ({
  ...{ DATA_DIR: join(folder, 'data'), DATABASE_URL: postgres.url, PORT: '0', MIN_FREE_GB: '0' },
  ...{ LOG_LEVEL: 'fatal', SIGN_UP: 'open' },
})

const venire = (...args: string[]) => runCli(settings(), ...args)

async function visit<T>(work: (platform: Platform) => Promise<T>): Promise<T> {
  const platform = await startPlatform(readConfig(settings()))
  try {
    return await work(platform)
  } finally {
    await platform.close()
  }
}

test('the guide recovers the database to a moment between two changes', async () => {
  const [, backUp = '', recover = ''] = guide
  const token = await visit(({ url }) => signUp(url))
  await postgres.shell(toScratch(backUp))
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const addCase = (caseNumber: string) =>
    visit(async ({ url }) => {
      const body = JSON.stringify({ title: 'Sample', caseNumber })
      expect((await fetch(`${url}/api/cases`, { method: 'POST', headers, body })).status).toBe(200)
    })
  await addCase('23-CR-1')
  const moment = (await postgres.shell(`psql postgres -Atc 'select now()'`)).trim()
  await addCase('23-CR-2')
  await postgres.shell(`psql postgres -Atc 'select pg_switch_wal()'`)
  await postgres.shell(`while ! psql postgres -Atc "select 1 from pg_stat_archiver
    where last_archived_wal >= pg_walfile_name(pg_current_wal_lsn() - 1)" | grep -q 1; do sleep 0.1; done`)
  await postgres.crash()

  expect(recover).toContain("recovery_target_time = '2026-11-21 14:05:00+00'")
  await postgres.shell(toScratch(recover.replace('2026-11-21 14:05:00+00', moment)))
  await postgres.serve(`${base}/recovered`)
  await postgres.shell(`while psql postgres -Atc 'select pg_is_in_recovery()' | grep -q t; do sleep 0.1; done`)
  expect(await venire('verify', 'audit')).toMatchObject({
    code: 1,
    says: expect.stringContaining('ahead of the chain'),
  })
  expect(await venire('verify', 'audit', '--restored', 'point-in-time recovery')).toMatchObject({ code: 0 })
  const cases = await visit(async ({ url }) => {
    const listed = (await (await fetch(`${url}/api/cases`, { headers })).json()) as { caseNumber: string }[]
    return listed.map((each) => each.caseNumber)
  })
  expect(cases).toEqual(['23-CR-1'])
})
