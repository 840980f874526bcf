import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readConfig } from '#server/platform/config.ts'
import { type Platform, startPlatform } from '../main.ts'
import { runCli, type Said } from './cli.ts'
import { startPostgres, type TestServer } from './postgres.ts'
import { copyTemplate } from './template.ts'

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

const root = fileURLToPath(new URL('..', import.meta.url))
let postgres: TestServer | null = null
let folder: string
const running = new Set<Platform>()
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'venire-backup-'))
  postgres = await startPostgres()
})
afterAll(async () => {
  for (const each of running) await each.close()
  await postgres?.stop()
  await rm(folder, { recursive: true, force: true })
})

type Place = { dataDir: string; url: string | undefined }
const settings = ({ dataDir, url }: Place) => ({
  ...{ DATA_DIR: dataDir, PORT: '0', MIN_FREE_GB: '0', RATE_LIMIT: '0', LOG_LEVEL: 'fatal', SIGN_UP: 'open' },
  ...{ BACKUP_KEY: 'env:PHRASE', PHRASE: 'a long passphrase' },
  ...(url ? { DATABASE_URL: url } : {}),
})

async function start(place: Place): Promise<Platform> {
  const platform = await startPlatform(readConfig(settings(place)))
  running.add(platform)
  return platform
}

async function stop(platform: Platform): Promise<void> {
  running.delete(platform)
  await platform.close()
}

const venire = (place: Place, ...args: string[]): Promise<Said> => runCli(settings(place), ...args)

async function venireAlone(place: Place, ...args: string[]): Promise<Said> {
  const { NODE_OPTIONS: _, DATABASE_URL: __, ...env } = process.env
  const call = promisify(execFile)(process.execPath, [join(root, 'cli/main.ts'), ...args], {
    env: { ...env, ...settings(place) },
  })
  return call.then(
    ({ stdout, stderr }) => ({ code: 0, says: stdout + stderr }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      code: error.code,
      says: error.stdout + error.stderr,
    }),
  )
}

const paceMs = 20

