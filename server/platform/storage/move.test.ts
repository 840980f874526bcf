import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { s3Keys, startS3 } from '#test/s3.ts'
import { readConfig } from '../config.ts'
import { openHasher } from '../hasher/thread.ts'
import type { Storage } from '../storage.ts'
import { openLocalStorage } from './local.ts'
import { copyStorage } from './move.ts'
import { openStorage } from './open.ts'

const hasher = openHasher()
let folder: string
let store: Awaited<ReturnType<typeof startS3>>
let from: Storage
let to: Storage
beforeAll(async () => {
  Object.assign(process.env, s3Keys)
  store = await startS3({ pageSize: 2 })
})
afterAll(async () => {
  await store.close()
  await hasher.close()
  for (const name of Object.keys(s3Keys)) delete process.env[name]
})
beforeEach(async () => {
  store.disturb(() => {})
  store.objects.clear()
  folder = await mkdtemp(join(tmpdir(), 'venire-move-'))
  from = await openLocalStorage(join(folder, 'files'))
  to = await openStorage(readConfig({ DATA_DIR: folder, MIN_FREE_GB: '0', STORAGE_URL: store.url }))
  for (const key of ['a/1', 'a/2', 'b/3']) await from.put(key, Buffer.from(`bytes of ${key}`))
  return () => rm(folder, { recursive: true, force: true })
})

const ledger = () => join(folder, 'ledger')
const move = (sides = { from, to }) => copyStorage({ ...sides, hasher }, ledger(), () => {})
const stored = () => [...store.objects].map(([key, versions]) => [key, versions.at(-1)!.bytes.toString()]).toSorted()
const everything = ['a/1', 'a/2', 'b/3'].map((key) => [key, `bytes of ${key}`])

test('copies every file there and back without copying any twice', async () => {
  expect(await move()).toEqual({ copied: 3, copiedBytes: 36, before: 0, leftOver: [] })
  expect(stored()).toEqual(everything)
  expect(await move()).toEqual({ copied: 0, copiedBytes: 0, before: 3, leftOver: [] })

  const back = await openLocalStorage(join(folder, 'back'))
  await rm(ledger())
  expect(await move({ from: to, to: back })).toMatchObject({ copied: 3 })
  expect(await readFile(join(folder, 'back/b/3'), 'utf8')).toBe('bytes of b/3')
})

test('resumes after a kill, even mid-line', async () => {
  let puts = 0
  store.disturb(({ method }) => (method === 'PUT' && ++puts > 2 ? 'drop' : undefined))
  await expect(move()).rejects.toMatchObject({ code: 'unavailable' })
  store.disturb(() => {})
  const { length } = await readFile(ledger())
  await truncate(ledger(), length - 5)
  expect(await move()).toMatchObject({ copied: 2, before: 1 })
  expect(await move()).toMatchObject({ copied: 0, before: 3 })
  expect(stored()).toEqual(everything)
})

test('copies a file again if its copy was lost or replaced', async () => {
  await move()
  store.objects.delete('a/1')
  await to.put('a/2', Buffer.from('short'))
  expect(await move()).toMatchObject({ copied: 2, before: 1 })
  expect(stored()).toEqual(everything)
})

test('stops if a copy differs from its original', async () => {
  const broken = { ...to, put: (key: string) => to.put(key, Buffer.from('bytes of a/0')) }
  await expect(move({ from, to: broken })).rejects.toThrow(/The copy of (a|b)\/\d differs from the original/)
})

test('deletes nothing in the copy, and lists what is no longer in the original', async () => {
  await to.put('c/other', Buffer.from('of another installation'))
  await move()
  await from.remove('a/2')
  await writeFile(join(folder, 'files/a/new'), 'new')
  expect(await move()).toEqual({ copied: 1, copiedBytes: 3, before: 2, leftOver: ['a/2'] })
  expect([...store.objects.keys()].toSorted()).toEqual(['a/1', 'a/2', 'a/new', 'b/3', 'c/other'])
})

test('refuses an empty original that had files, and leaves every copy', async () => {
  await move()
  for (const key of ['a/1', 'a/2', 'b/3']) await from.remove(key)
  await expect(move()).rejects.toThrow('The storage is empty, but 3 of its files were copied before. Is it mounted?')
  expect(stored()).toEqual(everything)
})
