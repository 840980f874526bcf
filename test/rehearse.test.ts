import { randomBytes } from 'node:crypto'
import { cp, mkdir, mkdtemp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readConfig } from '#server/platform/config.ts'
import { startPlatform } from '../main.ts'
import { spawnCli } from './cli.ts'
import { createClient } from './crash/client.ts'
import { signUp } from './crash/sign-up.ts'
import { startPostgres, type TestServer } from './postgres.ts'
import { copyTemplate } from './template.ts'

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

let postgres: TestServer
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'venire-rehearse-'))
  postgres = await startPostgres()
})
afterAll(async () => {
  await postgres?.stop()
  await rm(folder, { recursive: true, force: true })
})

type Place = { dataDir: string; url?: string; more?: Record<string, string> }
const settings = ({ dataDir, url, more }: Place) => ({
  ...{ DATA_DIR: dataDir, PORT: '0', MIN_FREE_GB: '0', RATE_LIMIT: '0', LOG_LEVEL: 'fatal', SIGN_UP: 'open' },
  ...(url ? { DATABASE_URL: url } : {}),
  ...more,
})

const venire = (place: Place, ...args: string[]) => spawnCli(settings(place), ...args)

async function query(sql: string): Promise<{ name: string }[]> {
  const client = new Client({ connectionString: postgres.url })
  await client.connect()
  try {
    return (await client.query<{ name: string }>(sql)).rows
  } finally {
    await client.end()
  }
}

async function rehearseBackup(place: Place): Promise<string> {
  const platform = await startPlatform(readConfig(settings(place)))
  try {
    const client = createClient(platform.url, await signUp(platform.url))
    await client.uploadForm('day 1.mp4', Buffer.from('no video, but a recording'))
    const backup = (await venire(place, 'backup')).says.split('\n')[0]!
    const rehearsed = await venire(place, 'restore', backup, '--rehearse', '--json')
    expect([rehearsed.code, JSON.parse(rehearsed.says)]).toMatchObject([
      0,
      { backup, recordings: 1, migrations: [], chains: [{ brokenAt: null }] },
    ])
    expect((await venire(place, 'restore', backup, '--rehearse')).says).toContain('✓ Audit record: intact (1 chain)')
    expect((await readdir(place.dataDir)).filter((each) => each.startsWith('.rehearsal'))).toEqual([])
    expect(await venire(place, 'backup', '--verify')).toMatchObject({ code: 0 })
    return backup
  } finally {
    await platform.close()
  }
}

test('embedded: a rehearsal restores into a scratch copy, reports, and changes nothing', async () => {
  const place = { dataDir: join(folder, 'embedded') }
  await mkdir(place.dataDir)
  await copyTemplate(join(place.dataDir, 'pg'))
  const backup = await rehearseBackup(place)
  const [original = ''] = await readdir(join(backup, 'data/files'), { recursive: true }).then((names) =>
    names.filter((each) => each.includes('original/')),
  )
  await using file = await open(join(backup, 'data/files', original), 'r+')
  await file.write('N', 0)
  expect(await venire(place, 'restore', backup, '--rehearse')).toMatchObject({
    code: 1,
    says: expect.stringContaining('The backup is damaged:'),
  })
})

test('server: a rehearsal uses a database of its own and finds a changed audit record', async () => {
  await query('create database venire_rehearsed')
  const place = {
    dataDir: join(folder, 'server'),
    url: postgres.url.replace(/\/postgres$/, '/venire_rehearsed'),
  }
  await rehearseBackup(place)
  const client = new Client({ connectionString: place.url })
  await client.connect()
  await client.query(`alter table audit_events disable trigger user;
    update audit_events set action = 'case.read' where ctid = (select min(ctid) from audit_events)`)
  await client.end()
  const backup = (await venire(place, 'backup')).says.split('\n')[0]!
  const rehearsed = await venire(place, 'restore', backup, '--rehearse')
  expect([rehearsed.code, rehearsed.says]).toEqual([1, expect.stringMatching(/✗ Audit chain .* is broken/)])
  expect(await query(`select datname as name from pg_database where datname like 'venire_rehearsal%'`)).toEqual([])
})