async function uploader(base: string, email: string) {
  const answer = await fetch(`${base}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      firmName: 'Sample firm',
      name: 'Sample attorney',
      email,
      password: 'a long enough password',
    }),
  })
  const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? ''
  const tus = { cookie, 'tus-resumable': '1.0.0' }
  const total = 64 * 1024 * 1024
  const made = await fetch(`${base}/api/uploads`, {
    method: 'POST',
    headers: { ...tus, 'upload-length': String(total), 'upload-metadata': `filename ${btoa('day 1.mp4')}` },
  })
  expect([made.status, await made.text()]).toEqual([201, expect.any(String)])
  const url = new URL(made.headers.get('location') ?? '', base).href
  let acknowledged = 0
  const state = { stopped: false }
  const sent = createHash('sha256')
  const pieces: Buffer[] = []
  const work = (async () => {
    while (!state.stopped && acknowledged < total) {
      const piece = randomBytes(64 * 1024)
      const answered = await fetch(url, {
        method: 'PATCH',
        headers: { ...tus, 'content-type': 'application/offset+octet-stream', 'upload-offset': String(acknowledged) },
        body: piece,
      })
      if (answered.status !== 204) throw new Error(`${answered.status} ${await answered.text()}`)
      sent.update(piece)
      pieces.push(piece)
      acknowledged += piece.length
      await setTimeout(paceMs)
    }
  })()
  return {
    cookie,
    url,
    bytesSoFar: () => acknowledged,
    sentUpTo: (bytes: number) => Buffer.concat(pieces).subarray(0, bytes),
    async stop() {
      state.stopped = true
      await work
    },
  }
}

const call = (base: string, cookie: string, path: string, body?: object) =>
  fetch(`${base}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { cookie, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })

const newPlace = async (name: string, url?: string): Promise<Place> => ({
  dataDir: join(await mkdtemp(join(folder, `${name}-`)), 'data'),
  url,
})

async function checkRoundTrip(from: Place, into: Place): Promise<string> {
  const platform = await start(from)
  const person = await uploader(platform.url, 'attorney@firm.example')
  const made = await call(platform.url, person.cookie, '/api/cases', {
    title: 'State v. Example',
    caseNumber: '23-CR-1',
  })
  expect(made.status).toBe(200)
  const stored = randomBytes(3_000_000)
  await platform.app.parts.storage.put('samples/original.bin', stored)
  await vi.waitFor(() => expect(person.bytesSoFar()).toBeGreaterThan(200_000), 30_000)

  const acknowledged: string[] = ['23-CR-1']
  const state = { going: true }
  const writer = (async () => {
    for (let n = 2; state.going; n++) {
      const answer = await call(platform.url, person.cookie, '/api/cases', {
        title: 'Sample',
        caseNumber: `23-CR-${n}`,
      })
      if (answer.status === 200) acknowledged.push(`23-CR-${n}`)
      await setTimeout(paceMs)
    }
  })()
  await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(5), 30_000)
  const before = { cases: [...acknowledged], bytes: person.bytesSoFar() }
  const first = await venireAlone(from, 'backup', '--keep', '2')
  expect(first).toMatchObject({ code: 0, says: expect.stringContaining('checked.') })
  const afterwards = { cases: acknowledged.length, bytes: person.bytesSoFar() }
  expect(afterwards.cases).toBeGreaterThan(before.cases.length)
  expect(afterwards.bytes).toBeGreaterThan(before.bytes)
  const backup = first.says.split('\n')[0] ?? ''

  const second = await venire(from, 'backup', '--keep', '2')
  expect(second.code).toBe(0)
  const secondFolder = second.says.split('\n')[0] ?? ''
  const inode = async (at: string) => (await stat(join(at, 'data/files/samples/original.bin'))).ino
  expect(await inode(secondFolder)).toBe(await inode(backup))
  expect(await venireAlone(from, 'restore', backup, '--force')).toMatchObject({
    code: 1,
    says: expect.stringContaining('Stop it first'),
  })
  state.going = false
  await writer
  await person.stop()
  await stop(platform)

  const restored = await venireAlone(into, 'restore', backup)
  expect([restored.code, restored.says]).toEqual([0, expect.stringContaining('audit record intact')])
  expect(await venire(into, 'restore', backup)).toMatchObject({ code: 1, says: expect.stringContaining('not empty') })
  expect(await readFile(join(into.dataDir, 'files/samples/original.bin'))).toEqual(stored)

  const again = await start(into)
  const listed = (await (await call(again.url, person.cookie, '/api/cases?limit=200')).json()) as {
    caseNumber: string
  }[]
  const numbers = new Set(listed.map((each) => each.caseNumber))
  for (const each of before.cases) expect(numbers).toContain(each)
  const head = await fetch(new URL(new URL(person.url).pathname, again.url), {
    method: 'HEAD',
    headers: { cookie: person.cookie, 'tus-resumable': '1.0.0' },
  })
  const offset = Number(head.headers.get('upload-offset'))
  expect(offset).toBeGreaterThanOrEqual(before.bytes)
  const [upload = ''] = await readdir(join(into.dataDir, 'uploads'))
  const bytes = await readFile(join(into.dataDir, 'uploads', upload))
  expect(bytes.equals(person.sentUpTo(bytes.length))).toBe(true)
  await stop(again)

  const victim = join(backup, 'data/files/samples/original.bin')
  await using file = await open(victim, 'r+')
  await file.write(Buffer.from([(stored[1234] ?? 0) ^ 1]), 0, 1, 1234)
  const says = 'data/files/samples/original.bin was changed: its SHA-256 differs'
  expect(await venire(from, 'backup', '--verify', backup)).toMatchObject({
    code: 1,
    says: expect.stringContaining(says),
  })
  expect(await venire(into, 'restore', backup, '--force')).toMatchObject({
    code: 1,
    says: expect.stringContaining(says),
  })
  const healed = await venire(from, 'backup', '--keep', '1')
  expect(healed.says).toContain('Removed')
  const newest = healed.says.split('\n')[0] ?? ''
  expect(await venire(from, 'backup', '--verify')).toEqual({ code: 0, says: `${newest} is intact.\n` })
  expect((await readdir(join(from.dataDir, 'backups'))).filter((each) => each.startsWith('venire-'))).toHaveLength(1)
  return newest
}

test('embedded database: a backup restores everything acknowledged before it', async () => {
  const from = await newPlace('from')
  await mkdir(from.dataDir)
  await copyTemplate(join(from.dataDir, 'pg'))
  const newest = await checkRoundTrip(from, await newPlace('into'))
  await writeFile(join(from.dataDir, 'note.txt'), 'mine')
  const forced = await venire(from, 'restore', newest, '--force')
  expect([forced.code, forced.says]).toEqual([0, expect.stringContaining('/replaced-')])
  const [aside = ''] = (await readdir(from.dataDir)).filter((each) => each.startsWith('replaced-'))
  expect(await readFile(join(from.dataDir, aside, 'note.txt'), 'utf8')).toBe('mine')
})

test('PostgreSQL server: a backup restores everything acknowledged before it', async () => {
  const { Client } = await import('pg')
  const client = new Client({ connectionString: postgres!.url })
  await client.connect()
  await client.query('create database venire_from')
  await client.query('create database venire_into')
  await client.end()
  const at = (name: string) => postgres!.url.replace(/\/postgres$/, `/${name}`)
  const backup = await checkRoundTrip(
    await newPlace('from', at('venire_from')),
    await newPlace('into', at('venire_into')),
  )
  expect((await readdir(backup)).toSorted()).toEqual(['SHA256SUMS', 'backup.json', 'data', 'database.dump'])
})

test("explains what it can't do", async () => {
  const place = await newPlace('empty')
  expect(await venire(place, 'backup')).toMatchObject({
    code: 1,
    says: expect.stringContaining('No database in'),
  })
  expect(await venire(place, 'backup', '--verify')).toMatchObject({
    code: 1,
    says: expect.stringContaining('No backups in'),
  })
  expect(await venire(place, 'backup', '--keep', 'all')).toMatchObject({ code: 2 })
  expect(await venire(place, 'restore', folder)).toMatchObject({
    code: 1,
    says: expect.stringContaining('is not a finished backup'),
  })
})
