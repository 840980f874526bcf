import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readConfig } from '#server/platform/config.ts'
import { type Platform, startPlatform } from '../main.ts'
import { spawnCli } from './cli.ts'
import { createClient } from './crash/client.ts'
import { signUp } from './crash/sign-up.ts'
import { startPostgres, type TestServer } from './postgres.ts'
import { s3Keys, startS3 } from './s3.ts'
import { copyTemplate } from './template.ts'

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

const command = fileURLToPath(new URL('../cli/main.ts', import.meta.url))
const phrase = { BACKUP_KEY: 'env:PHRASE', PHRASE: 'a long passphrase' }
const recording = randomBytes(18_000_000)
const recordingPath = 'data/files/samples/original.bin'

type Place = { dataDir: string; url?: string; more?: Record<string, string> }
type Store = Awaited<ReturnType<typeof startS3>>

let postgres: TestServer
let folder: string
let store: Store
let place: Place
let platform: Platform
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'venire-offsite-'))
  postgres = await startPostgres()
  store = await startS3()
  place = { dataDir: join(folder, 'data'), url: await createDatabase('venire_offsite') }
  platform = await startPlatform(readConfig(settings(place)))
  await createClient(platform.url, await signUp(platform.url)).uploadForm('day 1.mp4', Buffer.from('no video'))
  await platform.app.parts.storage.put('samples/original.bin', recording)
})
afterAll(async () => {
  await platform?.close()
  await store?.close()
  await postgres?.stop()
  await rm(folder, { recursive: true, force: true })
})

const settings = ({ dataDir, url, more }: Place) => ({
  ...{ DATA_DIR: dataDir, PORT: '0', MIN_FREE_GB: '0', RATE_LIMIT: '0', LOG_LEVEL: 'fatal', SIGN_UP: 'open' },
  ...{ ...s3Keys, ...phrase, ...(url ? { DATABASE_URL: url } : {}), ...more },
})

async function createDatabase(name: string): Promise<string> {
  const client = new Client({ connectionString: postgres.url })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  return postgres.url.replace(/\/postgres$/, `/${name}`)
}

const venire = (from: Place, ...args: string[]) => spawnCli(settings(from), ...args)

async function backUp(...more: string[]): Promise<string> {
  const made = await venire(place, 'backup', '--to', target(), ...more)
  expect([made.code, made.says]).toEqual([0, expect.stringContaining('checked.')])
  return made.says.split('\n')[0]!
}

const target = (at: Store = store) => at.url.replace('?', '/nightly?')
const listKeys = (start: string, at: Store = store) =>
  [...at.objects.keys()].filter((key) => key.startsWith(`nightly/${start}`)).toSorted()
const getBytes = (key: string) => store.objects.get(key)!.at(-1)!.bytes
const findRecording = () => listKeys('encrypted/').find((key) => getBytes(key).length > recording.length)!

test('needs BACKUP_KEY, and stores nothing without it', async () => {
  const bare = { ...place, more: { BACKUP_KEY: '' } }
  expect(await venire(bare, 'backup', '--to', target())).toEqual({
    code: 1,
    says: 'Encrypted backups need a passphrase. Set BACKUP_KEY, and keep a copy of it elsewhere.\n',
  })
  expect([...store.objects.keys()]).toEqual([])
  const said = await venire(place, 'backup', '--to', 's3://key:secret@bucket/x?token=secret')
  expect([said.code, said.says.includes('secret')]).toEqual([1, false])
})