test('with BACKUP_KEY, a backup contains only encrypted keys and requires it to open', async () => {
  const place = { dataDir: join(folder, 'sealed'), more: { BACKUP_KEY: 'env:PHRASE', PHRASE: 'a long passphrase' } }
  await mkdir(place.dataDir)
  await copyTemplate(join(place.dataDir, 'pg'))
  const backup = await rehearseBackup(place)
  const names = (await readdir(join(backup, 'data'))).filter((each) => each.includes('.key'))
  expect(names.toSorted()).toEqual(['installation.key.sealed', 'secrets.key.sealed'])
  const blank = { BACKUP_KEY: 'env:PHRASE', PHRASE: ' \n' }
  for (const more of [{}, { BACKUP_KEY: 'env:PHRASE', PHRASE: 'a guess' }, blank]) {
    const into = { dataDir: join(folder, 'refused'), more }
    const refused = await venire(into, 'restore', backup)
    expect([refused.code, refused.says]).toEqual([
      1,
      expect.stringMatching(/Set BACKUP_KEY|does not open the keys|BACKUP_KEY is blank/),
    ])
    expect((await readdir(into.dataDir)).filter((each) => !each.startsWith('venire.lock'))).toEqual([])
  }
  const into = { ...place, dataDir: join(folder, 'opened') }
  expect(await venire(into, 'restore', backup)).toMatchObject({
    code: 0,
    says: expect.stringContaining('audit record intact'),
  })
  for (const name of ['installation.key', 'secrets.key'])
    expect(await readFile(join(into.dataDir, name))).toEqual(await readFile(join(place.dataDir, name)))
})

test('without BACKUP_KEY, a backup leaves out the keys, and a restore needs the right ones', async () => {
  await query('create database venire_keyless')
  const url = postgres.url.replace(/\/postgres$/, '/venire_keyless')
  const place = { dataDir: join(folder, 'keyless'), url }
  const backup = await rehearseBackup(place)
  const contents = await readdir(backup, { recursive: true })
  expect(contents.filter((each) => each.includes('.key'))).toEqual([])
  const seeds = [
    await readFile(join(place.dataDir, 'installation.key')),
    await readFile(join(place.dataDir, 'secrets.key')),
  ]
  for (const each of contents.filter((path) => path.includes('.')))
    for (const seed of seeds) expect((await readFile(join(backup, each))).includes(seed)).toBe(false)
  const made = await venire(place, 'backup', '--keep', '1')
  expect([made.code, made.says]).toEqual([
    3,
    expect.stringContaining(
      'The backup leaves out installation.key and secrets.key, which a restore needs: set BACKUP_KEY to include them encrypted',
    ),
  ])
  const newest = made.says.split('\n')[0]!

  await query('create database venire_keyless_into')
  const into = {
    dataDir: join(folder, 'keyless-into'),
    url: postgres.url.replace(/\/postgres$/, '/venire_keyless_into'),
  }
  const bring = async (name: string, from: string) => {
    await mkdir(into.dataDir, { recursive: true })
    await cp(join(from, name), join(into.dataDir, name))
  }
  const refusals = [
    `This backup doesn’t include installation.key and secrets.key. Copy both files to ${into.dataDir}, or set INSTALLATION_KEY and SECRETS_KEY.`,
    `This backup doesn’t include secrets.key. Copy the file to ${into.dataDir}, or set SECRETS_KEY.`,
    `This backup needs a different secrets.key from the one in ${into.dataDir}.`,
  ]
  const preparations = [
    async () => {},
    () => bring('installation.key', place.dataDir),
    () => writeFile(join(into.dataDir, 'secrets.key'), randomBytes(32)),
  ]
  for (const [at, prepare] of preparations.entries()) {
    await prepare()
    const refused = await venire(into, 'restore', newest)
    expect([refused.code, refused.says]).toEqual([1, expect.stringContaining(refusals[at]!)])
  }
  await bring('secrets.key', place.dataDir)
  expect(await venire(into, 'restore', newest)).toMatchObject({
    code: 0,
    says: expect.stringContaining('audit record intact'),
  })
})
