import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { Copies } from './copies.ts'

const root = await mkdtemp(join(tmpdir(), 'venire-copies-'))
afterAll(() => rm(root, { recursive: true }))

async function take(dataDir: string, passphrase: string | null = null): Promise<string[]> {
  const partial = await mkdtemp(join(root, 'partial-'))
  const copies = new Copies({ DATA_DIR: dataDir, MIN_FREE_GB: 0 }, null, partial, passphrase)
  await copies.copyNew()
  return copies.files.map((each) => each.path).toSorted()
}

async function write(path: string): Promise<void> {
  await mkdir(join(path, '..'), { recursive: true })
  await writeFile(path, path)
}

test('backs up recordings on another disk linked into the data folder', async () => {
  const [dataDir, disk] = [join(root, 'linked'), join(root, 'disk')]
  await write(join(disk, 'firms/1/original'))
  for (const each of ['audit-anchors.log', 'secrets.key']) await write(join(dataDir, each))
  await symlink(disk, join(dataDir, 'files'))
  expect(await take(dataDir)).toEqual(['audit-anchors.log', 'files/firms/1/original'])
  expect(await take(dataDir, 'a passphrase')).toEqual([
    'audit-anchors.log',
    'files/firms/1/original',
    'secrets.key.sealed',
  ])
})

test("doesn't back up backups in the data folder", async () => {
  const dataDir = join(root, 'within')
  await write(join(dataDir, 'files/firms/1/original'))
  await write(join(dataDir, 'nightly/venire-20261121T020000Z/data/files/firms/1/original'))
  await write(join(dataDir, 'nightly/.venire-20261122T020000Z.77.unfinished/data/files/firms/1/original'))
  await write(join(dataDir, 'venire-20261120T020000Z-2/backup.json'))
  expect(await take(dataDir)).toEqual(['files/firms/1/original'])
})

test("folders deleted during listing don't fail the backup", async () => {
  const dataDir = join(root, 'busy')
  const folders = Array.from({ length: 300 }, (_, at) => join(dataDir, `exports/${String(at).padStart(3, '0')}`))
  for (const each of folders) await mkdir(join(each, 'a/b'), { recursive: true })
  await write(join(dataDir, 'files/kept'))
  const [paths] = await Promise.all([
    take(dataDir),
    (async () => {
      for (const each of folders.toReversed()) await rm(each, { recursive: true })
    })(),
  ])
  expect(paths).toContain('files/kept')
})