test('stores an encrypted backup in a bucket, adds only what is new, and restores from there', async () => {
  const first = await backUp()
  expect(first).toMatch(/^s3:\/\/venire-test\/nightly\/venire-\d{8}T\d{6}Z\.encrypted\?endpoint=/)
  const readable = [recording.subarray(9_000_000, 9_000_100), 'Sample firm', 'audit_events', 'installation', 'no video']
  readable.push(await readFile(join(place.dataDir, 'secrets.key')))
  for (const key of store.objects.keys())
    for (const each of readable) expect([key, each, getBytes(key).includes(each)]).toEqual([key, each, false])
  expect(listKeys('unfinished/')).toEqual([])
  expect((await readdir(place.dataDir)).filter((name) => name.endsWith('.unfinished'))).toEqual([])

  const before = new Set(listKeys('encrypted/'))
  store.asked.length = 0
  const second = await backUp()
  expect(store.asked.filter((each) => each.includes(findRecording()))).toEqual([])
  expect(listKeys('encrypted/').filter((key) => !before.has(key)).length).toBeLessThan(before.size)
  expect(await venire(place, 'backup', '--verify', '--to', target())).toEqual({
    code: 0,
    says: `${second} is intact.\n`,
  })
  expect(await venire(place, 'backup', '--verify', first)).toEqual({ code: 0, says: `${first} is intact.\n` })

  const rehearsed = await venire(place, 'restore', second, '--rehearse', '--json')
  expect([rehearsed.code, JSON.parse(rehearsed.says)]).toMatchObject([
    0,
    { backup: second, recordings: 1, chains: [{ brokenAt: null }] },
  ])

  const into: Place = { dataDir: join(folder, 'into'), url: await createDatabase('venire_offsite_into') }
  for (const more of [{ BACKUP_KEY: '' }, { PHRASE: 'a guess' }])
    expect(await venire({ ...into, more }, 'restore', second)).toMatchObject({
      code: 1,
      says: expect.stringMatching(/Set BACKUP_KEY|BACKUP_KEY does not open this backup/) as string,
    })
  expect(await venire(into, 'restore', second)).toMatchObject({
    code: 0,
    says: expect.stringContaining('audit record intact') as string,
  })
  for (const name of ['installation.key', 'secrets.key', 'files/samples/original.bin'])
    expect((await readFile(join(into.dataDir, name))).equals(await readFile(join(place.dataDir, name)))).toBe(true)
  expect(await readdir(into.dataDir)).not.toContain('database.dump')
})

test('names each file that was changed, cut off, exchanged, or deleted in the bucket', async () => {
  const backup = await backUp()
  const key = findRecording()
  const whole = getBytes(key)
  const other = listKeys('encrypted/').find((each) => each !== key)!
  const version = store.objects.get(key)!.at(-1)!
  const flipped = Buffer.from(whole)
  flipped[10_000_000]! ^= 1
  const into: Place = { dataDir: join(folder, 'damaged'), url: await createDatabase('venire_offsite_damaged') }
  const says = expect.stringMatching(`${recordingPath} was changed`) as string
  for (const bytes of [flipped, whole.subarray(0, 32 + 5 * (1024 * 1024 + 16)), getBytes(other)]) {
    version.bytes = bytes
    expect(await venire(place, 'backup', '--verify', backup)).toMatchObject({ code: 1, says })
    expect(await venire(into, 'restore', backup)).toMatchObject({ code: 1, says })
  }
  store.objects.delete(key)
  expect(await venire(place, 'backup', '--verify', backup)).toMatchObject({
    code: 1,
    says: expect.stringContaining(`${recordingPath} is missing`) as string,
  })
  expect(await venire(place, 'backup', '--verify', await backUp())).toMatchObject({ code: 0 })
  const client = new Client({ connectionString: into.url! })
  await client.connect()
  expect((await client.query(`select from pg_tables where schemaname = 'public'`)).rowCount).toBe(0)
  await client.end()

  const list = listKeys('venire-').at(-1)!
  getBytes(list)[300]! ^= 1
  const newest = await venire(place, 'backup', '--verify', '--to', target())
  expect(newest).toMatchObject({ code: 1, says: expect.stringContaining('The backup is damaged') as string })
  getBytes(list)[300]! ^= 1
})

