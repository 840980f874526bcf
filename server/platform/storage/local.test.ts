import fs, { existsSync } from 'node:fs'
import { mkdir, mkdtemp, open, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { openLocalStorage } from './local.ts'
import { requireSpace } from './space.ts'
import { testStorage } from './storage.suite.ts'

const makeFolder = () => mkdtemp(join(tmpdir(), 'venire-storage-'))

testStorage('local', async () => {
  const folder = await makeFolder()
  return {
    storage: await openLocalStorage(folder),
    close: () => rm(folder, { recursive: true, force: true }),
  }
})

test('leaves no partial file after a failure or a killed process', async () => {
  const folder = await makeFolder()
  await mkdir(join(folder, '.incoming'))
  const [half, young] = [join(folder, '.incoming', 'half'), join(folder, '.incoming', 'young')]
  await writeFile(half, 'h')
  await utimes(half, 0, Date.now() / 1000 - 3601)
  await writeFile(young, 'y')
  const storage = await openLocalStorage(folder)
  await storage.put('a', Buffer.from('whole'))
  expect(await readdir(folder, { recursive: true })).toEqual(['.incoming', 'a', '.incoming/young'])
  await rm(folder, { recursive: true })
})

test.runIf(existsSync('/dev/shm'))('adopts a file from another disk', async () => {
  const folder = await makeFolder()
  const other = await mkdtemp('/dev/shm/venire-')
  const storage = await openLocalStorage(folder)
  await writeFile(join(other, 'film'), 'frames')
  await storage.adopt(join(other, 'film'), 'a/film')
  expect(await storage.size('a/film')).toBe(6)
  await expect(stat(join(other, 'film'))).rejects.toMatchObject({ code: 'ENOENT' })
  await rm(folder, { recursive: true })
  await rm(other, { recursive: true })
})

test('flushes the bytes and every folder entry before it returns', async () => {
  const folder = await makeFolder()
  const storage = await openLocalStorage(folder)
  const handle = await open(folder, 'r')
  const files = vi.spyOn(fs, 'fsync')
  const handles = vi.spyOn(Object.getPrototypeOf(handle) as typeof handle, 'sync')
  await handle.close()
  try {
    await storage.put('a/b/film', Buffer.from('frames'))
    expect(files).toHaveBeenCalledTimes(1)
    expect(handles).toHaveBeenCalledTimes(3)
    await writeFile(join(folder, 'upload'), 'frames')
    await storage.adopt(join(folder, 'upload'), 'a/b/second')
    expect(handles).toHaveBeenCalledTimes(5)
  } finally {
    files.mockRestore()
    handles.mockRestore()
    await rm(folder, { recursive: true })
  }
})

test('rejects what would leave too little room, with sizes and a fix', async () => {
  const gb = 1024 ** 3
  const disk = { freeBytes: () => Promise.resolve(5 * gb) }
  await requireSpace(disk, { MIN_FREE_GB: 2 }, 3 * gb)
  await expect(requireSpace(disk, { MIN_FREE_GB: 2 }, 3 * gb + 1)).rejects.toMatchObject({
    code: 'no_space',
    status: 507,
    message: expect.stringMatching(
      /has 5\.0 GB free, and 3\.0 GB more would leave less than the 2 GB that must stay free/,
    ),
  })
  await requireSpace({ freeBytes: () => Promise.resolve(null) }, { MIN_FREE_GB: 2 }, 1000 * gb)
  await expect(requireSpace(tmpdir(), { MIN_FREE_GB: 1_000_000 }, 0)).rejects.toMatchObject({ code: 'no_space' })
})
