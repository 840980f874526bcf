import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { hashFile, writeRecord } from './backup.record.ts'
import { Copies, lastBackup } from './copies.ts'
import { openBackup } from './source.ts'

const root = await mkdtemp(join(tmpdir(), 'venire-links-'))
afterAll(() => rm(root, { recursive: true }))

const outside = join(root, 'outside')
let backup: string
let sums: Map<string, string>
const startedAt = '2026-11-21T02:00:00.000Z'

beforeEach(async () => {
  await rm(outside, { recursive: true, force: true })
  await mkdir(join(outside, 'firms'), { recursive: true })
  await writeFile(join(outside, 'firms/original'), 'a secret')
  backup = join(await mkdtemp(join(root, 'backups-')), 'venire-20261121T020000Z')
  await mkdir(join(backup, 'data'), { recursive: true })
  await writeFile(join(backup, 'data/note.txt'), 'a note')
  sums = new Map([['data/note.txt', await hashFile(join(backup, 'data/note.txt'))]])
})

const seal = (files: { path: string; bytes: number; mtimeMs: number }[] = []) =>
  writeRecord(
    backup,
    { format: 1, startedAt, finishedAt: startedAt, database: { kind: 'embedded', tables: [] }, files },
    sums,
  )
const open = () => openBackup(backup, {})
const extractAll = async () => (await open()).extract('data', join(await mkdtemp(join(root, 'into-')), 'data'))

test('a backup of plain files is intact', async () => {
  await seal()
  expect(await (await open()).findFaults()).toEqual([])
  await extractAll()
})

test.each([
  ['file', 'firms/original', 'data/linked', 'data/linked'],
  ['folder', 'firms', 'data/firms', 'data/firms/original'],
  ['file that isn’t listed', 'firms/original', 'data/unlisted', null],
])('a check and a restore refuse a linked %s', async (_kind, from, to, listed) => {
  await symlink(join(outside, from), join(backup, to))
  if (listed !== null) sums.set(listed, await hashFile(join(outside, 'firms/original')))
  await seal()
  expect(await (await open()).findFaultsFirst()).toContain(`${to} is a symbolic link or a special file`)
  expect(await (await open()).findFaults()).toContain(`${to} is a symbolic link or a special file`)
  await expect(extractAll()).rejects.toThrow('is a symbolic link or a special file')
})

test('a check reads nothing outside the backup', async () => {
  sums.set('data/../../../outside/firms/original', await hashFile(join(outside, 'firms/original')))
  await seal()
  expect(await (await open()).findFaults()).toEqual(['data/../../../outside/firms/original is missing'])
})

test.each(['SHA256SUMS', 'backup.json'])('a linked %s is not read', async (name) => {
  await seal()
  await writeFile(join(outside, name), '')
  await rm(join(backup, name))
  await symlink(join(outside, name), join(backup, name))
  await expect((await open()).load()).rejects.toThrow(`it has no ${name}`)
})

test('the next backup copies a file whose earlier copy is a link', async () => {
  const dataDir = await mkdtemp(join(root, 'data-'))
  await writeFile(join(dataDir, 'original'), 'a secret')
  await symlink(join(outside, 'firms/original'), join(backup, 'data/original'))
  sums.set('data/original', await hashFile(join(dataDir, 'original')))
  const first = new Copies({ DATA_DIR: dataDir, MIN_FREE_GB: 0 }, null, await mkdtemp(join(root, 'first-')))
  await first.copyNew()
  await seal(first.files)
  const partial = await mkdtemp(join(root, 'partial-'))
  const next = new Copies({ DATA_DIR: dataDir, MIN_FREE_GB: 0 }, await lastBackup(join(backup, '..')), partial)
  await next.copyNew()
  expect(next.counted).toMatchObject({ linkedFiles: 0 })
  expect((await readdir(join(partial, 'data'), { withFileTypes: true })).map((each) => each.isFile())).toEqual([true])
})