test('a killed backup leaves the previous one whole, and the next continues with what it stored', async () => {
  const previous = await backUp()
  await writeFile(join(place.dataDir, 'uploads-first.bin'), randomBytes(9_000_000))
  await writeFile(join(place.dataDir, 'uploads-second.bin'), randomBytes(9_100_000))
  const count = listKeys('encrypted/').length
  const { NODE_OPTIONS: _, DATABASE_URL: __, ...env } = process.env
  const child = spawn(process.execPath, [command, 'backup', '--to', target()], { env: { ...env, ...settings(place) } })
  const ended = once(child, 'exit')
  let sent = 0
  store.disturb(({ method, key }) => {
    if (method !== 'PUT' || !key.startsWith('nightly/encrypted/') || ++sent < 2) return
    child.kill('SIGKILL')
    return 'drop'
  })
  expect(await ended).toEqual([null, 'SIGKILL'])
  store.disturb(() => {})
  expect(listKeys('encrypted/').length).toBe(count + 1)
  expect(listKeys('unfinished/')).toHaveLength(1)
  expect(await venire(place, 'backup', '--verify', '--to', target())).toEqual({
    code: 0,
    says: `${previous} is intact.\n`,
  })
  const stored = listKeys('encrypted/')
  store.asked.length = 0
  const newest = await backUp('--keep', '1')
  const sentAgain = stored.filter((key) => store.asked.some((each) => each.startsWith('PUT') && each.includes(key)))
  expect(sentAgain).toEqual([])
  expect(listKeys('unfinished/')).toEqual([])
  expect(listKeys('venire-')).toEqual([`nightly/${/venire-\d.*\.encrypted/.exec(newest)![0]}`])
  expect(await venire(place, 'backup', '--verify', '--to', target())).toEqual({
    code: 0,
    says: `${newest} is intact.\n`,
  })
  const left = listKeys('encrypted/').length
  for (const name of ['uploads-first.bin', 'uploads-second.bin']) await rm(join(place.dataDir, name))
  // Another machine's unfinished backup hasn't listed its files yet.
  const mark = `nightly/unfinished/venire-${new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '')}.abcdef.1`
  store.objects.set(mark, [...store.objects.get(listKeys('venire-')[0]!)!])
  await backUp('--keep', '1')
  expect(listKeys('encrypted/').length).toBeGreaterThanOrEqual(left)
  store.objects.delete(mark)
  await backUp('--keep', '1')
  expect(listKeys('encrypted/').length).toBeLessThanOrEqual(left - 2)
})

test('with another BACKUP_KEY, copies everything again and keeps what earlier backups need', async () => {
  const earlier = await backUp()
  const renewed = { ...place, more: { PHRASE: 'a new passphrase' } }
  const made = await venire(renewed, 'backup', '--to', target(), '--keep', '2')
  expect([made.code, made.says]).toEqual([0, expect.stringContaining('doesn’t decrypt any of the earlier backups')])
  expect(await venire(renewed, 'backup', '--verify', '--to', target())).toMatchObject({ code: 0 })
  expect(await venire(place, 'backup', '--verify', earlier)).toMatchObject({ code: 0 })
  expect((await venire(renewed, 'backup', '--to', target(), '--keep', '1')).code).toBe(0)
  expect(new Set(listKeys('encrypted/').map((key) => key.split('/')[2])).size).toBe(1)
})

test('locks what it stores if the address says so, and still removes old backups', async () => {
  const locked = await startS3({ hasVersions: true, hasLock: true })
  try {
    const to = `${locked.url}&lockDays=30`
    const first = await venire(place, 'backup', '--to', to)
    expect(first.code).toBe(0)
    const isLocked = (key: string) => locked.objects.get(key)!.at(-1)!.retainUntilMs > Date.now() + 29 * 86_400_000
    for (const key of locked.objects.keys()) expect([key, isLocked(key)]).toEqual([key, true])
    const second = await venire(place, 'backup', '--to', to, '--keep', '1')
    expect([second.code, second.says]).toEqual([0, expect.stringContaining(`Removed ${first.says.split('\n')[0]}`)])
    expect([...locked.objects.keys()].filter((key) => key.startsWith('venire-'))).toHaveLength(1)
  } finally {
    await locked.close()
  }
})

