import { createHash, randomBytes } from 'node:crypto'
import { appendFile, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openHasher } from './thread.ts'

const hasher = openHasher()
let folder: string
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'venire-hasher-'))))
afterAll(async () => {
  await hasher.close()
  await rm(folder, { recursive: true })
})

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

test('hashes a growing file', async () => {
  const path = join(folder, 'growing')
  const bytes = randomBytes(20 * 1024 * 1024 + 17)
  await writeFile(path, '')
  const following = hasher.follow(path)
  for (let at = 0; at < bytes.length; at += 3_000_000) {
    await appendFile(path, bytes.subarray(at, at + 3_000_000))
    following.advance(Math.min(at + 3_000_000, bytes.length))
  }
  expect(await following.finish(bytes.length)).toBe(sha256(bytes))
})

test('hashes only the given number of bytes', async () => {
  const path = join(folder, 'longer')
  await writeFile(path, 'received and a torn tail')
  expect(await hasher.follow(path).finish(8)).toBe(sha256(Buffer.from('received')))
})

test('hashes several files in parallel, and an empty one', async () => {
  const contents = [randomBytes(9_000_000), randomBytes(5), Buffer.alloc(0)]
  const paths = contents.map((_, index) => join(folder, `whole-${index}`))
  await Promise.all(paths.map((path, index) => writeFile(path, contents[index]!)))
  expect(await Promise.all(paths.map((path) => hasher.digest(path)))).toEqual(contents.map(sha256))
})

test('reports a missing file or one shorter than declared', async () => {
  const path = join(folder, 'short')
  await writeFile(path, 'abc')
  await expect(hasher.follow(path).finish(10)).rejects.toThrow('ends after 3 of 10 bytes')
  await expect(hasher.digest(join(folder, 'nowhere'))).rejects.toThrow('ENOENT')
})

test('an abandoned file frees the thread for others', async () => {
  const path = join(folder, 'abandoned')
  await writeFile(path, 'abc')
  hasher.follow(path).abandon()
  expect(await hasher.digest(path)).toBe(sha256(Buffer.from('abc')))
})

test('reports its progress, and ends at once if canceled', async () => {
  const path = join(folder, 'large')
  await writeFile(path, '')
  await truncate(path, 64 * 1024 ** 3)
  const stop = new AbortController()
  const done: number[] = []
  const onBytes = (bytes: number) => {
    done.push(bytes)
    if (done.length === 3) stop.abort(new Error('no longer wanted'))
  }
  await expect(hasher.digest(path, { signal: stop.signal, onBytes })).rejects.toThrow('no longer wanted')
  expect(done.slice(0, 3)).toEqual([8, 16, 24].map((mega) => mega * 1024 ** 2))
  const reported = done.length
  await hasher.digest(join(folder, 'short'))
  expect(done.length - reported).toBeLessThan(10)
})

test('rejects work after close', async () => {
  const closed = openHasher()
  await closed.close()
  await expect(closed.digest(join(folder, 'short'))).rejects.toThrow('stopped')
})