test('includes recordings that are in a bucket if asked, and restores them into another', async () => {
  const [media, fresh] = [await startS3(), await startS3()]
  const more = { STORAGE_URL: media.url }
  const from: Place = { dataDir: join(folder, 'cloud'), url: await createDatabase('venire_cloud'), more }
  Object.assign(process.env, s3Keys)
  const cloud = await startPlatform(readConfig(settings(from)))
  try {
    const client = createClient(cloud.url, await signUp(cloud.url))
    await client.uploadForm('day 1.mp4', Buffer.from('in the bucket'))
    const to = store.url.replace('?', '/cloud?')
    const without = await venire(from, 'backup', '--to', to)
    expect([without.code, without.says]).toEqual([
      0,
      expect.stringContaining(
        'Recordings and exports in s3://venire-test/ are not included. Add --recordings to include them, or protect them there with versioning or replication.',
      ),
    ])
    const made = await venire(from, 'backup', '--to', to, '--recordings')
    expect([made.code, made.says]).toEqual([0, expect.not.stringContaining('not included')])
    const backup = made.says.split('\n')[0]!
    media.asked.length = 0
    expect((await venire(from, 'backup', '--to', to, '--recordings')).code).toBe(0)
    const [original = ''] = [...media.objects.keys()].filter((key) => key.includes('/original/'))
    expect(media.asked.filter((each) => each.includes(original))).toEqual([])
    const rehearsed = await venire(from, 'restore', backup, '--rehearse')
    expect([rehearsed.code, rehearsed.says]).toEqual([0, expect.stringContaining('Recordings: all 1 files')])

    const into: Place = {
      dataDir: join(folder, 'cloud-into'),
      url: await createDatabase('venire_cloud_into'),
      more: { STORAGE_URL: fresh.url },
    }
    expect(await venire(into, 'restore', backup)).toMatchObject({ code: 0 })
    expect(fresh.objects.get(original)!.at(-1)!.bytes.toString()).toBe('in the bucket')
    expect(await readdir(into.dataDir)).not.toContain('files')
    expect(await venire(into, 'verify', 'media')).toMatchObject({ code: 0 })

    const plain = await venire(from, 'backup', '--to', join(folder, 'cloud-plain'), '--recordings')
    expect((await readFile(join(plain.says.split('\n')[0]!, 'data/files', original))).toString()).toBe('in the bucket')
  } finally {
    await cloud.close()
    for (const each of [media, fresh]) await each.close()
    for (const name of Object.keys(s3Keys)) delete process.env[name]
  }
})

test('encrypts a backup of the embedded database in a folder, beside earlier ones', async () => {
  const from: Place = { dataDir: join(folder, 'embedded') }
  await mkdir(from.dataDir)
  await copyTemplate(join(from.dataDir, 'pg'))
  await writeFile(join(from.dataDir, 'note.txt'), 'work product')
  const to = join(folder, 'backups')
  const plain = (await venire(from, 'backup', '--to', to)).says.split('\n')[0]!
  const made = await venire(from, 'backup', '--to', to, '--encrypt', '--keep', '1')
  expect(made.code).toBe(0)
  const backup = made.says.split('\n')[0]!
  expect(backup).toMatch(/\.encrypted$/)
  expect(await venire(from, 'backup', '--verify', '--to', to)).toEqual({ code: 0, says: `${backup} is intact.\n` })
  expect(await venire(from, 'backup', '--verify', plain)).toMatchObject({ code: 0 })
  expect(await venire(from, 'restore', backup, '--rehearse')).toMatchObject({ code: 0 })
  const into: Place = { dataDir: join(folder, 'embedded-into') }
  expect(await venire(into, 'restore', backup)).toMatchObject({ code: 0 })
  expect(await readFile(join(into.dataDir, 'note.txt'), 'utf8')).toBe('work product')
  expect(await venire(from, 'backup', '--to', join(from.dataDir, 'nightly'), '--encrypt')).toMatchObject({
    code: 1,
    says: expect.stringContaining('choose a folder outside of') as string,
  })
})
